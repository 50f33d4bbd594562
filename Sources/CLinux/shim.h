#pragma once

// What the Glibc module leaves out: giving memory back, and the state of the kernel clock.
#include <malloc.h>
#include <sys/timex.h>

#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Where a thread may run, a bit for each processor; the C library's own calls need `_GNU_SOURCE`, which Swift's
/// importer does not set.
struct linux_shim_processors {
    unsigned long bits[16];
};

/// Where this thread may run now; negative with `errno` set.
static inline long linux_shim_get_processors(struct linux_shim_processors *_Nonnull processors) {
    return syscall(SYS_sched_getaffinity, 0, sizeof *processors, processors);
}

/// Lets this thread, and what it starts from now on, run there only; negative with `errno` set.
static inline long linux_shim_set_processors(const struct linux_shim_processors *_Nonnull processors) {
    return syscall(SYS_sched_setaffinity, 0, sizeof *processors, processors);
}

/// The number of the processor that this runs on; negative with `errno` set.
static inline int linux_shim_processor(void) {
    unsigned number = 0;
    return syscall(SYS_getcpu, &number, NULL, NULL) ? -1 : (int)number;
}
