// `hrefkit resolve --batch`: documents as JSON Lines in, their links as JSON Lines out.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/cli/format/link_rows.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/io/document_request.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link_text.h"

namespace hrefkit::cli {

/// What a batch came to.
struct BatchCounts {
  std::size_t documents = 0;  ///< answered with links
  std::size_t refused = 0;    ///< answered with an error
  std::size_t links = 0;
  std::size_t unresolvable = 0;
  std::size_t moved_by_xml_base = 0;
};

/// Answers documents line by line.
class DocumentBatch {
 public:
  /// A longer line is answered with an error.
  static constexpr std::size_t max_line = std::size_t{1} << 30;

  /// `rows` says which links are wanted; it must outlive this. Throws UsageError.
  DocumentBatch(CommonOptions const& common, html::Engine engine, RowOptions const& rows,
                Output& output, Messages& messages);

  /// Answers all lines of `in`, each with one line, as soon as it has come; the rows of a large
  /// answer are written while they are made. False when reading `in` failed.
  bool run(std::istream& in);

  BatchCounts const& counts() const { return counts_; }

 private:
  void answer(std::string_view line);
  void find_links();
  bool write_rows();
  void begin_answer();
  void append_rows();
  void end_answer();
  void refuse(std::string_view code, std::string const& complaint);
  std::string place() const;

  CommonOptions const& common_;
  html::DocumentOptions options_;
  Output& output_;
  Messages& messages_;
  html::LinkFinder finder_;
  RowWriter writer_;
  FileRows rows_;
  DocumentRequest request_;
  RequestedDocument document_;
  html::Notes notes_;
  html::PageTexts texts_;  // of the links of the page
  PrintedTexts printed_keys_;
  std::optional<html::LinkBase> base_;  // of the document, once it is known
  RowBuffer answer_;
  Display display_;
  std::string shown_;       // an answer on a terminal
  bool has_begun_ = false;  // the answer to this line
  BatchCounts counts_;
  std::size_t line_number_ = 0;
};

}  // namespace hrefkit::cli
