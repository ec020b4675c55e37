// Bodies with codings. The first line is the value of Content-Encoding, the second that of
// Transfer-Encoding; the rest is the body.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/require.h"
#include "hrefkit/http/body.h"

namespace http = hrefkit::http;
using hrefkit::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  constexpr std::size_t limit = 1 << 16;
  std::string_view bytes(reinterpret_cast<char const*>(data), size);
  const std::size_t first = bytes.find('\n');
  if (first == std::string_view::npos) return 0;
  const std::size_t second = bytes.find('\n', first + 1);
  if (second == std::string_view::npos) return 0;
  const std::string head =
      "Content-Encoding: " + std::string(bytes.substr(0, first)) +
      "\nTransfer-Encoding: " + std::string(bytes.substr(first + 1, second - first - 1)) + "\n";
  const http::Fields fields = http::Fields::parse(head);
  std::string body(bytes.substr(second + 1));
  const std::size_t stored = body.size();
  std::string again = body;
  std::string spare;
  const http::BodyNotes notes = http::undo_codings(fields, body, spare, limit);
  require(body.size() <= std::max(limit, stored), "no body grows past the limit");
  // What is left over in memory does not count.
  const http::BodyNotes second_notes = http::undo_codings(fields, again, spare, limit);
  require(again == body, "what is left in memory does not count");
  require(notes.ended_early == second_notes.ended_early, "nor for the notes");
  return 0;
}
