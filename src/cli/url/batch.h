// `hrefkit url --batch`: JSON Lines in, JSON Lines out.
#pragma once

#include <cstddef>
#include <deque>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

// One line of `hrefkit url --batch`:
//
//   {"input":"../x","base":"http://a.example/","set":{"port":"81","hash":"top"}}

/// The request of one line. Views are of the line or of this object.
class UrlRequest {
 public:
  /// A part to set.
  struct Change {
    url::UrlAttribute part;
    std::string_view value;
  };

  /// Reads `line`, which must live as long as the request is used. Returns the error, or the empty
  /// string. Strings may hold any characters; a lone surrogate counts as U+FFFD. A base, encoding,
  /// standard or set of null counts as absent; the later of two equal keys counts.
  std::string read(std::string_view line);

  std::string_view input() const { return input_; }
  std::optional<std::string_view> base() const { return base_; }
  std::optional<std::string_view> encoding() const { return encoding_; }
  std::optional<std::string_view> standard() const { return standard_; }
  std::vector<Change> const& changes() const { return changes_; }
  /// The unknown keys.
  std::vector<std::string> const& unknown_keys() const { return unknown_keys_; }

 private:
  class Reading;

  void clear();

  std::string_view input_;
  std::optional<std::string_view> base_;
  std::optional<std::string_view> encoding_;
  std::optional<std::string_view> standard_;
  std::vector<Change> changes_;
  std::vector<std::string> unknown_keys_;
  std::deque<std::string> unescaped_;  ///< strings that have escapes in the line
  std::size_t used_ = 0;               ///< how many of them belong to this line
};

/// Defaults for lines without these keys.
struct UrlDefaults {
  std::optional<std::string> base = {};
  text::Encoding encoding = text::Encoding::utf_8;
  url::Standard standard = url::Standard::whatwg;
};

/// Answers requests line by line.
class UrlBatch {
 public:
  /// `display` is that of the output.
  UrlBatch(UrlDefaults defaults, Display display, Output& output, Messages& messages);

  /// Answers all lines of `in`, each with one line. False when a line was malformed or reading `in`
  /// failed.
  bool run(std::istream& in);

  /// The number of answered lines.
  std::size_t lines() const { return line_number_; }

 private:
  /// The resolver for a line's base, encoding and standard, or the error that answers each line
  /// with them.
  struct Context {
    std::string key = {};
    std::optional<url::Resolver> resolver = {};
    std::string error_code = {};  ///< why there is no resolver
    std::string complaint = {};   ///< the error in the request, if the answer is bad-request
  };

  void answer(std::string_view line);
  void answer(UrlRequest const& request, url::Resolver const& resolver);
  void answer_changed(UrlRequest const& request, url::Resolver const& resolver);
  Context const& context_of(UrlRequest const& request);
  Context make_context(UrlRequest const& request) const;
  std::string place() const;
  void say_unknown_keys();
  void refuse(std::string_view complaint);

  bool write_answers();

  UrlDefaults defaults_;
  Display display_;
  Output& output_;
  Messages& messages_;
  PrintedTexts printed_keys_;
  UrlRequest request_;
  RowBuffer answers_;    // to be written
  std::string shown_;    // answers on a terminal
  std::string storage_;  // of the values of the URL that is answered
  std::string key_;      // of the line's context
  std::unordered_map<std::string, Context, text::SeededHasher> contexts_;
  Context const* last_context_ = nullptr;
  std::size_t line_number_ = 0;
  bool all_well_ = true;
};

// Writes URLs as JSON objects.

/// Appends {"href":...,"origin":..., ... ,"hash":...}.
void append_answer(RowBuffer& out, url::UrlAttributeValues const& values);

/// Appends {"error":CODE}. `code` needs no escapes.
void append_error_answer(RowBuffer& out, std::string_view code);

}  // namespace hrefkit::cli
