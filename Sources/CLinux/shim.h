#pragma once

// The state of the kernel clock, which the Glibc module leaves out.
#include <sys/timex.h>
