// If the text has templates with a `for` attribute, the elements are nested first, so that markers
// and ranges have a place. The parent of an element is the node of the open element below it on the
// stack; foster parents count, and the moves of the adoption agency stay. When the templates are
// empty, all elements are put into one list.
#include "hrefkit/html/parse/flat_document.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hrefkit/html/around.h"
#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/parse/tag_attributes.h"
#include "hrefkit/html/parse/template_patches.h"
#include "hrefkit/html/syntax/attribute_value.h"
#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/html/syntax/raw_text.h"
#include "hrefkit/html/syntax/tokenizer.h"
#include "hrefkit/html/tree/formatting_elements.h"
#include "hrefkit/html/tree/open_elements.h"
#include "hrefkit/html/tree/start_tag.h"
#include "hrefkit/html/tree/tag_stream.h"
#include "hrefkit/html/tree/tree_state.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

namespace {

constexpr auto mark_ignored = static_cast<ElementMarks>(Around::ignored);
constexpr auto mark_noscript = static_cast<ElementMarks>(Around::noscript);

/// Results of a pass over the text for the next pass.
struct Pass {
  /// Elements of the body that begin before this offset are left out, except those whose tags begin
  /// at `kept`.
  std::uint32_t body_begin = 0;
  std::vector<std::uint32_t> kept = {};
  bool nests = false;  ///< templates name markers
};

/// Lists the elements that a TagStream reports.
class FlatDocumentBuilder {
 public:
  FlatDocumentBuilder(std::string_view text, bool scripting, Pass pass = {})
      : document_(text),
        stream_(text, scripting),
        pass_(std::move(pass)),
        mentions_ignore_(mentions_ignore(text)) {
    html_ = document_.append_element(document_.root(), Namespace::html, "html", {});
    head_ = document_.append_element(html_, Namespace::html, "head", {});
    body_ = document_.append_element(html_, Namespace::html, "body", {});
    inert_ = document_.append_element(body_, Namespace::html, "template", {});
    const NodeId host = document_.append_element(body_, Namespace::html, "div", {});
    shadow_root_ = document_.append_element(host, Namespace::html, "template", {});
    document_.mark_shadow_root(shadow_root_);
  }

  void read() {
    while (true) {
      const NodeId early_parent = pass_.nests ? early_instruction_parent() : no_node;
      const bool found = stream_.read();
      if ((pass_.nests || mentions_ignore_) && !in_text_element_) read_markup(early_parent);
      if (open_text_ != no_node) append_text();
      list_made_again();
      if (!found) return;
      if (pass_.nests) note_body_end();
      apply_tag();
      in_text_element_ = !stream_.tag().is_end && stream_.outcome().content != ContentModel::data;
      list_made_again();
    }
  }

  /// Puts the content of templates where their markers are, and all in one list. False if that
  /// would cost too much: then the document must not be used.
  bool apply_patches() {
    if (!apply_template_patches(document_, markers_)) return false;
    flatten();
    return true;
  }

  Document release_document() { return std::move(document_); }

  /// True where a template may name a marker.
  bool names_markers() const { return names_markers_; }

  /// The offset of the frameset that replaced the body, if there is one.
  std::optional<std::uint32_t> frameset_begin() const { return frameset_begin_; }

  /// The offsets of the tags whose elements were made again behind that frameset.
  std::vector<std::uint32_t> made_again() const {
    std::vector<std::uint32_t> begins;
    if (!stream_.state().has_elements_behind_frameset()) return begins;
    OpenElements const& open = stream_.state().open_elements();
    for (std::size_t at = 1; at <= open.size(); ++at) {
      auto const* entry = stream_.state().formatting_elements().find(open.at(at).formatting);
      if (entry != nullptr) begins.push_back(entry->tag.begin);
    }
    return begins;
  }

 private:
  void apply_tag() {
    if (stream_.tag().is_end) return stream_.apply();
    const bool has_attribute = mentions_ignore_ && has_ignore_attribute();
    TreeState const& state = stream_.state();
    const bool is_noscript = stream_.name() == TagName::noscript &&
                             (!state.in_foreign_content() || state.in_integration_point());
    ElementMarks marks = is_noscript ? mark_noscript : ElementMarks{0};
    if (has_attribute || awaits_element_) marks |= mark_ignored;
    // Elements that are made again have the attributes, and no comment before them.
    stream_.apply(marks, has_attribute ? mark_ignored : ElementMarks{0});
    read_start_tag(stream_.outcome());
  }

  bool has_ignore_attribute() const {
    return std::any_of(ignore_attributes.begin(), ignore_attributes.end(),
                       [this](std::string_view name) {
                         return stream_.tag().attribute(document_.text(), name) != nullptr;
                       });
  }

  void read_start_tag(StartTagOutcome const& outcome) {
    if (outcome.result == TagResult::ignored) return;
    if (outcome.result != TagResult::merged) awaits_element_ = false;
    const bool is_shadow_root = outcome.result == TagResult::shadow_root;
    if (is_shadow_root && !pass_.nests) return;
    names_markers_ |= stream_.facts().names_marker && !is_shadow_root;
    append_element_of_tag(outcome);
  }

  /// Lists the formatting elements of templates that are made again outside of the template, where
  /// they are not inert.
  void list_made_again() {
    if (inert_formatting_.empty() || stream_.state().in_template()) return;
    OpenElements const& open = stream_.state().open_elements();
    const std::size_t highest = open.size();
    const std::size_t lowest = highest - std::min(highest, FormattingElements::max_size);
    for (std::size_t at = highest; at > lowest; --at) {
      auto const* entry = stream_.state().formatting_elements().find(open.at(at).formatting);
      const auto made =
          entry == nullptr ? inert_formatting_.end() : inert_formatting_.find(entry->tag.begin);
      if (made == inert_formatting_.end()) continue;
      const NodeId inert = made->second;
      inert_formatting_.erase(made);
      const Node node = document_[inert];
      document_.append_element(body_, node.ns, node.name, node.source);
      // A copy: the list is valid until the document changes.
      const AttributeList read = document_.attributes(inert);
      for (Attribute const& attribute : std::vector<Attribute>(read.begin(), read.end())) {
        document_.append_attribute(attribute);
      }
      document_.mark_clone(inert);
    }
  }

  void append_element_of_tag(StartTagOutcome const& outcome) {
    Tag const& tag = stream_.tag();
    const bool in_body = !stream_.state().is_before_body();
    if (in_body && tag.span.begin < pass_.body_begin && !is_kept(tag)) return;
    if (in_body && stream_.name() == TagName::frameset && outcome.ns == Namespace::html &&
        !outcome.inert && !frameset_begin_) {
      frameset_begin_ = tag.span.begin;
    }
    const std::string_view name =
        element_name(document_, outcome.ns, tag.name.in(document_.text()));
    const NodeId id =
        pass_.nests ? append_nested(outcome, name)
                    : document_.append_element(parent_of(outcome), outcome.ns, name, tag.span);
    append_attributes_of(tag, outcome);
    const ElementMarks marks = stream_.facts().marks | outcome.marks_around;
    document_.mark_around(id, (marks & mark_ignored) != 0, (marks & mark_noscript) != 0);
    if (outcome.inert && outcome.ns == Namespace::html &&
        tag_groups::formatting_names.contains(stream_.name())) {
      inert_formatting_.emplace(tag.span.begin, id);
    }
    if ((name == "style" || name == "script") &&
        !(tag.self_closing && outcome.ns != Namespace::html)) {
      open_text_ = id;
    }
  }

  bool is_kept(Tag const& tag) const {
    return std::find(pass_.kept.begin(), pass_.kept.end(), tag.span.begin) != pass_.kept.end();
  }

  NodeId parent_of(StartTagOutcome const& outcome) const {
    if (outcome.inert) return inert_;
    if (stream_.state().in_shadow_tree()) return shadow_root_;
    return stream_.state().is_before_body() ? head_ : body_;
  }

  /// Attributes that a tag merges into html or body are listed as one more element of that name.
  void append_attributes_of(Tag const& tag, StartTagOutcome const& outcome) {
    const bool merges = outcome.ns == Namespace::html && !outcome.inert &&
                        (stream_.name() == TagName::html || stream_.name() == TagName::body);
    if (!merges) return append_attributes(document_, outcome.ns, tag.attributes);
    auto& has = stream_.name() == TagName::html ? html_attributes_ : body_attributes_;
    for (TagAttribute const& written : tag.attributes) {
      const Attribute attribute = attribute_from_tag(document_, written);
      if (has.insert(attribute.name).second) document_.append_attribute(attribute);
    }
  }

  /// The text of the style or script element that was opened last.
  void append_text() {
    const NodeId parent = std::exchange(open_text_, no_node);
    if (document_[parent].ns != Namespace::html) {
      return append_foreign_text(document_, parent, stream_.preceding_text());
    }
    SourcedString text;
    text.span = stream_.preceding_text();
    set_from_source(document_, text, decode_raw_text);
    document_.append_text(parent, text);
  }

  // ---- Elements in one another

  /// The node of the open element at `position`. An implied element gets a node of its own; one
  /// that is made again has that of the element below it.
  NodeId node_at(std::size_t position) {
    OpenElements const& open = stream_.state().open_elements();
    std::size_t at = position;
    while (at > 0 && open.at(at).node == 0) --at;
    NodeId node = stream_.state().is_before_body() ? head_ : body_;
    if (at > 0) node = open.at(at).node;
    while (at < position) {
      OpenElement const& element = open.at(++at);
      if (element.formatting == 0) {
        const std::string_view name = stream_.state().name_of(element);
        node = document_.append_element(node, element.ns, name, {});
      }
      stream_.state().set_node(at, node);
    }
    return node;
  }

  /// Appends the element of the tag that was read last.
  NodeId append_nested(StartTagOutcome const& outcome, std::string_view name) {
    constexpr TagNameSet page_parts{TagName::html, TagName::head, TagName::body};
    const text::Span tag = stream_.tag().span;
    if (outcome.ns == Namespace::html && page_parts.contains(stream_.name())) {
      return document_.append_element(html_, outcome.ns, name, tag);
    }
    OpenElements const& open = stream_.state().open_elements();
    const bool stays_open = !open.empty() && open.top().node == 0 &&
                            open.top().name == stream_.name() && open.top().ns == outcome.ns;
    const std::size_t below = open.size() - (stays_open ? 1 : 0);
    const NodeId parent = node_at(below);
    const NodeId id = document_.append_element(parent, outcome.ns, name, tag);
    if (stays_open) stream_.state().set_node(open.size(), id);
    if (outcome.result == TagResult::shadow_root) document_.mark_shadow_root(id);
    if (is_fostered(below)) foster(id);
    return id;
  }

  /// True where the element that was read last goes in front of a table ("appropriate place for
  /// inserting a node", 13.2.6.1).
  bool is_fostered(std::size_t position) const {
    constexpr TagNameSet stays =
        tag_groups::table_parts |
        TagNameSet{TagName::style, TagName::script, TagName::template_, TagName::form};
    if (position == 0 || stays.contains(stream_.name()) || stream_.facts().is_hidden_input) {
      return false;
    }
    OpenElement const& parent = stream_.state().open_elements().at(position);
    return parent.is_html() && tag_groups::table_contexts.contains(parent.name);
  }

  void foster(NodeId id) {
    OpenElements const& open = stream_.state().open_elements();
    const std::size_t table = open.find(TagName::table);
    const std::size_t holder = open.find(TagName::template_);
    if (holder > table) {
      static_cast<void>(document_.insert(id, node_at(holder)));
    } else if (table != 0) {
      const NodeId node = open.at(table).node;
      if (node == 0) return;  // behind a frameset there is no table
      static_cast<void>(document_.insert(id, document_[node].parent, node));
    }
  }

  /// The parent of an instruction before the text that opens the body; `no_node` if the open
  /// elements decide.
  NodeId early_instruction_parent() const {
    TreeState const& state = stream_.state();
    if (!state.open_elements().empty()) return no_node;
    if (state.is_before_html() || body_end_ == BodyEnd::html) return document_.root();
    if (state.is_before_head() || body_end_ == BodyEnd::body) return html_;
    if (!state.is_before_body()) return no_node;
    return state.is_head_open() ? head_ : html_;
  }

  /// Reads the comments between two tags, and appends the instructions. `early_parent` holds those
  /// before the first visible character.
  void read_markup(NodeId early_parent) {
    const text::Span span = stream_.preceding_text();
    const std::string_view text = document_.text().substr(0, span.end);
    const Cdata cdata = stream_.state().in_foreign_content() ? Cdata::section : Cdata::comment;
    std::size_t at = span.begin;
    while (at < span.end) {
      const std::size_t mark = std::min<std::size_t>(text.find('<', at), span.end);
      if (!text::strip_ascii_whitespace(text.substr(at, mark - at)).empty()) {
        early_parent = no_node;
        body_end_ = BodyEnd::none;
      }
      if (mark == span.end) return;
      const std::string_view written = text.substr(mark);
      if (written.starts_with("<!--")) {
        const IgnoreComment comment = read_ignore_comment(text, static_cast<std::uint32_t>(mark));
        awaits_element_ |= comment.word == IgnoreWord::element;
        at = comment.end;
      } else if (written.starts_with("<!")) {
        at = skip_markup_declaration(text, mark, cdata);
        // No comment begins in a text.
        const text::Span section{static_cast<std::uint32_t>(mark), static_cast<std::uint32_t>(at)};
        if (mentions_ignore_) document_.append_text(body_, {.span = section});
      } else if (written.starts_with("<?")) {
        at = skip_bogus_comment(text, mark);
        if (pass_.nests && is_patch_marker(written)) append_marker(early_parent, mark, at);
      } else {
        at = written.starts_with("</") ? skip_bogus_comment(text, mark) : mark + 1;
      }
    }
  }

  void append_marker(NodeId early_parent, std::size_t begin, std::size_t end) {
    const NodeId parent =
        early_parent != no_node ? early_parent : node_at(stream_.state().open_elements().size());
    const NodeId id = document_.append_instruction(
        parent, {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
    markers_.push_back(id);
    if (body_end_ != BodyEnd::none || !stream_.state().is_before_body()) return;
    if (parent == html_) {
      const bool precedes_head = stream_.state().is_before_head();
      static_cast<void>(document_.insert(id, html_, precedes_head ? head_ : body_));
    } else if (parent == document_.root()) {
      static_cast<void>(document_.insert(id, parent, html_));
    }
  }

  /// Follows "after body" and "after after body", where instructions go into html and the document.
  void note_body_end() {
    TreeState const& state = stream_.state();
    if (!stream_.tag().is_end) {
      body_end_ = BodyEnd::none;
    } else if (state.is_before_body() || state.open_elements().boundary(Scope::element) != 0) {
      return;
    } else if (stream_.name() == TagName::html) {
      body_end_ = BodyEnd::html;
    } else {
      const bool ends_body = body_end_ == BodyEnd::none && stream_.name() == TagName::body;
      body_end_ = ends_body ? BodyEnd::body : BodyEnd::none;
    }
  }

  /// Makes all elements siblings, in tree order. The last one is moved first, so that no moved
  /// element has descendants.
  void flatten() {
    struct Place {
      NodeId id;
      NodeId parent;
    };
    std::vector<Place> places;
    bool in_body = false;
    for (NodeId id = html_; id != no_node; id = document_.next_in_tree(id)) {
      in_body |= id == body_;
      const Node node = document_[id];
      if (node.type != NodeType::element || is_scaffold(id)) continue;
      const bool is_listed = !node.source.empty() && !node.is_shadow_root;
      places.push_back({id, is_listed ? list_of(node, in_body) : no_node});
    }
    std::unordered_map<NodeId, NodeId> first;  // the first child of each parent
    for (std::size_t i = places.size(); i > 0; --i) {
      auto const [id, parent] = places[i - 1];
      if (parent == no_node) {
        document_.remove(id);
        continue;
      }
      NodeId& before = first.try_emplace(parent, no_node).first->second;
      static_cast<void>(document_.insert(id, parent, before));
      before = id;
    }
  }

  NodeId list_of(Node const& node, bool in_body) const {
    if (node.inert) return inert_;
    if (node.in_shadow) return shadow_root_;
    return in_body ? body_ : head_;
  }

  /// True for the elements that every list has.
  bool is_scaffold(NodeId id) const { return id <= shadow_root_; }

  /// The last end tag of the body or html that was read.
  enum class BodyEnd : std::uint8_t { none, body, html };

  Document document_;
  TagStream stream_;
  Pass pass_;
  bool mentions_ignore_;
  bool awaits_element_ = false;  ///< the next element is ignored
  NodeId html_ = no_node;
  NodeId head_ = no_node;
  NodeId body_ = no_node;
  NodeId inert_ = no_node;
  NodeId shadow_root_ = no_node;  ///< holds the elements of all shadow roots
  NodeId open_text_ = no_node;
  bool names_markers_ = false;
  bool in_text_element_ = false;  ///< what comes next is raw text
  BodyEnd body_end_ = BodyEnd::none;
  std::vector<NodeId> markers_;  ///< in tree order
  std::optional<std::uint32_t> frameset_begin_;
  std::unordered_map<std::uint32_t, NodeId> inert_formatting_;  ///< by where their tags begin
  std::set<std::string_view> html_attributes_;  ///< the names of those that html has
  std::set<std::string_view> body_attributes_;
};

}  // namespace

FlatDocument parse_html_flat(std::string_view text, bool scripting, Patches patches) {
  Pass again;
  bool names_markers = false;
  {
    FlatDocumentBuilder list(text, scripting);
    list.read();
    names_markers = list.names_markers() && text.find("<?") != text.npos;
    const bool is_done = !names_markers || patches == Patches::leave;
    if (!list.frameset_begin() && is_done) return {list.release_document(), names_markers};
    // A frameset replaced the body with all its content.
    if (list.frameset_begin()) {
      again = {.body_begin = *list.frameset_begin(), .kept = list.made_again()};
    }
  }
  if (names_markers && patches == Patches::apply) {
    Pass nesting = again;
    nesting.nests = true;
    FlatDocumentBuilder nested(text, scripting, std::move(nesting));
    nested.read();
    if (nested.apply_patches()) return {nested.release_document()};
  }
  FlatDocumentBuilder list(text, scripting, std::move(again));
  list.read();
  return {list.release_document(), names_markers};
}

}  // namespace hrefkit::html
