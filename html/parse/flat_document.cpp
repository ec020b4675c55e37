#include "hrefkit/html/parse/flat_document.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string_view>

#include "hrefkit/html/dom/source_value.h"
#include "hrefkit/html/names/svg_tag_name.h"
#include "hrefkit/html/syntax/attribute_value.h"
#include "hrefkit/html/tree/tag_stream.h"

namespace hrefkit::html {

namespace {

struct ForeignAttribute {
  std::string_view written;
  Namespace ns;
  std::uint8_t prefix_length;
};

/// HTML standard 13.2.6.1, "adjust foreign attributes".
constexpr std::array foreign_attributes{
    ForeignAttribute{"xlink:actuate", Namespace::xlink, 6},
    ForeignAttribute{"xlink:arcrole", Namespace::xlink, 6},
    ForeignAttribute{"xlink:href", Namespace::xlink, 6},
    ForeignAttribute{"xlink:role", Namespace::xlink, 6},
    ForeignAttribute{"xlink:show", Namespace::xlink, 6},
    ForeignAttribute{"xlink:title", Namespace::xlink, 6},
    ForeignAttribute{"xlink:type", Namespace::xlink, 6},
    ForeignAttribute{"xml:base", Namespace::xml, 4},  // in older states of the standard
    ForeignAttribute{"xml:lang", Namespace::xml, 4},
    ForeignAttribute{"xml:space", Namespace::xml, 4},
    ForeignAttribute{"xmlns", Namespace::xmlns, 0},
    ForeignAttribute{"xmlns:xlink", Namespace::xmlns, 6},
};
static_assert(std::ranges::is_sorted(foreign_attributes, {}, &ForeignAttribute::written));

void adjust_foreign_attribute(Attribute& attribute) {
  const auto* found =
      std::ranges::find(foreign_attributes, attribute.name, &ForeignAttribute::written);
  if (found == foreign_attributes.end()) return;
  attribute.ns = found->ns;
  attribute.name.remove_prefix(found->prefix_length);
}

/// Lists what a TagStream tells.
class Lister {
 public:
  Lister(std::string_view text, bool scripting) : document_(text), stream_(text, scripting) {
    html_ = document_.append_element(document_.root(), Namespace::html, "html", {});
    head_ = document_.append_element(html_, Namespace::html, "head", {});
    body_ = document_.append_element(html_, Namespace::html, "body", {});
    inert_ = document_.append_element(body_, Namespace::html, "template", {});
  }

  Document list() {
    while (stream_.next()) {
      if (open_text_ != no_node) take_text();
      if (stream_.tag().is_end) continue;
      StartTagOutcome const& outcome = stream_.outcome();
      if (outcome.fate == TagFate::ignored) continue;
      take_element(outcome);
    }
    if (open_text_ != no_node) take_text();
    return std::move(document_);
  }

 private:
  void take_element(StartTagOutcome const& outcome) {
    Tag const& tag = stream_.tag();
    const std::string_view text = document_.text();
    std::string_view name = kept_lower_name(document_, tag.name.in(text));
    if (outcome.ns == Namespace::html && name == "image") name = "img";
    if (outcome.ns == Namespace::svg) {
      if (const std::string_view mixed = svg_tag_name(name); !mixed.empty()) name = mixed;
    }
    const bool in_head = stream_.state().wants_text();
    const NodeId parent = outcome.inert ? inert_ : (in_head ? head_ : body_);
    const NodeId id = document_.append_element(parent, outcome.ns, name, tag.span);
    take_attributes(tag, outcome);
    if ((name == "style" || name == "script") &&
        !(tag.self_closing && outcome.ns != Namespace::html)) {
      open_text_ = id;
    }
  }

  /// Those that a tag merges onto html or body are listed as one more element of that name.
  void take_attributes(Tag const& tag, StartTagOutcome const& outcome) {
    std::set<std::string_view>* has = nullptr;
    if (outcome.ns == Namespace::html && !outcome.inert) {
      if (stream_.name() == TagName::html) has = &html_attributes_;
      if (stream_.name() == TagName::body) has = &body_attributes_;
    }
    for (TagAttribute const& written : tag.attributes) {
      Attribute attribute = attribute_from_tag(document_, written);
      if (outcome.ns != Namespace::html) adjust_foreign_attribute(attribute);
      if (has != nullptr && !has->insert(attribute.name).second) continue;
      document_.append_attribute(attribute);
    }
  }

  /// The text of the style or script element that was opened last.
  void take_text() {
    SourcedString text;
    text.span = stream_.preceding_text();
    const bool raw = document_[open_text_].ns == Namespace::html;
    set_from_source(document_, text, raw ? decode_raw_text : decode_text);
    document_.append_text(open_text_, text);
    open_text_ = no_node;
  }

  Document document_;
  TagStream stream_;
  NodeId html_ = no_node;
  NodeId head_ = no_node;
  NodeId body_ = no_node;
  NodeId inert_ = no_node;
  NodeId open_text_ = no_node;
  std::set<std::string_view> html_attributes_;  ///< the names of those that html has
  std::set<std::string_view> body_attributes_;
};

}  // namespace

Document parse_html_flat(std::string_view text, bool scripting) {
  return Lister(text, scripting).list();
}

}  // namespace hrefkit::html
