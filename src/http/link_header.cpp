#include "hrefkit/http/link_header.h"

#include <algorithm>

#include "hrefkit/text/ascii.h"

namespace hrefkit::http {

namespace {

constexpr text::ByteSet link_white_space{" \t\r\n"};

void skip(std::string_view& rest, text::ByteSet const& set) {
  while (!rest.empty() && set.contains(rest.front())) rest.remove_prefix(1);
}

std::string_view take_until(std::string_view& rest, std::string_view ends) {
  const std::size_t end = std::min(rest.find_first_of(ends), rest.size());
  const std::string_view taken = rest.substr(0, end);
  rest.remove_prefix(end);
  return taken;
}

/// Appendix B.4, a quoted string; `rest` begins behind its opening quote.
std::string take_quoted(std::string_view& rest) {
  std::string text;
  while (!rest.empty()) {
    const char c = rest.front();
    rest.remove_prefix(1);
    if (c == '"') break;
    if (c == '\\' && !rest.empty()) {
      text += rest.front();
      rest.remove_prefix(1);
    } else {
      text += c;
    }
  }
  return text;
}

/// What is no link, up to a comma outside of quotes. RFC 8288 ends there; Chromium goes on.
void pass_by_value(std::string_view& rest) {
  take_until(rest, "\",");
  while (rest.starts_with('"')) {
    rest.remove_prefix(1);
    take_quoted(rest);
    take_until(rest, "\",");
  }
}

/// Appendix B.3, one parameter; `rest` begins behind its semicolon.
void take_parameter(std::string_view& rest, LinkValue& link) {
  skip(rest, link_white_space);
  const std::string_view name = text::strip(take_until(rest, "=;,"), link_white_space);
  std::string value;
  if (rest.starts_with('=')) {
    rest.remove_prefix(1);
    skip(rest, link_white_space);
    if (rest.starts_with('"')) {
      rest.remove_prefix(1);
      value = take_quoted(rest);
      take_until(rest, ";,");
    } else {
      value = text::strip(take_until(rest, ";,"), link_white_space);
    }
  }
  if (link.rel.empty() && text::equals_ignoring_ascii_case(name, "rel")) link.rel = value;
}

}  // namespace

std::vector<LinkValue> parse_link_header(std::string_view value) {
  constexpr text::ByteSet between = link_white_space | text::ByteSet(",");
  std::vector<LinkValue> links;
  std::string_view rest = value;
  while (true) {
    skip(rest, between);
    if (rest.empty()) return links;
    if (!rest.starts_with('<')) {
      pass_by_value(rest);
      continue;
    }
    rest.remove_prefix(1);
    LinkValue link;
    link.target = text::strip(take_until(rest, ">"), link_white_space);
    if (rest.empty()) return links;
    rest.remove_prefix(1);
    take_until(rest, ";,");
    while (rest.starts_with(';')) {
      rest.remove_prefix(1);
      take_parameter(rest, link);
    }
    links.push_back(std::move(link));
  }
}

}  // namespace hrefkit::http
