// The rules are those of IAURLCanonicalizer and GoogleURLCanonicalizer of the Wayback Machine, as
// Python's package `surt` has them. Steps that look odd (a host from the path, "sid=" inside a
// name) are theirs: a key is of use only when it equals the one in the index.
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

// A URI in the parts that SURT keys are made of.

/// The parts of a URI. A part that is not there is empty: the field's tools do not tell an empty
/// query from none.
struct HandyUrl {
  std::string scheme;           ///< as written
  std::string host;             ///< without brackets and userinfo
  std::string port;             ///< digits without leading zeros
  bool has_wrong_port = false;  ///< what stands for the port is no number from 0 to 65535
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

/// "http://https://h/" is "https://h/": links were often made by putting "http://" first.
std::string_view without_doubled_http(std::string_view uri) {
  for (;;) {
    const std::size_t first = http_length(uri);
    if (first == 0 || http_length(uri.substr(first)) == 0) return uri;
    uri.remove_prefix(first);
  }
}

/// Digits without leading zeros; nothing for what is no number from 0 to 65535.
std::optional<std::string> read_port(std::string_view port) {
  constexpr std::string_view greatest = "65535";
  if (port.empty() || !text::is_made_of(port, text::ascii_digit)) return std::nullopt;
  port.remove_prefix(std::min(port.find_first_not_of('0'), port.size()));
  const bool is_greater =
      port.size() > greatest.size() || (port.size() == greatest.size() && port > greatest);
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

/// "http:////h/p" and "http:h/p" are "http://h/p".
void take_host_from_path(HandyUrl& url) {
  std::string_view path = *url.path;
  path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
  const std::size_t slash = std::min(path.find('/'), path.size());
  url.host = path.substr(0, slash);
  std::string rest("/");
  rest += path.substr(std::min(slash + 1, path.size()));
  url.path = std::move(rest);
}

/// Splits a URI as RFC 2396's expression does (appendix B), after white space at the ends, tabs and
/// line ends are gone. Without a scheme it is taken for "http". A doubled "http://" counts once.
/// Where "http:" has no host, the first segment of the path is the host.
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
  if (url.scheme.starts_with("http") && url.host.empty() && url.path) take_host_from_path(url);
  return url;
}

// Session ids in paths and queries: two visits to one page would have two keys.

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

/// Cuts a segment of ASP.NET out of the path: "/(S(24 letters or digits))/x.aspx" and
/// "/(24 letters or digits)/x.aspx" become "/x.aspx". `path` is in lower case.
void strip_path_session_id(std::string& path) {
  strip_segment(path, is_lettered_session);
  strip_segment(path, is_plain_session);
}

/// Cuts one of each kind out of the query, with the "&" behind it: jsessionid, phpsessid and sid
/// with 32 letters or digits, aspsessionid, cfid with cftoken. The last one of a kind goes. A name
/// counts wherever it begins ("xsid="). `query` is in lower case.
void strip_query_session_id(std::string& query) {
  if (query.find('=') == npos) return;
  for (SessionId const& id : session_ids) strip_id(query, id);
  strip_cfid(query);
}

// Escapes as SURT keys have them: none is left inside another.

/// Percent-decodes until nothing changes: "%2541" is "A". Takes linear time.
std::string unescape_repeatedly(std::string_view text);

/// Replaces escapes at the end of `out`: the byte of one may complete another before it.
void decode_end(std::string& out) {
  while (out.size() >= 3 && out[out.size() - 3] == '%') {
    const int high = text::hex_value(out[out.size() - 2]);
    const int low = text::hex_value(out[out.size() - 1]);
    if (high < 0 || low < 0) return;
    out.resize(out.size() - 3);
    out += static_cast<char>(high * 16 + low);
  }
}

// Two escapes never share a byte, so the order in which they are decoded makes no difference: each
// is decoded as soon as its last byte is there.
std::string unescape_repeatedly(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (char c : text) {
    out += c;
    decode_end(out);
  }
  return out;
}

/// Percent-encodes what is not visible ASCII, "#" and "%", with digits in upper case.
std::string escape_once(std::string_view text) {
  constexpr text::ByteSet kept = text::ByteSet::range(0x21, 0x7E) - text::ByteSet("#%");
  std::string out;
  out.reserve(text.size());
  url::append_percent_encoded(out, text, ~kept);
  return out;
}

// Hosts as SURT keys have them.

bool is_digits(std::string_view text) {
  return !text.empty() && text::is_made_of(text, text::ascii_digit);
}

/// `host` without what is not UTF-8.
std::string valid_utf8(std::string_view host) {
  std::string valid;
  for (std::size_t i = 0; i < host.size();) {
    const text::Utf8Step step = text::decode_utf8(host, i);
    if (step.valid) valid += host.substr(i, step.length);
    i += step.length;
  }
  return valid;
}

/// The host in ASCII; as it is where IDNA2003 fails.
std::string to_ascii(std::string_view host) {
  if (text::is_ascii(host)) return std::string(host);
  const std::string valid = valid_utf8(host);
  if (valid.empty()) return valid;
  return url::domain_to_ascii_2003(valid, url::Std3Rules::off).value_or(std::string(host));
}

/// Each pair of dots becomes one, in a single pass: three become two.
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

/// A number of inet_aton: octal when it begins with "0". Nothing past 32 bits or for an 8 in octal.
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

/// inet_aton on two to four numbers: the last one fills the bytes that are left.
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

/// A host of digits alone is one number, and its low 32 bits count.
std::uint32_t low_bits(std::string_view digits) {
  std::uint32_t value = 0;
  for (char c : digits) value = value * 10 + static_cast<std::uint32_t>(c - '0');
  return value;
}

std::optional<std::uint32_t> as_ipv4(std::string_view host) {
  if (is_digits(host)) return low_bits(host);
  return read_address(host);
}

/// The host in its one form: `host` has no escapes any more (any bytes). Other scripts become
/// ASCII by IDNA2003 where it can, dots at the ends and doubled ones go, numbers as inet_aton reads
/// them become a dotted address, all is lower case and escaped once.
std::string surt_host(std::string_view host) {
  const std::string ascii = without_doubled_dots(to_ascii(host));
  if (const auto address = as_ipv4(ascii)) return dotted(*address);
  return text::to_ascii_lower(escape_once(text::to_ascii_lower(ascii)));
}

/// Takes dot segments and empty segments out of a path that begins with "/". A ".." with nothing
/// before it stays.
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

/// "www", any digits and a dot at the beginning of a host.
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

/// The parts between "&" in order of their names, then their values; "x" goes before "x=".
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

/// True for a name in a folder that means the same wherever it stands: nothing in it is undone,
/// taken for a dot segment or looked at by what cuts session ids (".aspx").
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

/// Finds the key of a URL up to its query, which holds a path.
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
