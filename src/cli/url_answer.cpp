#include "hrefkit/cli/url_answer.h"

#include "hrefkit/cli/json_string.h"

namespace hrefkit::cli {

namespace {

/// What stands before each value, the end of the value before it included.
constexpr std::array<std::string_view, url_part_names.size()> before_value{
    R"({"href":")",      R"(","origin":")", R"(","protocol":")", R"(","username":")",
    R"(","password":")", R"(","host":")",   R"(","hostname":")", R"(","port":")",
    R"(","pathname":")", R"(","search":")", R"(","hash":")"};

}  // namespace

void append_answer(std::string& out, UrlPartValues const& values) {
  auto before = before_value.begin();
  for (std::string_view value : values) {
    out += *before++;
    append_json_escaped(out, value);
  }
  out += "\"}";
}

void append_error_answer(std::string& out, std::string_view code) {
  out += "{\"error\":\"";
  out += code;
  out += "\"}";
}

}  // namespace hrefkit::cli
