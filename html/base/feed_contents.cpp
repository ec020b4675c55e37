#include "hrefkit/html/base/feed_contents.h"

#include <algorithm>
#include <array>
#include <optional>

#include "hrefkit/html/base/base_scopes.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

using std::string_view_literals::operator""sv;

/// Elements of Atom that hold text, plain or HTML; the last but one and `info` are of Atom 0.3.
constexpr std::array text_constructs{"content"sv, "info"sv,    "rights"sv, "subtitle"sv,
                                     "summary"sv, "tagline"sv, "title"sv};
static_assert(std::is_sorted(text_constructs.begin(), text_constructs.end()));

bool is_html_type(std::string_view type) {
  return text::equals_ignoring_ascii_case(type, "html") ||
         text::equals_ignoring_ascii_case(type, "text/html");
}

/// True for an element whose text is HTML.
bool holds_html(Document const& document, NodeId id) {
  const Node node = document[id];
  if (node.ns == Namespace::rss) return node.name == "description";
  if (node.ns == Namespace::rss_content) return node.name == "encoded";
  if (node.ns != Namespace::atom) return false;
  if (!std::binary_search(text_constructs.begin(), text_constructs.end(), node.name)) return false;
  const auto type = document.find_attribute(id, "type");
  return type && is_html_type(text::strip_ascii_whitespace(type->value));
}

}  // namespace

std::vector<FeedContent> find_feed_contents(Document const& document,
                                            std::vector<BaseScope> const& scopes) {
  std::vector<FeedContent> found;
  if (!is_feed(root_namespace(document))) return found;
  std::uint32_t next = 0;
  const auto declare = [&](NodeId id, std::uint32_t around) -> std::optional<std::uint32_t> {
    if (next == scopes.size() || scopes[next].element != id) return std::nullopt;
    const std::uint32_t own = next++;
    return scopes[own].usable ? own : around;
  };
  const auto visit = [&](NodeId id, std::uint32_t scope) {
    const Node node = document[id];
    if (node.type != NodeType::text || !holds_html(document, node.parent)) return;
    // FAST: without a tag there is no link.
    if (document.text_of(id).value.find('<') == std::string_view::npos) return;
    found.push_back({id, scope});
  };
  walk_scopes(document, document.root(), FeedContent::no_scope, declare, visit);
  return found;
}

}  // namespace hrefkit::html
