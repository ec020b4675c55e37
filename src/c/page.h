// How a call reads its page: options, text, places, notes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/c/boundary.h"
#include "hrefkit/c/c.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link_text.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/text/line_index.h"
#include "hrefkit/text/text.h"

namespace hrefkit::c {

/// The unit of offsets.
enum class OffsetUnit : std::uint8_t { bytes, code_points, utf_16 };

/// The find options of a call. It owns its strings.
struct FindRequest {
  /// Throws Failure for invalid options. Null: the defaults.
  explicit FindRequest(hrefkit_find_options const* given);
  FindRequest(FindRequest const&) = delete;
  FindRequest& operator=(FindRequest const&) = delete;

  /// True if links of this kind are wanted.
  bool wants(html::LinkKind kind) const { return (kinds >> static_cast<unsigned>(kind) & 1) != 0; }
  bool wants(html::Link const& link) const;

  html::ExtraAttributes attributes;  ///< `document` refers to it
  html::DocumentOptions document;
  html::EncodingOptions encoding;  ///< it views `charset`
  std::string charset;
  html::Engine engine = html::Engine::automatic;
  bool is_decoded = false;
  OffsetUnit unit = OffsetUnit::bytes;
  std::uint32_t row_size = sizeof(hrefkit_link);
  std::uint64_t kinds = 0;      ///< a bit each; 0: no link is wanted
  html::ElementNames elements;  ///< empty: all
  bool with_texts = false;
  html::TextParts text_parts = html::TextParts::visible;
  std::vector<std::string> element_attributes;

  /// Ends the call if the caller asks for it.
  void poll() const {
    if (poll_ != nullptr) go_on_if(poll_(poll_user_));
  }

 private:
  hrefkit_poll poll_ = nullptr;
  void* poll_user_ = nullptr;
};

/// Fails unless the address of the page, and the base URLs of its creator and container, are
/// absolute.
void check_addresses(html::DocumentOptions const& document);

/// The page as text. `buffer` and `bytes` must outlive the result. Throws Failure.
html::SourceText read_source(std::string_view bytes, FindRequest const& request,
                             std::string& buffer, html::Notes& notes);

/// Throws the Failure for a page that is not searched for links.
[[noreturn]] void fail(html::FindError error, html::DocumentOptions const& document);

/// Places in a page, in the units of c.h. Cheap for places in rising order.
class Places {
 public:
  Places(html::SourceText const& source, OffsetUnit unit);

  /// The place of a part of the text.
  template <class Row>
  void set(Row& row, text::Span span) {
    set_begin(row, span.begin);
    row.length = input_offset(span.end) - row.offset;
  }

  /// The place where a part of the text begins.
  template <class Row>
  void set_begin(Row& row, std::uint32_t offset) {
    row.offset = input_offset(offset);
    const text::LineColumn place = cursor_.at(offset);
    row.line = place.line;
    row.column = place.column;
  }

  /// The offset in the input of byte `offset` of the text.
  std::uint64_t input_offset(std::uint32_t offset) {
    if (is_identity_) return offset;
    return unit_ == OffsetUnit::bytes ? source_.map.to_source(offset) : units_before(offset);
  }

 private:
  std::uint64_t units_before(std::uint32_t offset);

  html::SourceText const& source_;
  OffsetUnit unit_;
  bool is_identity_;  // offsets in the text are those in the input
  text::LineCursor cursor_;
  std::uint32_t offset_ = 0;  // in the text, with `units_` before it
  std::uint64_t units_ = 0;
};

/// The notes as rows of c.h, with texts in `arena`.
std::vector<hrefkit_note> note_rows(html::Notes const& notes, Places& places, TextArena& arena);

}  // namespace hrefkit::c
