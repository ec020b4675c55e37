// A second, literal transcription of the URL Standard 2012-12-28, 5.2 and 5.3, with the settled
// errata, for comparison: one code point a step, a list of path segments, pointers that move as the
// sentences say.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/text/encoding.h"

namespace hrefkit::test {

/// A parsed URL, in code points.
struct Url2012 {
  std::u32string scheme, scheme_data, username, port;
  std::optional<std::u32string> password, host, query, fragment;
  std::vector<std::u32string> path;
  bool relative_flag = false;
};

/// The names of the states that serve as state override.
enum class Override2012 {
  none,
  scheme_start,
  host,
  hostname,
  port,
  relative_path_start,
  query,
  fragment
};

/// The URL parser; false for failure. With an override it changes `url`.
bool parse_2012(std::string_view input, Url2012 const* base, text::Encoding encoding, Url2012& url,
                Override2012 state_override = Override2012::none);

/// The URL serializer.
std::string serialize_2012(Url2012 const& url);

}  // namespace hrefkit::test
