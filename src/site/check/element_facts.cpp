#include "hrefkit/site/check/element_facts.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <iterator>
#include <utility>

#include "hrefkit/html/content_type.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/html/element_view.h"
#include "hrefkit/html/insecure_requests.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/file_rules.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/ascii_search.h"
#include "hrefkit/text/byte_search.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::site {

namespace {

/// HTML Standard 13.1.2, void elements: they have no end tag. Sorted.
constexpr std::array<std::string_view, 13> void_elements{
    "area",  "base", "br",   "col",    "embed", "hr", "img",
    "input", "link", "meta", "source", "track", "wbr"};
static_assert(std::is_sorted(void_elements.begin(), void_elements.end()));

/// True when the tag name at `at` is `name`.
bool is_named(std::string_view text, std::size_t at, std::string_view name) {
  constexpr text::ByteSet after_name = text::ascii_whitespace | text::ByteSet("/>");
  if (!text::equals_ignoring_ascii_case(text.substr(at, name.size()), name)) return false;
  return at + name.size() < text.size() && after_name.contains(text[at + name.size()]);
}

}  // namespace

std::uint32_t end_of_element(std::string_view text, std::string_view name, std::uint32_t from) {
  if (std::binary_search(void_elements.begin(), void_elements.end(), name)) return from;
  std::size_t open = 1;
  std::size_t at = from;
  while ((at = text.find('<', std::min(at, text.size()))) != std::string_view::npos) {
    if (text.substr(at).starts_with("<!--")) {
      at = html::read_ignore_comment(text, static_cast<std::uint32_t>(at)).end;
      continue;
    }
    ++at;
    const bool closes = text.substr(at).starts_with('/');
    if (!is_named(text, at + (closes ? 1 : 0), name)) continue;
    if (!closes) {
      ++open;
    } else if (--open == 0) {
      return static_cast<std::uint32_t>(std::min(text.find('>', at), text.size() - 1) + 1);
    }
  }
  return static_cast<std::uint32_t>(text.size());
}

namespace {

using html::Document;
using html::Node;
using html::NodeId;

bool has_ignore(Document const& document, NodeId id) {
  return std::any_of(html::ignore_attributes.begin(), html::ignore_attributes.end(),
                     [&](auto name) { return document.find_attribute(id, name).has_value(); });
}

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
  return method && html::sends_data(method->value);
}

bool takes_usemap(Document const& document, NodeId id) {
  return document.is_html(id, "img") || document.is_html(id, "object") ||
         document.is_html(id, "input");
}

/// The names and ids of a document's maps, sorted.
std::vector<std::string_view> map_names(Document const& document) {
  std::vector<std::string_view> names;
  for (NodeId id = document.root(); id != html::no_node; id = document.next_in_tree(id)) {
    if (!document.is_html(id, "map") || document[id].is_apart()) continue;
    for (const std::string_view attribute : {"name", "id"}) {
      const auto found = document.find_attribute(id, attribute);
      if (found) names.push_back(found->value);
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

bool mentions_ignore(PageFile const& page) {
  if (page.list != UrlList::none) return false;
  constexpr std::string_view wanted = "-ignore";
  const std::string_view text = page.source.text;
  const auto is_before = [&](std::string_view word, std::size_t at) {
    return at >= word.size() &&
           text::equals_ignoring_ascii_case(text.substr(at - word.size(), word.size()), word);
  };
  for (std::size_t at = text::find_ignoring_ascii_case(text, wanted); at != text.npos;
       at = text::find_ignoring_ascii_case(text, wanted, at + wanted.size())) {
    if (is_before("hrefkit", at) || is_before("proofer", at)) return true;
  }
  return false;
}

void ImageMaps::clear() {
  maps_.clear();
  usemaps_.clear();
}

void ImageMaps::add(std::span<html::ImageMapName const> names) {
  for (html::ImageMapName const& name : names) {
    if (name.asks) {
      usemaps_.push_back(
          {name.context, std::string(name.element), std::string(name.value), name.span});
    } else {
      maps_.emplace_back(name.context, name.value);
    }
  }
}

bool ImageMaps::has_broken() {
  std::sort(maps_.begin(), maps_.end());
  return std::any_of(usemaps_.begin(), usemaps_.end(),
                     [this](Usemap const& usemap) { return is_broken(usemap); });
}

std::vector<BrokenUsemap> ImageMaps::broken() {
  std::sort(maps_.begin(), maps_.end());
  std::vector<BrokenUsemap> found;
  for (Usemap const& usemap : usemaps_) {
    if (!is_broken(usemap)) continue;
    found.push_back({usemap.context, usemap.element, usemap.value, usemap.span});
  }
  return found;
}

bool ImageMaps::is_broken(Usemap const& usemap) const {
  const auto name = html::image_map_name(usemap.value);
  return !name || !std::binary_search(maps_.begin(), maps_.end(),
                                      std::pair(usemap.context, std::string(*name)));
}

std::optional<SkipReason> skip_reason(html::LinkUse use) {
  switch (use) {
    case html::LinkUse::not_used:
    case html::LinkUse::names_only:
      return SkipReason::not_fetched;
    case html::LinkUse::no_rel:
      return SkipReason::no_rel;
    case html::LinkUse::host_alone:
      return SkipReason::hint;
    case html::LinkUse::dropped_candidate:
      return SkipReason::dropped_candidate;
    case html::LinkUse::used:
    case html::LinkUse::unknown:
      break;
  }
  return std::nullopt;
}

bool PageElements::is_in(std::vector<text::Span> const& parts, std::uint32_t place) {
  return is_within_any(parts, place);
}

bool PageElements::may_be_ignored() {
  if (!mentions_ignore_) mentions_ignore_ = mentions_ignore(page_);
  return *mentions_ignore_;
}

bool PageElements::is_used(html::Link const& link) {
  if (!has_parts()) return facts().is_used(link);
  const bool is_in_picture = is_in(parts_->value().picture_sources, link.span.begin);
  return is_in_picture == (html::row_of(link).condition == html::LinkCondition::in_picture);
}

std::optional<SkipReason> PageElements::not_judged(html::Link const& link,
                                                   html::LinkBlock const& block) {
  html::LinkUse use = block.use_of(link);
  if (use == html::LinkUse::unknown && !is_used(link)) use = html::LinkUse::not_used;
  return skip_reason(use);
}

bool PageElements::sends_data(html::Link const& link, html::LinkBlock const& block) {
  if (link.kind != html::LinkKind::form) return false;
  const html::ElementView element = block.element_of(link);
  const bool is_button = link.attribute == "formaction";
  const auto method = element.attribute(is_button ? "formmethod" : "method");
  if (method || !is_button) return method && html::sends_data(*method);
  const auto form = element.attribute("form");
  if (form || !has_parts()) return facts().is_in_post_form(link, form);
  return is_in(parts_->value().post_forms, link.span.begin);
}

ElementFacts::ElementFacts(PageFile const& page)
    : is_xml_(page.source.content_type == html::ContentType::xml),
      tree_(page.source, page.options, notes_) {
  is_flat_ = std::any_of(notes_.begin(), notes_.end(), [](html::Note const& note) {
    return note.kind == html::NoteKind::nesting_flattened;
  });
  for (std::size_t i = 0; i < tree_.contexts().size(); ++i) read_context(i);
}

void ElementFacts::read_context(std::size_t index) {
  html::Context const& context = tree_.contexts()[index];
  Document const& document = context.document;
  std::vector<bool> ignored(document.size(), false);
  tags_.emplace_back();
  roots_.emplace_back();
  forms_.emplace_back();
  upgrades_.push_back(UINT32_MAX);
  if (index != 0 && context.frame != html::no_node) {
    ignored[document.root()] = ignored_[context.parent][context.frame];
  }
  const std::vector<text::Span> parts = read_comments(index, ignored);
  for (NodeId id = document.root(); id != html::no_node; id = document.next_in_tree(id)) {
    read_node(index, id, ignored);
  }
  if (is_flat_) ignore_within(document, ignored);
  // What an element that begins in such a part holds behind it counts.
  for (NodeId id = document.root(); !parts.empty() && id != html::no_node;
       id = document.next_in_tree(id)) {
    const std::uint32_t begin = document[id].source.begin;
    if (document[id].type == html::NodeType::element && is_within_any(parts, begin)) {
      ignored[id] = true;
    }
  }
  std::stable_sort(tags_.back().begin(), tags_.back().end(),
                   [](Tag const& a, Tag const& b) { return a.span.begin < b.span.begin; });
  ignored_.push_back(std::move(ignored));
  parts_.emplace_back();
  for (const text::Span part : parts) parts_.back().push_back(tree_.to_file(index, part));
}

/// Marks the elements that a comment `hrefkit-ignore` stands before. Returns the parts of the
/// context's text between comments `-start` and `-end`, in order.
std::vector<text::Span> ElementFacts::read_comments(std::size_t index, std::vector<bool>& ignored) {
  Document const& document = tree_.contexts()[index].document;
  const std::string_view text = document.text();
  std::vector<text::Span> parts;
  if (text::find_bytes(text, "hrefkit-ignore") == std::string_view::npos) return parts;
  const auto size = static_cast<std::uint32_t>(text.size());
  std::vector<Tag> elements;
  std::vector<text::Span> pieces;  // start tags and texts: no comment begins in them
  for (NodeId id = document.root(); id != html::no_node; id = document.next_in_tree(id)) {
    const Node node = document[id];
    const bool is_text = node.type == html::NodeType::text;
    const text::Span span = is_text ? document.text_of(id).span : node.source;
    const bool is_element = node.type == html::NodeType::element;
    if (node.clone || span.empty() || (!is_text && !is_element)) continue;
    pieces.push_back(span);
    if (!is_element) continue;
    elements.push_back({span, id});
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
  std::sort(elements.begin(), elements.end(),
            [](Tag const& a, Tag const& b) { return a.span.begin < b.span.begin; });
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
    const html::IgnoreComment comment = html::read_ignore_comment(text, begin);
    at = comment.end;
    if (comment.word == html::IgnoreWord::element) {
      const auto next =
          std::lower_bound(elements.begin(), elements.end(), comment.end,
                           [](Tag const& tag, std::uint32_t end) { return tag.span.begin < end; });
      if (next != elements.end()) ignored[next->node] = true;
    } else if (comment.word == html::IgnoreWord::part_start) {
      start = std::min(start, begin);
    } else if (comment.word == html::IgnoreWord::part_end && start != none) {
      parts.push_back({start, begin});
      start = none;
    }
  }
  if (start != none) {
    parts.push_back({start, size});
    if (!open_ignore_) open_ignore_ = tree_.to_file(index, {start, start}).begin;
  }
  return parts;
}

/// Ignores what stands within an ignored element, if the tree does not show it.
void ElementFacts::ignore_within(Document const& document, std::vector<bool>& ignored) {
  std::uint32_t end = 0;  // of the last element that is ignored
  for (NodeId id = document.root(); id != html::no_node; id = document.next_in_tree(id)) {
    const Node node = document[id];
    if (node.type != html::NodeType::element || node.source.empty()) continue;
    if (node.source.begin < end) {
      ignored[id] = true;
    } else if (ignored[id]) {
      end = end_of_element(document.text(), node.name, node.source.end);
    }
  }
}

void ElementFacts::read_node(std::size_t index, NodeId id, std::vector<bool>& ignored) {
  Document const& document = tree_.contexts()[index].document;
  const Node node = document[id];
  if (node.parent != html::no_node && ignored[node.parent]) ignored[id] = true;
  if (node.type == html::NodeType::element && has_ignore(document, id)) ignored[id] = true;
  if (node.type == html::NodeType::document || node.clone) return;
  if (document.is_html(id, "html")) roots_.back().html = id;
  if (document.is_html(id, "body")) roots_.back().body = id;
  if (document.is_html(id, "form")) {
    const auto own = document.find_attribute(id, "id");
    if (own) forms_.back().posts_by_id.emplace(own->value, posts(document, id));
    forms_.back().any_posts |= posts(document, id);
  }
  const text::Span span =
      node.type == html::NodeType::text ? document.text_of(id).span : node.source;
  if (span.empty()) return;
  const NodeId element = node.type == html::NodeType::text ? node.parent : id;
  tags_.back().push_back({tree_.to_file(index, span), element});
  if (html::upgrades_requests(document, id)) {
    upgrades_.back() = std::min(upgrades_.back(), tree_.to_file(index, span).begin);
  }
}

NodeId ElementFacts::element_of(html::Link const& link) const {
  if (link.context >= tags_.size()) return html::no_node;
  // The attributes of a second tag are those of the element.
  const Roots roots = roots_[link.context];
  const bool is_of_html = link.ns == html::Namespace::html && !is_xml_;
  if (is_of_html && link.element == "html") return roots.html;
  if (is_of_html && link.element == "body") return roots.body;
  std::vector<Tag> const& tags = tags_[link.context];
  auto after = std::upper_bound(
      tags.begin(), tags.end(), link.span.begin,
      [](std::uint32_t offset, Tag const& tag) { return offset < tag.span.begin; });
  return after == tags.begin() ? html::no_node : std::prev(after)->node;
}

bool ElementFacts::is_ignored(html::Link const& link) const {
  const NodeId element = element_of(link);
  if (element == html::no_node) return false;
  return ignored_[link.context][element] || is_within_any(parts_[link.context], link.span.begin);
}

bool ElementFacts::is_used(html::Link const& link) const {
  const NodeId element = element_of(link);
  if (element == html::no_node || is_flat_) return true;
  Document const& document = tree_.contexts()[link.context].document;
  const bool is_in_picture = document.is_html(document[element].parent, "picture");
  return is_in_picture == (html::row_of(link).condition == html::LinkCondition::in_picture);
}

bool ElementFacts::is_in_shadow_tree(html::Link const& link) const {
  const NodeId element = element_of(link);
  return element != html::no_node && tree_.contexts()[link.context].document[element].in_shadow;
}

bool ElementFacts::is_upgraded(html::Link const& link) const {
  // Documents in frames inherit the policies before them.
  for (std::size_t index = link.context;; index = tree_.contexts()[index].parent) {
    if (upgrades_[index] < link.span.begin) return true;
    if (index == 0) return false;
  }
}

bool ElementFacts::is_within(html::Link const& link, std::string_view name) const {
  Document const& document = tree_.contexts()[link.context].document;
  NodeId at = element_of(link);
  while (at != html::no_node && !document.is_html(at, name)) at = document[at].parent;
  return at != html::no_node;
}

bool ElementFacts::is_in_post_form(html::Link const& link,
                                   std::optional<std::string> const& id) const {
  Forms const& forms = forms_[link.context];
  if (id) {
    const auto named = forms.posts_by_id.find(*id);
    return named != forms.posts_by_id.end() && named->second;
  }
  Document const& document = tree_.contexts()[link.context].document;
  NodeId at = element_of(link);
  while (at != html::no_node && !document.is_html(at, "form")) at = document[at].parent;
  return at == html::no_node ? !is_xml_ && forms.any_posts : posts(document, at);
}

std::vector<IdPlace> ElementFacts::ids() const {
  std::vector<IdPlace> places;
  Document const& document = tree_.contexts().front().document;
  for (NodeId id = document.root(); id != html::no_node; id = document.next_in_tree(id)) {
    const Node node = document[id];
    if (node.clone || node.is_apart()) continue;
    const auto own = document.find_attribute(id, "id");
    if (!own || own->value.empty()) continue;
    const bool is_ignored = ignored_[0][id] || is_within_any(parts_[0], own->span.begin);
    places.push_back({own->value, node.name, own->span, is_ignored});
  }
  std::stable_sort(places.begin(), places.end(),
                   [](IdPlace const& a, IdPlace const& b) { return a.span.begin < b.span.begin; });
  return places;
}

std::vector<BrokenUsemap> ElementFacts::broken_usemaps() const {
  std::vector<BrokenUsemap> broken;
  for (std::size_t i = 0; i < tree_.contexts().size(); ++i) {
    Document const& document = tree_.contexts()[i].document;
    std::optional<std::vector<std::string_view>> names;
    for (NodeId id = document.root(); id != html::no_node; id = document.next_in_tree(id)) {
      if (!takes_usemap(document, id) || document[id].is_apart() || document[id].clone) continue;
      const auto usemap = document.find_attribute(id, "usemap");
      if (!usemap || ignored_[i][id]) continue;
      if (!names) names = map_names(document);
      const auto name = html::image_map_name(usemap->value);
      if (name && std::binary_search(names->begin(), names->end(), *name)) continue;
      broken.push_back({static_cast<std::uint32_t>(i), document[id].name, usemap->value,
                        tree_.to_file(i, usemap->span)});
    }
  }
  return broken;
}

}  // namespace hrefkit::site
