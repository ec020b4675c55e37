// Links as lines of text, JSON or CSV.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link_text.h"
#include "hrefkit/site/check.h"
#include "hrefkit/text/line_index.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

/// The columns of CSV.
inline constexpr std::array<std::string_view, 17> link_columns{
    "file", "line", "column", "offset",     "length", "element", "attribute", "ns",    "index",
    "raw",  "kind", "base",   "baseSource", "url",    "error",   "context",   "loaded"};

/// Behind them, with RowOptions::has_texts.
inline constexpr std::string_view link_text_column = "text";

/// Those of rows that have a tail (RowTail): what the tail's fields are called is the caller's.
inline constexpr std::string_view header_column = "header";

/// What is printed, and how.
struct RowOptions {
  RowStyle style = {};
  html::LinkKinds kinds = {};        ///< only these; empty: all
  html::ElementNames elements = {};  ///< only these; empty: all
  bool names_file = true;            ///< rows have the field `file` (JSON)
  bool groups = true;                ///< text on a terminal has the file's name above its rows
  bool has_texts = false;            ///< rows have the texts of links (html::text_of_link)
  bool counts_disk_root = false;     ///< count the links that lead to the root of the disk
  bool list_unresolvable = false;    ///< keep the first sentences about links without a URL
  /// Returns whether a link is left out, by its URL or, where it has none, the reference as
  /// written; empty: none is.
  std::function<bool(std::string_view url)> is_excluded = {};
  /// Returns whether a link is printed by the URL that a browser loads; empty: all are. Where it is
  /// set, links that do not resolve are left out, and so are those that browsers neither fetch nor
  /// follow (html::may_be_used), which are counted.
  std::function<bool(std::string_view url)> is_wanted = {};
};

/// No run lists more links without a URL.
inline constexpr std::size_t max_listed = 10;

/// A link without a URL: where it stands, and what is wrong.
struct UnresolvableLink {
  std::string place;  ///< "FILE:LINE:COLUMN"
  std::string what;
};

/// A link in an HTTP field.
struct HeaderRow {
  std::string_view header;     ///< the field's name, in lower case
  std::string_view raw;        ///< UTF-8
  std::string_view reference;  ///< what resolves
  std::string_view rel;        ///< may be empty
  std::uint32_t index;
  html::LinkKind kind;
  html::LinkUse use = html::LinkUse::used;
};

/// Where one row ends in the output, and the hash of its URL, if it has one.
struct RowMark {
  std::size_t row_end;
  std::optional<text::Hash128> url;
};

/// The rows of one file.
struct FileRows {
  std::string heading;  ///< on a terminal: what stands before the file's first row; else empty
  RowBuffer rows;
  std::vector<RowMark> marks;  ///< one a row, only when asked for
  std::size_t count = 0;
  std::size_t unresolvable = 0;
  std::size_t left_out = 0;           ///< URLs of which the format has nothing to print
  std::size_t unused = 0;             ///< links that would be wanted, but browsers do not use them
  std::size_t unknown_xml = 0;        ///< documents of XML of unknown kinds
  std::size_t computed_imports = 0;   ///< imports in scripts whose names are computed
  std::size_t open_names = 0;         ///< names in scripts that need a page which is not known
  std::size_t moved_by_xml_base = 0;  ///< links whose URL differs from the one in browsers
  std::size_t from_disk_root = 0;     ///< begin with a slash, which leads to the root of the disk
  std::vector<UnresolvableLink> listed;  ///< the first of them, where that is asked for

  /// Forgets the rows, but not the heading.
  void clear();

  /// The memory that the rows take.
  std::size_t bytes() const { return rows.size() + marks.size() * sizeof(RowMark); }
};

/// Fields that a row writer of the same format has written, for the end of each row.
struct RowTail {
  std::string_view fields = {};        ///< they count in the page's budget for URLs, too
  std::string_view short_fields = {};  ///< for the rows past it
};

/// Turns the blocks of one file after another into rows.
class RowWriter {
 public:
  /// `options` must outlive this. With `mark_rows`, `marks` are kept, too.
  RowWriter(RowOptions const& options, bool mark_rows) : options_(options), mark_rows_(mark_rows) {}

  /// Returns the text of a link for rows of JSON; nullopt if it has none. The view lives until the
  /// next call.
  using TextOf =
      std::function<std::optional<std::string_view>(html::LinkBlock const&, html::Link const&)>;
  /// The rows that follow have these texts; an empty function: none.
  void use_texts(TextOf text_of) { text_of_ = std::move(text_of); }

  /// Returns the place of a link in the sources; without a file where none is known. Its views live
  /// until the next call.
  using SourceOf = std::function<site::FindingSource(html::Link const&, text::Span bytes)>;
  /// The rows that follow have these places; an empty function: none.
  void use_sources(SourceOf source_of) { source_of_ = std::move(source_of); }

  /// Begins a file; `name` is the one shown. The rows go to `result`, which must outlive them.
  void begin(std::string_view name, FileRows& result, RowTail const& tail = {});

  /// Where many rows wait, among a block's or at its end, calls `emit`, which may write and clear
  /// what the result has: below a long base, a block has hundreds of rows of that length. False as
  /// soon as `emit` says so.
  using Emit = std::function<bool()>;
  bool write(html::LinkBlock const& block, Emit const& emit);

  /// Writes a link of the HTTP head.
  void write(HeaderRow const& header, html::LinkBase const& base);

  /// True where the URLs of the file's HTTP heads are past their budget: some rows have none.
  bool left_out_header_urls() const { return header_budget_.is_spent(); }

 private:
  struct Row;

  enum class LoadedUrl : std::uint8_t { none, another };

  /// FAST: the fields for an element's and an attribute's names, kept because pages have the same
  /// pairs many times.
  struct Names {
    std::string element;
    std::string attribute;
    html::Namespace ns = html::Namespace::none;
    RowBuffer fields;
  };

  /// The fields for a kind of links and their base.
  struct KindFields {
    std::optional<std::uint32_t> base;  // its number in the block
    html::LinkKind kind = {};
    RowBuffer fields;
  };

  std::optional<LoadedUrl> read_loaded(html::LinkBlock const& block, html::Link const& link,
                                       bool resolves);
  std::optional<std::string_view> read_text(html::LinkBlock const& block, html::Link const& link);
  template <typename RowType>
  void write_header(HeaderRow const& header, html::LinkBase const& base,
                    std::optional<url::Error> error);
  void write_header_text(HeaderRow const& header, std::optional<url::Error> error);
  void end_row();
  void write_row(Row const& row);
  void write_text(Row const& row);
  void append_value(std::string_view value);
  void write_for_terminal(Row const& row);
  void list_unresolvable(Row const& row);
  template <typename RowType>
  void write_fields(Row const& row);
  template <typename RowType>
  std::string_view names_of(html::Link const& link);
  template <typename RowType>
  std::string_view kind_and_base_of(Row const& row);

  RowOptions const& options_;
  bool mark_rows_;
  TextOf text_of_;
  SourceOf source_of_;
  FileRows* result_ = nullptr;
  std::string name_;  // of the file, valid UTF-8
  std::optional<text::LineCursor> cursor_;
  std::optional<html::LinkTexts> texts_;  // of the file, once one was asked for
  std::string text_;                      // of the row being written
  std::string url_;                       // of the row being written
  std::string loaded_;                    // the same, of what is loaded
  std::string line_;                      // the row being written, in text
  // Fields that many rows have, in the form of the format.
  RowBuffer file_;
  std::string tail_;
  std::string short_tail_;
  html::UrlBudget header_budget_{0};
  std::array<Names, 32> names_;
  std::array<KindFields, html::link_kind_count> kinds_;
};

// The rows of a file, or a part of them, as bytes and back: a worker process sends them.

std::string pack_rows(FileRows const& rows);

/// Adds what was packed to `rows`.
void unpack_rows(std::string_view packed, FileRows& rows);

}  // namespace hrefkit::cli
