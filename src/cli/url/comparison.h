// One reference under all four standards, and the steps at which their results differ.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/url/any_url.h"
#include "hrefkit/url/standard.h"

namespace hrefkit::cli {

/// The steps of parsing a reference, in the order of the parts that they decide.
enum class UrlStep : std::uint8_t {
  reference,  ///< whether the text is a reference, and its base
  scheme,
  credentials,
  host,
  port,
  path,
  query,
  fragment,
};

/// "host" and so on.
std::string_view name(UrlStep step);

/// The results of all standards for one input.
class UrlComparison {
 public:
  using Result = url::Result<url::AnyUrl>;

  UrlComparison(std::string_view input, std::optional<std::string_view> base,
                text::Encoding encoding);

  /// In the order of `all_standards`. A base that does not parse is an error of its standard.
  std::vector<Result> const& results() const { return results_; }

  /// The steps at which the standards differ, in order; empty when all agree. A standard that fails
  /// at a step has no result for later steps.
  std::vector<UrlStep> const& differences() const { return differences_; }

  /// True when the input is a URL under at least one standard.
  bool any_url() const;

  /// Appends lines for people.
  void append_text(std::string& out, Display display) const;

  /// Appends {"input":...,"base":...,"whatwg":{...}, ... ,"differences":["host"]}.
  void append_json(RowBuffer& out) const;

 private:
  struct Outcome {
    enum Kind : std::uint8_t { piece, failed_before, failure, fails_later };
    Kind kind;
    std::string text;  ///< the piece, or the failure's message
  };
  static Outcome outcome(Result const& result, UrlStep step);
  bool differ_at(UrlStep step) const;
  void append_first_difference(std::string& out, Display display) const;

  std::string input_;
  std::optional<std::string> base_;
  std::vector<Result> results_;
  std::vector<UrlStep> differences_;
};

}  // namespace hrefkit::cli
