#include "ctoml.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <string_view>

#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

namespace {

// No setting lies deeper; dotted keys could otherwise nest until the stack ends.
constexpr int deepest = 16;

void write_string(std::ostream &out, std::string_view text) {
    static const char digits[] = "0123456789abcdef";
    out << '"';
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out << '\\' << c;
        } else if (byte < 0x20) {
            out << "\\u00" << digits[byte >> 4] << digits[byte & 15];
        } else {
            out << c;
        }
    }
    out << '"';
}

void write_node(std::ostream &out, const toml::node &node, unsigned line, int depth);

void write_table(std::ostream &out, const toml::table &table, int depth) {
    out << "\"table\",\"value\":{";
    const char *separator = "";
    for (const auto &[key, value] : table) {
        out << separator;
        write_string(out, key.str());
        out << ':';
        write_node(out, value, key.source().begin.line, depth + 1);
        separator = ",";
    }
    out << '}';
}

void write_array(std::ostream &out, const toml::array &array, int depth) {
    out << "\"array\",\"value\":[";
    const char *separator = "";
    for (const auto &value : array) {
        out << separator;
        write_node(out, value, value.source().begin.line, depth + 1);
        separator = ",";
    }
    out << ']';
}

void write_other(std::ostream &out, const toml::node &node) {
    std::ostringstream text;
    if (const auto *number = node.as_floating_point()) text << **number;
    if (const auto *date = node.as_date()) text << **date;
    if (const auto *time = node.as_time()) text << **time;
    if (const auto *both = node.as_date_time()) text << **both;
    out << "\"other\",\"value\":";
    write_string(out, text.str());
}

void write_node(std::ostream &out, const toml::node &node, unsigned line, int depth) {
    if (depth > deepest) throw std::runtime_error("keys are nested too deeply");
    out << "{\"line\":" << line << ",\"kind\":";
    const auto *number = node.as_floating_point();
    if (const auto *table = node.as_table()) {
        write_table(out, *table, depth);
    } else if (const auto *array = node.as_array()) {
        write_array(out, *array, depth);
    } else if (const auto *text = node.as_string()) {
        out << "\"string\",\"value\":";
        write_string(out, text->get());
    } else if (const auto *integer = node.as_integer()) {
        out << "\"integer\",\"value\":" << integer->get();
    } else if (number && std::isfinite(number->get())) {
        out << "\"number\",\"value\":" << number->get();
    } else if (const auto *boolean = node.as_boolean()) {
        out << "\"boolean\",\"value\":" << (boolean->get() ? "true" : "false");
    } else {
        write_other(out, node);
    }
    out << '}';
}

/// The line on which one key has more parts than any setting, or 0.
///
/// toml++ nests a table for each part of a dotted key and frees them one within the other, so a long enough key ends
/// the stack before anything can be told about it.
unsigned line_of_deep_key(std::string_view text) {
    unsigned line = 1;
    int dots = 0;
    int quotes = 0;
    bool is_comment = false;
    for (const char c : text) {
        if (c == '\n') {
            line += 1;
            quotes = 0;
            is_comment = false;
        }
        if (c == '"' || c == '\'') quotes += 1;
        if (c == '#' && quotes % 2 == 0) is_comment = true;
        if (std::strchr("\n=,[]{}", c)) dots = 0;
        if (c == '.' && !is_comment) dots += 1;
        if (dots > deepest) return line;
    }
    return 0;
}

}  // namespace

ctoml_result ctoml_parse(const char *text, unsigned long length) {
    ctoml_result result = {nullptr, nullptr, 0, 0};
    try {
        const std::string_view view(text, length);
        if (const unsigned line = line_of_deep_key(view)) {
            result.message = strdup("keys are nested too deeply");
            result.line = line;
            return result;
        }
        const toml::table table = toml::parse(view);
        std::ostringstream out;
        out.imbue(std::locale::classic());
        out.precision(std::numeric_limits<double>::max_digits10);
        write_node(out, table, 1, 0);
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
