#include "hrefkit/html/syntax/instruction_attributes.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "hrefkit/html/syntax/xml_syntax.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::html {

namespace {

constexpr text::ByteSet name_end = xml_whitespace | text::ByteSet("=\"'<>&/?");
constexpr text::ByteSet not_first_in_name = name_end | text::ByteSet("-.0123456789");

/// XML 1.0, 2.3, production AttValue; nullopt where `written` is not one.
std::optional<std::string> decode(std::string_view written) {
  std::string value;
  for (std::size_t at = 0; at < written.size();) {
    if (written[at] == '<') return std::nullopt;
    if (written[at] != '&') {
      value += written[at++];
      continue;
    }
    const std::size_t end = written.find(';', at);
    if (end == std::string_view::npos) return std::nullopt;
    const auto character = xml_character(written.substr(at + 1, end - at - 1));
    if (!character) return std::nullopt;
    text::append_utf8(value, *character);
    at = end + 1;
  }
  return value;
}

/// Reads the attribute that `rest` begins with; nullopt at a fault.
std::optional<InstructionAttribute> read_attribute(std::string_view data, std::string_view& rest) {
  InstructionAttribute attribute;
  if (not_first_in_name.contains(rest[0])) return std::nullopt;
  attribute.name = text::read_until(rest, name_end);
  text::skip(rest, xml_whitespace);
  if (!rest.starts_with('=')) return std::nullopt;
  rest.remove_prefix(1);
  text::skip(rest, xml_whitespace);
  const bool is_quoted = rest.starts_with('"') || rest.starts_with('\'');
  const std::size_t end = is_quoted ? rest.find(rest[0], 1) : rest.npos;
  if (end == rest.npos) return std::nullopt;
  const std::size_t quote = data.size() - rest.size();
  attribute.span = text::make_span(quote + 1, quote + end);
  rest.remove_prefix(end + 1);
  auto value = decode(attribute.span.in(data));
  if (!value) return std::nullopt;
  attribute.value = std::move(*value);
  return attribute;
}

bool has_name_twice(std::vector<InstructionAttribute> const& attributes) {
  std::vector<std::string_view> names;
  names.reserve(attributes.size());
  for (InstructionAttribute const& attribute : attributes) names.push_back(attribute.name);
  std::sort(names.begin(), names.end());
  return std::adjacent_find(names.begin(), names.end()) != names.end();
}

}  // namespace

std::optional<std::vector<InstructionAttribute>> read_instruction_attributes(
    std::string_view data) {
  std::vector<InstructionAttribute> attributes;
  std::string_view rest = data;
  while (true) {
    const std::size_t spaces = text::run_length(rest, xml_whitespace);
    rest.remove_prefix(spaces);
    if (rest.empty()) break;
    if (spaces == 0) return std::nullopt;
    auto attribute = read_attribute(data, rest);
    if (!attribute) return std::nullopt;
    attributes.push_back(std::move(*attribute));
  }
  if (has_name_twice(attributes)) return std::nullopt;
  return attributes;
}

}  // namespace hrefkit::html
