#pragma once

#include <curl/curl.h>

// Swift cannot call C's variadic functions: one inline function for each type that an option or an answer has.

static inline CURLcode curl_shim_set_string(
    CURL *_Nonnull easy, CURLoption option, const char *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_shim_set_long(CURL *_Nonnull easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_shim_set_offset(
    CURL *_Nonnull easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_shim_set_bytes(
    CURL *_Nonnull easy, CURLoption option, const void *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_shim_set_list(
    CURL *_Nonnull easy, CURLoption option, struct curl_slist *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}

// For CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION, which have the same type.
static inline CURLcode curl_shim_set_receiver(
    CURL *_Nonnull easy, CURLoption option, curl_write_callback _Nonnull value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_shim_set_context(
    CURL *_Nonnull easy, CURLoption option, void *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_shim_set_sockopt(
    CURL *_Nonnull easy, curl_sockopt_callback _Nonnull value) {
    return curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, value);
}

static inline CURLcode curl_shim_get_long(
    CURL *_Nonnull easy, CURLINFO info, long *_Nonnull value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode curl_shim_get_offset(
    CURL *_Nonnull easy, CURLINFO info, curl_off_t *_Nonnull value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode curl_shim_get_context(
    CURL *_Nonnull easy, void *_Nullable *_Nonnull value) {
    return curl_easy_getinfo(easy, CURLINFO_PRIVATE, value);
}

static inline CURLMcode curl_shim_multi_set_long(
    CURLM *_Nonnull multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}
