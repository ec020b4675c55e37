// Whether this is a build with a sanitizer, in which the same work takes five to ten times as long.
#pragma once

namespace hrefkit::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

}  // namespace hrefkit::test
