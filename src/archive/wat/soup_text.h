// The texts of titles and anchors, with white space as the reference extractor has it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hrefkit::archive {

/// At most this many UTF-16 code units of a text are kept.
inline constexpr std::size_t longest_soup_text = 128;

/// Remembers the part of a page's text that decides about white space in the text after it.
class SoupText {
 public:
  /// A block begins or ends, or an element that stands apart from the words around it.
  void separate() {
    after_space_ = true;
    passed_ = {};
  }

  /// Text that nobody keeps. `raw` is as written, in a pre element or not. It must outlive this:
  /// only text that is kept asks how the text before it ended.
  void pass(std::string_view raw, bool in_pre) {
    if (raw.empty()) return;
    passed_ = raw;
    passed_in_pre_ = in_pre;
  }

  /// Text of a title or anchor: its first 128 UTF-16 code units, with runs of white space as one
  /// space outside of pre. Valid until the next call, and as long as `raw` is.
  std::string_view take(std::string_view raw, bool in_pre);

 private:
  void look_at_passed();
  std::string_view normalize(std::string_view text);
  std::string_view cut(std::string_view text);

  bool after_space_ = true;
  std::string_view passed_;  // the last text since then; empty without one
  bool passed_in_pre_ = false;
  std::string decoded_;
  std::string text_;
  std::string cut_;
};

/// The text of one open anchor.
class AnchorText {
 public:
  void clear();
  bool is_full() const { return length_ >= longest_soup_text; }

  /// Appends what there is room for; no space at the beginning or after one.
  void append(std::string_view text);

  /// Appends a space behind a word.
  void separate();

  /// The text without white space and control characters at its ends.
  std::string_view trimmed() const;

 private:
  std::string text_;
  std::size_t length_ = 0;  // in UTF-16 code units
};

/// Without bytes up to U+0020 at both ends, as Java's trim.
std::string_view java_trim(std::string_view text);

}  // namespace hrefkit::archive
