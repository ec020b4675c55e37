#include "hrefkit/html/parse/xml_tree_builder.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "hrefkit/html/names/kept_text.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::html {

void XmlTextBuilder::append(std::string_view piece, text::Span source, std::string_view written) {
  const auto size = static_cast<std::uint32_t>(piece.size());
  if (pending_ != 0 && source == pending_source_) {
    pending_ += size;
  } else {
    flush();
    if (value_.empty()) begin_ = end_ = source.begin;
    if (source.begin < end_) {  // more of a reference whose first piece looked like itself
      map_.append_character(size, 0);
    } else {
      map_.append_skipped(source.begin - end_);
      end_ = source.begin;
      add_at(source, size, piece == written);
    }
  }
  value_ += piece;
}

void XmlTextBuilder::emit(Document& document, NodeId parent) {
  flush();
  SourcedString text;
  text.span = {begin_, end_};
  const std::string_view written = text.span.in(document.text());
  if (value_ == written && map_.is_identity()) {
    text.value = written;
    value_.clear();
    map_ = {};
  } else {
    text.value = document.keep(std::exchange(value_, {}));
    text.map = document.keep(std::exchange(map_, {}));
  }
  document.append_text(parent, text);
}

void XmlTextBuilder::add_at(text::Span source, std::uint32_t size, bool copied) {
  if (copied) {
    map_.append_copied(size);
    end_ = source.end;
  } else {
    pending_ = size;
    pending_source_ = source;
  }
}

/// Adds the pending text to the map.
void XmlTextBuilder::flush() {
  if (pending_ == 0) return;
  map_.append_character(std::exchange(pending_, 0), pending_source_.length());
  end_ = pending_source_.end;
}

namespace {

/// The map of a value that is one indivisible character.
text::SourceMap indivisible(std::string_view value, text::Span source) {
  text::SourceMap map;
  if (value.empty()) {
    map.append_skipped(source.length());
  } else {
    map.append_character(static_cast<std::uint32_t>(value.size()), source.length());
  }
  return map;
}

/// True when the replacement text refers to other entities.
bool refers_to_entities(std::string_view replacement_text) {
  for (std::size_t i = 0; (i = replacement_text.find_first_of("&%", i)) != std::string_view::npos;
       ++i) {
    if (replacement_text.substr(i, 2) != "&#") return true;
  }
  return false;
}

/// The start of a name, when it is long.
std::string_view shortened(std::string_view name) {
  constexpr std::size_t most = 60;
  if (name.size() <= most) return name;
  std::size_t size = most;
  while (size > 0 && text::is_continuation_byte(name[size])) --size;
  return name.substr(0, size);
}

/// What one attribute adds to a document.
std::size_t cost(std::string_view name, std::string_view value) {
  return sizeof(Attribute) + sizeof(text::SourceMap) + name.size() + value.size();
}

/// A message about a name.
std::string complaint(std::string_view before, std::string_view name, std::string_view after) {
  const std::string_view shown = shortened(name);
  std::string text(before);
  if (!text.empty()) text += ' ';
  text += '\'';
  text += shown;
  text += shown.size() < name.size() ? "...' " : "' ";
  text += after;
  return text;
}

}  // namespace

XmlTreeBuilder::XmlTreeBuilder(std::string_view text, Notes& notes)
    : text_(text),
      notes_(notes),
      document_(text),
      current_(document_.root()),
      added_bytes_(added_bytes_budget(text.size())),
      declaration_steps_(declaration_steps_budget(text.size())) {}

Document XmlTreeBuilder::finish() {
  emit_text();
  return std::move(document_);
}

bool XmlTreeBuilder::refuse(std::string_view reason) {
  refusal_ = reason;
  return false;
}

// Elements.

bool XmlTreeBuilder::start_element(std::string_view name, XmlAttributes const& attributes,
                                   text::Span tag) {
  emit_text();
  if (!admit(name, attributes, tag)) return false;
  const auto defaults = affordable(attributes.defaults, tag);
  namespaces_.enter();
  ++depth_;
  declare_namespaces(attributes.written, tag);
  declare_namespaces(defaults, tag);
  expand_attributes(attributes.written, tag);
  if (is_reference(tag)) {
    const ExpandedName expanded = expand(name, false, tag);
    current_ =
        document_.append_element(current_, namespace_of(expanded), keep(expanded.local), tag);
    append_from_entity(attributes.written, tag);
    append_defaults(defaults, tag);
  } else {
    XmlStartTag source(text_, tag);
    const ExpandedName expanded = expand(source.name().in(text_), false, source.name());
    current_ = document_.append_element(current_, namespace_of(expanded), expanded.local, tag);
    append_written(source, attributes.written);
    append_defaults(defaults, {tag.begin, tag.begin});
  }
  return true;
}

void XmlTreeBuilder::end_element() {
  emit_text();
  current_ = document_[current_].parent;
  namespaces_.leave();
  --depth_;
}

/// Counts the cost of the element beyond its own bytes.
bool XmlTreeBuilder::admit(std::string_view name, XmlAttributes const& attributes, text::Span tag) {
  if (depth_ == nesting_limit) return refuse("the elements are nested too deep");
  if (!declared_.empty()) {
    // The parser searches all declared attributes of the type, for the element and again for each
    // attribute that it has.
    const auto declared = declared_.find(name);
    if (declared != declared_.end() &&
        !declaration_steps_.spend(declared->second * (1 + attributes.written.size() / 2))) {
      return refuse("the document type declares too many attributes for so many elements");
    }
  }
  if (!is_reference(tag)) return true;
  std::size_t bytes = sizeof(Node) + name.size();
  for (std::size_t i = 0; i < attributes.written.size(); i += 2) {
    bytes += cost(attributes.written[i], attributes.written[i + 1]);
  }
  return added_bytes_.spend(bytes) || refuse("the entities bring too many elements");
}

/// The default attributes that the budget allows: all, or none from some element on.
std::span<char const* const> XmlTreeBuilder::affordable(std::span<char const* const> defaults,
                                                        text::Span tag) {
  if (defaults.empty() || leaves_out_) return {};
  // Names and values are stored once, but reading a value costs time for all its bytes.
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < defaults.size(); i += 2) {
    bytes += is_reference(tag) ? cost(defaults[i], defaults[i + 1])
                               : sizeof(Attribute) + std::string_view(defaults[i + 1]).size();
  }
  if (added_bytes_.spend(bytes)) return defaults;
  leaves_out_ = true;
  notes_.push_back({NoteKind::left_out,
                    "the document type gives too many default attributes; they are left out from "
                    "here on",
                    tag});
  return {};
}

// Namespaces.

void XmlTreeBuilder::declare_namespaces(std::span<char const* const> attributes, text::Span tag) {
  for (std::size_t i = 0; i < attributes.size(); i += 2) {
    const std::string_view name = attributes[i];
    if (!is_namespace_declaration(name)) continue;
    if (namespaces_.declare(declared_prefix(name), attributes[i + 1])) continue;
    note_namespace_error("the namespace declaration", name, "is not allowed and is ignored", tag);
  }
}

void XmlTreeBuilder::note_namespace_error(std::string_view before, std::string_view name,
                                          std::string_view after, text::Span place) {
  if (namespace_notes_ > namespace_notes_limit) return;
  const bool is_last = namespace_notes_++ == namespace_notes_limit;
  notes_.push_back({NoteKind::namespace_error,
                    is_last ? "there are more namespace errors" : complaint(before, name, after),
                    place});
}

/// The namespace and local name of an element or attribute. A name with a namespace error is kept
/// as written, in no namespace.
XmlTreeBuilder::ExpandedName XmlTreeBuilder::expand(std::string_view name, bool is_attribute,
                                                    text::Span place) {
  const auto split = split_qualified_name(name);
  if (!split) {
    note_namespace_error("", name, "is not a qualified name", place);
    return {{}, name};
  }
  if (is_attribute && split->prefix.empty()) return {{}, name};
  if (const auto ns = namespaces_.find(split->prefix)) return {*ns, split->local};
  if (namespace_notes_ <= namespace_notes_limit &&
      unknown_prefixes_.emplace(split->prefix).second) {
    note_namespace_error("the namespace prefix", split->prefix, "is not declared", place);
  }
  return {{}, name};
}

void XmlTreeBuilder::expand_attributes(std::span<char const* const> attributes, text::Span tag) {
  names_.clear();
  std::size_t prefixed = 0;
  for (std::size_t i = 0; i < attributes.size(); i += 2) {
    const std::string_view name = attributes[i];
    AttributeName& expanded = names_.emplace_back();
    expanded.is_declaration = is_namespace_declaration(name);
    if (expanded.is_declaration) continue;
    expanded.name = expand(name, true, tag);
    if (expanded.name.ns.ns != Namespace::none) ++prefixed;
  }
  if (prefixed > 1) mark_repeated(tag);
}

/// "Prefixes declared, attributes unique" (section 6.3): of two attributes with one expanded name
/// the first counts.
void XmlTreeBuilder::mark_repeated(text::Span tag) {
  std::vector<AttributeName*> order;
  for (AttributeName& attribute : names_) {
    if (attribute.name.ns.ns != Namespace::none) order.push_back(&attribute);
  }
  const auto key = [](AttributeName const* attribute) {
    return std::tuple(attribute->name.ns.number, attribute->name.local);
  };
  std::sort(order.begin(), order.end(), [&](AttributeName const* a, AttributeName const* b) {
    return std::tuple_cat(key(a), std::tuple(a)) < std::tuple_cat(key(b), std::tuple(b));
  });
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (key(order[i - 1]) != key(order[i])) continue;
    order[i]->is_repeated = true;
    note_namespace_error("a second attribute of the name", order[i]->name.local,
                         "in the same namespace is ignored", tag);
  }
}

/// An element's namespace. The root element decides that of elements without one.
Namespace XmlTreeBuilder::namespace_of(ExpandedName const& element) {
  if (element.ns.ns != Namespace::none) return element.ns.ns;
  if (depth_ == 1) plain_ = namespace_of_plain_root(element.local);
  return plain_;
}

// Attributes.

void XmlTreeBuilder::append_written(XmlStartTag& source, std::span<char const* const> attributes) {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const auto written = source.next();
    if (!written) return;
    if (names_[i].is_repeated) continue;
    const std::string_view value = attributes[2 * i + 1];
    const std::string_view name = written->name.in(text_);
    Attribute attribute;
    attribute.ns = names_[i].is_declaration ? Namespace::xmlns : names_[i].name.ns.ns;
    // The local name, as a view of the text.
    const std::size_t size =
        names_[i].is_declaration ? name.size() - (name.find(':') + 1) : names_[i].name.local.size();
    attribute.name = name.substr(name.size() - size);
    attribute.span = written->value;
    attribute.value = written->value.in(text_);
    if (!decode(written->value, value.size()) && decoded_ == value) {
      attribute.value = keep(decoded_);
      attribute.map = document_.keep(std::exchange(decoded_map_, {}));
    } else if (attribute.value != value) {
      attribute.value = keep(value);
      attribute.map = document_.keep(indivisible(value, written->value));
    }
    document_.append_attribute(attribute);
  }
}

/// Appends the attributes of an element that comes from an entity.
void XmlTreeBuilder::append_from_entity(std::span<char const* const> attributes, text::Span place) {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (names_[i].is_declaration || names_[i].is_repeated) continue;
    const std::string_view value = keep(attributes[2 * i + 1]);
    auto const* const map = document_.keep(indivisible(value, place));
    document_.append_attribute(
        {{value, place, map}, keep(names_[i].name.local), names_[i].name.ns.ns});
  }
}

/// Appends the attributes that the document type declares. Their strings are stored once for all
/// elements.
void XmlTreeBuilder::append_defaults(std::span<char const* const> attributes, text::Span place) {
  for (std::size_t i = 0; i < attributes.size(); i += 2) {
    const std::string_view name = keep_once(attributes[i]);
    if (is_namespace_declaration(name)) continue;
    const std::string_view value = keep_once(attributes[i + 1]);
    auto const* const map = map_of_default(attributes[i + 1], place);
    const ExpandedName expanded = expand(name, true, place);
    document_.append_attribute({{value, place, map}, expanded.local, expanded.ns.ns});
  }
}

std::string_view XmlTreeBuilder::keep_once(char const* string) {
  const auto [kept, is_new] = kept_.try_emplace(string);
  if (is_new) kept->second.string = keep(string);
  return kept->second.string;
}

/// The map of a value that `keep_once` stored. All empty places share one.
text::SourceMap const* XmlTreeBuilder::map_of_default(char const* value, text::Span place) {
  KeptString& kept = kept_.find(value)->second;
  if (!place.empty()) return document_.keep(indivisible(kept.string, place));
  if (kept.map == nullptr) kept.map = document_.keep(indivisible(kept.string, place));
  return kept.map;
}

/// Decodes a value as written; returns true when it needs no map.
bool XmlTreeBuilder::decode(text::Span value, std::size_t limit) {
  const std::string_view raw = value.in(text_);
  if (text::is_made_of(raw, ~normalized_in_xml_attributes)) return true;
  decode_xml_attribute(raw, entities_, limit, decoded_, decoded_map_);
  return false;
}

// Text.

bool XmlTreeBuilder::keeps_text() const {
  Node const& node = document_[current_];
  return node.type == NodeType::element && may_hold_links_in_text(node.ns, node.name);
}

void XmlTreeBuilder::add_text(std::string_view piece, text::Span place) {
  // Expat reports no length for a "]" at the very end, which could have begun "]]>".
  if (place.empty() && text_.substr(place.begin) == piece) {
    place.end += static_cast<std::uint32_t>(piece.size());
  }
  pending_text_.append(piece, place, place.in(text_));
}

void XmlTreeBuilder::emit_text() {
  if (!pending_text_.empty()) pending_text_.emit(document_, current_);
}

// Declarations.

bool XmlTreeBuilder::declare_entity(std::string_view name, std::string_view replacement,
                                    bool is_general) {
  if (refers_to_entities(replacement) && ++nested_entities_ > nested_entities_limit) {
    return refuse("too many entities refer to others");
  }
  if (is_general) entities_.declare(name, replacement);
  return true;
}

bool XmlTreeBuilder::declare_attribute(std::string_view element) {
  auto declared = declared_.lower_bound(element);
  if (declared == declared_.end() || declared->first != element) {
    declared = declared_.emplace_hint(declared, element, 0);
  }
  // The parser looks for an earlier declaration of the attribute among all of the element type.
  return declaration_steps_.spend(++declared->second) ||
         refuse("the document type declares too many attributes");
}

}  // namespace hrefkit::html
