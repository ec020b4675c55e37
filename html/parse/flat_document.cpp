#include "hrefkit/html/parse/flat_document.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/parse/tag_attributes.h"
#include "hrefkit/html/syntax/attribute_value.h"
#include "hrefkit/html/tree/tag_stream.h"

namespace hrefkit::html {

namespace {

/// Lists what a TagStream tells.
class FlatDocumentBuilder {
 public:
  /// The elements of the body that begin before `body_begin` are left out, but for those whose tags
  /// begin at `kept`.
  FlatDocumentBuilder(std::string_view text, bool scripting, std::uint32_t body_begin = 0,
                      std::vector<std::uint32_t> kept = {})
      : document_(text), stream_(text, scripting), body_begin_(body_begin), kept_(std::move(kept)) {
    html_ = document_.append_element(document_.root(), Namespace::html, "html", {});
    head_ = document_.append_element(html_, Namespace::html, "head", {});
    body_ = document_.append_element(html_, Namespace::html, "body", {});
    inert_ = document_.append_element(body_, Namespace::html, "template", {});
    const NodeId host = document_.append_element(body_, Namespace::html, "div", {});
    shadow_root_ = document_.append_element(host, Namespace::html, "template", {});
    document_.mark_shadow_root(shadow_root_);
  }

  Document list() {
    while (stream_.read()) {
      if (open_text_ != no_node) take_text();
      take_made_again();
      stream_.apply();
      if (!stream_.tag().is_end) take_start_tag(stream_.outcome());
      take_made_again();
    }
    if (open_text_ != no_node) take_text();
    take_made_again();
    return std::move(document_);
  }

  /// Where the frameset begins that took the place of the body, if there is one.
  std::optional<std::uint32_t> frameset_begin() const { return frameset_begin_; }

  /// Where the tags begin whose elements were made again behind that frameset.
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
  void take_start_tag(StartTagOutcome const& outcome) {
    if (outcome.fate == TagFate::ignored || outcome.fate == TagFate::shadow_root) return;
    take_element(outcome);
  }

  /// Lists the formatting elements of templates that are made again outside: these live.
  void take_made_again() {
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

  void take_element(StartTagOutcome const& outcome) {
    Tag const& tag = stream_.tag();
    const bool in_body = !stream_.state().is_before_body();
    if (in_body && tag.span.begin < body_begin_ && !is_kept(tag)) return;
    if (in_body && stream_.name() == TagName::frameset && outcome.ns == Namespace::html &&
        !outcome.inert && !frameset_begin_) {
      frameset_begin_ = tag.span.begin;
    }
    const std::string_view name =
        element_name(document_, outcome.ns, tag.name.in(document_.text()));
    const NodeId id = document_.append_element(parent_of(outcome), outcome.ns, name, tag.span);
    take_attributes(tag, outcome);
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
    return std::find(kept_.begin(), kept_.end(), tag.span.begin) != kept_.end();
  }

  NodeId parent_of(StartTagOutcome const& outcome) const {
    if (outcome.inert) return inert_;
    if (stream_.state().in_shadow_tree()) return shadow_root_;
    return stream_.state().is_before_body() ? head_ : body_;
  }

  /// Those that a tag merges onto html or body are listed as one more element of that name.
  void take_attributes(Tag const& tag, StartTagOutcome const& outcome) {
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
  void take_text() {
    const NodeId parent = std::exchange(open_text_, no_node);
    if (document_[parent].ns != Namespace::html) {
      return append_foreign_text(document_, parent, stream_.preceding_text());
    }
    SourcedString text;
    text.span = stream_.preceding_text();
    set_from_source(document_, text, decode_raw_text);
    document_.append_text(parent, text);
  }

  Document document_;
  TagStream stream_;
  NodeId html_ = no_node;
  NodeId head_ = no_node;
  NodeId body_ = no_node;
  NodeId inert_ = no_node;
  NodeId shadow_root_ = no_node;  ///< holds what is in any shadow root
  NodeId open_text_ = no_node;
  std::uint32_t body_begin_;
  std::vector<std::uint32_t> kept_;
  std::optional<std::uint32_t> frameset_begin_;
  std::unordered_map<std::uint32_t, NodeId> inert_formatting_;  ///< by where their tags begin
  std::set<std::string_view> html_attributes_;  ///< the names of those that html has
  std::set<std::string_view> body_attributes_;
};

}  // namespace

Document parse_html_flat(std::string_view text, bool scripting) {
  FlatDocumentBuilder lister(text, scripting);
  Document list = lister.list();
  if (!lister.frameset_begin()) return list;
  // The frameset took the place of the body and of all that stood in it.
  return FlatDocumentBuilder(text, scripting, *lister.frameset_begin(), lister.made_again()).list();
}

}  // namespace hrefkit::html
