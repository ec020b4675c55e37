// Builds a Document from the XML parser's events.
//
// The parser reports names and values, and for each event the place of its bytes in the text, but
// not the places of values in a start tag. So each start tag is read a second time for the spans of
// its attributes (xml_prolog.h), and each value that has references is decoded a second time for
// its map (xml_entities.h). The parser's value counts: if the second decoding differs (the document
// type may ask for more normalisation), the value is one indivisible character.
//
// An event from an entity has no bytes of its own; its place is the reference's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hrefkit/html/dom.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/note.h"
#include "hrefkit/html/parse/xml_entities.h"
#include "hrefkit/html/parse/xml_prolog.h"
#include "hrefkit/text/source_map.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

// The text of one element, joined from the texts that the XML parser reports.

/// Collects text with its map to the source.
class XmlTextBuilder {
 public:
  bool empty() const { return value_.empty(); }

  /// Appends a text that is at `source`, written as `written`. A text that differs comes from a
  /// reference or newline; all texts of one reference have the same source.
  void append(std::string_view piece, text::Span source, std::string_view written);

  /// Moves the text to the document.
  void emit(Document& document, NodeId parent);

 private:
  void add_at(text::Span source, std::uint32_t size, bool copied);
  void flush();

  std::string value_;
  text::SourceMap map_;
  std::uint32_t begin_ = 0;
  std::uint32_t end_ = 0;
  std::uint32_t pending_ = 0;  ///< bytes of the value that come from `pending_source_` as a whole
  text::Span pending_source_;
};

/// The names and values of an element's attributes as the parser reports them: first those of the
/// tag, in source order, then those that the document type declares. The strings of the latter keep
/// their addresses as long as the parser lives.
struct XmlAttributes {
  std::span<char const* const> written;  ///< name, value, name, value, ...
  std::span<char const* const> defaults;
};

/// Builds one document. A function that returns false refuses: `refusal` has the reason, and the
/// parser must stop.
class XmlTreeBuilder {
 public:
  /// Notes go to `notes`, which must outlive this, as must `text`.
  XmlTreeBuilder(std::string_view text, Notes& notes);

  bool start_element(std::string_view name, XmlAttributes const& attributes, text::Span tag);
  void end_element();

  /// True where text is kept: in style and script elements, and where feeds name URLs.
  bool keeps_text() const;
  void add_text(std::string_view piece, text::Span place);

  /// Declares an entity; `is_general` is false for a parameter entity.
  bool declare_entity(std::string_view name, std::string_view replacement, bool is_general);
  void add_html_entities() { entities_.add_html_names(); }

  /// Counts a declared attribute of the element type `element`.
  bool declare_attribute(std::string_view element);

  /// Why the parser must stop.
  std::string_view refusal() const { return refusal_; }

  /// The document with all events so far.
  Document finish();

 private:
  struct ExpandedName {
    XmlNamespace ns;
    std::string_view local;
  };
  struct KeptString {
    std::string_view string;
    text::SourceMap const* map = nullptr;  // to an empty place
  };
  struct AttributeName {
    ExpandedName name;
    bool is_declaration = false;  ///< of a namespace
    bool is_repeated = false;     ///< an earlier one of the tag has the same expanded name
  };

  bool refuse(std::string_view reason);
  bool admit(std::string_view name, XmlAttributes const& attributes, text::Span tag);
  std::span<char const* const> affordable(std::span<char const* const> defaults, text::Span tag);
  bool is_reference(text::Span place) const { return text_[place.begin] == '&'; }

  void declare_namespaces(std::span<char const* const> attributes, text::Span tag);
  Namespace namespace_of(ExpandedName const& element);
  void note_namespace_error(std::string_view before, std::string_view name, std::string_view after,
                            text::Span place);
  ExpandedName expand(std::string_view name, bool is_attribute, text::Span place);
  void expand_attributes(std::span<char const* const> attributes, text::Span tag);
  void mark_repeated(text::Span tag);

  void append_written(XmlStartTag& source, std::span<char const* const> attributes);
  void append_from_entity(std::span<char const* const> attributes, text::Span place);
  void append_defaults(std::span<char const* const> attributes, text::Span place);
  bool decode(text::Span value, std::size_t limit);
  std::string_view keep(std::string_view string) { return document_.keep(std::string(string)); }
  std::string_view keep_once(char const* string);
  text::SourceMap const* map_of_default(char const* value, text::Span place);
  void emit_text();

  std::string_view text_;
  Notes& notes_;
  Document document_;
  NodeId current_;  // the innermost open element
  std::size_t depth_ = 0;
  Namespace plain_ = Namespace::none;  // of elements without a namespace
  XmlNamespaces namespaces_;
  XmlEntities entities_;
  XmlTextBuilder pending_text_;
  std::string_view refusal_;

  XmlBudget added_bytes_;
  XmlBudget declaration_steps_;
  std::size_t nested_entities_ = 0;
  std::size_t namespace_notes_ = 0;
  bool leaves_out_ = false;                                   // default attributes
  std::set<std::string, std::less<>> unknown_prefixes_;       // that were noted
  std::map<std::string, std::size_t, std::less<>> declared_;  // attributes of element types
  std::unordered_map<char const*, KeptString> kept_;          // by the parser's string

  std::vector<AttributeName> names_;  // of the element that starts
  std::string decoded_;
  text::SourceMap decoded_map_;
};

}  // namespace hrefkit::html
