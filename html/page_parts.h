// Parts of a page besides its links, found without a document tree.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "hrefkit/html/document_options.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// The attributes that have an element ignored, with what it holds.
inline constexpr std::array<std::string_view, 2> ignore_attributes{"data-hrefkit-ignore",
                                                                   "data-proofer-ignore"};

/// What a comment may have ignored.
enum class IgnoreWord : std::uint8_t {
  none,
  element,     ///< `hrefkit-ignore`: the next element, with what it holds
  part_start,  ///< `hrefkit-ignore-start`: all up to the comment that ends the part
  part_end,    ///< `hrefkit-ignore-end`
};

/// A comment, as far as it has something ignored.
struct IgnoreComment {
  IgnoreWord word = IgnoreWord::none;
  std::uint32_t end = 0;  ///< the offset past it
};

/// True where the markup at the front of `rest` is a comment with a directive for hrefkit.
bool is_directive(std::string_view rest);

/// Reads the comment whose `<!--` is at `begin`.
IgnoreComment read_ignore_comment(std::string_view text, std::uint32_t begin);

/// True for the value of `method` or `formmethod` of a form that sends its data in the body of a
/// request (HTML Standard 4.10.19.6, "form submission attributes").
bool sends_data(std::string_view method);

/// Spans count in the text of the file. What is in a frame counts where it stands in `srcdoc`.
struct PageParts {
  /// What attributes and comments have ignored, sorted and disjoint.
  std::vector<text::Span> ignored;
  /// The content of the outermost shadow trees, without the documents in its frames, in source
  /// order.
  std::vector<text::Span> shadow_trees;
  /// What stands in noscript elements, likewise.
  std::vector<text::Span> noscripts;
  /// Where the form owner of a button, which names none, sends its data in the body of a request
  /// (`sends_data`), likewise.
  std::vector<text::Span> post_forms;
  /// The tags of the source elements whose parent is a picture element, in order.
  std::vector<text::Span> picture_sources;
  /// Where a policy upgrades requests (`upgrades_requests`): what follows it in its document.
  std::vector<text::Span> upgraded;
  /// Where a comment `hrefkit-ignore-start` begins that nothing ends.
  std::optional<std::uint32_t> open_ignore;

  bool operator==(PageParts const&) const = default;
};

/// The parts of an HTML document; nullopt if only its tree has them. Linear in the text.
std::optional<PageParts> find_page_parts(SourceText const& source, DocumentOptions const& options);

}  // namespace hrefkit::html
