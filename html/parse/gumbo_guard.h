// The guard in front of Gumbo (0.10.1, or 0.13 of the maintained fork), which builds the trees of
// documents.
//
// Gumbo 0.10 is from 2015, and the fork has its design: it nests without limit at quadratic cost,
// and the HTML standard has changed since. The guard reads the tags of the document once, in linear
// time. Documents that would cost too much do not reach Gumbo. If Gumbo would read a tag
// differently from the standard, the guard returns a copy of the text in which the tag has another
// name, or another tag before it.
//
// Gumbo provides the elements and their places. Names and attributes are read from the original
// text, so the copy has only the attributes that tree construction uses.
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
// In HTML a short text can make a tree of any depth, with many more elements than the text has
// tags: formatting elements that were left open are made again in every block after them. A tree
// builder that follows the standard spends unbounded time and memory on that. The budgets are in
// proportion to the size of the text, so that every text is read in linear time and memory.

/// Why no tree is built for a document.
enum class ExcessiveTree : std::uint8_t {
  none,
  depth,       ///< elements are open deeper than browsers nest them
  formatting,  ///< formatting elements are made again too often
  size,        ///< there are more elements than a tree should hold
  patches,     ///< finding the markers of templates costs too much
  misread,     ///< not the cost: Gumbo would misread it, see gumbo_guard.cpp
};

/// A message for notes, such as "elements nest too deep".
std::string_view message(ExcessiveTree excess);

/// The most elements that are open at once, without html, head and body: as in Chromium.
inline constexpr std::size_t max_depth = 512;

/// The budget that `work`, for a text of `text_size` bytes, exceeds.
ExcessiveTree excess_of(TreeWork const& work, std::size_t text_size);

// Changes to the tags of a text, in a copy of it, with a map from the copy back to the text.

/// A place where a copy has inserted text.
struct Insertion {
  std::size_t end;    ///< the end of the inserted text, in the copy
  std::size_t total;  ///< the bytes that are inserted up to there
};

/// A text, or a copy with changed tags.
struct PatchedText {
  std::string_view text;
  std::vector<Insertion> insertions = {};  ///< in order

  /// The offset in the original of byte `offset` of `text`; nullopt if that byte was inserted.
  std::optional<std::uint32_t> to_original(std::size_t offset) const;
};

/// Which CDATA sections become plain text.
enum class ReplacedCdata : std::uint8_t {
  all,
  invisible,  ///< those without visible characters
};

/// Changes tags in a copy of the text, which is made at the first change.
class TagPatcher {
 public:
  /// `text` is valid UTF-8; `buffer` holds the copy, and must outlive the result.
  TagPatcher(std::string_view text, std::string& buffer) : text_(text), buffer_(buffer) {}

  /// The patched text up to `end`. Call it last.
  PatchedText result(std::size_t end);

  /// Inserts `text` before a tag; calls must be in source order.
  void insert_before(Tag const& tag, std::string text);

  /// Renames the tag to a name that is not longer; what is left of the old one becomes spaces.
  void rename(Tag const& tag, std::string_view name);

  /// Replaces the tag by `opening` (such as "<br") and its `>`.
  void replace(Tag const& tag, std::string_view opening);

  /// Makes an end tag end behind its name.
  void shorten(Tag const& tag);

  /// Replaces all attributes of a tag by `attributes`, which begin with a space or are empty.
  /// A slash at its end stays.
  void set_attributes(Tag const& tag, std::string_view attributes);

  /// Replaces a span by white space.
  void blank(text::Span span);

  /// Replaces a span of three bytes or more by an empty comment.
  void comment_out(text::Span span);

  /// Replaces end tags without a name, in text between tags, by empty comments. In a comment or in
  /// an element's text that has no effect.
  void replace_empty_end_tags(text::Span span);

  /// Replaces the CDATA sections in text between tags of foreign content by plain text.
  void replace_cdata(text::Span span, ReplacedCdata which);

  /// Replaces the NULs of a span by U+001A, which has no meaning in a tag either.
  void replace_nuls(text::Span span);

 private:
  /// Replaces the text of a section by one visible character, or by white space.
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
  text::Span element;             ///< the tag of the element; empty if it is implied
  std::vector<text::Span> all{};  ///< that tag and those whose attributes are merged into it
};

/// The text for Gumbo, and the facts about the document that Gumbo does not report.
struct GumboInput : PatchedText {
  /// Why the document must not go to Gumbo; `message` says it in words.
  ExcessiveTree excess = ExcessiveTree::none;

  DocumentTags html_tags = {};
  DocumentTags head_tags = {};
  DocumentTags body_tags = {};

  /// The offsets of the tags of templates that become shadow roots, in source order.
  std::vector<std::uint32_t> shadow_roots = {};

  /// There is a template whose content may go elsewhere (template_patches.h).
  bool has_patches = false;
};

/// Prepares `text` (valid UTF-8, at most 4 GiB). With `scripting`, noscript elements hold text.
/// `buffer` holds the copy and must outlive the result.
GumboInput prepare_for_gumbo(std::string_view text, bool scripting, std::string& buffer);

}  // namespace hrefkit::html
