// Replacements over a document's text: sorted, disjoint, and applied to its bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/links/string_arena.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// A list of replacements. Spans count in the file's text.
class TextEdits {
 public:
  bool empty() const { return edits_.empty(); }

  /// The bytes of all new values.
  std::size_t new_bytes() const { return new_bytes_; }

  /// Replaces what stands at `place` (nothing, where it is empty) by `value`, UTF-8.
  void replace(text::Span place, std::string_view value);

  /// Sorts the replacements; false when two of them overlap.
  bool settle();

  /// The file's bytes with the replacements made, written in the document's encoding. Every byte
  /// that stands for another part of the text stays. Only after `settle`.
  std::string apply(SourceText const& source) const;

 private:
  struct Edit {
    text::Span place;
    std::string_view value;
  };

  std::vector<Edit> edits_;
  StringArena values_;  // one string would be copied while it grows
  std::size_t new_bytes_ = 0;
};

}  // namespace hrefkit::html
