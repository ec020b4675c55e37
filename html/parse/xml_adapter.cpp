// Expat's events for the tree builder (xml_tree_builder.h).
//
// Expat reads names as they are written: namespaces are the tree builder's, because Expat would
// copy the namespace name to each element and attribute, and would end at the first error of
// namespaces.
//
// Expat's own limits hold against entities that expand to too much. It recurses once for each
// entity within an entity, which is limited by the number of entities that refer to others.
#include "hrefkit/html/parse/xml_adapter.h"

#define XML_DTD  // makes Expat before 2.6 declare its limits of expansion
#include <expat.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "hrefkit/html/parse/xml_entities.h"
#include "hrefkit/html/parse/xml_tree_builder.h"
#include "hrefkit/html/syntax/xml_syntax.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

namespace {

/// Expat takes lengths as int.
constexpr std::size_t max_piece = std::size_t{1} << 30;

struct ParserDeleter {
  void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
};
using ParserHandle = std::unique_ptr<XML_ParserStruct, ParserDeleter>;

ParserHandle checked(XML_Parser parser) {
  if (parser == nullptr) throw std::bad_alloc();
  return ParserHandle(parser);
}

// Expat 2.9 deprecates the functions whose results depend on the size of the platform's `int` and
// `long`.
#if XML_MAJOR_VERSION > 2 || (XML_MAJOR_VERSION == 2 && XML_MINOR_VERSION >= 9)
std::int64_t event_offset(XML_Parser parser) {
  return XML_GetCurrentByteIndex64(parser);
}
std::uint64_t event_length(XML_Parser parser) {
  return XML_GetCurrentByteCount64(parser);
}
#else
std::int64_t event_offset(XML_Parser parser) {
  return XML_GetCurrentByteIndex(parser);
}
std::uint64_t event_length(XML_Parser parser) {
  return static_cast<std::uint64_t>(XML_GetCurrentByteCount(parser));
}
#endif

/// The number of pointers before the null pointer.
std::size_t count(XML_Char const** strings) {
  std::size_t size = 0;
  while (strings[size] != nullptr) ++size;
  return size;
}

/// Reads one document.
class XmlReader {
 public:
  XmlReader(std::string_view text, Notes& notes)
      : text_(text),
        notes_(notes),
        tree_(text, notes),
        parser_(checked(XML_ParserCreate("UTF-8"))) {
    XML_Parser parser = parser_.get();
    XML_SetUserData(parser, this);
    XML_SetElementHandler(parser, on_start_element, on_end_element);
    XML_SetXmlDeclHandler(parser, on_xml_declaration);
    XML_SetEntityDeclHandler(parser, on_entity_declaration);
    XML_SetAttlistDeclHandler(parser, on_attribute_declaration);
    XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_ALWAYS);
    XML_SetExternalEntityRefHandler(parser, on_external_entity);
    XML_SetBillionLaughsAttackProtectionMaximumAmplification(parser, amplification_limit);
    XML_SetBillionLaughsAttackProtectionActivationThreshold(parser, amplification_threshold);
  }

  Document read() {
    refuse_utf_16();
    std::size_t offset = 0;
    bool last = false;
    while (!last && !fault_) {
      const std::size_t size = std::min(text_.size() - offset, max_piece);
      last = offset + size == text_.size();
      const XML_Status status =
          XML_Parse(parser_.get(), text_.data() + offset, static_cast<int>(size), last ? 1 : 0);
      if (failure_) std::rethrow_exception(failure_);
      if (status == XML_STATUS_ERROR) note_error();
      offset += size;
    }
    if (fault_) notes_.push_back(*fault_);
    return tree_.finish();
  }

 private:
  /// Expat would read a text as UTF-16 if one of the first two bytes is 0, whatever encoding it is
  /// given. In UTF-8 that is a character that no document may have, and no element is before it.
  void refuse_utf_16() {
    const std::size_t nul = text_.substr(0, 2).find('\0');
    if (nul == text_.npos) return;
    const auto place = static_cast<std::uint32_t>(nul);
    fault_ = Note{NoteKind::not_well_formed, "not well-formed: invalid token", {place, place}};
  }

  static XmlReader& self(void* data) { return *static_cast<XmlReader*>(data); }

  /// Runs the body of a handler. An exception must not pass through Expat: it is stored, and Expat
  /// stopped.
  template <typename Action>
  void handle(Action action) noexcept {
    if (fault_ || failure_) return;
    try {
      action();
    } catch (...) {
      failure_ = std::current_exception();
      XML_StopParser(parser_.get(), XML_FALSE);
    }
  }

  static void on_start_element(void* data, XML_Char const* name, XML_Char const** attributes) {
    self(data).handle([&] { self(data).start_element(name, attributes); });
  }
  static void on_end_element(void* data, XML_Char const*) {
    self(data).handle([&] {
      self(data).tree_.end_element();
      self(data).listen_for_text();
    });
  }
  static void on_text(void* data, XML_Char const* text, int length) {
    self(data).handle([&] {
      self(data).tree_.add_text({text, static_cast<std::size_t>(length)}, self(data).event_span());
    });
  }
  /// XML 1.0, section 2.8: a processor reads every version 1.x as 1.0, and no other.
  static void on_xml_declaration(void* data, XML_Char const* version, XML_Char const*, int) {
    self(data).handle([&] {
      if (version != nullptr && !std::string_view(version).starts_with("1.")) {
        self(data).stop("not well-formed: unsupported XML version");
      }
    });
  }
  static void on_entity_declaration(void* data, XML_Char const* name, int is_parameter_entity,
                                    XML_Char const* value, int length, XML_Char const*,
                                    XML_Char const*, XML_Char const*, XML_Char const*) {
    if (value == nullptr) return;  // external
    self(data).handle([&] {
      const std::string_view replacement(value, static_cast<std::size_t>(length));
      if (!self(data).tree_.declare_entity(name, replacement, is_parameter_entity == 0)) {
        self(data).refuse();
      }
    });
  }
  static void on_attribute_declaration(void* data, XML_Char const* element, XML_Char const*,
                                       XML_Char const*, XML_Char const*, int) {
    self(data).handle([&] {
      if (!self(data).tree_.declare_attribute(element)) self(data).refuse();
    });
  }

  /// Called for the external subset and for external entities. Only the former may have content.
  static int on_external_entity(XML_Parser parser, XML_Char const* context, XML_Char const*,
                                XML_Char const*, XML_Char const* public_id) {
    if (context != nullptr || public_id == nullptr || !has_html_entities(public_id)) {
      return XML_STATUS_OK;
    }
    XmlReader& reader = self(XML_GetUserData(parser));
    reader.handle([&] { reader.read_html_entities(parser); });
    return reader.failure_ ? XML_STATUS_ERROR : XML_STATUS_OK;
  }

  void read_html_entities(XML_Parser parser) {
    tree_.add_html_entities();
    const ParserHandle subset = checked(XML_ExternalEntityParserCreate(parser, nullptr, "UTF-8"));
    XML_SetEntityDeclHandler(subset.get(), nullptr);
    std::string const& dtd = html_entities_dtd();
    if (XML_Parse(subset.get(), dtd.data(), static_cast<int>(dtd.size()), 1) == XML_STATUS_ERROR) {
      throw std::bad_alloc();  // our own text is well-formed
    }
  }

  void start_element(XML_Char const* name, XML_Char const** attributes) {
    const auto written = static_cast<std::size_t>(XML_GetSpecifiedAttributeCount(parser_.get()));
    const XmlAttributes split{{attributes, written},
                              {attributes + written, count(attributes + written)}};
    if (!tree_.start_element(name, split, event_span())) return refuse();
    listen_for_text();
  }

  void listen_for_text() {
    XML_SetCharacterDataHandler(parser_.get(), tree_.keeps_text() ? on_text : nullptr);
  }

  /// The place of the current event; the reference for an event that comes from an entity.
  text::Span event_span() const {
    const text::Span place = here();
    return {place.begin, place.begin + static_cast<std::uint32_t>(event_length(parser_.get()))};
  }

  text::Span here() const {
    const auto end = static_cast<std::int64_t>(text_.size());
    const auto place =
        static_cast<std::uint32_t>(std::clamp<std::int64_t>(event_offset(parser_.get()), 0, end));
    return {place, place};
  }

  /// Stops the parser with an error that is not Expat's.
  void stop(std::string message) {
    fault_ = Note{NoteKind::not_well_formed, std::move(message), here()};
    XML_StopParser(parser_.get(), XML_FALSE);
  }

  /// Stops the parser because the tree builder refused.
  void refuse() { stop(std::string(tree_.refusal()) + "; the rest of the document is left out"); }

  /// Notes Expat's error, unless `stop` has noted one.
  void note_error() {
    if (fault_) return;
    const XML_Error code = XML_GetErrorCode(parser_.get());
    if (code == XML_ERROR_NO_MEMORY) throw std::bad_alloc();
    fault_ = Note{NoteKind::not_well_formed, "not well-formed: " + reason(code), here()};
  }

  std::string reason(XML_Error code) const {
    if (code == XML_ERROR_INVALID_TOKEN) {
      const bool is_marked = text_.substr(here().begin).starts_with(malformed_xml_mark);
      return is_marked ? "bytes that are not a character" : "invalid token";
    }
    XML_LChar const* text = XML_ErrorString(code);
    std::string reason = text == nullptr ? "" : text;
    if (code == XML_ERROR_UNDEFINED_ENTITY) {
      reason +=
          "; XML knows amp, lt, gt, quot and apos alone: write others as numbers, such as "
          "&#160; for &nbsp;";
    }
    return reason;
  }

  std::string_view text_;
  Notes& notes_;
  XmlTreeBuilder tree_;
  ParserHandle parser_;
  std::optional<Note> fault_;
  std::exception_ptr failure_;
};

}  // namespace

Document parse_xml(std::string_view text, Notes& notes) {
  return XmlReader(text, notes).read();
}

}  // namespace hrefkit::html
