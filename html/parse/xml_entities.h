// The entities of an XML document: those that it declares, and the names of HTML where its document
// type has them.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/source_map.h"

namespace hrefkit::html {

/// True for the public identifiers whose external subset is the list of HTML's named character
/// references (HTML Standard 14.2, "Parsing XML documents").
bool has_html_entities(std::string_view public_id);

/// That external subset, as the text of a DTD.
std::string const& html_entities_dtd();

/// What the general entities stand for.
class XmlEntities {
 public:
  /// Notes an internal entity. The first declaration of a name counts (XML 1.0, section 4.2).
  void declare(std::string_view name, std::string_view replacement_text);

  /// Makes the names of HTML known, after those that are declared.
  void add_html_names() { html_names_ = true; }

  std::size_t size() const { return declared_.size(); }

  /// The replacement text of an entity, or nothing when it is unknown: character references in it
  /// are included, entity references are not.
  std::optional<std::string> find(std::string_view name) const;

 private:
  std::map<std::string, std::string, std::less<>> declared_;
  bool html_names_ = false;
};

/// What an attribute's value does not have as its source does (XML 1.0 section 3.3.3).
inline constexpr text::ByteSet normalized_in_xml_attributes{"&\t\n\r"};

/// Replaces `value` with the value of an attribute whose source between the quotes is `raw`, as
/// XML 1.0 normalises it for type CDATA (section 3.3.3), and `map` with the map from `value` to
/// `raw`, in which each reference is one indivisible character. References to unknown entities
/// leave nothing. It stops once the value is longer than `limit`. `raw` comes from a well-formed
/// document.
void decode_xml_attribute(std::string_view raw, XmlEntities const& entities, std::size_t limit,
                          std::string& value, text::SourceMap& map);

}  // namespace hrefkit::html
