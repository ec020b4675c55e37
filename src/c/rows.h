// Links as rows of C.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/archive/capture_reader.h"
#include "hrefkit/c/boundary.h"
#include "hrefkit/c/c.h"
#include "hrefkit/c/page.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link_text.h"
#include "hrefkit/html/source_text.h"

namespace hrefkit::c {

/// The namespace, as in rows.
hrefkit_ns ns_of(html::Namespace ns);

/// Sets those attributes of its element that the caller asks for. They live as long as the arena.
void set_attributes(hrefkit_link& row, html::ElementView element, FindRequest const& request,
                    TextArena& arena);

/// Rows of the size that the caller was compiled with.
class Rows {
 public:
  explicit Rows(std::size_t row_size) : row_size_(row_size) {}

  /// Adds a row, all zero, to be filled before the next one is added.
  hrefkit_link& add();
  void clear();
  std::size_t size() const { return count_; }

  /// The first row; null if the list is empty.
  hrefkit_link const* data() const {
    return count_ == 0 ? nullptr : reinterpret_cast<hrefkit_link const*>(bytes_.data());
  }

 private:
  // Of a caller with shorter rows, the end of each row is overwritten by the next one.
  std::size_t row_size_;
  std::size_t count_ = 0;
  std::vector<std::byte> bytes_;
};

/// How long the texts of rows live.
enum class RowTexts : bool {
  views,   ///< until the callback for the block returns: only URLs are in the arena
  copies,  ///< as long as the arena
};

/// Makes rows of the links of one page.
class RowMaker {
 public:
  RowMaker(FindRequest const& request, html::SourceText const& source, TextArena& arena,
           RowTexts texts)
      : request_(request),
        arena_(arena),
        copies_(texts == RowTexts::copies),
        has_texts_(request.with_texts && source.content_type == html::ContentType::html),
        link_texts_(request.document.scripting, request.text_parts),
        places_(source, request.unit) {}

  /// Appends the rows of those links of a block that are wanted.
  void add(html::LinkBlock const& block, Rows& rows);

 private:
  void fill(hrefkit_link& row, html::LinkBlock const& block, html::Link const& link);
  void set_texts(hrefkit_link& row, html::LinkBlock const& block, html::Link const& link);
  void set_urls(hrefkit_link& row, html::LinkBlock const& block, html::Link const& link);
  hrefkit_view text(std::string_view text) {
    return copies_ ? arena_.keep_view(text) : view_of(text);
  }
  /// A text that many rows have.
  hrefkit_view repeated(std::string_view text) {
    return copies_ && !text.empty() ? view_of(known_copy(text)) : view_of(text);
  }
  std::string_view known_copy(std::string_view text);

  FindRequest const& request_;
  TextArena& arena_;
  bool copies_;
  bool has_texts_;
  html::PageTexts link_texts_;
  Places places_;
  std::string url_;
  std::string loaded_;
  std::array<std::string_view, 64> names_ = {};  // copies of texts that repeat
};

/// Passes rows to a callback in C, block by block, until it asks to stop.
class RowStream {
 public:
  /// All must outlive this. `arena` is cleared at each block.
  RowStream(FindRequest const& request, html::SourceText const& source, TextArena& arena,
            hrefkit_take_links on_rows, void* user)
      : maker_(request, source, arena, RowTexts::views),
        rows_(request.row_size),
        arena_(arena),
        on_rows_(on_rows),
        user_(user) {}

  html::Flow operator()(html::LinkBlock const& block);

  /// What the callback returned last: 0 to go on.
  int answer() const { return answer_; }

 private:
  RowMaker maker_;
  Rows rows_;
  TextArena& arena_;
  hrefkit_take_links on_rows_;
  void* user_;
  int answer_ = 0;
};

/// A row of a field of an HTTP head, resolved by `base`. `budget` is that of all fields.
hrefkit_link header_row(archive::HeaderLink const& link, html::LinkBase const& base,
                        html::UrlBudget& budget, TextArena& arena);

}  // namespace hrefkit::c

/// The links of a page.
struct hrefkit_link_list {
  explicit hrefkit_link_list(std::size_t row_size) : rows(row_size) {}

  hrefkit::c::TextArena texts = {};
  hrefkit::c::Rows rows;
  hrefkit_view base = {};
  hrefkit_base_source base_source = HREFKIT_BASE_DOCUMENT;
  hrefkit_view encoding = {};
  hrefkit_view encoding_source = {};
  std::vector<hrefkit_note> notes = {};
};

namespace hrefkit::c {

/// Adds the links of a page, its base URL, its encoding and its notes to a list. Throws Failure.
void list_links(hrefkit_link_list& list, html::SourceText const& source,
                html::DocumentOptions const& document, FindRequest const& request,
                html::Notes notes);

}  // namespace hrefkit::c
