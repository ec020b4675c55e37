// The candidates of a `srcset` or `imagesrcset` value.
//
//   Srcset candidates(value);
//   while (auto candidate = candidates.next()) use(candidate->url.in(value));
#pragma once

#include <concepts>  // IWYU pragma: keep
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// One candidate, as places in the value.
struct SrcsetCandidate {
  text::Span url = {};          ///< never empty
  text::Span descriptors = {};  ///< from after the URL up to the comma or the end; empty when a
                                ///< comma ends the URL
  /// False when the descriptors are in error, so that a browser never uses the URL. The URL is
  /// reported all the same.
  bool valid = false;
};

/// The candidates in source order. HTML Standard, "parse a srcset attribute", for a user agent that
/// supports `sizes`. Takes time linear in the value's length.
class Srcset {
 public:
  /// `value` must outlive this.
  explicit Srcset(std::string_view value) : value_(value) {}
  template <std::same_as<std::string> Temporary>
  explicit Srcset(Temporary&&) = delete;  // the value would not outlive this

  /// The next candidate; nullopt after the last.
  std::optional<SrcsetCandidate> next();

 private:
  std::string_view value_;
  std::size_t position_ = 0;
};

}  // namespace hrefkit::html
