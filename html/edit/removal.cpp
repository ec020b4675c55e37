#include "hrefkit/html/edit/removal.h"

#include <string_view>

#include "hrefkit/html/parse/xml_start_tag.h"
#include "hrefkit/html/syntax/tag_syntax.h"
#include "hrefkit/html/syntax/tokenizer.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/ascii_search.h"

namespace hrefkit::html {

namespace {

using text::Span;

/// From the white space before the name to the end of the value and its closing quote.
Span whole_attribute(std::string_view text, Span name, Span value, bool quoted) {
  Span whole{name.begin, quoted ? value.end + 1 : value.end};
  if (whole.end < name.end) whole.end = name.end;
  while (whole.begin > 0 && tag_syntax::white_space.contains(text[whole.begin - 1])) --whole.begin;
  // What follows at once would become a part of what stands before.
  const bool is_apart =
      whole.end >= text.size() || tag_syntax::tag_name_end.contains(text[whole.end]);
  if (!is_apart && whole.begin < name.begin) ++whole.begin;
  return whole;
}

/// The href attributes of an HTML tag, duplicates too, and whether others are on it.
struct Hrefs {
  std::vector<Span> places;
  bool others = false;
};

/// Only the first of duplicates is an attribute; with it gone, the next one would be.
Hrefs html_hrefs(std::string_view tag) {
  Hrefs hrefs;
  TagTokenizer tokenizer(tag);
  tokenizer.keep_duplicates();
  Tag read;
  if (!tokenizer.next(read)) return hrefs;
  for (TagAttribute const& attribute : read.attributes) {
    if (text::equals_ignoring_ascii_case(attribute.name.in(tag), "href")) {
      hrefs.places.push_back(
          whole_attribute(tag, attribute.name, attribute.value, attribute.quote != 0));
    } else {
      hrefs.others = true;
    }
  }
  return hrefs;
}

Hrefs xml_hrefs(std::string_view tag) {
  Hrefs hrefs;
  XmlStartTag read(tag, text::make_span(0, tag.size()));
  while (const auto attribute = read.next()) {
    if (attribute->name.in(tag) == "href") {
      hrefs.places.push_back(whole_attribute(tag, attribute->name, attribute->value, true));
    } else {
      hrefs.others = true;
    }
  }
  return hrefs;
}

/// The end of the element whose start tag is `tag`, if it has no content; else 0. In HTML a base
/// element ends with its tag.
std::uint32_t element_end(std::string_view text, Span tag, ContentType content_type) {
  if (content_type == ContentType::html) return tag.end;
  if (tag.in(text).ends_with("/>")) return tag.end;
  const std::string_view rest = text.substr(tag.end);
  if (!rest.starts_with("</")) return 0;
  return tag.end + static_cast<std::uint32_t>(rest.find('>') + 1);
}

/// True where the text before a tag would become another tag with what follows it.
bool would_join(std::string_view text, std::uint32_t begin) {
  return begin > 0 && (text[begin - 1] == '<' || text[begin - 1] == '/' || text[begin - 1] == '&');
}

}  // namespace

bool stands_before_head_tag(std::string_view text, std::uint32_t begin) {
  constexpr std::string_view head = "<head";
  std::size_t at = text::find_ignoring_ascii_case(text, head);
  while (at != std::string_view::npos) {
    const std::size_t end = at + head.size();
    if (end < text.size() && tag_syntax::tag_name_end.contains(text[end])) return at > begin;
    at = text::find_ignoring_ascii_case(text, head, end);
  }
  return false;
}

std::vector<Span> base_removal(std::string_view text, Span tag, ContentType content_type,
                               EmptyBase empty) {
  const std::string_view written = tag.in(text);
  const Hrefs hrefs = content_type == ContentType::xml ? xml_hrefs(written) : html_hrefs(written);
  const std::uint32_t end = element_end(text, tag, content_type);
  const bool may_go = empty == EmptyBase::goes && !would_join(text, tag.begin);
  if (!hrefs.others && end != 0 && may_go) return {{tag.begin, end}};
  std::vector<Span> places;
  for (const Span place : hrefs.places) {
    places.push_back({tag.begin + place.begin, tag.begin + place.end});
  }
  return places;
}

Span attribute_at(std::string_view text, Span value) {
  const char before = value.begin == 0 ? '\0' : text[value.begin - 1];
  const bool quoted = before == '"' || before == '\'';
  std::uint32_t name_end = quoted ? value.begin - 1 : value.begin;
  const auto skip_space = [&] {
    while (name_end > 0 && tag_syntax::white_space.contains(text[name_end - 1])) --name_end;
  };
  skip_space();
  if (name_end > 0 && text[name_end - 1] == '=') --name_end;
  skip_space();
  std::uint32_t begin = name_end;
  while (begin > 0 && !tag_syntax::attribute_name_end.contains(text[begin - 1]) &&
         text[begin - 1] != '"' && text[begin - 1] != '\'') {
    --begin;
  }
  return whole_attribute(text, {begin, name_end}, value, quoted);
}

}  // namespace hrefkit::html
