#include "hrefkit/site/check/element_facts.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

#include "hrefkit/html/dom.h"
#include "hrefkit/html/insecure_requests.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/link_rel.h"
#include "hrefkit/html/script_type.h"
#include "hrefkit/html/srcset.h"
#include "hrefkit/html/url_list.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_search.h"

namespace hrefkit::site {

namespace {

constexpr int max_tags = 16;  // a value before the place may hold some '<'
constexpr std::size_t max_tag = 4096;
constexpr text::ByteSet before_name = text::ascii_whitespace | text::ByteSet("/");
constexpr text::ByteSet after_name = text::ascii_whitespace | text::ByteSet("/>=");
constexpr text::ByteSet after_value = text::ascii_whitespace | text::ByteSet(">");

/// Reads the attributes of one start tag: HTML Standard 13.2.5.32 to 13.2.5.39.
class TagReader {
 public:
  TagReader(std::string_view text, std::size_t begin) : text_(text), at_(begin) {
    while (at_ < text_.size() && !after_name.contains(text_[at_])) ++at_;
  }

  /// Goes to the next attribute; false at the end of the tag.
  bool next() {
    skip(before_name);
    if (at_ >= text_.size() || text_[at_] == '>') return false;
    const std::size_t begin = at_++;
    while (at_ < text_.size() && !after_name.contains(text_[at_])) ++at_;
    name_ = text_.substr(begin, at_ - begin);
    skip(text::ascii_whitespace);
    value_begin_ = at_;
    value_ = {};
    if (at_ < text_.size() && text_[at_] == '=') read_value();
    return at_ <= text_.size();
  }

  std::string_view name() const { return name_; }
  std::string_view value() const { return value_; }
  bool holds(text::Span place) const {
    return value_begin_ <= place.begin && place.end <= value_begin_ + value_.size();
  }

 private:
  void skip(text::ByteSet const& set) {
    while (at_ < text_.size() && set.contains(text_[at_])) ++at_;
  }

  void read_value() {
    ++at_;
    skip(text::ascii_whitespace);
    if (at_ == text_.size()) return;
    const char quote = text_[at_];
    std::size_t end = 0;
    if (quote == '"' || quote == '\'') {
      ++at_;
      end = std::min(text_.find(quote, at_), text_.size());
    } else {
      end = at_;
      while (end < text_.size() && !after_value.contains(text_[end])) ++end;
    }
    value_begin_ = at_;
    value_ = text_.substr(at_, end - at_);
    at_ = quote == '"' || quote == '\'' ? end + 1 : end;
  }

  std::string_view text_;
  std::size_t at_;
  std::string_view name_;
  std::string_view value_;
  std::size_t value_begin_ = 0;
};

/// What a tag that begins at `tag` tells, if `place` stands in one of its values.
std::optional<SourceAttribute> attribute_in_tag(std::string_view text, std::size_t tag,
                                                text::Span place, std::string_view name) {
  SourceAttribute found{true, std::nullopt};
  bool holds_place = false;
  TagReader reader(text, tag + 1);
  while (reader.next()) {
    holds_place |= reader.holds(place);
    if (found.value || !text::equals_ignoring_ascii_case(reader.name(), name)) continue;
    found.value = reader.value();
    found.is_known = reader.value().find('&') == std::string_view::npos;
  }
  if (!holds_place) return std::nullopt;
  return found;
}

}  // namespace

SourceAttribute attribute_beside(std::string_view text, text::Span place, std::string_view name) {
  // Only a part of the text is looked at: a value may be as long as the text.
  const std::size_t first = place.begin - std::min<std::size_t>(place.begin, max_tag);
  text = text.substr(first, place.end + max_tag - first);
  place = {static_cast<std::uint32_t>(place.begin - first),
           static_cast<std::uint32_t>(place.end - first)};
  std::optional<SourceAttribute> found;
  std::size_t tag = place.begin;
  for (int tries = 0; tries < max_tags && tag != 0; ++tries) {
    tag = text.rfind('<', tag - 1);
    if (tag == std::string_view::npos) break;
    const auto read = attribute_in_tag(text, tag, place, name);
    if (!read) continue;
    if (found) return {};  // a '<' in a value: the text alone does not tell where the tag begins
    found = read;
  }
  return found.value_or(SourceAttribute());
}

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
      at = text.find("-->", at + 2);  // "<!-->" is a comment, too
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

IgnoredUses::IgnoredUses(Site const& site, Redirects const& redirects, AnchorHash const& hash)
    : site_(site), judge_(site, redirects, hash) {}

bool IgnoredUses::has(AnchorUse const& use) {
  if (use.from != number_) read(use.from);
  return mentions_ignore_ && !std::binary_search(wanted_.begin(), wanted_.end(), use.key);
}

/// Most pages mention no ignore attribute: then no link is ignored, and no tree is built.
void IgnoredUses::read(std::uint32_t number) {
  number_ = number;
  wanted_.clear();
  mentions_ignore_ = open_page(site_, number, page_).has_value() && page_.binary.empty() &&
                     mentions_ignore(page_.source.text);
  if (!mentions_ignore_) return;
  const ElementFacts elements(page_);
  judge_.begin(page_);
  const auto take = [&](html::LinkBlock const& block) {
    for (html::Link const& link : block.links) {
      const Verdict verdict = judge_.judge(link, block);
      if (verdict.outcome != Outcome::fragment || elements.is_ignored(link)) continue;
      wanted_.push_back(verdict.use.key);
    }
  };
  mentions_ignore_ = finder_.find(page_.source, page_.options, {.links = take, .with_rels = true})
                         .has_value();  // else the scan pass has told
  std::sort(wanted_.begin(), wanted_.end());
}

namespace {

using html::Document;
using html::Node;
using html::NodeId;

constexpr std::array<std::string_view, 2> ignore_attributes{"data-hrefkit-ignore",
                                                            "data-proofer-ignore"};
static_assert(ignore_attributes[0].size() == max_ignore);

/// What may end a picture, or begin another parent of source elements; in a comment, too.
constexpr std::array<std::string_view, 5> picture_ends{"</", "<video", "<audio", "<!--",
                                                       "<template"};

bool has_ignore(Document const& document, NodeId id) {
  return std::any_of(ignore_attributes.begin(), ignore_attributes.end(),
                     [&](auto name) { return document.find_attribute(id, name).has_value(); });
}

std::optional<SkipReason> reason_of_rel(std::string_view rel) {
  if (text::strip_ascii_whitespace(rel).empty()) return SkipReason::no_rel;
  if (html::names_host_alone(rel)) return SkipReason::hint;
  return std::nullopt;
}

/// HTML Standard 4.2.4: only preloads take `imagesrcset`.
std::optional<SkipReason> reason_of_preload(std::string_view rel) {
  return html::has_item(rel, "preload") ? std::nullopt : std::optional(SkipReason::not_fetched);
}

/// True for the URLs of a source element: only that of a picture has a srcset, and only that of
/// audio and video a src (HTML Standard 4.8.2).
bool is_source(html::Link const& link) {
  return link.element == "source" && (link.attribute == "src" || link.attribute == "srcset");
}

/// FAST: true where the source tells that an element is in a picture, without the tree: the last
/// tag of those that decide, shortly before the link, is that of one.
bool is_surely_in_picture(html::Link const& link, std::string_view text) {
  constexpr std::size_t max_distance = 4096;
  const std::size_t first = link.span.begin - std::min<std::size_t>(link.span.begin, max_distance);
  const std::string_view before = text.substr(first, link.span.begin - first);
  const std::size_t picture = before.rfind("<picture");
  if (picture == std::string_view::npos) return false;
  const std::string_view within = before.substr(picture + 1);
  return std::none_of(picture_ends.begin(), picture_ends.end(), [&](std::string_view end) {
    return within.find(end) != std::string_view::npos;
  });
}

bool is_srcset(html::Link const& link) {
  return link.attribute == "srcset" || link.attribute == "imagesrcset";
}

/// For each candidate whether the parser drops it.
std::vector<bool> dropped_candidates(std::string_view srcset) {
  std::vector<bool> dropped;
  html::Srcset candidates(srcset);
  while (const auto candidate = candidates.next()) dropped.push_back(!candidate->valid);
  return dropped;
}

bool is_at(std::vector<bool> const& flags, std::uint32_t index) {
  return index < flags.size() && flags[index];
}

/// Whether the parser drops the candidate, when the source of its tag tells.
SourceAnswer answer_of_srcset(html::Link const& link, std::string_view text) {
  const SourceAttribute srcset = attribute_beside(text, link.span, link.attribute);
  if (!srcset.is_known || !srcset.value) return {};
  if (!is_at(dropped_candidates(*srcset.value), link.index)) return {true, std::nullopt};
  return {true, SkipReason::dropped_candidate};
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

bool mentions_ignore(std::string_view text) {
  constexpr std::string_view wanted = "-ignore";
  for (std::size_t from = 0;; from += wanted.size()) {
    const std::size_t at = text::find_bytes(text.substr(from), wanted);
    if (at == std::string_view::npos) return false;
    from += at;
    const std::string_view before = text.substr(0, from);
    if (before.ends_with("hrefkit") || before.ends_with("proofer")) return true;
  }
}

bool lacks_ignore_beside(std::string_view text, text::Span place) {
  return std::all_of(ignore_attributes.begin(), ignore_attributes.end(), [&](auto name) {
    const SourceAttribute found = attribute_beside(text, place, name);
    return found.is_known && !found.value;
  });
}

namespace {

/// True for URLs that only some kinds of a form's elements use: pictures of input elements, and
/// where forms are sent (HTML Standard 4.10.3, 4.10.5, 4.10.6).
bool is_of_form(html::Link const& link) {
  if (link.element == "form") return link.attribute == "action";
  if (link.element == "button") return link.attribute == "formaction";
  return link.element == "input" && (link.attribute == "formaction" || link.attribute == "src");
}

/// The attribute that decides about it.
std::string_view deciding_attribute(html::Link const& link) {
  return link.element == "form" ? "method" : "type";
}

/// Whether it is used by an element with that value of the deciding attribute.
std::optional<SkipReason> reason_of_form(html::Link const& link, std::string_view value) {
  const auto is = [&](std::string_view name) {
    return text::equals_ignoring_ascii_case(value, name);
  };
  bool is_used = is("image") || (is("submit") && link.attribute == "formaction");
  if (link.element == "form") is_used = !is("dialog");
  if (link.element == "button") is_used = !is("button") && !is("reset");
  return is_used ? std::nullopt : std::optional(SkipReason::not_fetched);
}

SourceAnswer answer_of_form(html::Link const& link, std::string_view text) {
  const SourceAttribute kind = attribute_beside(text, link.span, deciding_attribute(link));
  if (!kind.is_known) return {};
  return {true, reason_of_form(link, kind.value.value_or(""))};
}

/// True for what browsers load only in a frame without srcdoc (HTML Standard 4.8.5, process the
/// iframe attributes).
bool is_frame_source(html::Link const& link) {
  return link.element == "iframe" && link.attribute == "src";
}

SourceAnswer answer_of_frame(html::Link const& link, std::string_view text) {
  const SourceAttribute srcdoc = attribute_beside(text, link.span, "srcdoc");
  if (!srcdoc.is_known && !srcdoc.value) return {};
  return {true, srcdoc.value ? std::optional(SkipReason::not_fetched) : std::nullopt};
}

/// True for the URL of a script element; browsers do not fetch what they would not run. URLs in an
/// import map have no attribute.
bool is_script(html::Link const& link) {
  return link.element == "script" && link.kind == html::LinkKind::script && !link.attribute.empty();
}

std::optional<SkipReason> reason_of_script(std::optional<std::string_view> type,
                                           std::optional<std::string_view> language) {
  return html::fetches_script(type, language) ? std::nullopt
                                              : std::optional(SkipReason::not_fetched);
}

SourceAnswer answer_of_script(html::Link const& link, std::string_view text) {
  const SourceAttribute type = attribute_beside(text, link.span, "type");
  SourceAttribute language{true, std::nullopt};  // SVG does not have it
  if (link.ns == html::Namespace::html) language = attribute_beside(text, link.span, "language");
  if (!type.is_known || !language.is_known) return {};
  return {true, reason_of_script(type.value, language.value)};
}

/// SVG 2, 16.1.3: beside href, the attribute in the XLink namespace does not count.
bool is_xlink(html::Link const& link) {
  return link.ns == html::Namespace::svg && link.attribute == "xlink:href";
}

SourceAnswer answer_of_xlink(html::Link const& link, std::string_view text) {
  const SourceAttribute href = attribute_beside(text, link.span, "href");
  if (!href.is_known) return {};
  return {true, href.value ? std::optional(SkipReason::not_fetched) : std::nullopt};
}

}  // namespace

SourceAnswer answer_of_source(html::Link const& link, html::LinkBlock const& block) {
  // In the text of the file, the tags of a frame's document may be written with references.
  const bool is_in_frame = link.context != 0;
  if (is_in_frame && (is_xlink(link) || is_script(link))) return {};
  if (is_xlink(link)) {
    const SourceAnswer answer = answer_of_xlink(link, block.text);
    if (!answer.is_known || answer.reason || !is_script(link)) return answer;
  }
  if (is_script(link)) return answer_of_script(link, block.text);
  if (link.ns != html::Namespace::html) return {true, std::nullopt};
  if (is_of_form(link)) return is_in_frame ? SourceAnswer() : answer_of_form(link, block.text);
  if (is_frame_source(link))
    return is_in_frame ? SourceAnswer() : answer_of_frame(link, block.text);
  // Its parent counts.
  if (is_source(link) && (link.attribute == "src" || !is_surely_in_picture(link, block.text))) {
    return {};
  }
  if (is_srcset(link)) {
    const SourceAnswer answer = is_in_frame ? SourceAnswer() : answer_of_srcset(link, block.text);
    if (!answer.is_known || answer.reason || link.attribute == "srcset") return answer;
    return {true, reason_of_preload(block.rel_of(link).value_or(""))};
  }
  if (link.element != "link") return {true, std::nullopt};
  return {true, reason_of_rel(block.rel_of(link).value_or(""))};
}

ElementFacts::ElementFacts(PageFile const& page) : tree_(page.source, page.options, notes_) {
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
  upgrades_.push_back(UINT32_MAX);
  if (index != 0 && context.frame != html::no_node) {
    ignored[document.root()] = ignored_[context.parent][context.frame];
  }
  for (NodeId id = document.root(); id != html::no_node; id = document.next_in_tree(id)) {
    read_node(index, id, ignored);
  }
  if (is_flat_) ignore_within(document, ignored);
  std::stable_sort(tags_.back().begin(), tags_.back().end(),
                   [](Tag const& a, Tag const& b) { return a.span.begin < b.span.begin; });
  ignored_.push_back(std::move(ignored));
}

/// Ignores what stands within an ignored element, where the tree does not tell.
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
  const text::Span span =
      node.type == html::NodeType::text ? document.text_of(id).span : node.source;
  if (span.empty()) return;
  const NodeId element = node.type == html::NodeType::text ? node.parent : id;
  tags_.back().push_back({tree_.to_file(index, span), element});
  if (html::upgrades_requests(document, id)) {
    upgrades_.back() = std::min(upgrades_.back(), span.begin);
  }
}

NodeId ElementFacts::element_of(html::Link const& link) const {
  if (link.context >= tags_.size()) return html::no_node;
  std::vector<Tag> const& tags = tags_[link.context];
  auto after = std::upper_bound(
      tags.begin(), tags.end(), link.span.begin,
      [](std::uint32_t offset, Tag const& tag) { return offset < tag.span.begin; });
  return after == tags.begin() ? html::no_node : std::prev(after)->node;
}

bool ElementFacts::is_ignored(html::Link const& link) const {
  const NodeId element = element_of(link);
  return element != html::no_node && ignored_[link.context][element];
}

bool ElementFacts::is_dropped(html::Link const& link, NodeId element) const {
  const auto srcset =
      tree_.contexts()[link.context].document.find_attribute(element, link.attribute);
  if (!srcset) return false;
  // The candidates of one attribute are asked for one after the other.
  if (srcset_.data() != srcset->value.data() || srcset_.size() != srcset->value.size()) {
    srcset_ = srcset->value;
    dropped_ = dropped_candidates(srcset_);
  }
  return is_at(dropped_, link.index);
}

std::optional<SkipReason> ElementFacts::not_judged(html::Link const& link) const {
  const NodeId element = element_of(link);
  if (element == html::no_node) return std::nullopt;
  Document const& document = tree_.contexts()[link.context].document;
  if (is_srcset(link) && is_dropped(link, element)) return SkipReason::dropped_candidate;
  if (is_source(link)) {
    const NodeId parent = document[element].parent;
    const bool is_of_picture = parent != html::no_node && document.is_html(parent, "picture");
    const bool is_used = is_of_picture == (link.attribute == "srcset");
    return is_used || is_flat_ ? std::nullopt : std::optional(SkipReason::not_fetched);
  }
  const auto attribute = [&](std::string_view name) {
    const auto found = document.find_attribute(element, name);
    return found ? std::optional(found->value) : std::nullopt;
  };
  const auto value_of = [&](std::string_view name) {
    return attribute(name).value_or(std::string_view());
  };
  if (is_xlink(link) && document.find_attribute(element, "href")) return SkipReason::not_fetched;
  if (is_script(link)) {
    const bool is_html = link.ns == html::Namespace::html;
    return reason_of_script(attribute("type"), is_html ? attribute("language") : std::nullopt);
  }
  if (is_of_form(link)) return reason_of_form(link, value_of(deciding_attribute(link)));
  if (is_frame_source(link) && attribute("srcdoc")) return SkipReason::not_fetched;
  if (!document.is_html(element, "link")) return std::nullopt;
  const std::string_view rel = value_of("rel");
  return link.attribute == "imagesrcset" ? reason_of_preload(rel) : reason_of_rel(rel);
}

bool ElementFacts::is_in_shadow_tree(html::Link const& link) const {
  const NodeId element = element_of(link);
  return element != html::no_node && tree_.contexts()[link.context].document[element].in_shadow;
}

bool ElementFacts::is_upgraded(html::Link const& link) const {
  NodeId element = element_of(link);
  for (std::size_t index = link.context; element != html::no_node;) {
    html::Context const& context = tree_.contexts()[index];
    if (upgrades_[index] < context.document[element].source.begin) return true;
    if (index == 0) break;
    element = context.frame;  // documents in frames inherit the policies
    index = context.parent;
  }
  return false;
}

bool ElementFacts::is_within(html::Link const& link, std::string_view name) const {
  Document const& document = tree_.contexts()[link.context].document;
  NodeId at = element_of(link);
  while (at != html::no_node && !document.is_html(at, name)) at = document[at].parent;
  return at != html::no_node;
}

std::vector<IdPlace> ElementFacts::ids() const {
  std::vector<IdPlace> places;
  Document const& document = tree_.contexts().front().document;
  for (NodeId id = document.root(); id != html::no_node; id = document.next_in_tree(id)) {
    const Node node = document[id];
    if (node.clone || node.is_apart()) continue;
    const auto own = document.find_attribute(id, "id");
    if (!own || own->value.empty()) continue;
    places.push_back({own->value, node.name, own->span, ignored_[0][id]});
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
