#include "hrefkit/html/load_limits.h"

#include "hrefkit/html/syntax/tokenizer.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/ascii_search.h"

namespace hrefkit::html {

namespace {

constexpr std::string_view integrity = "integrity";
constexpr std::string_view cross_origin = "crossorigin";

/// The value as written of the attribute `name`; a null view where the tag does not have it.
std::string_view value_of(std::string_view tag, std::string_view name) {
  // FAST: most tags do not even hold the word.
  if (text::find_ignoring_ascii_case(tag, name) == std::string_view::npos) return {};
  TagTokenizer tokenizer(tag);
  Tag read;
  if (!tokenizer.next(read)) return {};
  TagAttribute const* const attribute = read.attribute(tag, name);
  return attribute == nullptr ? std::string_view() : attribute->value.in(tag);
}

bool has(std::string_view tag, std::string_view name) {
  return value_of(tag, name).data() != nullptr;
}

bool is_module(std::string_view tag) {
  return text::equals_ignoring_ascii_case(text::strip_ascii_whitespace(value_of(tag, "type")),
                                          "module");
}

bool is_script(Link const& link) {
  return link.kind == LinkKind::script && link.element == "script";
}

bool is_style_sheet(Link const& link) {
  return link.kind == LinkKind::stylesheet && link.element == "link";
}

}  // namespace

bool names_hash(Link const& link, std::string_view tag) {
  const bool may_have = link.index == 0 && (link.element == "link" || is_script(link));
  return may_have && !value_of(tag, integrity).empty();
}

std::string_view server_requirement(Link const& link, std::string_view tag) {
  // FAST: most links are for people, and a tag may have very many URLs in one list.
  if (link.local || link.kind == LinkKind::hyperlink || link.index != 0) return {};
  if (link.element == "track") return "track";
  if (link.ns == Namespace::svg && link.element == "use") return "use";
  if (is_script(link) && is_module(tag)) return R"(type="module")";
  const bool has_code = is_script(link) || is_style_sheet(link);
  const bool is_picture_or_sound =
      link.kind == LinkKind::image || (link.kind == LinkKind::media && link.element != "source");
  if (!has_code && !is_picture_or_sound) return {};
  if (has(tag, cross_origin)) return cross_origin;
  return has_code && names_hash(link, tag) ? integrity : std::string_view();
}

}  // namespace hrefkit::html
