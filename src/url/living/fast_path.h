// The fast path: references that are copied behind a part of the base, or as they are, without
// the state machine. It gives the state machine's result or none at all.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hrefkit/url/url.h"

namespace hrefkit::url {

/// What of a base URL references are put behind, worked out once.
class FastBase {
 public:
  FastBase() = default;
  explicit FastBase(Url const& base);

  /// Appends what `reference` resolves to; `href` is the base's. False when the state machine has
  /// to be asked; then `out` is as before.
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
