// Between a document and Gumbo (0.10.1, or 0.13 of the maintained fork), which builds its tree.
//
// Gumbo 0.10 is of 2015, and the fork keeps its shape: it nests without limit at quadratic cost,
// and the HTML standard has moved on. The guard reads the tags of the document once, in linear
// time. It keeps documents from Gumbo that would cost too much. Where Gumbo would read a tag
// differently from the standard, the guard hands out a copy of the text in which the tag has
// another name, or has another tag before it.
//
// Gumbo gives the elements and their places. Names and attributes are read from the original text,
// so the copy has only the attributes that tree construction looks at.
//
//   std::string buffer;
//   const GumboInput input = prepare_for_gumbo(text, scripting, buffer);
//   if (input.excess == ExcessiveTree::none) parse(input.text);
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/syntax/tokenizer.h"
#include "hrefkit/html/tree/tree_state.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

// What makes a document too costly for a tree.
//
// HTML lets a short text ask for a tree of any depth, and for many more elements than the text has
// tags: formatting elements that were left open are made again in every block after them. A tree
// builder that follows the standard spends time and memory on that without bound. The budgets are
// in proportion to the size of the text, so that every text is read in linear time and memory.

/// Why no tree is built for a document.
enum class ExcessiveTree : std::uint8_t {
  none,
  depth,       ///< elements are open deeper than browsers nest them
  formatting,  ///< formatting elements are made again too often
  size,        ///< there are more elements than a tree should hold
  patches,     ///< too much is looked for to put the content of templates elsewhere
  misread,     ///< not the cost: Gumbo would misread it, see gumbo_guard.cpp
};

/// What a note says of it, such as "elements nest too deep".
std::string_view message(ExcessiveTree excess);

/// The most elements that are open at once, without html, head and body: as in Chromium.
inline constexpr std::size_t max_depth = 512;

/// What is too much in `work`, which is done for a text of `text_size` bytes.
ExcessiveTree excess_of(TreeWork const& work, std::size_t text_size);

// Changes to the tags of a text, in a copy of it, with the way back from the copy to the text.

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

/// The tags of the html, head or body element, which Gumbo does not always know.
struct DocumentTags {
  text::Span element;             ///< the tag that makes the element; empty where none does
  std::vector<text::Span> all{};  ///< that tag and those whose attributes are merged into it
};

/// What Gumbo may read, and what the guard knows about the document besides.
struct GumboInput : PatchedText {
  /// Why the document must not go to Gumbo; `message` says it in words.
  ExcessiveTree excess = ExcessiveTree::none;

  DocumentTags html_tags = {};
  DocumentTags head_tags = {};
  DocumentTags body_tags = {};

  /// Where the tags of the templates begin that become shadow roots, in source order.
  std::vector<std::uint32_t> shadow_roots = {};

  /// There is a template whose content may go elsewhere (template_patches.h).
  bool has_patches = false;
};

/// Prepares `text` (valid UTF-8, at most 4 GiB). With `scripting`, noscript elements hold text.
/// `buffer` takes the copy and must live as long as the result is used.
GumboInput prepare_for_gumbo(std::string_view text, bool scripting, std::string& buffer);

}  // namespace hrefkit::html
