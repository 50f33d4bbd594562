// Filled by its first step.
