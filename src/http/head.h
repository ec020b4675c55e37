// The head of an HTTP response: its status line and its fields.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/http/fields.h"

namespace hrefkit::http {

/// A head that is longer than this many bytes has no end.
inline constexpr std::size_t longest_head = std::size_t{1} << 20;

/// Where the head at the front of `bytes` ends: the length with its empty line. Nothing where no
/// empty line is there yet. Lines end with LF and up to two CR before it: a conversion of line ends
/// makes CR CR LF. The first `searched` bytes are known to have no end.
std::optional<std::size_t> head_length(std::string_view bytes, std::size_t searched = 0);

/// The head of a response.
struct ResponseHead {
  std::string version = {};  ///< as stored, such as "HTTP/1.1"
  int status = 0;            ///< 100 to 999; 0 where the status line has no such number
  std::string reason = {};   ///< as stored; may be empty
  Fields fields = {};
};

/// How many bytes stand before "HTTP" in any case at the front of `bytes`: up to four, such as the
/// line ends behind the body before it, are passed by (Chromium's LocateStartOfStatusLine). 0 where
/// there is no such status line.
std::size_t length_before_status_line(std::string_view bytes);

/// True where `bytes` begin as a status line does: "HTTP" with or without a version, "ICY ", or
/// another protocol with its version and a status.
bool is_response(std::string_view bytes);

/// The head in `bytes`, which end with its empty line or where the record ends. Nothing where they
/// do not begin as a response does.
std::optional<ResponseHead> parse_response_head(std::string_view bytes);

}  // namespace hrefkit::http
