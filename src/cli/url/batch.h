// `hrefkit url --batch`: JSON Lines in, JSON Lines out.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>

#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/io/line_reader.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/url/reader.h"
#include "hrefkit/cli/url/request.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/url/standard.h"

namespace hrefkit::cli {

/// What counts for lines that do not say otherwise.
struct UrlDefaults {
  std::optional<std::string> base = {};
  text::Encoding encoding = text::Encoding::utf_8;
  url::Standard standard = url::Standard::whatwg;
};

/// Answers requests line by line.
class UrlBatch {
 public:
  UrlBatch(UrlDefaults defaults, Output& output, Messages& messages);

  /// Answers all lines of `in`, each with one line. False when some were malformed or `in` could
  /// not be read.
  bool run(std::istream& in);

 private:
  /// What a line's base, encoding and standard come to: an error answers each line that has them.
  struct Context {
    std::string key;
    std::optional<UrlReader> reader;
    std::string error_code;  ///< why there is no reader
    std::string complaint;   ///< what is wrong with the request, if the answer is bad-request
  };

  void answer(std::string_view line);
  void answer(UrlRequest const& request, UrlReader const& reader);
  void answer_changed(UrlRequest const& request, UrlReader const& reader);
  Context const& context_of(UrlRequest const& request);
  Context make_context(UrlRequest const& request) const;
  std::string place() const;
  void say_unknown_keys();
  void refuse(std::string_view complaint);

  UrlDefaults defaults_;
  Output& output_;
  Messages& messages_;
  UrlRequest request_;
  RowBuffer answers_;   // not yet written
  std::string origin_;  // of the URL being answered
  std::string key_;     // of the context that is looked for
  std::unordered_map<std::string, Context> contexts_;
  Context const* last_context_ = nullptr;
  std::size_t line_number_ = 0;
  bool all_well_ = true;
};

}  // namespace hrefkit::cli
