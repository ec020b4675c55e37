// One reference under all four standards, and where they part.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/url/components.h"
#include "hrefkit/url/error.h"
#include "hrefkit/url/standard.h"

namespace hrefkit::cli {

/// What a standard decides about a reference, in the order in which it is written.
enum class UrlStep : std::uint8_t {
  reference,  ///< whether it is one at all, and what it is relative to
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

/// What each standard makes of an input.
class UrlComparison {
 public:
  using Result = tl::expected<url::Components, url::Error>;

  UrlComparison(std::string_view input, std::optional<std::string_view> base,
                text::Encoding encoding);

  /// In the order of `all_standards`. A base that does not parse is an error of its standard.
  std::array<Result, url::all_standards.size()> const& results() const { return results_; }

  /// The steps at which the standards part, in order; none when all agree. A standard that fails
  /// says nothing of the steps after.
  std::vector<UrlStep> const& differences() const { return differences_; }

  /// True when the input is a URL under at least one standard.
  bool any_url() const;

  /// Appends lines for people.
  void append_text(std::string& out, Display display) const;

  /// Appends {"input":...,"base":...,"whatwg":{...}, ... ,"differences":["host"]}.
  void append_json(RowBuffer& out) const;

 private:
  struct Saying {
    enum Kind : std::uint8_t { piece, failed_before, failure, fails_later };
    Kind kind;
    std::string text;  ///< the piece, or the failure's message
  };
  static Saying saying(Result const& result, UrlStep step);
  bool part_at(UrlStep step) const;
  void append_first_difference(std::string& out, Display display) const;

  std::string input_;
  std::optional<std::string> base_;
  std::array<Result, url::all_standards.size()> results_;
  std::vector<UrlStep> differences_;
};

}  // namespace hrefkit::cli
