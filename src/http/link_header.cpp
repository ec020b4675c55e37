#include "hrefkit/http/link_header.h"

#include <utility>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::http {

namespace {

using text::ByteSet;

constexpr ByteSet link_white_space{" \t\r\n"};

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
  text::take_until(rest, ByteSet("\","));
  while (rest.starts_with('"')) {
    rest.remove_prefix(1);
    take_quoted(rest);
    text::take_until(rest, ByteSet("\","));
  }
}

/// Appendix B.3, one parameter; `rest` begins behind its semicolon.
void take_parameter(std::string_view& rest, LinkValue& link) {
  text::skip(rest, link_white_space);
  const std::string_view name =
      text::strip(text::take_until(rest, ByteSet("=;,")), link_white_space);
  std::string value;
  if (rest.starts_with('=')) {
    rest.remove_prefix(1);
    text::skip(rest, link_white_space);
    if (rest.starts_with('"')) {
      rest.remove_prefix(1);
      value = take_quoted(rest);
      text::take_until(rest, ByteSet(";,"));
    } else {
      value = text::strip(text::take_until(rest, ByteSet(";,")), link_white_space);
    }
  }
  const auto keep_first = [&](std::string_view wanted, std::string& kept) {
    if (kept.empty() && text::equals_ignoring_ascii_case(name, wanted)) kept = value;
  };
  keep_first("rel", link.rel);
  keep_first("imagesrcset", link.image_srcset);
}

}  // namespace

std::vector<LinkValue> parse_link_header(std::string_view value) {
  constexpr ByteSet between = link_white_space | ByteSet(",");
  std::vector<LinkValue> links;
  std::string_view rest = value;
  while (true) {
    text::skip(rest, between);
    if (rest.empty()) return links;
    if (!rest.starts_with('<')) {
      pass_by_value(rest);
      continue;
    }
    rest.remove_prefix(1);
    LinkValue link;
    link.target = text::strip(text::take_until(rest, ByteSet(">")), link_white_space);
    if (rest.empty()) return links;
    rest.remove_prefix(1);
    text::take_until(rest, ByteSet(";,"));
    while (rest.starts_with(';')) {
      rest.remove_prefix(1);
      take_parameter(rest, link);
    }
    links.push_back(std::move(link));
  }
}

}  // namespace hrefkit::http
