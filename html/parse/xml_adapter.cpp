// How Expat's events become our document.
//
// Expat tells names and values, and for each event the place of its bytes in the text, but not
// where in a start tag the values stand. So each start tag is read a second time for the spans of
// its attributes (xml_start_tag.h), and each value that has references is decoded a second time for
// its map (xml_entities.h). Expat's value is the one that counts: where the second decoding gives
// another (the document type may ask for more normalisation) the value is one indivisible
// character.
//
// An event that an entity brings forth has no bytes of its own; its place is the reference's.
//
// Expat's own limits hold against entities that expand to too much. It recurses once for each
// entity within an entity, which is limited here by the number of entities that hold references.
#include "hrefkit/html/parse/xml_adapter.h"

#define XML_DTD  // makes Expat before 2.6 declare its limits of expansion
#include <expat.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "hrefkit/html/parse/xml_entities.h"
#include "hrefkit/html/parse/xml_start_tag.h"

namespace hrefkit::html {

namespace {

/// Stands between namespace and local name; no XML text can hold it.
constexpr char name_separator = '\f';

/// More than any real document type has of entities that refer to others.
constexpr std::size_t nested_entities_limit = 1000;

/// Entities may expand to this many times the text, once they have expanded to many bytes.
constexpr float amplification_limit = 10.0F;
constexpr unsigned long long amplification_threshold = 8 << 20;

/// Expat takes an int's worth at a time.
constexpr std::size_t largest_piece = std::size_t{1} << 30;

struct ParserDeleter {
  void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
};
using ParserHandle = std::unique_ptr<XML_ParserStruct, ParserDeleter>;

struct ExpandedName {
  Namespace ns;
  std::string_view local;
};

ExpandedName split_name(std::string_view name) {
  const std::size_t separator = name.find(name_separator);
  if (separator == std::string_view::npos) return {Namespace::none, name};
  return {namespace_from_uri(name.substr(0, separator)), name.substr(separator + 1)};
}

std::string_view local_part(std::string_view qualified) {
  return qualified.substr(qualified.find(':') + 1);  // npos + 1 is 0
}

bool is_namespace_declaration(std::string_view name) {
  return name == "xmlns" || name.starts_with("xmlns:");
}

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

/// The text of one element, put together from the pieces that Expat tells.
class TextBuilder {
 public:
  bool empty() const { return value_.empty(); }

  /// Appends a piece that stands at `source`, whose text is `written`. A piece that differs from
  /// it is what a reference or newline brings; all pieces of one reference have the same source.
  void append(std::string_view piece, text::Span source, std::string_view written) {
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

  /// Gives the text to the document, and is empty again.
  void give(Document& document, NodeId parent) {
    flush();
    SourcedString text;
    text.span = {begin_, end_};
    text.value = document.keep(std::exchange(value_, {}));
    text.map = document.keep(std::exchange(map_, {}));
    document.append_text(parent, text);
  }

 private:
  void add_at(text::Span source, std::uint32_t size, bool copied) {
    if (copied) {
      map_.append_copied(size);
      end_ = source.end;
    } else {
      pending_ = size;
      pending_source_ = source;
    }
  }

  /// Notes in the map what was pending.
  void flush() {
    if (pending_ == 0) return;
    map_.append_character(std::exchange(pending_, 0), pending_source_.length());
    end_ = pending_source_.end;
  }

  std::string value_;
  text::SourceMap map_;
  std::uint32_t begin_ = 0;
  std::uint32_t end_ = 0;
  std::uint32_t pending_ = 0;  ///< bytes of the value that stand for `pending_source_` as a whole
  text::Span pending_source_;
};

/// Reads one document.
class XmlReader {
 public:
  explicit XmlReader(std::string_view text)
      : text_(text),
        document_(text),
        parser_(XML_ParserCreateNS("UTF-8", name_separator)),
        current_(document_.root()) {
    XML_Parser parser = parser_.get();
    XML_SetUserData(parser, this);
    XML_SetElementHandler(parser, on_start_element, on_end_element);
    XML_SetXmlDeclHandler(parser, on_xml_declaration);
    XML_SetEntityDeclHandler(parser, on_entity_declaration);
    XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_ALWAYS);
    XML_SetExternalEntityRefHandler(parser, on_external_entity);
    XML_SetBillionLaughsAttackProtectionMaximumAmplification(parser, amplification_limit);
    XML_SetBillionLaughsAttackProtectionActivationThreshold(parser, amplification_threshold);
  }

  Document read(Notes& notes) {
    std::size_t offset = 0;
    bool last = false;
    while (!last && !fault_) {
      const std::size_t size = std::min(text_.size() - offset, largest_piece);
      last = offset + size == text_.size();
      if (XML_Parse(parser_.get(), text_.data() + offset, static_cast<int>(size), last ? 1 : 0) ==
          XML_STATUS_ERROR) {
        note_error();
      }
      offset += size;
    }
    if (fault_) {
      give_text();
      notes.push_back({NoteKind::not_well_formed, fault_->message, fault_->place});
    }
    return std::move(document_);
  }

 private:
  struct Fault {
    std::string message;
    text::Span place;
  };

  static XmlReader& self(void* data) { return *static_cast<XmlReader*>(data); }

  static void on_start_element(void* data, XML_Char const* name, XML_Char const** attributes) {
    self(data).start_element(name, attributes);
  }
  static void on_end_element(void* data, XML_Char const*) { self(data).end_element(); }
  static void on_text(void* data, XML_Char const* text, int length) {
    self(data).add_text({text, static_cast<std::size_t>(length)});
  }
  static void on_xml_declaration(void* data, XML_Char const* version, XML_Char const*, int) {
    if (version != nullptr) self(data).check_version(version);
  }
  static void on_entity_declaration(void* data, XML_Char const* name, int is_parameter_entity,
                                    XML_Char const* value, int length, XML_Char const*,
                                    XML_Char const*, XML_Char const*, XML_Char const*) {
    if (value == nullptr) return;  // external
    self(data).declare(name, {value, static_cast<std::size_t>(length)}, is_parameter_entity != 0);
  }

  /// Called for the external subset and for external entities. Only the former may be known.
  static int on_external_entity(XML_Parser parser, XML_Char const* context, XML_Char const*,
                                XML_Char const*, XML_Char const* public_id) {
    if (context != nullptr || public_id == nullptr || !has_html_entities(public_id)) {
      return XML_STATUS_OK;
    }
    self(XML_GetUserData(parser)).entities_.add_html_names();
    const ParserHandle subset(XML_ExternalEntityParserCreate(parser, context, "UTF-8"));
    if (subset == nullptr) return XML_STATUS_ERROR;
    XML_SetEntityDeclHandler(subset.get(), nullptr);
    std::string const& dtd = html_entities_dtd();
    return XML_Parse(subset.get(), dtd.data(), static_cast<int>(dtd.size()), 1);
  }

  /// The place of the event that Expat is telling; the reference for one that an entity brings.
  text::Span event_span() const {
    const text::Span place = here();
    return {place.begin,
            place.begin + static_cast<std::uint32_t>(XML_GetCurrentByteCount(parser_.get()))};
  }

  /// True for the place of an element that an entity brings.
  bool is_reference(text::Span place) const { return text_[place.begin] == '&'; }

  void start_element(std::string_view name, XML_Char const** attributes) {
    if (fault_) return;
    give_text();
    const text::Span tag = event_span();
    const ExpandedName expanded = split_name(name);
    if (is_reference(tag)) {
      current_ =
          document_.append_element(current_, expanded.ns, document_.keep_name(expanded.local), tag);
      for (; *attributes != nullptr; attributes += 2) {
        append_attribute(attributes[0], attributes[1], tag);
      }
    } else {
      XmlStartTag source(text_, tag);
      current_ =
          document_.append_element(current_, expanded.ns, local_part(source.name().in(text_)), tag);
      append_attributes(source, attributes);
    }
    listen_for_text();
  }

  /// The attributes as written, and after them those that the document type gives. Expat leaves out
  /// the namespace declarations.
  void append_attributes(XmlStartTag& source, XML_Char const** attributes) {
    std::uint32_t tag_begin = source.name().begin - 1;
    while (const auto written = source.next()) {
      const std::string_view name = written->name.in(text_);
      if (is_namespace_declaration(name)) {
        append_namespace_declaration(*written);
      } else if (*attributes != nullptr) {
        append_written_attribute(*written, attributes[0], attributes[1]);
        attributes += 2;
      }
    }
    for (; *attributes != nullptr; attributes += 2) {
      append_attribute(attributes[0], attributes[1], {tag_begin, tag_begin});
    }
  }

  /// Decodes a value as written; returns true when it needs no map.
  bool decode(text::Span value, std::size_t limit) {
    const std::string_view raw = value.in(text_);
    if (raw.find_first_of("&\t\n\r") == std::string_view::npos) return true;
    decode_xml_attribute(raw, entities_, limit, decoded_, decoded_map_);
    return false;
  }

  void append_namespace_declaration(XmlAttributeSource const& written) {
    Attribute attribute;
    attribute.name = local_part(written.name.in(text_));
    attribute.ns = Namespace::xmlns;
    attribute.span = written.value;
    attribute.value = written.value.in(text_);
    if (!decode(written.value, text_.size())) {
      attribute.value = keep(decoded_);
      attribute.map = document_.keep(std::exchange(decoded_map_, {}));
    }
    document_.append_attribute(attribute);
  }

  void append_written_attribute(XmlAttributeSource const& written, std::string_view name,
                                std::string_view value) {
    Attribute attribute;
    attribute.name = local_part(written.name.in(text_));
    attribute.ns = split_name(name).ns;
    attribute.span = written.value;
    attribute.value = written.value.in(text_);
    if (!decode(written.value, value.size()) && decoded_ == value) {
      attribute.value = keep(decoded_);
      attribute.map = document_.keep(std::exchange(decoded_map_, {}));
    } else if (attribute.value != value) {
      attribute.value = keep(value);
      attribute.map = document_.keep(indivisible(value, written.value));
    }
    document_.append_attribute(attribute);
  }

  /// An attribute that is not written where its element is.
  void append_attribute(std::string_view name, std::string_view value, text::Span source) {
    const ExpandedName expanded = split_name(name);
    Attribute attribute;
    attribute.name = document_.keep_name(expanded.local);
    attribute.ns = expanded.ns;
    attribute.span = source;
    attribute.value = keep(value);
    attribute.map = document_.keep(indivisible(value, source));
    document_.append_attribute(attribute);
  }

  void end_element() {
    if (fault_) return;
    give_text();
    current_ = document_[current_].parent;
    listen_for_text();
  }

  /// Text is kept only in style and script elements.
  void listen_for_text() {
    Node const& node = document_[current_];
    const bool keeps =
        node.type == NodeType::element && (node.name == "style" || node.name == "script");
    XML_SetCharacterDataHandler(parser_.get(), keeps ? on_text : nullptr);
  }

  void add_text(std::string_view piece) {
    if (fault_) return;
    const text::Span place = event_span();
    pending_text_.append(piece, place, place.in(text_));
  }

  void give_text() {
    if (!pending_text_.empty()) pending_text_.give(document_, current_);
  }

  /// XML 1.0, section 2.8: a processor reads every version 1.x as 1.0, and no other.
  void check_version(std::string_view version) {
    if (!version.starts_with("1.")) stop("unsupported XML version");
  }

  void declare(std::string_view name, std::string_view replacement, bool is_parameter_entity) {
    if (refers_to_entities(replacement) && ++nested_entities_ > nested_entities_limit) {
      stop("too many entities that refer to others");
    }
    if (!is_parameter_entity) entities_.declare(name, replacement);
  }

  std::string_view keep(std::string_view string) { return document_.keep(std::string(string)); }

  text::Span here() const {
    const XML_Index index = XML_GetCurrentByteIndex(parser_.get());
    const auto place =
        static_cast<std::uint32_t>(std::clamp<XML_Index>(index, 0, XML_Index(text_.size())));
    return {place, place};
  }

  /// Ends the reading for a reason of ours.
  void stop(std::string_view reason) {
    if (!fault_) fault_ = Fault{"not well-formed: " + std::string(reason), here()};
    XML_StopParser(parser_.get(), XML_FALSE);
  }

  /// Keeps Expat's reason for ending, unless it was ours.
  void note_error() {
    if (fault_) return;
    const XML_Error code = XML_GetErrorCode(parser_.get());
    XML_LChar const* reason =
        code == XML_ERROR_INVALID_TOKEN ? "invalid token" : XML_ErrorString(code);
    fault_ = Fault{std::string("not well-formed: ") + (reason == nullptr ? "" : reason), here()};
  }

  std::string_view text_;
  Document document_;
  ParserHandle parser_;
  XmlEntities entities_;
  TextBuilder pending_text_;
  NodeId current_;  ///< the innermost open element
  std::size_t nested_entities_ = 0;
  std::optional<Fault> fault_;
  std::string decoded_;
  text::SourceMap decoded_map_;
};

}  // namespace

Document parse_xml(std::string_view text, Notes& notes) {
  return XmlReader(text).read(notes);
}

}  // namespace hrefkit::html
