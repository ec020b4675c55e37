#include "hrefkit/html/links/element_urls.h"

#include "hrefkit/html/css_urls.h"
#include "hrefkit/html/links/link_rel.h"
#include "hrefkit/html/metadata_urls.h"
#include "hrefkit/html/refresh.h"
#include "hrefkit/html/srcset.h"
#include "hrefkit/html/url_list.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

// Rows of what is a link only where asked for: they are in no table that is always looked up.
constexpr LinkRow card_row{Namespace::html,
                           "meta",
                           Namespace::none,
                           "content",
                           LinkKind::metadata,
                           LinkGrammar::url,
                           "The Open Graph protocol; Twitter cards"};
constexpr LinkRow json_ld_row{Namespace::html,
                              "script",
                              Namespace::none,
                              "",
                              LinkKind::metadata,
                              LinkGrammar::url,
                              "JSON-LD 1.1, 7 Embedding JSON-LD in HTML"};
constexpr LinkRow import_map_row{Namespace::html,  "script",         Namespace::none,    "",
                                 LinkKind::script, LinkGrammar::url, "HTML, import maps"};

/// Srcset as a list of the places of its URLs.
class SrcsetUrls {
 public:
  explicit SrcsetUrls(std::string_view value) : candidates_(value) {}

  std::optional<text::Span> next() {
    const auto candidate = candidates_.next();
    if (!candidate) return std::nullopt;
    return candidate->url;
  }

 private:
  Srcset candidates_;
};

}  // namespace

std::span<ElementUrl const> ElementUrls::of(NodeId element) {
  element_ = element;
  found_.clear();
  Node const& node = document_[element];
  for (Attribute const& attribute : document_.attributes(element)) {
    if (LinkRow const* row = find_link_row(node.ns, node.name, attribute.name, attribute.ns)) {
      read_value(*row, attribute);
    }
  }
  if (LinkRow const* row = find_link_row(node.ns, node.name, {}, Namespace::none)) {
    read_text(*row);
  }
  if (also_.meta && document_.is_html(element, "meta")) read_card();
  if (document_.is_html(element, "script")) read_script();
  return found_;
}

/// An attribute's value, or nothing.
std::string_view ElementUrls::value_of(std::string_view name) const {
  const auto attribute = document_.find_attribute(element_, name);
  return !attribute ? std::string_view() : attribute->value;
}

void ElementUrls::read_card() {
  const auto content = document_.find_attribute(element_, "content");
  if (!content) return;
  if (is_url_property(value_of("property"), content->value) ||
      is_url_property(value_of("name"), content->value)) {
    read_value(card_row, *content);
  }
}

void ElementUrls::read_script() {
  const std::string_view type = text::strip_ascii_whitespace(value_of("type"));
  if (also_.json_ld && text::equals_ignoring_ascii_case(type, "application/ld+json")) {
    if (const auto text = text_within()) read_found(json_ld_row, *text, JsonLdUrls(text->value));
  } else if (also_.import_map && text::equals_ignoring_ascii_case(type, "importmap")) {
    if (const auto text = text_within()) {
      read_found(import_map_row, *text, ImportMapUrls(text->value));
    }
  }
}

void ElementUrls::read_text(LinkRow const& row) {
  if (row.rule == LinkRule::type_css && !is_css()) return;
  if (const auto text = text_within()) read_value(row, *text);
}

void ElementUrls::read_value(LinkRow const& row, SourcedString const& value) {
  // HTML Standard 4.10.21.3 "form submission algorithm", step 13; browsers strip white space
  // first.
  if (row.rule == LinkRule::empty_is_document &&
      text::strip_ascii_whitespace(value.value).empty()) {
    return;
  }
  switch (row.grammar) {
    case LinkGrammar::url:
      add(row, value, {0, static_cast<std::uint32_t>(value.value.size())}, 0, value.value);
      break;
    case LinkGrammar::space_list:
      read_list(row, value, SpaceList(value.value));
      break;
    case LinkGrammar::comma_list:
      read_list(row, value, CommaList(value.value));
      break;
    case LinkGrammar::srcset:
      read_list(row, value, SrcsetUrls(value.value));
      break;
    case LinkGrammar::refresh:
      read_refresh(row, value);
      break;
    case LinkGrammar::css: {
      const bool sheet = row.attribute.empty();
      read_found(row, value,
                 CssUrls(value.value, sheet ? CssPlace::style_sheet : CssPlace::declarations));
      break;
    }
    case LinkGrammar::document:
      break;
  }
}

void ElementUrls::read_refresh(LinkRow const& row, SourcedString const& value) {
  const auto pragma = document_.find_attribute(element_, "http-equiv");
  if (!pragma || !text::equals_ignoring_ascii_case(pragma->value, "refresh")) return;
  if (const auto url = find_refresh_url(value.value)) {
    add(row, value, *url, 0, url->in(value.value));
  }
}

/// The URLs that `urls` finds in `value`, which may differ from how they are written there.
template <typename Urls>
void ElementUrls::read_found(LinkRow const& row, SourcedString const& value, Urls urls) {
  std::uint32_t index = 0;
  while (const auto url = urls.next()) {
    const std::string_view written = url->span.in(value.value);
    const std::string_view raw = url->value == written ? written : values_.emplace_back(url->value);
    add(row, value, url->span, index++, raw);
  }
}

template <typename List>
void ElementUrls::read_list(LinkRow const& row, SourcedString const& value, List list) {
  std::uint32_t index = 0;
  while (const auto item = list.next()) add(row, value, *item, index++, item->in(value.value));
}

/// The text of the element: its text nodes are pieces of one style sheet or script.
std::optional<SourcedString> ElementUrls::text_within() {
  std::vector<SourcedString const*> pieces;
  for (NodeId child = document_[element_].first_child; child != no_node;
       child = document_[child].next) {
    if (document_[child].type == NodeType::text) pieces.push_back(&document_.text_of(child));
  }
  if (pieces.empty()) return std::nullopt;
  return pieces.size() == 1 ? *pieces.front() : join(pieces);
}

/// One string of several, with a map that leads to each.
SourcedString ElementUrls::join(std::vector<SourcedString const*> const& pieces) {
  std::string& value = values_.emplace_back();
  text::SourceMap& map = maps_.emplace_back();
  const std::uint32_t begin = pieces.front()->span.begin;
  std::uint32_t source_end = begin;
  for (SourcedString const* piece : pieces) {
    // A changed document may hold pieces in any order, or from nowhere.
    if (piece->span.begin > source_end) map.append_skipped(piece->span.begin - source_end);
    for (std::uint32_t i = 0; i < piece->value.size(); ++i) {
      map.append_character(1, piece->to_text(i + 1) - piece->to_text(i));
    }
    value += piece->value;
    source_end = piece->span.end;
  }
  return {value, {begin, source_end}, &map};
}

/// HTML Standard 4.2.6, "update a style block", step 5: only CSS.
bool ElementUrls::is_css() const {
  const auto type = document_.find_attribute(element_, "type");
  return !type || type->value.empty() || text::equals_ignoring_ascii_case(type->value, "text/css");
}

void ElementUrls::add(LinkRow const& row, SourcedString const& value, text::Span span,
                      std::uint32_t index, std::string_view raw) {
  text::Span written;
  if (value.span != text::Span()) written = {value.to_text(span.begin), value.to_text(span.end)};
  const LinkKind kind = row.rule == LinkRule::kind_by_rel ? kind_of_rel(value_of("rel")) : row.kind;
  found_.push_back({&row, raw, written, index, kind});
}

}  // namespace hrefkit::html
