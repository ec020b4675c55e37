#include "hrefkit/html/load_limits.h"

#include "hrefkit/html/link_table.h"
#include "hrefkit/html/syntax/tokenizer.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/ascii_search.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

namespace {

constexpr std::string_view integrity = "integrity";
constexpr std::string_view cross_origin = "crossorigin";

/// The value, as written, of the attribute `name`; a null view if the tag does not have it.
std::string_view value_of(std::string_view tag, std::string_view name) {
  // FAST: most tags do not contain the name.
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

/// The limit that the link's row names, or that of its kind.
LoadLimit limit_of(Link const& link) {
  const LoadLimit limit = row_of(link).limit;
  if (limit != LoadLimit::by_kind) return limit;
  const bool may_ask = link.kind == LinkKind::image || link.kind == LinkKind::media;
  return may_ask ? LoadLimit::cross_origin : LoadLimit::none;
}

}  // namespace

bool names_hash(Link const& link, std::string_view tag) {
  const bool may_have = link.index == 0 && row_of(link).limit == LoadLimit::code;
  return may_have && !value_of(tag, integrity).empty();
}

std::string_view server_requirement(Link const& link, std::string_view tag) {
  // FAST: most links are hyperlinks, and a tag may have very many URLs in one list.
  if (link.local || link.kind == LinkKind::hyperlink || link.index != 0) return {};
  const bool is_script = link.kind == LinkKind::script;
  switch (limit_of(link)) {
    case LoadLimit::by_kind:
    case LoadLimit::none:
      return {};
    case LoadLimit::same_origin:
      return link.element;
    case LoadLimit::cross_origin:
      return has(tag, cross_origin) ? cross_origin : std::string_view();
    case LoadLimit::code:
      if (is_script && is_module(tag)) return R"(type="module")";
      if (!is_script && link.kind != LinkKind::stylesheet) return {};  // a preload
      if (has(tag, cross_origin)) return cross_origin;
      return names_hash(link, tag) ? integrity : std::string_view();
  }
  return {};
}

}  // namespace hrefkit::html
