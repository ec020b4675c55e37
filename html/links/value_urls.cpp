#include "hrefkit/html/links/value_urls.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <vector>

#include "hrefkit/html/link_rel.h"
#include "hrefkit/html/refresh.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

/// The animation elements (SVG Animations 2), sorted. Their `fill` says what follows the animation.
constexpr std::array<std::string_view, 5> animation_elements{
    "animate", "animateColor", "animateMotion", "animateTransform", "set"};

/// True when the attribute is there and has that value, in any ASCII case.
bool has_value(std::optional<std::string_view> value, std::string_view lower) {
  return value && text::equals_ignoring_ascii_case(*value, lower);
}

/// HTML Standard 4.2.6, "update a style block", step 5: the types of CSS.
bool is_css_type(std::optional<std::string_view> type) {
  return !type || type->empty() || has_value(type, "text/css");
}

/// The link table, with rows that find links in empty values, too.
std::vector<LinkRow> rows_with_empty_values() {
  const std::span<LinkRow const> rows = link_rows();
  std::vector<LinkRow> all(rows.begin(), rows.end());
  for (LinkRow& row : all) {
    if (row.rule == LinkRule::empty_is_document) row.rule = LinkRule::empty_is_own_url;
    // CSS Values 4 4.5.1, "Empty URLs": nothing is fetched.
    if (row.grammar == LinkGrammar::css) row.fetch = LinkFetch::non_empty;
  }
  return all;
}

/// HTML Standard 4.10.21.3, "form submission algorithm", step 13. Browsers strip white space first.
bool is_document_itself(LinkRow const& row, std::string_view value) {
  return row.rule == LinkRule::empty_is_document && text::strip_ascii_whitespace(value).empty();
}

/// The place of the URL between white space; nothing where there is only white space.
std::optional<text::Span> trimmed(std::string_view value) {
  const std::string_view url = text::strip_ascii_whitespace(value);
  if (url.empty()) return std::nullopt;
  const auto begin = static_cast<std::size_t>(url.data() - value.data());
  return text::make_span(begin, begin + url.size());
}

ValueUrl value_url(text::Span span, std::string_view value) {
  return {span, span.in(value)};
}

ValueUrl value_url(SrcsetCandidate const& candidate, std::string_view value) {
  return value_url(candidate.url, value);
}

/// Of CSS or JSON.
ValueUrl value_url(auto const& url, std::string_view) {
  return {url.span, url.value};
}

}  // namespace

LinkRow const& with_empty_values(LinkRow const& row) {
  static const auto rows = rows_with_empty_values();
  const std::span<LinkRow const> plain = link_rows();
  const std::less<LinkRow const*> before;  // rows of feeds are not in the table
  if (before(&row, plain.data()) || !before(&row, plain.data() + plain.size())) return row;
  LinkRow const& asked = rows[static_cast<std::size_t>(&row - plain.data())];
  return asked.rule == row.rule && asked.fetch == row.fetch ? row : asked;
}

bool row_counts(LinkRow const& row, LinkElement const& element) {
  switch (row.rule) {
    case LinkRule::http_equiv_refresh:
      // HTML Standard 4.2.5.3: the pragmas run when the element is inserted into the document.
      return !element.is_in_shadow_tree() &&
             has_value(element.value_of(attribute_named("http-equiv")), "refresh");
    case LinkRule::type_css:
      return is_css_type(element.value_of(attribute_named("type")));
    case LinkRule::not_animation:
      return !std::binary_search(animation_elements.begin(), animation_elements.end(),
                                 element.local_name());
    case LinkRule::plain:
    case LinkRule::kind_by_rel:
    case LinkRule::empty_is_document:
    case LinkRule::empty_is_own_url:
    case LinkRule::element_reference:
    case LinkRule::kind_by_feed_rel:
    case LinkRule::permalink:
      break;
  }
  return true;
}

LinkKind kind_of(LinkRow const& row, LinkElement const& element) {
  const auto rel = [&] {
    return element.value_of(attribute_named("rel")).value_or(std::string_view());
  };
  if (row.rule == LinkRule::kind_by_rel) return kind_of_rel(rel());
  if (row.rule == LinkRule::kind_by_feed_rel) return kind_of_feed_rel(rel());
  return row.kind;
}

bool fetches_at_once(LinkRow const& row, LinkKind kind, LinkElement const& element) {
  switch (row.fetch) {
    case LinkFetch::none:
      return false;
    case LinkFetch::at_once:
    case LinkFetch::non_empty:
      return true;
    case LinkFetch::by_rel:
    case LinkFetch::non_empty_by_rel:
      break;
  }
  if (kind == LinkKind::stylesheet) return true;
  const auto rel = element.value_of(attribute_named("rel"));
  return kind == LinkKind::resource && rel && names_fetched_resource(*rel);
}

ValueUrls::ValueUrls(LinkRow const& row, std::string_view value)
    : value_(value), reader_(reader_of(row, value)) {}

ValueUrls::Reader ValueUrls::reader_of(LinkRow const& row, std::string_view value) {
  switch (row.grammar) {
    case LinkGrammar::url:
      if (is_document_itself(row, value)) break;
      return Single{text::make_span(0, value.size())};
    case LinkGrammar::trimmed_url:
      return Single{trimmed(value)};
    case LinkGrammar::space_list:
      return SpaceList(value);
    case LinkGrammar::comma_list:
      return CommaList(value);
    case LinkGrammar::srcset:
      return Srcset(value);
    case LinkGrammar::refresh:
      return Single{find_refresh_url(value)};
    case LinkGrammar::css:
      return CssUrls(value, row.attribute.empty() ? CssPlace::style_sheet : CssPlace::declarations,
                     wants_non_empty(row) ? EmptyUrls::found : EmptyUrls::left_out);
    case LinkGrammar::json_ld:
      return JsonLdUrls(value);
    case LinkGrammar::import_map:
      return ImportMapUrls(value);
    case LinkGrammar::json_string:
    case LinkGrammar::document:
      break;
  }
  return Single{};
}

std::optional<ValueUrl> ValueUrls::next() & {
  return std::visit(
      [this](auto& reader) -> std::optional<ValueUrl> {
        const auto found = reader.next();
        if (!found) return std::nullopt;
        return value_url(*found, value_);
      },
      reader_);
}

}  // namespace hrefkit::html
