#include "hrefkit/http/codings/chunked.h"

#include <cstddef>
#include <cstring>
#include <optional>
#include <string_view>

#include "hrefkit/text/ascii.h"

namespace hrefkit::http {

namespace {

/// A line that says how long a chunk is.
struct SizeLine {
  std::uint64_t size = 0;
  std::size_t length = 0;  // with its end
  bool has_cr = false;
};

/// The line at the front of `rest`: hexadecimal digits, white space, an extension after a semicolon,
/// CRLF or LF. Nothing where there is no such line.
std::optional<SizeLine> read_size(std::string_view rest) {
  constexpr std::size_t longest_line = 16384;
  const std::size_t end = rest.substr(0, longest_line).find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  SizeLine line;
  line.length = end + 1;
  std::string_view text = rest.substr(0, end);
  line.has_cr = text.ends_with('\r');
  if (line.has_cr) text.remove_suffix(1);
  text = text.substr(0, text.find(';'));
  while (text.ends_with(' ') || text.ends_with('\t')) text.remove_suffix(1);
  if (text.empty()) return std::nullopt;
  for (const char c : text) {
    const int value = text::hex_value(c);
    if (value < 0 || line.size >> 59 != 0) return std::nullopt;
    line.size = line.size << 4 | static_cast<std::uint64_t>(value);
  }
  return line;
}

/// The length of the line break at the front of `rest`; 0 for anything else.
std::size_t line_break(std::string_view rest) {
  if (rest.starts_with("\r\n")) return 2;
  return rest.starts_with('\n') ? 1 : 0;
}

/// True where the body begins with a chunk: its size and, as far as the body goes, what follows.
bool begins_with_chunk(std::string_view body) {
  const auto first = read_size(body);
  if (!first) return false;
  const std::string_view rest = body.substr(first->length);
  if (first->size == 0) return first->has_cr || rest.empty() || line_break(rest) != 0;
  // Text may begin with a line that is a number: then no line break stands where the chunk ends.
  if (first->size >= rest.size()) return first->has_cr;
  return line_break(rest.substr(static_cast<std::size_t>(first->size))) != 0;
}

}  // namespace

Chunks undo_chunked(std::string& body) {
  if (!begins_with_chunk(body)) return Chunks::missing;
  std::size_t from = 0;
  std::size_t to = 0;
  const auto end = [&](Chunks result) {
    body.resize(to);
    return result;
  };
  while (true) {
    const std::string_view rest = std::string_view(body).substr(from);
    const auto line = read_size(rest);
    if (!line) return end(Chunks::cut);
    if (line->size == 0) return end(Chunks::undone);  // trailers and what follows do not count
    from += line->length;
    const std::size_t left = body.size() - from;
    const bool whole = line->size <= left;
    const std::size_t size = whole ? static_cast<std::size_t>(line->size) : left;
    std::memmove(body.data() + to, body.data() + from, size);
    to += size;
    from += size;
    const std::size_t pause = line_break(std::string_view(body).substr(from));
    if (!whole || pause == 0) return end(Chunks::cut);
    from += pause;
  }
}

}  // namespace hrefkit::http
