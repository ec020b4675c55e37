#include "hrefkit/html/links/tree_surroundings.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "hrefkit/html/insecure_requests.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/ascii_search.h"
#include "hrefkit/text/byte_search.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

namespace {

constexpr std::string_view comment_begin = "<!--";
constexpr std::string_view cdata_begin = "<![CDATA[";

/// True for a place in one of the parts, which are sorted.
bool is_within_any(std::vector<text::Span> const& parts, std::uint32_t place) {
  const auto after =
      std::upper_bound(parts.begin(), parts.end(), place,
                       [](std::uint32_t sought, text::Span part) { return sought < part.begin; });
  return after != parts.begin() && place < std::prev(after)->end;
}

bool posts(Document const& document, NodeId form) {
  const auto method = document.find_attribute(form, "method");
  return method && sends_data(method->value);
}

}  // namespace

TreeSurroundings::TreeSurroundings(ContextTree const& tree, bool is_xml, bool is_flat)
    : tree_(tree), is_xml_(is_xml), is_flat_(is_flat) {
  for (std::uint32_t i = 0; i < tree.contexts().size(); ++i) read_document(i);
}

bool TreeSurroundings::is_in_ignored_part(std::uint32_t context, std::uint32_t place) const {
  return is_within_any(documents_[context].ignored, place);
}

/// Nobody knows where elements are listed there.
LinkUse TreeSurroundings::use_in_body(LinkRow const& row) const {
  if (is_flat_) return LinkUse::unknown;
  return row.condition == LinkCondition::in_media ? LinkUse::used : LinkUse::not_used;
}

void TreeSurroundings::read_document(std::uint32_t index) {
  Context const& context = tree_.contexts()[index];
  Document const& document = context.document;
  OfDocument found;
  found.nodes.resize(document.size());
  if (index != 0 && context.frame != no_node) {
    const bool is_ignored = nodes(context.parent)[context.frame].has(Around::ignored);
    found.nodes[document.root()].add(Around::ignored, is_ignored);
  }
  read_comments(index, found);
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    read_node(index, id, found);
  }
  // What an element that begins in such a part holds behind it counts.
  for (NodeId id = document.root(); !found.ignored.empty() && id != no_node;
       id = document.next_in_tree(id)) {
    const bool begins_there = document[id].type == NodeType::element &&
                              is_within_any(found.ignored, document[id].source.begin);
    found.nodes[id].add(Around::ignored, begins_there);
  }
  for (text::Span& part : found.ignored) part = tree_.to_file(index, part);
  documents_.push_back(std::move(found));
}

void TreeSurroundings::read_node(std::uint32_t index, NodeId id, OfDocument& found) {
  Document const& document = tree_.contexts()[index].document;
  const Node node = document[id];
  Surroundings& around = found.nodes[id];
  if (node.parent != no_node) {
    for (const Around what : {Around::ignored, Around::noscript}) {
      around.add(what, found.nodes[node.parent].has(what));
    }
  }
  around.add(Around::shadow_tree, node.in_shadow);
  around.add(Around::ignored, node.in_ignored);
  around.add(Around::noscript, node.in_noscript);
  if (node.type != NodeType::element) return;
  around.add(Around::ignored, std::any_of(ignore_attributes.begin(), ignore_attributes.end(),
                                          [&](std::string_view name) {
                                            return document.find_attribute(id, name).has_value();
                                          }));
  around.add(Around::noscript, document.is_html(id, "noscript"));
  if (node.clone) return;
  if (document.is_html(id, "form")) {
    const auto own = document.find_attribute(id, "id");
    if (own) found.forms_post.emplace(own->value, posts(document, id));
    found.any_form_posts |= posts(document, id);
  }
  if (upgrades_requests(document, id)) {
    const std::uint32_t begin = tree_.to_file(index, node.source).begin;
    found.upgraded_from = std::min(found.upgraded_from, begin);
  }
}

/// Marks the elements after a comment `hrefkit-ignore`, and finds the parts of the
/// document's text between comments `-start` and `-end`, in order.
void TreeSurroundings::read_comments(std::uint32_t index, OfDocument& found) {
  Document const& document = tree_.contexts()[index].document;
  const std::string_view text = document.text();
  if (text::find_bytes(text, "hrefkit-ignore") == std::string_view::npos) return;
  const auto size = static_cast<std::uint32_t>(text.size());
  std::vector<NodeId> elements;
  std::vector<text::Span> pieces;  // start tags and texts: no comment begins in them
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    const Node node = document[id];
    const bool is_text = node.type == NodeType::text;
    const text::Span span = is_text ? document.text_of(id).span : node.source;
    const bool is_element = node.type == NodeType::element;
    if (node.clone || span.empty() || (!is_text && !is_element)) continue;
    pieces.push_back(span);
    if (!is_element) continue;
    elements.push_back(id);
    if (is_xml_) continue;
    // What these hold is text (HTML Standard 13.2.5.2, 13.2.5.3), which has no span.
    for (const std::string_view name :
         {"textarea", "title", "iframe", "noembed", "noframes", "xmp"}) {
      if (!document.is_html(id, name)) continue;
      const std::string end_tag = "</" + std::string(name);
      const std::size_t end = text::find_ignoring_ascii_case(text, end_tag, span.end);
      pieces.push_back({span.end, static_cast<std::uint32_t>(std::min<std::size_t>(end, size))});
    }
  }
  const auto is_before = [](auto const& a, auto const& b) { return a.begin < b.begin; };
  std::sort(pieces.begin(), pieces.end(), is_before);
  std::sort(elements.begin(), elements.end(), [&](NodeId a, NodeId b) {
    return document[a].source.begin < document[b].source.begin;
  });
  constexpr std::uint32_t none = UINT32_MAX;
  std::uint32_t start = none;  // of the part that is open
  auto piece = pieces.begin();
  std::uint32_t piece_end = 0;
  for (std::size_t at = text.find("<!"); at < text.size(); at = text.find("<!", at)) {
    for (; piece != pieces.end() && piece->begin <= at; ++piece) {
      piece_end = std::max(piece_end, piece->end);
    }
    if (is_xml_ && text.substr(at).starts_with(cdata_begin)) {
      at = text.find("]]>", at);
      continue;
    }
    if (at < piece_end || !text.substr(at).starts_with(comment_begin)) {
      at += 2;
      continue;
    }
    const auto begin = static_cast<std::uint32_t>(at);
    const IgnoreComment comment = read_ignore_comment(text, begin);
    at = comment.end;
    if (comment.word == IgnoreWord::element && !is_flat_) {
      const auto next = std::lower_bound(
          elements.begin(), elements.end(), comment.end,
          [&](NodeId id, std::uint32_t end) { return document[id].source.begin < end; });
      if (next != elements.end()) found.nodes[*next].add(Around::ignored);
    } else if (comment.word == IgnoreWord::part_start) {
      start = std::min(start, begin);
    } else if (comment.word == IgnoreWord::part_end && start != none) {
      found.ignored.push_back({start, begin});
      start = none;
    }
  }
  if (start != none) {
    found.ignored.push_back({start, size});
    if (!open_ignore_) open_ignore_ = tree_.to_file(index, {start, start}).begin;
  }
}

/// `form` by its id, or the element around it.
bool TreeSurroundings::is_in_post_form(std::uint32_t context, NodeId element) const {
  Document const& document = tree_.contexts()[context].document;
  OfDocument const& found = documents_[context];
  if (const auto id = document.find_attribute(element, "form")) {
    const auto named = found.forms_post.find(id->value);
    return named != found.forms_post.end() && named->second;
  }
  NodeId at = element;
  while (at != no_node && !document.is_html(at, "form")) at = document[at].parent;
  return at == no_node ? !is_xml_ && found.any_form_posts : posts(document, at);
}

Surroundings TreeSurroundings::of(Link const& link, NodeId element) const {
  Surroundings around = nodes(link.context)[element];
  around.add(Around::ignored, is_in_ignored_part(link.context, link.span.begin));
  around.add(Around::post_form,
             link.kind == LinkKind::form && is_in_post_form(link.context, element));
  // Documents in frames inherit the policies before them.
  for (std::uint32_t index = link.context;; index = tree_.contexts()[index].parent) {
    around.add(Around::upgraded, documents_[index].upgraded_from < link.span.begin);
    if (index == 0) return around;
  }
}

}  // namespace hrefkit::html
