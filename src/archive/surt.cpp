// The rules are those of the Wayback Machine's IAURLCanonicalizer and GoogleURLCanonicalizer, as
// ported by Python's package `surt`. Odd steps (a host taken from the path, "sid=" inside a name)
// are copied on purpose: a key is useful only if it equals the one in the index.
#include "hrefkit/archive/surt.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/idna2003.h"
#include "hrefkit/url/percent_encode.h"
#include "hrefkit/url/scheme_syntax.h"

namespace hrefkit::archive {

namespace {

// Splitting a URI.

/// The parts of a URI. A missing part is empty, except for the path: the package does not
/// distinguish an empty query from none.
struct HandyUrl {
  std::string scheme;           ///< as written
  std::string host;             ///< without brackets and userinfo
  std::string port;             ///< digits without leading zeros
  bool has_wrong_port = false;  ///< the port is no number from 0 to 65535
  std::optional<std::string> path;
  std::string query;
};

using text::ByteSet;

std::string without_line_ends(std::string_view uri) {
  constexpr ByteSet space(" \t\n\r\v\f");
  std::string out(text::strip(uri, space));
  out.erase(std::remove_if(out.begin(), out.end(),
                           [](char c) { return c == '\t' || c == '\n' || c == '\r'; }),
            out.end());
  return out;
}

/// The length of "http://" or "https://" at the beginning; 0 for anything else. Lower case only.
std::size_t http_length(std::string_view uri) {
  for (std::string_view const http : {"http://", "https://"}) {
    if (uri.starts_with(http)) return http.size();
  }
  return 0;
}

/// "http://https://h/" becomes "https://h/": a common mistake in links.
std::string_view without_doubled_http(std::string_view uri) {
  for (;;) {
    const std::size_t first = http_length(uri);
    if (first == 0 || http_length(uri.substr(first)) == 0) return uri;
    uri.remove_prefix(first);
  }
}

/// Digits without leading zeros; nullopt if it is no number from 0 to 65535.
std::optional<std::string> read_port(std::string_view port) {
  constexpr std::string_view max_port = "65535";
  if (port.empty() || !text::is_made_of(port, text::ascii_digit)) return std::nullopt;
  port.remove_prefix(std::min(port.find_first_not_of('0'), port.size()));
  const bool is_greater =
      port.size() > max_port.size() || (port.size() == max_port.size() && port > max_port);
  if (is_greater) return std::nullopt;
  return std::string(port);
}

void read_authority(HandyUrl& url, std::string_view authority) {
  while (authority.ends_with(':')) authority.remove_suffix(1);
  if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
    authority.remove_prefix(at + 1);
  }
  const std::size_t bracket = authority.find('[');
  if (bracket != std::string_view::npos) authority.remove_prefix(bracket + 1);
  const std::size_t end =
      std::min(authority.find(bracket == std::string_view::npos ? ':' : ']'), authority.size());
  url.host = authority.substr(0, end);
  authority.remove_prefix(end);
  authority.remove_prefix(std::min(authority.find(':'), authority.size()));
  if (authority.empty()) return;
  const auto port = read_port(authority.substr(1));
  url.port = port.value_or("");
  url.has_wrong_port = !port;
}

/// "http:////h/p" and "http:h/p" become "http://h/p".
void use_first_segment_as_host(HandyUrl& url) {
  std::string_view path = *url.path;
  path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
  const std::size_t slash = std::min(path.find('/'), path.size());
  url.host = path.substr(0, slash);
  std::string rest("/");
  rest += path.substr(std::min(slash + 1, path.size()));
  url.path = std::move(rest);
}

/// Splits a URI by the regular expression of RFC 2396 (appendix B), after removing white space at
/// its ends, tabs and line ends. The default scheme is "http". A repeated "http://" is removed. If
/// an http URI has no host, the first path segment becomes the host.
HandyUrl split_handy_url(std::string_view uri) {
  std::string text = without_line_ends(uri);
  if (!text.empty() && url::scheme_length(text) == 0) text.insert(0, "http://");
  std::string_view rest = without_doubled_http(text);
  HandyUrl url;
  const std::size_t scheme = url::scheme_length(rest);
  url.scheme = rest.substr(0, scheme);
  rest.remove_prefix(std::min(scheme + 1, rest.size()));
  if (rest.starts_with("//")) {
    rest.remove_prefix(2);
    read_authority(url, text::read_until(rest, text::ByteSet("/?#")));
  }
  const std::string_view path = text::read_until(rest, text::ByteSet("?#"));
  if (!path.empty()) url.path = path;
  if (rest.starts_with('?')) url.query = text::read_until(rest, text::ByteSet("#")).substr(1);
  if (url.scheme.starts_with("http") && url.host.empty() && url.path)
    use_first_segment_as_host(url);
  return url;
}

// Session IDs in paths and queries are removed, so that all visits to a page have one key.

constexpr std::size_t npos = std::string_view::npos;
constexpr text::ByteSet letters_and_digits = text::ascii_lower | text::ascii_digit;

/// Removes `count` bytes of `set` from the front; false if there are fewer.
bool consume(std::string_view& text, std::size_t count, text::ByteSet const& set) {
  if (text.size() < count) return false;
  const std::string_view front = text.substr(0, count);
  if (!text::is_made_of(front, set)) return false;
  text.remove_prefix(count);
  return true;
}

bool consume(std::string_view& text, std::string_view expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(expected.size());
  return true;
}

/// "(24)"
bool consume_bracketed_id(std::string_view& segment) {
  return consume(segment, "(") && consume(segment, 24, letters_and_digits) && consume(segment, ")");
}

/// "(x(24)y(24))"
bool is_lettered_session(std::string_view segment) {
  if (!consume(segment, "(")) return false;
  do {
    if (!consume(segment, 1, text::ascii_lower) || !consume_bracketed_id(segment)) return false;
  } while (segment != ")");
  return true;
}

bool is_plain_session(std::string_view segment) {
  return consume_bracketed_id(segment) && segment.empty();
}

/// Removes the last segment that is a session and that is followed by ".aspx" (not directly after
/// its slash) with no "?" in between. Scans from the right and reads each byte once.
void strip_segment(std::string& path, bool (*is_session)(std::string_view)) {
  const std::string_view text = path;
  std::size_t aspx = npos;          // the first ".aspx" that may follow the segment
  std::size_t question = npos;      // the first "?" after the segment
  std::size_t known = text.size();  // bytes from here on were searched
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

/// A kind of session ID in a query: a name and its value.
struct SessionId {
  std::string_view name;
  std::size_t letters;  ///< letters between name and "="; 0 if `name` ends in "="
  std::size_t length;   ///< of the value, in bytes
  text::ByteSet set;    ///< bytes of the value
};
constexpr std::array session_ids{
    SessionId{"jsessionid=", 0, 32, letters_and_digits},
    SessionId{"phpsessid=", 0, 32, letters_and_digits},
    SessionId{"sid=", 0, 32, letters_and_digits},
    SessionId{"aspsessionid", 8, 24, text::ascii_lower},
};

bool consume_id(std::string_view& rest, SessionId const& id) {
  if (!consume(rest, id.name)) return false;
  if (id.letters > 0 && (!consume(rest, id.letters, text::ascii_lower) || !consume(rest, "="))) {
    return false;
  }
  return consume(rest, id.length, id.set) && (rest.empty() || rest[0] == '&');
}

/// Removes the query's bytes from `begin` up to `rest`, which is its tail, and the "&" after them.
void cut(std::string& query, std::size_t begin, std::string_view rest) {
  query.erase(begin, query.size() - begin - rest.size() + (rest.empty() ? 0 : 1));
}

void strip_id(std::string& query, SessionId const& id) {
  for (std::size_t begin = query.rfind(id.name); begin != npos;
       begin = query.rfind(id.name, begin - 1)) {
    std::string_view rest = std::string_view(query).substr(begin);
    if (consume_id(rest, id)) return cut(query, begin, rest);
    if (begin == 0) return;
  }
}

/// Removes "cfid=...&cftoken=...". Linear: reads each part of the query once.
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

/// Removes an ASP.NET session from the path: "/(S(24 letters or digits))/x.aspx" and "/(24 letters
/// or digits)/x.aspx" become "/x.aspx". `path` is lower case.
void strip_path_session_id(std::string& path) {
  strip_segment(path, is_lettered_session);
  strip_segment(path, is_plain_session);
}

/// Removes the last session ID of each kind from the query, with the "&" after it: jsessionid,
/// phpsessid and sid with 32 letters or digits, aspsessionid, cfid with cftoken. A name matches
/// anywhere, even in "xsid=". `query` is lower case.
void strip_query_session_id(std::string& query) {
  if (query.find('=') == npos) return;
  for (SessionId const& id : session_ids) strip_id(query, id);
  strip_cfid(query);
}

// Percent-escapes.

/// Decodes the escape at the end of `out`, again and again: the decoded byte may complete another.
void decode_end(std::string& out) {
  while (out.size() >= 3 && out[out.size() - 3] == '%') {
    const int high = text::hex_value(out[out.size() - 2]);
    const int low = text::hex_value(out[out.size() - 1]);
    if (high < 0 || low < 0) return;
    out.resize(out.size() - 3);
    out += static_cast<char>(high * 16 + low);
  }
}

/// Percent-decodes until nothing changes: "%2541" becomes "A". Linear time: two escapes never
/// overlap, so their order does not matter, and each is decoded as soon as its last byte is read.
std::string unescape_repeatedly(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (char c : text) {
    out += c;
    decode_end(out);
  }
  return out;
}

/// Percent-encodes "#", "%" and everything but visible ASCII, with upper-case digits.
std::string escape_once(std::string_view text) {
  constexpr text::ByteSet kept = text::ByteSet::range(0x21, 0x7E) - text::ByteSet("#%");
  std::string out;
  out.reserve(text.size());
  url::append_percent_encoded(out, text, ~kept);
  return out;
}

// Hosts.

bool is_digits(std::string_view text) {
  return !text.empty() && text::is_made_of(text, text::ascii_digit);
}

/// Drops the bytes of `host` that are not valid UTF-8.
std::string valid_utf8(std::string_view host) {
  std::string valid;
  for (std::size_t i = 0; i < host.size();) {
    const text::Utf8Step step = text::decode_utf8(host, i);
    if (step.valid) valid += host.substr(i, step.length);
    i += step.length;
  }
  return valid;
}

/// The host in ASCII by IDNA2003; unchanged if that fails.
std::string to_ascii(std::string_view host) {
  if (text::is_ascii(host)) return std::string(host);
  std::string valid = valid_utf8(host);
  if (valid.empty()) return valid;
  return url::domain_to_ascii_2003(valid, url::Std3Rules::off).value_or(std::string(host));
}

/// Replaces each pair of dots by one in a single pass ("..." becomes ".."), and strips dots at the
/// ends.
std::string without_doubled_dots(std::string_view host) {
  std::string out;
  for (std::size_t i = 0; i < host.size(); ++i) {
    out += host[i];
    if (host.substr(i, 2) == "..") ++i;
  }
  return std::string(text::strip(out, text::ByteSet(".")));
}

std::string dotted(std::uint32_t address) {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) {
    if (shift != 24) out += '.';
    out += std::to_string((address >> shift) & 0xFF);
  }
  return out;
}

/// A number as inet_aton reads it: octal if it begins with "0". Nullopt for more than 32 bits and
/// for an 8 or 9 in octal.
std::optional<std::uint32_t> read_number(std::string_view digits) {
  const std::uint64_t base = digits.size() > 1 && digits[0] == '0' ? 8 : 10;
  std::uint64_t value = 0;
  for (char c : digits) {
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (digit >= base) return std::nullopt;
    value = value * base + digit;
    if (value > 0xFFFFFFFF) return std::nullopt;
  }
  return static_cast<std::uint32_t>(value);
}

/// inet_aton for two to four numbers: the last one fills the remaining bytes.
std::optional<std::uint32_t> read_address(std::string_view host) {
  std::uint32_t address = 0;
  for (unsigned shift = 32;;) {
    const std::size_t dot = host.find('.');
    const std::string_view digits = host.substr(0, dot);
    if (!is_digits(digits)) return std::nullopt;
    const auto number = read_number(digits);
    if (!number) return std::nullopt;
    if (dot == std::string_view::npos) {
      if (shift < 32 && (*number >> shift) != 0) return std::nullopt;
      return address | *number;
    }
    if (*number > 0xFF || shift == 8) return std::nullopt;
    shift -= 8;
    address |= *number << shift;
    host.remove_prefix(dot + 1);
  }
}

/// A host of digits only is one number modulo 2^32.
std::uint32_t low_bits(std::string_view digits) {
  std::uint32_t value = 0;
  for (char c : digits) value = value * 10 + static_cast<std::uint32_t>(c - '0');
  return value;
}

std::optional<std::uint32_t> as_ipv4(std::string_view host) {
  if (is_digits(host)) return low_bits(host);
  return read_address(host);
}

/// The canonical host. `host` is any bytes, with escapes decoded. It is converted by IDNA2003,
/// loses superfluous dots, becomes a dotted address if inet_aton accepts it, else lower case and
/// escaped once.
std::string surt_host(std::string_view host) {
  const std::string ascii = without_doubled_dots(to_ascii(host));
  if (const auto address = as_ipv4(ascii)) return dotted(*address);
  return text::to_ascii_lower(escape_once(text::to_ascii_lower(ascii)));
}

/// Removes dot segments and empty segments from a path that begins with "/". A ".." without a
/// segment before it stays.
std::string normal_path(std::string_view path) {
  std::vector<std::string_view> kept;
  while (!path.empty()) {
    path.remove_prefix(1);
    const std::string_view segment = path.substr(0, path.find('/'));
    path.remove_prefix(segment.size());
    if (segment == ".") continue;
    if (segment == ".." && !kept.empty()) {
      kept.pop_back();
    } else {
      kept.push_back(segment);
    }
  }
  std::string out = "/";
  for (std::size_t i = 0; i < kept.size(); ++i) {
    out += kept[i];
    if (i + 1 < kept.size() && !kept[i].empty()) out += '/';
  }
  return out;
}

/// Removes "www", any digits and a dot from the front of a host.
void strip_www(std::string& host) {
  if (!host.starts_with("www")) return;
  const std::size_t end = host.find_first_not_of("0123456789", 3);
  if (end != std::string::npos && host[end] == '.') host.erase(0, end + 1);
}

void normalize_path(HandyUrl& url) {
  const bool had_path = url.path.has_value();
  std::string path = unescape_repeatedly(url.path.value_or(""));
  if (!url.host.empty()) {
    path = normal_path(path);
  } else if (!had_path) {
    return;
  }
  path = text::to_ascii_lower(escape_once(path));
  strip_path_session_id(path);
  if (path.size() > 1 && path.ends_with('/')) path.pop_back();
  url.path = std::move(path);
}

/// Sorts the parts of a query by name, then by value; "x" precedes "x=".
std::string sorted_query(std::string_view query) {
  using Part = std::tuple<std::string_view, bool, std::string_view>;  // name, has "=", value
  std::vector<Part> parts;
  for (;;) {
    const std::size_t end = query.find('&');
    const std::string_view part = query.substr(0, end);
    const std::size_t equals = std::min(part.find('='), part.size());
    const bool has_value = equals < part.size();
    parts.emplace_back(part.substr(0, equals), has_value, part.substr(equals + has_value));
    if (end == std::string_view::npos) break;
    query.remove_prefix(end + 1);
  }
  std::sort(parts.begin(), parts.end());
  std::string out;
  for (auto const& [name, has_value, value] : parts) {
    if (&name != &std::get<0>(parts.front())) out += '&';
    out += name;
    if (has_value) out += '=';
    out += value;
  }
  return out;
}

void normalize_query(HandyUrl& url) {
  if (url.query.empty()) return;
  std::string query = text::to_ascii_lower(escape_once(unescape_repeatedly(url.query)));
  strip_query_session_id(query);
  url.query = sorted_query(query);
}

void normalize_host(HandyUrl& url) {
  if (url.host.empty()) return;
  url.host = surt_host(unescape_repeatedly(url.host));
  if (url.scheme != "dns") strip_www(url.host);
  const bool is_default =
      (text::equals_ignoring_ascii_case(url.scheme, "http") && url.port == "80") ||
      (text::equals_ignoring_ascii_case(url.scheme, "https") && url.port == "443");
  if (is_default) url.port.clear();
}

void append_reversed_labels(std::string& out, std::string_view host) {
  for (;;) {
    const std::size_t dot = host.rfind('.');
    if (dot == std::string_view::npos) break;
    out += host.substr(dot + 1);
    out += ',';
    host = host.substr(0, dot);
  }
  out += host;
}

std::string serialize(HandyUrl const& url) {
  std::string out;
  if (url.host.empty()) {
    out = url.scheme + ":";
  } else {
    append_reversed_labels(out, url.host);
    if (!url.port.empty()) out += ":" + url.port;
    out += ')';
  }
  const std::string path = url.path.value_or("");
  out += path.empty() && !url.query.empty() ? "/" : path;
  if (!url.query.empty()) out += "?" + url.query;
  return out;
}

/// True for a file name that changes nothing in the key but its own lower case: it has no escapes,
/// is no dot segment, and has no ".aspx", for which session IDs are removed.
bool is_plain_name(std::string_view name) {
  constexpr text::ByteSet plain = text::ascii_alphanumeric | text::ByteSet("-_");
  return !name.empty() && text::is_made_of(name, plain);
}

}  // namespace

std::string surt(std::string_view uri) {
  if (uri.starts_with("filedesc")) return std::string(uri);
  HandyUrl url = split_handy_url(uri);
  if (url.scheme.empty()) return "-";
  if (url.has_wrong_port) return std::string(uri);
  normalize_host(url);
  normalize_path(url);
  normalize_query(url);
  return serialize(url);
}

std::string const& SurtKeys::key(std::string_view url) {
  const std::size_t scheme = url.find("://");
  const bool is_web = url.starts_with("http:") || url.starts_with("https:");
  const std::size_t slash = is_web ? url.find('/', scheme + 3) : std::string_view::npos;
  if (slash == std::string_view::npos) return key_ = surt(url);
  url = url.substr(0, url.find('#', slash));
  const std::string_view path = url.substr(0, url.find('?', slash));
  if (path != path_) find_path_key(path);
  key_ = path_key_;
  if (url.size() > path.size()) {
    std::string query("http://h/");
    query += url.substr(path.size());
    key_ += surt(query).substr(std::string_view("h)/").size());
  }
  return key_;
}

/// Sets `path_` and `path_key_` for a URL up to its query, which has a path.
void SurtKeys::find_path_key(std::string_view path) {
  const std::string_view folder = path.substr(0, path.rfind('/') + 1);
  const std::string_view name = path.substr(folder.size());
  path_ = path;
  if (!is_plain_name(name)) {
    path_key_ = surt(path);
    return;
  }
  if (folder != folder_) {
    folder_ = folder;
    folder_key_ = surt(std::string(folder) + "x");
    folder_key_.pop_back();
  }
  path_key_ = folder_key_;
  path_key_ += text::to_ascii_lower(name);
}

}  // namespace hrefkit::archive
