// The attributes of a processing instruction: xml-stylesheet (Associating Style Sheets with XML
// documents 1.0, section 3) and the markers of HTML (DOM Standard 4.13, "processing instruction").
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// An attribute of an instruction.
struct InstructionAttribute {
  std::string_view name = {};  ///< as written; lives as long as the data
  text::Span span = {};        ///< the value as written, between the quotes, in the data
  std::string value = {};      ///< with its references replaced
};

/// Parses the data of an instruction (the text after its target) as attributes of XML 1.0: names
/// must differ, values must be quoted, and only predefined entities are known. nullopt for other
/// data: then the instruction has no attributes.
std::optional<std::vector<InstructionAttribute>> read_instruction_attributes(std::string_view data);

}  // namespace hrefkit::html
