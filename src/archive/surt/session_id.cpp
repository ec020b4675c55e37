#include "hrefkit/archive/surt/session_id.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "hrefkit/text/byte_set.h"

namespace hrefkit::archive {

namespace {

constexpr std::size_t npos = std::string_view::npos;
constexpr text::ByteSet letters_and_digits = text::ascii_lower | text::ascii_digit;

/// Takes `count` bytes of `set` off the beginning; false when there are fewer.
bool take(std::string_view& text, std::size_t count, text::ByteSet const& set) {
  if (text.size() < count) return false;
  const std::string_view taken = text.substr(0, count);
  if (!text::is_made_of(taken, set)) return false;
  text.remove_prefix(count);
  return true;
}

bool take(std::string_view& text, std::string_view expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(expected.size());
  return true;
}

/// "(24)"
bool take_id_in_brackets(std::string_view& segment) {
  return take(segment, "(") && take(segment, 24, letters_and_digits) && take(segment, ")");
}

/// "(x(24)y(24))"
bool is_lettered_session(std::string_view segment) {
  if (!take(segment, "(")) return false;
  do {
    if (!take(segment, 1, text::ascii_lower) || !take_id_in_brackets(segment)) return false;
  } while (segment != ")");
  return true;
}

bool is_plain_session(std::string_view segment) {
  return take_id_in_brackets(segment) && segment.empty();
}

/// Cuts the last segment that is a session and has ".aspx" somewhere behind its first byte, with no
/// "?" before that. Goes from the right and looks at each byte once.
void strip_segment(std::string& path, bool (*is_session)(std::string_view)) {
  const std::string_view text = path;
  std::size_t aspx = npos;          // the first ".aspx" that may follow the segment
  std::size_t question = npos;      // the first "?" behind the segment
  std::size_t known = text.size();  // what is behind this place was searched
  for (std::size_t slash = text.rfind('/'); slash != npos && slash > 0;) {
    const std::size_t rest = slash + 1;
    if (rest < known) {
      const std::string_view unknown = text.substr(0, known);
      if (const std::size_t found = unknown.find('?', rest); found != npos) question = found;
      const std::size_t end = std::min(known + 5, text.size());
      const std::size_t found = text.substr(0, end).find(".aspx", rest + 1);
      if (found != npos) aspx = found;
      known = rest;
    }
    const std::size_t before = text.rfind('/', slash - 1);
    if (before == npos) return;
    if (aspx != npos && question > aspx &&
        is_session(text.substr(before + 1, slash - before - 1))) {
      path.erase(before + 1, slash - before);
      return;
    }
    slash = before;
  }
}

/// The letters and digits that follow a name in the query.
struct SessionId {
  std::string_view name;
  std::size_t letters;  ///< before "="; 0 where the name has its "="
  std::size_t length;
  text::ByteSet set;
};
constexpr std::array session_ids{
    SessionId{"jsessionid=", 0, 32, letters_and_digits},
    SessionId{"phpsessid=", 0, 32, letters_and_digits},
    SessionId{"sid=", 0, 32, letters_and_digits},
    SessionId{"aspsessionid", 8, 24, text::ascii_lower},
};

bool take_id(std::string_view& rest, SessionId const& id) {
  if (!take(rest, id.name)) return false;
  if (id.letters > 0 && (!take(rest, id.letters, text::ascii_lower) || !take(rest, "="))) {
    return false;
  }
  return take(rest, id.length, id.set) && (rest.empty() || rest[0] == '&');
}

/// Cuts the query from `begin` to `rest`, its end, and the "&" that `rest` begins with.
void cut(std::string& query, std::size_t begin, std::string_view rest) {
  query.erase(begin, query.size() - begin - rest.size() + (rest.empty() ? 0 : 1));
}

void strip_id(std::string& query, SessionId const& id) {
  for (std::size_t begin = query.rfind(id.name); begin != npos;
       begin = query.rfind(id.name, begin - 1)) {
    std::string_view rest = std::string_view(query).substr(begin);
    if (take_id(rest, id)) return cut(query, begin, rest);
    if (begin == 0) return;
  }
}

/// Cuts "cfid=...&cftoken=...". Looks at each part of the query once.
void strip_cfid(std::string& query) {
  constexpr std::string_view name = "cfid=";
  constexpr std::string_view token = "&cftoken=";
  for (std::size_t end = query.rfind(token); end != npos && end > 0;
       end = query.rfind(token, end - 1)) {
    std::string_view rest = std::string_view(query).substr(end + token.size());
    if (rest.empty() || rest[0] == '&') continue;
    rest.remove_prefix(std::min(rest.find('&'), rest.size()));
    const std::size_t amp = query.rfind('&', end - 1);
    const std::size_t part = amp == npos ? 0 : amp + 1;
    if (part == end) continue;
    const std::string_view id = std::string_view(query).substr(part, end - part - 1);
    if (const std::size_t at = id.rfind(name); at != npos) return cut(query, part + at, rest);
  }
}

}  // namespace

void strip_path_session_id(std::string& path) {
  strip_segment(path, is_lettered_session);
  strip_segment(path, is_plain_session);
}

void strip_query_session_id(std::string& query) {
  if (query.find('=') == npos) return;
  for (SessionId const& id : session_ids) strip_id(query, id);
  strip_cfid(query);
}

}  // namespace hrefkit::archive
