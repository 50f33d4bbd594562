#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// What became of a TOML text: `json` when it parsed, else `message` with its place (1-based).
typedef struct {
    char *_Nullable json;
    char *_Nullable message;
    unsigned line;
    unsigned column;
} ctoml_result;

/// Parses `length` bytes of TOML into JSON text. Free the result with `ctoml_free`.
ctoml_result ctoml_parse(const char *_Nonnull text, unsigned long length);

/// Frees what `ctoml_parse` gave.
void ctoml_free(ctoml_result result);

#ifdef __cplusplus
}
#endif
