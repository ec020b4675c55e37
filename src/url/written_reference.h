// Facts about a URL or a reference that need no parser.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::url {

/// The bytes that are stripped from both ends of a URL (URL Standard 4.4, "basic URL parser", step
/// 1).
inline constexpr text::ByteSet c0_control_or_space = text::c0_control | text::ByteSet(" ");
/// The bytes that are removed everywhere (step 3).
inline constexpr text::ByteSet ascii_tab_or_newline{"\t\n\r"};

/// True for a reference that is empty or only a fragment: "" and "#f", with or without the bytes
/// that are stripped around them.
inline bool is_fragment_only(std::string_view reference) {
  reference = text::strip(reference, c0_control_or_space);
  return reference.empty() || reference[0] == '#';
}

/// The text before the fragment's '#'.
constexpr std::string_view without_fragment(std::string_view url) {
  return url.substr(0, url.find('#'));
}

/// The text before the query's '?', or before the fragment's '#' where it has no query.
constexpr std::string_view without_query(std::string_view url) {
  url = without_fragment(url);
  return url.substr(0, url.find('?'));
}

/// The text after the first '#'; absent where there is no '#'.
constexpr std::optional<std::string_view> fragment_of(std::string_view url) {
  const std::size_t end = without_fragment(url).size();
  if (end == url.size()) return std::nullopt;
  return url.substr(end + 1);
}

/// The text after the first '?' and before the fragment; absent where there is no query.
constexpr std::optional<std::string_view> query_of(std::string_view url) {
  url = without_fragment(url);
  const std::size_t end = without_query(url).size();
  if (end == url.size()) return std::nullopt;
  return url.substr(end + 1);
}

/// `url` with the fragment of `other`: without one where `other` has none.
inline std::string with_fragment_of(std::string_view other, std::string_view url) {
  std::string result(without_fragment(url));
  return result.append(other.substr(without_fragment(other).size()));
}

}  // namespace hrefkit::url
