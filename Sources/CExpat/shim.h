#pragma once

#include <expat.h>

#pragma clang assume_nonnull begin

/// expat 2.9 deprecates the old name, which is the only one that 2.5 has; 0 on an error.
static inline unsigned long long expat_shim_line(XML_Parser parser) {
#ifdef XML_ATTR_DEPRECATED
    return XML_GetCurrentLineNumber64(parser);
#else
    return XML_GetCurrentLineNumber(parser);
#endif
}

/// Likewise; −1 on an error.
static inline long long expat_shim_byte(XML_Parser parser) {
#ifdef XML_ATTR_DEPRECATED
    return XML_GetCurrentByteIndex64(parser);
#else
    return XML_GetCurrentByteIndex(parser);
#endif
}

#pragma clang assume_nonnull end
