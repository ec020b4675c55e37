// The strings of one page: views of its text, or decoded copies.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hrefkit/html/links/string_arena.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/scan/written_tag.h"
#include "hrefkit/text/source_map.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html::scan {

/// A decoded value with the way back to what is written.
struct DecodedValue {
  std::string_view value;
  std::uint32_t begin;         ///< where it is written
  text::SourceMap const* map;  ///< from the value to what is written; null where they are equal

  /// Where a part of the value is written.
  text::Span written(text::Span part) const {
    if (map != nullptr) part = map->to_source(part);
    return {begin + part.begin, begin + part.end};
  }
};

/// Decodes values and keeps strings. Used for page after page.
class PageStrings {
 public:
  /// A function of attribute_value.h.
  using Decoder = void (*)(std::string_view raw, std::string& value, text::SourceMap* map);

  /// Begins a page. `text` must outlive the pass.
  void begin(std::string_view text) { text_ = text; }

  std::string_view text() const { return text_; }

  /// A value that lives until the next call of `peek`.
  std::string_view peek(WrittenValue const& value);

  /// A value that lives until `clear`.
  std::string_view keep(WrittenValue const& value);
  std::string_view keep(std::string_view string) { return arena_.keep(string); }

  /// A value that lives until `clear`; its map lives until the next call.
  DecodedValue decode(WrittenValue const& value, Decoder decoder);

  /// The name of an element as the DOM has it in that namespace. Lives until `clear`.
  std::string_view element_name(WrittenTag const& tag, Namespace ns);

  /// Drops all strings.
  void clear() { arena_.clear(); }

 private:
  std::string_view text_;
  StringArena arena_;
  std::string scratch_;
  text::SourceMap map_;
};

}  // namespace hrefkit::html::scan
