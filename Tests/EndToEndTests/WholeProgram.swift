import Testing

/// Tests of the built command beside real servers and receivers.
///
/// One at a time, so that each has the machine that its user has: all at once, with every other test, they would keep
/// thousands of descriptors open and wait for one another.
@Suite("The whole program", .serialized, .timeLimit(.minutes(10))) enum WholeProgram {}
