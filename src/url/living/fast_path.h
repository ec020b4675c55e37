// The fast path: copies a reference, or a prefix of the base and the reference, without the state
// machine. It gives the state machine's result or no result.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hrefkit/url/url.h"

namespace hrefkit::url {

/// The prefixes of a base URL to which references are appended, computed once.
class FastBase {
 public:
  FastBase() = default;
  explicit FastBase(Url const& base);

  /// Appends what `reference` resolves to; `href` is the base's. False when the state machine has
  /// to decide; then `out` is as before.
  bool append_resolved(std::string& out, std::string_view href, std::string_view reference) const;

 private:
  /// How far path-relative and root-relative references are understood.
  enum class Paths : std::uint8_t { none, all, without_bar };

  bool append_relative(std::string& out, std::string_view href, std::string_view reference) const;
  std::uint32_t parent(std::string_view href, std::uint32_t directory_end) const;

  std::uint32_t path_begin_ = 0;
  std::uint32_t directory_end_ = 0;  ///< after the path's last "/"
  std::uint32_t path_end_ = 0;
  std::uint32_t query_end_ = 0;
  Paths paths_ = Paths::none;
  bool opaque_ = false;
};

}  // namespace hrefkit::url
