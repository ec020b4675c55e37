// A line of `--batch`: a request about a document.
//
//   {"url":"http://a.example/","contentType":"text/html; charset=koi8-r","html":"<a href=x>"}
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/cli/format/json_writer.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/source_text.h"

namespace hrefkit::cli {

/// A document of one line. The strings keep their memory from line to line.
struct DocumentRequest {
  std::string id = {};  ///< a JSON value as written, copied into the answer; empty: none
  std::optional<std::string> url = {};
  std::optional<std::string> content_type = {};
  std::optional<std::string> encoding = {};
  std::optional<std::string> html = {};    ///< the text; a lone surrogate is U+FFFD
  std::optional<std::string> base64 = {};  ///< the bytes
  bool text = false;                       ///< the texts of links are wanted
  std::vector<std::string> unknown_keys = {};
};

/// Reads a line into `request`. Returns the error, or the empty string. A value of null counts as
/// absent, but for `id`; the later of two equal keys counts. After a fault `request` has what was
/// read before it.
std::string read_request(std::string_view line, DocumentRequest& request);

/// The error with which a line is answered: a short code, and a message.
struct Refusal {
  std::string_view code;
  std::string message;
};

/// The document of a request. Reused for the next one: buffers keep their capacity.
class RequestedDocument {
 public:
  /// Decodes the document of `request`, which must outlive it; `common` has the defaults. Notes
  /// about the encoding are appended to `notes`.
  tl::expected<void, Refusal> read(DocumentRequest const& request, CommonOptions const& common,
                                   html::Notes& notes);

  /// How the bytes were decoded. The views live until the next `read`.
  html::EncodingOptions const& encoding() const { return options_; }

  /// Frees buffers with more than `kept` bytes.
  void shrink_buffers(std::size_t kept);

  html::SourceText source = {};

 private:
  std::string charset_;
  std::string bytes_;   // of base64
  std::string buffer_;  // the text, where it is not what came
  html::EncodingOptions options_;
};

/// Appends the member `id`, where the request has one.
void append_id(JsonWriter& json, RowBuffer& out, DocumentRequest const& request);

/// Appends {"id":...,"url":...,"error":CODE,"message":...}.
void append_refusal(RowBuffer& out, DocumentRequest const& request, Refusal const& refusal);

}  // namespace hrefkit::cli
