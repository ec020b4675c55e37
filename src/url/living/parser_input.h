// What the URL parser does to its input before the state machine sees it.
#pragma once

#include <string>
#include <string_view>

#include "hrefkit/text/source_map.h"
#include "hrefkit/url/characters/note_writer.h"

namespace hrefkit::url {

/// Whether white space at the ends goes (a whole URL) or stays (a setter's value).
enum class Ends { stripped, kept };

/// "Basic URL parser", steps 1 to 3: the input as scalar values, without tabs, newlines and, for
/// a whole URL, surrounding white space. Notes what it removes, and maps `notes` to the input.
/// Not copyable: the text may be a view of the object's own buffer.
class ParserInput {
 public:
  /// `input` must live as long as this object, and have at most 4 GiB.
  ParserInput(std::string_view input, Ends ends, NoteWriter& notes);
  ParserInput(ParserInput const&) = delete;
  ParserInput& operator=(ParserInput const&) = delete;

  /// Valid UTF-8. The input itself or a cleaned copy.
  std::string_view text() const { return text_; }

 private:
  void strip_ends(NoteWriter const& notes);
  void clean(NoteWriter const& notes);

  std::string_view text_;
  std::string cleaned_;
  text::SourceMap map_;
  std::size_t start_ = 0;
};

}  // namespace hrefkit::url
