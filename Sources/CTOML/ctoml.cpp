#include "ctoml.h"

#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string_view>

#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

ctoml_result ctoml_parse(const char *text, unsigned long length) {
    ctoml_result result = {nullptr, nullptr, 0, 0};
    try {
        const toml::table table = toml::parse(std::string_view(text, length));
        std::ostringstream out;
        out << toml::json_formatter(table);
        result.json = strdup(out.str().c_str());
    } catch (const toml::parse_error &error) {
        result.message = strdup(std::string(error.description()).c_str());
        result.line = error.source().begin.line;
        result.column = error.source().begin.column;
    } catch (const std::exception &error) {
        result.message = strdup(error.what());
    }
    return result;
}

void ctoml_free(ctoml_result result) {
    free(result.json);
    free(result.message);
}
