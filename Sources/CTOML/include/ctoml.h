#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// What became of a TOML text: `json` when it parsed, else `message` with its place (1-based, 0 when unknown).
typedef struct {
    char *_Nullable json;
    char *_Nullable message;
    unsigned line;
    unsigned column;
} ctoml_result;

/// Parses `length` bytes of TOML into JSON text that keeps the line of each key.
///
/// Every value is `{"line": 3, "kind": "integer", "value": 20}`. The kinds are `table` (value: an object of
/// values), `array` (a list of values), `string`, `integer`, `number`, `boolean`, and `other` for dates, times, nan
/// and infinities, as they are written. The line is that of the key; in a list, of the value.
///
/// Free the result with `ctoml_free`.
ctoml_result ctoml_parse(const char *_Nonnull text, unsigned long length);

/// Frees what `ctoml_parse` gave.
void ctoml_free(ctoml_result result);

#ifdef __cplusplus
}
#endif
