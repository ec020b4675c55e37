// The chunked coding.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "fuzz/require.h"
#include "hrefkit/http/body.h"

namespace http = hrefkit::http;
using hrefkit::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<char const*>(data), size);
  const http::Fields fields = http::Fields::parse("Transfer-Encoding: chunked\n");
  std::string spare;
  std::string body = bytes;
  http::undo_codings(fields, body, spare, bytes.size());
  require(body.size() <= bytes.size(), "a body does not grow");
  // Any bytes are a body, which comes back when it is coded in one chunk.
  if (bytes.empty()) return 0;
  char length[20];
  const int digits = std::snprintf(length, sizeof length, "%zx\r\n", bytes.size());
  std::string coded(length, static_cast<std::size_t>(digits));
  coded += bytes + "\r\n0\r\n\r\n";
  const http::BodyNotes notes = http::undo_codings(fields, coded, spare, coded.size());
  require(coded == bytes && !notes.ended_early, "a chunk comes back");
  return 0;
}
