#include "hrefkit/html/parse/xml_entities.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "hrefkit/html/character_reference.h"
#include "hrefkit/html/syntax/character_reference_table.h"
#include "hrefkit/html/syntax/xml_syntax.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::html {

namespace {

using namespace std::string_view_literals;

constexpr std::array html_public_ids{
    "-//W3C//DTD MathML 2.0//EN"sv,
    "-//W3C//DTD XHTML 1.0 Frameset//EN"sv,
    "-//W3C//DTD XHTML 1.0 Strict//EN"sv,
    "-//W3C//DTD XHTML 1.0 Transitional//EN"sv,
    "-//W3C//DTD XHTML 1.1 plus MathML 2.0 plus SVG 1.1//EN"sv,
    "-//W3C//DTD XHTML 1.1 plus MathML 2.0//EN"sv,
    "-//W3C//DTD XHTML 1.1//EN"sv,
    "-//W3C//DTD XHTML Basic 1.0//EN"sv,
    "-//WAPFORUM//DTD XHTML Mobile 1.0//EN"sv,
    "-//WAPFORUM//DTD XHTML Mobile 1.1//EN"sv,
    "-//WAPFORUM//DTD XHTML Mobile 1.2//EN"sv,
};
static_assert(std::is_sorted(html_public_ids.begin(), html_public_ids.end()));

/// Appends a character reference for an entity's value: `&` and `<` are escaped twice, so that the
/// replacement text is a reference.
void append_escaped(std::string& dtd, char32_t code_point) {
  if (code_point == 0) return;
  dtd += code_point == '&' || code_point == '<' ? "&#38;#" : "&#";
  dtd += std::to_string(static_cast<std::uint32_t>(code_point));
  dtd += ';';
}

std::string make_html_entities_dtd() {
  std::string dtd;
  for (NamedReference const& row : named_references) {
    dtd += "<!ENTITY ";
    dtd += row.name;
    dtd += " \"";
    append_escaped(dtd, row.first);
    append_escaped(dtd, row.second);
    dtd += "\">\n";
  }
  return dtd;
}

std::string to_utf8(CharacterReference const& reference) {
  std::string bytes;
  text::append_utf8(bytes, reference.first);
  if (reference.second != 0) text::append_utf8(bytes, reference.second);
  return bytes;
}

/// The HTML name's characters; `&` and `<` as references, as in the DTD.
std::optional<std::string> find_html_name(std::string_view name) {
  const std::string reference = '&' + std::string(name) + ';';
  const auto match = match_character_reference(reference, ReferencePlace::attribute);
  if (!match || match->length != reference.size()) return std::nullopt;
  if (match->first == '&') return "&#38;";
  if (match->first == '<') return "&#60;";
  return to_utf8(*match);
}

/// A reference at the start of `rest`: its length, and the name between "&" and ";".
struct Reference {
  std::size_t length;
  std::string_view name;
};

Reference read_reference(std::string_view rest) {
  const std::size_t end = std::min(rest.find(';'), rest.size() - 1);
  return {end + 1, rest.substr(1, end - 1)};
}

/// Appends the expansion of one reference, entities in entities included.
class Expander {
 public:
  Expander(XmlEntities const& entities, std::size_t limit, std::string& value)
      : entities_(entities), limit_(limit), value_(value) {}

  void append(std::string_view reference_text) {
    append_reference(reference_text);
    // A loop with a stack of replacement texts; well-formed entities never nest deeper than there
    // are entities.
    while (!stack_.empty() && value_.size() <= limit_ && stack_.size() <= entities_.size() + 1) {
      Open& open = stack_.back();
      const std::string_view rest = std::string_view(open.text).substr(open.position);
      if (rest.empty()) {
        stack_.pop_back();
      } else if (rest[0] == '&') {
        const std::size_t length = read_reference(rest).length;
        open.position += length;
        append_reference(std::string(rest.substr(0, length)));
      } else {
        value_ += xml_whitespace.contains(rest[0]) ? ' ' : rest[0];
        ++open.position;
      }
    }
    stack_.clear();
  }

 private:
  struct Open {
    std::string text;
    std::size_t position;
  };

  void append_reference(std::string_view text) {
    const Reference reference = read_reference(text);
    // XML's character reference counts even if HTML's would differ.
    if (const auto character = xml_character(reference.name)) {
      return text::append_utf8(value_, *character);
    }
    if (auto replacement = entities_.find(reference.name)) {
      stack_.push_back({std::move(*replacement), 0});
    }
  }

  XmlEntities const& entities_;
  std::size_t limit_;
  std::string& value_;
  std::vector<Open> stack_;
};

}  // namespace

bool has_html_entities(std::string_view public_id) {
  return std::binary_search(html_public_ids.begin(), html_public_ids.end(), public_id);
}

std::string const& html_entities_dtd() {
  static const std::string dtd = make_html_entities_dtd();
  return dtd;
}

void XmlEntities::declare(std::string_view name, std::string_view replacement_text) {
  declared_.emplace(name, replacement_text);
}

std::optional<std::string> XmlEntities::find(std::string_view name) const {
  if (const auto found = declared_.find(name); found != declared_.end()) return found->second;
  if (html_names_) return find_html_name(name);
  return std::nullopt;
}

void decode_xml_attribute(std::string_view raw, XmlEntities const& entities, std::size_t limit,
                          std::string& value, text::SourceMap& map) {
  value.clear();
  map = {};
  Expander expander(entities, limit, value);
  std::size_t i = 0;
  while (i < raw.size() && value.size() <= limit) {
    const std::size_t same = text::length_until(raw.substr(i), normalized_in_xml_attributes);
    value += raw.substr(i, same);
    map.append_copied(static_cast<std::uint32_t>(same));
    i += same;
    if (i == raw.size()) break;
    const std::size_t before = value.size();
    std::size_t length = 1;
    if (raw[i] == '&') {
      length = read_reference(raw.substr(i)).length;
      expander.append(raw.substr(i, length));
    } else {
      length = raw.substr(i, 2) == "\r\n" ? 2 : 1;
      value += ' ';
    }
    i += length;
    const auto text_bytes = static_cast<std::uint32_t>(value.size() - before);
    const auto source_bytes = static_cast<std::uint32_t>(length);
    if (text_bytes == 0) {
      map.append_skipped(source_bytes);
    } else {
      map.append_character(text_bytes, source_bytes);
    }
  }
}

}  // namespace hrefkit::html
