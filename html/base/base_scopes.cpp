#include "hrefkit/html/base/base_scopes.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/html/names/kept_text.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

bool is_html_type(std::string_view type) {
  return text::equals_ignoring_ascii_case(type, "html") ||
         text::equals_ignoring_ascii_case(type, "text/html");
}

/// FAST: false for HTML without attributes and style elements, which has no links.
bool may_hold_links(std::string_view html) {
  if (html.find('<') == html.npos) return false;
  if (html.find('=') != html.npos) return true;
  for (std::size_t at = 0; (at = html.find('<', at)) != html.npos; ++at) {
    if (text::equals_ignoring_ascii_case(html.substr(at, 6), "<style")) return true;
  }
  return false;
}

/// True for an element whose text is HTML. Atom 0.3 has media types, and `mode` says how they are
/// written: as "xml", "escaped" or "base64".
bool holds_html(Document const& document, NodeId id) {
  const Node node = document[id];
  const FeedText kind = feed_text(node.ns, node.name);
  if (kind != FeedText::construct) return kind == FeedText::html;
  const auto value_of = [&](std::string_view name) {
    const auto attribute = document.find_attribute(id, name);
    return attribute ? text::strip_ascii_whitespace(attribute->value) : std::string_view();
  };
  const std::string_view type = value_of("type");
  const std::string_view mode = value_of("mode");
  if (text::equals_ignoring_ascii_case(mode, "base64")) return false;
  if (is_html_type(type)) return true;
  return text::equals_ignoring_ascii_case(mode, "escaped") &&
         (type.empty() || text::equals_ignoring_ascii_case(type, "application/xhtml+xml"));
}

}  // namespace

std::vector<FeedContent> find_feed_contents(Document const& document,
                                            std::vector<BaseScope> const& scopes) {
  std::vector<FeedContent> found;
  const auto number_of = [&](BaseScope const& scope, std::uint32_t around) {
    return scope.usable ? static_cast<std::uint32_t>(&scope - scopes.data()) : around;
  };
  const auto visit = [&](NodeId id, std::uint32_t scope) {
    const Node node = document[id];
    if (node.type != NodeType::text || !holds_html(document, node.parent)) return;
    if (may_hold_links(document.text_of(id).value)) found.push_back({id, scope});
  };
  walk_scopes(document, scopes, FeedContent::no_scope, number_of, visit);
  return found;
}

bool has_carriers(Document const& document) {
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    if (!document.attributes(id).empty() || document.is_html(id, "style")) return true;
  }
  return false;
}

std::vector<BaseScope> find_scopes(Document const& document, XmlBase which, BaseId outer,
                                   BaseTable& bases, Notes& notes) {
  std::vector<BaseScope> scopes;
  which = xml_base_in(document, which);
  if (which == XmlBase::off) return scopes;
  bool over_budget = false;
  const auto declare = [&](NodeId id, BaseId around) -> std::optional<BaseId> {
    const auto declared = find_xml_base(document, id, which);
    if (!declared) return std::nullopt;
    const auto base = bases.add_relative(declared->value, around);
    scopes.push_back({id, base.value_or(around), base.has_value()});
    if (!base && base.error() == BaseError::unresolvable) {
      notes.push_back({NoteKind::unusable_base,
                       "xml:base '" + std::string(declared->value) +
                           "' does not resolve; the outer base URL is used",
                       declared->span});
    } else if (!base && !over_budget) {
      over_budget = true;
      notes.push_back({NoteKind::unusable_base,
                       "the base URLs of this file take too much memory or time: from here on some "
                       "xml:base attributes are not followed; the outer base URL is used",
                       declared->span});
    }
    return scopes.back().base;
  };
  walk_scopes(document, document.root(), outer, declare, [](NodeId, BaseId) {});
  return scopes;
}

}  // namespace hrefkit::html
