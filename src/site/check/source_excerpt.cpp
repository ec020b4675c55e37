#include "hrefkit/site/check/source_excerpt.h"

#include <algorithm>

#include "hrefkit/text/utf8.h"

namespace hrefkit::site {

namespace {

constexpr std::size_t most_before = 120;
constexpr std::size_t most_after = 240;

constexpr bool is_line_end(char byte) {
  return byte == '\r' || byte == '\n';
}

}  // namespace

SourceExcerpt excerpt_of(std::string_view text, text::Span place) {
  const std::size_t first = place.begin - std::min<std::size_t>(place.begin, most_before);
  const std::size_t last = std::min<std::size_t>(place.begin + most_after, text.size());
  std::size_t begin = place.begin;
  while (begin > first && !is_line_end(text[begin - 1])) --begin;
  while (begin < place.begin && text::is_continuation_byte(text[begin])) ++begin;
  std::size_t end = place.begin;
  while (end < last && !is_line_end(text[end])) ++end;
  while (end > place.begin && end < text.size() && text::is_continuation_byte(text[end])) --end;
  const auto at = [&](std::size_t offset) {
    return static_cast<std::uint32_t>(std::min(offset, end) - begin);
  };
  return {text.substr(begin, end - begin), {at(place.begin), at(place.end)}};
}

void show_line(SourceExcerpt const& excerpt, Finding& finding) {
  finding.source_line = excerpt.text;
  finding.source_begin = excerpt.span.begin;
  finding.source_end = excerpt.span.end;
}

}  // namespace hrefkit::site
