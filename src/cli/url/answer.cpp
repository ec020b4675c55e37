#include "hrefkit/cli/url/answer.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <utility>

#include "hrefkit/cli/format/json_string.h"
#include "hrefkit/text/byte_scan.h"

namespace hrefkit::cli {

namespace {

/// The text before each value, including the end of the previous value.
constexpr std::array<std::string_view, url::url_attribute_names.size()> before_value{
    R"({"href":")",      R"(","origin":")", R"(","protocol":")", R"(","username":")",
    R"(","password":")", R"(","host":")",   R"(","hostname":")", R"(","port":")",
    R"(","pathname":")", R"(","search":")", R"(","hash":")"};
constexpr std::string_view after_values = "\"}";

constexpr std::size_t fixed_length = [] {
  std::size_t length = after_values.size();
  for (std::string_view before : before_value) length += before.size();
  return length;
}();

bool needs_no_escapes(std::string_view text) {
  return text::json_run_length(text) == text.size();
}

/// Copies `text` to `to` and returns where it ends there.
char* copy(char* to, std::string_view text) {
  if (!text.empty()) std::memcpy(to, text.data(), text.size());
  return to + text.size();
}

template <std::size_t... Part>
char* copy_all(char* to, url::UrlAttributeValues const& values, std::index_sequence<Part...>) {
  // The lengths of the keys are constants here.
  ((to = copy(copy(to, before_value[Part]), values[static_cast<url::UrlAttribute>(Part)])), ...);
  return copy(to, after_values);
}

/// FAST: no value needs escapes.
void append_plain(RowBuffer& out, url::UrlAttributeValues const& values) {
  assert(std::all_of(values.begin(), values.end(), needs_no_escapes));
  std::size_t length = fixed_length;
  for (std::string_view value : values) length += value.size();
  copy_all(out.reserve(length), values,
           std::make_index_sequence<url::url_attribute_names.size()>());
  out.advance(length);
}

}  // namespace

void append_answer(RowBuffer& out, url::UrlAttributeValues const& values) {
  // The other parts are pieces of the href.
  if (needs_no_escapes(values[url::UrlAttribute::href]) &&
      needs_no_escapes(values[url::UrlAttribute::origin])) {
    append_plain(out, values);
    return;
  }
  auto before = before_value.begin();
  for (std::string_view value : values) {
    out.append(*before++);
    append_json_escaped(out, value);
  }
  out.append(after_values);
}

void append_error_answer(RowBuffer& out, std::string_view code) {
  out.literal("{\"error\":\"");
  out.append(code);
  out.append(after_values);
}

}  // namespace hrefkit::cli
