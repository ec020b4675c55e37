// `hrefkit resolve --batch`: documents as JSON Lines in, their links as JSON Lines out.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/cli/resolve/rows.h"
#include "hrefkit/html/find_links.h"

namespace hrefkit::cli {

// One line of `hrefkit resolve --batch`:
//
//   {"url":"http://a.example/","contentType":"text/html; charset=koi8-r","html":"<a href=x>"}

/// A document of one line. The strings keep their memory from line to line.
struct DocumentRequest {
  std::optional<std::string> url = {};
  std::optional<std::string> content_type = {};
  std::optional<std::string> encoding = {};
  std::optional<std::string> html = {};    ///< the text; a lone surrogate is U+FFFD
  std::optional<std::string> base64 = {};  ///< the bytes
  std::vector<std::string> unknown_keys = {};
};

/// Reads a line into `request`. Returns its fault, or the empty string. A value of null counts as
/// absent; the later of two equal keys counts.
std::string read_request(std::string_view line, DocumentRequest& request);

/// What a batch came to.
struct BatchCounts {
  std::size_t documents = 0;  ///< answered with links
  std::size_t refused = 0;    ///< answered with an error
  std::size_t links = 0;
  std::size_t unresolvable = 0;
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
  bool read_document();
  bool decode(html::EncodingOptions const& options);
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
  std::string bytes_;   // of base64
  std::string buffer_;  // the text, where it is not what came
  html::SourceText source_;
  html::Notes notes_;
  std::optional<html::LinkBase> base_;  // of the document, once it is known
  RowBuffer answer_;
  Display display_;
  std::string shown_;       // an answer on a terminal
  bool has_begun_ = false;  // the answer to this line
  BatchCounts counts_;
  std::size_t line_number_ = 0;
};

}  // namespace hrefkit::cli
