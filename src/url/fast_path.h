// The fast path: references that are copied behind a part of the base, or as they are, without
// the state machine. It gives the state machine's result or none at all.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/url/scheme.h"
#include "hrefkit/url/url.h"
#include "hrefkit/url/url_offsets.h"

namespace hrefkit::url {

/// An absolute URL that the parser would copy unchanged.
struct NormalUrl {
  UrlOffsets offsets;
  SchemeKind kind;
};

/// Recognises `text` as a serialised http or https URL with a plain domain and a path. Nothing
/// where that is not certain.
std::optional<NormalUrl> recognize_normal_url(std::string_view text);

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
