// Changes to the tags of a text, in a copy of it, with the way back from the copy to the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/syntax/tokenizer.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// A place where a copy has more than its original.
struct Insertion {
  std::size_t end;    ///< where what is inserted ends, in the copy
  std::size_t total;  ///< the bytes that are inserted up to there
};

/// A text, or a copy in which some tags are others.
struct PatchedText {
  std::string_view text;
  std::vector<Insertion> insertions = {};  ///< in order

  /// The offset in the original of what stands at `offset` of `text`; nothing where that was
  /// inserted.
  std::optional<std::uint32_t> to_original(std::size_t offset) const;
};

/// Which CDATA sections become plain text.
enum class ReplacedCdata : std::uint8_t {
  all,
  invisible,  ///< those without visible characters
};

/// Changes tags in a copy of the text that is made with the first change.
class TagPatcher {
 public:
  /// `text` is valid UTF-8; `buffer` takes the copy, and must live as long as the result is used.
  TagPatcher(std::string_view text, std::string& buffer) : text_(text), buffer_(buffer) {}

  /// What is to be read of the text up to `end`. To be called last.
  PatchedText result(std::size_t end);

  /// Puts `text` before a tag, which is not before those of earlier calls.
  void insert_before(Tag const& tag, std::string text);

  /// Gives the tag a name that is not longer; what is left of the old one becomes spaces.
  void rename(Tag const& tag, std::string_view name);

  /// Makes the tag say `opening` (such as "<br") and nothing else.
  void replace(Tag const& tag, std::string_view opening);

  /// Makes an end tag end behind its name.
  void shorten(Tag const& tag);

  /// Gives a tag `attributes`, which begin with a space or are empty, in place of all that it has.
  /// A slash at its end stays.
  void set_attributes(Tag const& tag, std::string_view attributes);

  /// Makes white space of a span.
  void blank(text::Span span);

  /// Makes an empty comment of a span of three bytes or more.
  void comment_out(text::Span span);

  /// Makes empty comments of the end tags without a name in text between tags. Where they are part
  /// of a comment or of an element's text that changes nothing.
  void replace_empty_end_tags(text::Span span);

  /// Makes plain text of the CDATA sections in text between tags of foreign content.
  void replace_cdata(text::Span span, ReplacedCdata which);

  /// Puts U+001A, which has no meaning in a tag either, for the NULs of a span.
  void replace_nuls(text::Span span);

 private:
  /// The text of a section becomes one visible character, or white space.
  void replace_section(std::size_t begin, std::size_t end, ReplacedCdata which);

  void begin_change();

  void put(std::uint32_t at, std::string_view bytes);

  struct Inserted {
    std::size_t at;  ///< in the document's text
    std::string text;
  };

  std::string_view text_;
  std::string& buffer_;
  bool changed_ = false;
  std::vector<Inserted> insertions_;
};

}  // namespace hrefkit::html
