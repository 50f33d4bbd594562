#pragma once

#include <gps.h>

// Debian 12 has API 11 (libgps 3.22), Debian 13 has API 14 (3.25). Older ones name and place the fields used here
// differently, and some programs built against them ran and received nothing.
#if !defined(GPSD_API_MAJOR_VERSION) || GPSD_API_MAJOR_VERSION < 11
#error "Milepost needs libgps 3.22 or newer (API 11); install a newer libgps-dev"
#endif

#pragma clang assume_nonnull begin

/// The parameter is `char *` up to API 13 and `const char *` after; Swift would need a cast for one of them.
static inline void gps_shim_unpack(char *line, struct gps_data_t *data) {
    // Some classes only add to the set of what was read, so the last line's would remain.
    data->set = 0;
    gps_unpack(line, data);
}

/// `gps_stream` takes `unsigned int, void *` in API 11 and `watch_t, const char *` in API 14.
///
/// 0, or −1 with `errno` set.
static inline int gps_shim_watch(int descriptor, struct gps_data_t *data) {
    data->gps_fd = descriptor;
    return gps_stream(data, WATCH_ENABLE | WATCH_JSON, NULL);
}

/// A C array is a tuple in Swift, which has no address; empty when the line named no device.
static inline const char *gps_shim_device(const struct gps_data_t *data) {
    return data->dev.path;
}

/// `error` lies in an anonymous union, which Swift cannot reach; also it may lack its end.
static inline const char *gps_shim_error(struct gps_data_t *data) {
    if (!(data->set & ERROR_SET)) return "";
    data->error[sizeof data->error - 1] = 0;
    return data->error;
}

/// `version` lies in an anonymous union, which Swift cannot reach.
static inline const char *gps_shim_release(const struct gps_data_t *data) {
    return data->set & VERSION_SET ? data->version.release : "";
}

#pragma clang assume_nonnull end
