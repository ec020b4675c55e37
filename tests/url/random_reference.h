// Random references out of short pieces that mean something to URL parsers, and bases for them.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "hrefkit/text/encoding.h"

namespace hrefkit::test {

/// Bases of every kind: with and without path, query, userinfo, port; opaque; file; no URL at all.
inline constexpr std::array<std::string_view, 16> random_bases{
    "http://example.org/foo/bar?q#f",
    "http://example.org",
    "http://u:p@h:81/a/b/c/",
    "https://h/a/../b/./c?x",
    "ftp://h/%2e/x",
    "file:///C:/dir/page",
    "file://host/x/y",
    "file:",
    "mailto:x@y",
    "data:text/plain,x",
    "x://h/a/b?c",
    "x:a/b",
    "x:/a/b",
    "ws://[::1]:80/s",
    "http://h?q",
    "relative",
};

inline constexpr std::array random_encodings{
    text::Encoding::utf_8,    text::Encoding::windows_1252, text::Encoding::shift_jis,
    text::Encoding::utf_16le, text::Encoding::iso_2022_jp,  text::Encoding::gb18030,
    text::Encoding::euc_kr,   text::Encoding::koi8_r,       text::Encoding::x_user_defined,
};

/// A source of references; one seed always gives the same ones.
class RandomReferences {
 public:
  explicit RandomReferences(std::uint64_t seed) : engine_(seed) {}

  /// The next reference: none to about ten pieces.
  std::string next();

  std::string_view base() { return random_bases[below(random_bases.size())]; }
  text::Encoding encoding() { return random_encodings[below(random_encodings.size())]; }
  std::size_t below(std::size_t end) { return static_cast<std::size_t>(engine_() % end); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace hrefkit::test
