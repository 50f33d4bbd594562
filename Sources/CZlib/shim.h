#pragma once

#include <zlib.h>

#pragma clang assume_nonnull begin

// Swift cannot call a macro that takes arguments. 15 bits is zlib's greatest window; 16 more mean gzip.

/// Begins to write gzip.
static inline int zlib_shim_gzip_init(z_stream *stream) {
    return deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

/// Begins to read gzip.
static inline int zlib_shim_gunzip_init(z_stream *stream) { return inflateInit2(stream, 15 + 16); }

#pragma clang assume_nonnull end
