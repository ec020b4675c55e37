// RFC 3986 section 5: resolves a reference that is already split against a base that is prepared
// once.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/url/url_offsets.h"

namespace hrefkit::url::rfc3986 {

/// The five components of a URI or a reference, undecoded. Views into a buffer of the caller.
struct Parts {
  std::optional<std::string_view> scheme;
  std::optional<std::string_view> authority;
  std::string_view path;
  std::optional<std::string_view> query;
  std::optional<std::string_view> fragment;
};

/// Splits any string by the regular expression of appendix B, without validation.
Parts split(std::string_view text);

/// A base URI (5.2.1), split once. A value: it owns its text.
class PreparedBase {
 public:
  /// `uri` starts with a scheme and is at most 4 GiB long. `href()` keeps its fragment, which has
  /// no effect on resolving.
  explicit PreparedBase(std::string uri);

  /// The whole URI. Valid while this object lives unchanged.
  std::string_view href() const& { return href_; }
  std::string_view href() const&& = delete;

  /// The components except the fragment. Valid while this object lives unchanged.
  Parts parts() const&;
  Parts parts() const&& = delete;

  /// FAST: the start of the path, up to a "/", in which no dot segment is looked for again with
  /// each reference.
  std::size_t plain_path() const { return plain_path_; }

 private:
  std::string href_;
  UrlOffsets at_;
  std::size_t plain_path_;
};

/// "Transform References" (5.2.2, strict) and "Component Recomposition" (5.3): appends the target
/// URI of `reference` to `out`. `base` may be null when the reference has a scheme.
void append_target(std::string& out, Parts const& reference, PreparedBase const* base);

// Removing "." and ".." from paths as RFC 3986 section 5.2.4 does.

/// "remove_dot_segments" on the path that `text` holds from byte `begin` to its end, in place and
/// in linear time. "%2E" does not count as a dot. The first `plain` bytes of the path are known to
/// stay: they are segments other than "." and "..", and a "/" follows them.
void remove_dot_segments(std::string& text, std::size_t begin, std::size_t plain = 0);

/// How many bytes at the start of `directory`, a path that ends in "/" or is empty, are plain in
/// that sense: all but the last "/", or 0 if "." or ".." is among its segments.
std::size_t plain_length(std::string_view directory);

}  // namespace hrefkit::url::rfc3986
