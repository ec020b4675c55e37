#include "url/html5/model.h"

#include <regex>
#include <vector>

#include "hrefkit/text/utf8.h"
#include "hrefkit/url/host/idna.h"
#include "url/code_points.h"

namespace hrefkit::test {

namespace {

using Text = std::u32string;

/// RFC 3986, appendix A, with or without 2.6.2's exceptions.
struct Rules {
  bool html5;

  bool unreserved(char32_t c) const {
    if (is_alpha(c) || is_digit(c) || one_of(c, U"-._~")) return true;
    if (!html5) return false;
    return c <= 0x20 || c >= 0x7F || c == 0x22 || c == 0x3C || c == 0x3E ||
           (c >= 0x5B && c <= 0x5E) || c == 0x60 || (c >= 0x7B && c <= 0x7D);
  }
  static bool sub_delim(char32_t c) { return one_of(c, U"!$&'()*+,;="); }

  /// *( unreserved / pct-encoded / sub-delims / one of `more` ), with or without the lone "%".
  bool characters(Text const& s, std::u32string_view more, bool lone_percent) const {
    for (std::size_t i = 0; i < s.size(); ++i) {
      if (unreserved(s[i]) || sub_delim(s[i]) || more.find(s[i]) != more.npos) continue;
      if (s[i] != '%') return false;
      const bool encoded = i + 2 < s.size() && is_hex(s[i + 1]) && is_hex(s[i + 2]);
      if (!encoded && !lone_percent) return false;
      if (encoded) i += 2;
    }
    return true;
  }
  bool userinfo(Text const& s) const { return characters(s, U":", html5); }
  bool reg_name(Text const& s) const { return characters(s, U"", false); }
  bool pchars(Text const& s) const { return characters(s, U":@", html5); }
  bool query(Text const& s) const { return characters(s, U":@/?", html5); }
  bool fragment(Text const& s) const { return characters(s, html5 ? U":@/?#" : U":@/?", html5); }

  bool ip_future(Text const& s) const {
    if (s.size() < 4 || (s[0] != 'v' && s[0] != 'V')) return false;
    const std::size_t dot = s.find('.');
    if (dot == Text::npos || dot < 2 || dot + 1 == s.size()) return false;
    for (std::size_t i = 1; i < dot; ++i) {
      if (!is_hex(s[i])) return false;
    }
    for (std::size_t i = dot + 1; i < s.size(); ++i) {
      if (!unreserved(s[i]) && !sub_delim(s[i]) && s[i] != ':') return false;
    }
    return true;
  }
  bool ip_literal(Text const& s) const {
    if (s.size() < 2 || s.front() != '[' || s.back() != ']') return false;
    const Text inner = s.substr(1, s.size() - 2);
    return is_ipv6(inner) || ip_future(inner);
  }
  static bool is_ipv6(Text const& s) {
    static const std::string h16 = "[0-9A-Fa-f]{1,4}";
    static const std::string octet = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])";
    static const std::string ls32 =
        "(" + h16 + ":" + h16 + "|" + octet + "\\." + octet + "\\." + octet + "\\." + octet + ")";
    static const std::string h16c = "(" + h16 + ":)";
    const auto before = [](std::string const& most) {
      return "(" + h16c + "{0," + most + "}" + h16 + ")?::";
    };
    static const std::regex address(
        "(" + h16c + "{6}" + ls32 + ")|(::" + h16c + "{5}" + ls32 + ")|((" + h16 + ")?::" + h16c +
            "{4}" + ls32 + ")|(" + before("1") + h16c + "{3}" + ls32 + ")|(" + before("2") + h16c +
            "{2}" + ls32 + ")|(" + before("3") + h16c + ls32 + ")|(" + before("4") + ls32 + ")|(" +
            before("5") + h16 + ")|(" + before("6") + ")",
        std::regex::ECMAScript);
    std::string narrow;
    for (char32_t c : s) {
      if (c >= 0x80) return false;
      narrow += static_cast<char>(c);
    }
    return std::regex_match(narrow, address);
  }
};

struct Parts {
  std::optional<Text> scheme, userinfo, host, port, query, fragment;
  bool host_is_ip_literal = false;
  Text path;
};

/// host [ ":" port ]
bool match_host_and_port(Text const& s, Rules const& rules, Parts& parts) {
  for (const bool want_ip_literal : {true, false}) {  // first match wins
    for (std::size_t split = 0; split <= s.size(); ++split) {
      const Text host = s.substr(0, split);
      std::optional<Text> port;
      if (split < s.size()) {
        if (s[split] != ':') continue;
        port = s.substr(split + 1);
        if (port->find_first_not_of(U"0123456789") != Text::npos) continue;
      }
      if (want_ip_literal ? !rules.ip_literal(host) : !rules.reg_name(host)) continue;
      parts.host = host;
      parts.port = port;
      parts.host_is_ip_literal = want_ip_literal;
      return true;
    }
  }
  return false;
}

bool match_authority(Text const& s, Rules const& rules, Parts& parts) {
  for (std::size_t at = 0; at < s.size(); ++at) {
    if (s[at] != '@' || !rules.userinfo(s.substr(0, at))) continue;
    if (match_host_and_port(s.substr(at + 1), rules, parts)) {
      parts.userinfo = s.substr(0, at);
      return true;
    }
  }
  return match_host_and_port(s, rules, parts);
}

bool is_abempty(Text const& s, Rules const& rules) {
  if (s.empty()) return true;
  if (s[0] != '/') return false;
  for (Text const& segment : split(s.substr(1), '/')) {
    if (!rules.pchars(segment)) return false;
  }
  return true;
}

/// hier-part and relative-part; they differ in path-rootless against path-noscheme.
bool match_part(Text const& s, bool relative, Rules const& rules, Parts& parts) {
  if (s.substr(0, 2) == U"//") {
    for (std::size_t end = 2; end <= s.size(); ++end) {
      Parts trial = parts;
      if (is_abempty(s.substr(end), rules) && match_authority(s.substr(2, end - 2), rules, trial)) {
        trial.path = s.substr(end);
        parts = trial;
        return true;
      }
    }
    return false;
  }
  parts.path = s;
  if (s.empty()) return true;                    // path-empty
  if (s[0] == '/') return is_abempty(s, rules);  // path-absolute, as "//" is not here
  const std::vector<Text> segments = split(s, '/');
  if (relative && segments[0].find(':') != Text::npos) return false;
  for (Text const& segment : segments) {
    if (!rules.pchars(segment)) return false;
  }
  return true;
}

bool match_with_query(Text const& s, bool relative, Rules const& rules, Parts& parts) {
  for (std::size_t mark = 0; mark <= s.size(); ++mark) {
    if (mark < s.size() && s[mark] != '?') continue;
    Parts trial = parts;
    if (mark < s.size()) {
      trial.query = s.substr(mark + 1);
      if (!rules.query(*trial.query)) continue;
    }
    if (!match_part(s.substr(0, mark), relative, rules, trial)) continue;
    parts = trial;
    return true;
  }
  return false;
}

bool match_with_fragment(Text const& s, bool relative, Rules const& rules, Parts& parts) {
  for (std::size_t mark = 0; mark <= s.size(); ++mark) {
    if (mark < s.size() && s[mark] != '#') continue;
    Parts trial = parts;
    if (mark < s.size()) {
      trial.fragment = s.substr(mark + 1);
      if (!rules.fragment(*trial.fragment)) continue;
    }
    if (!match_with_query(s.substr(0, mark), relative, rules, trial)) continue;
    parts = trial;
    return true;
  }
  return false;
}

bool is_scheme(Text const& s) {
  if (s.empty() || !is_alpha(s[0])) return false;
  for (char32_t c : s) {
    if (!is_alpha(c) && !is_digit(c) && !one_of(c, U"+-.")) return false;
  }
  return true;
}

/// URI-reference = URI / relative-ref
std::optional<Parts> match_reference(Text const& s, Rules const& rules) {
  for (std::size_t colon = 0; colon < s.size(); ++colon) {
    Parts parts;
    if (s[colon] != ':' || !is_scheme(s.substr(0, colon))) continue;
    parts.scheme = s.substr(0, colon);
    if (match_with_fragment(s.substr(colon + 1), false, rules, parts)) return parts;
  }
  Parts parts;
  if (match_with_fragment(s, true, rules, parts)) return parts;
  return std::nullopt;
}

/// Expands percent-encoded octets that form UTF-8; false when some do not.
bool expand(Text const& host, Text& expanded) {
  for (std::size_t i = 0; i < host.size();) {
    std::string octets;
    while (i + 2 < host.size() && host[i] == '%' && is_hex(host[i + 1]) && is_hex(host[i + 2])) {
      octets += static_cast<char>(hex(host[i + 1]) * 16 + hex(host[i + 2]));
      i += 3;
    }
    if (octets.empty()) {
      expanded += host[i++];
      continue;
    }
    if (text::find_invalid_utf8(octets) != octets.size()) return false;
    expanded += decode(octets);
  }
  return true;
}

std::optional<Text> to_ascii_label(Text const& label) {
  bool ascii = true;
  for (char32_t c : label) ascii = ascii && c < 0x80;
  if (!ascii) {
    const auto result = url::label_to_ascii_2003(encode(label));
    if (!result) return std::nullopt;
    return decode(*result);
  }
  if (label.empty() || label.size() > 63 || label.front() == '-' || label.back() == '-') return {};
  for (char32_t c : label) {
    if (!is_alpha(c) && !is_digit(c) && c != '-') return std::nullopt;
  }
  return label;
}

std::optional<Text> to_ascii(Text const& host) {
  std::vector<Text> labels{U""};
  for (char32_t c : host) {
    if (one_of(c, U".\u3002\uFF0E\uFF61")) {
      labels.emplace_back();
    } else {
      labels.back() += c;
    }
  }
  const bool root = labels.size() > 1 && labels.back().empty();
  if (root) labels.pop_back();
  Text result;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto ascii = to_ascii_label(labels[i]);
    if (!ascii) return std::nullopt;
    result += (i == 0 ? U"" : U".") + *ascii;
  }
  return root ? result + U"." : result;
}

bool in_original_path(char32_t c) {
  return is_alpha(c) || is_digit(c) || one_of(c, U"-._~!$&'()*+,;=:@/");
}

Text percent(std::string const& octets) {
  Text out;
  for (char octet : octets) {
    const auto byte = static_cast<unsigned char>(octet);
    out += U'%';
    out += U"0123456789ABCDEF"[byte / 16];
    out += U"0123456789ABCDEF"[byte % 16];
  }
  return out;
}

Text escape_path(Text const& path) {
  Text out;
  for (char32_t c : path) {
    out += c == '%' || in_original_path(c) ? Text(1, c) : percent(encode(Text(1, c)));
  }
  return out;
}

Text escape_query(Text const& query, text::Encoding encoding) {
  Text out;
  for (char32_t c : query) {
    if (c == '%' || c == '?' || in_original_path(c)) {
      out += c;
      continue;
    }
    static bool lacking;
    lacking = false;
    std::string octets;
    text::append_encoded(octets, encode(Text(1, c)), encoding,
                         [](char32_t, std::string&) { lacking = true; });
    out += lacking ? Text(U"?") : percent(octets);
  }
  return out;
}

/// 5.2.4, with the input and output buffers of the text.
Text remove_dot_segments(Text input) {
  Text output;
  const auto starts = [&](std::u32string_view prefix) { return input.rfind(prefix, 0) == 0; };
  const auto drop_last = [&] {
    const std::size_t slash = output.rfind('/');
    output.erase(slash == Text::npos ? 0 : slash);
  };
  while (!input.empty()) {
    if (starts(U"../")) {
      input.erase(0, 3);
    } else if (starts(U"./")) {
      input.erase(0, 2);
    } else if (starts(U"/./")) {
      input.replace(0, 3, U"/");
    } else if (input == U"/.") {
      input = U"/";
    } else if (starts(U"/../")) {
      input.replace(0, 4, U"/");
      drop_last();
    } else if (input == U"/..") {
      input = U"/";
      drop_last();
    } else if (input == U"." || input == U"..") {
      input.clear();
    } else {
      const std::size_t end = std::min(input.find('/', 1), input.size());
      output += input.substr(0, end);
      input.erase(0, end);
    }
  }
  return output;
}

std::optional<Text> authority(Parts const& parts) {
  if (!parts.host) return std::nullopt;
  Text out;
  if (parts.userinfo) out += *parts.userinfo + U"@";
  out += *parts.host;
  if (parts.port) out += U":" + *parts.port;
  return out;
}

struct Uri {
  std::optional<Text> scheme, authority, query, fragment;
  Text path;
};

Uri split_base(std::string const& base) {
  static const std::regex appendix_b(
      "^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\\?([^#]*))?(#([^]*))?");
  std::smatch m;
  std::regex_match(base, m, appendix_b);
  const auto group = [&](std::size_t whole, std::size_t part) {
    return m[whole].matched ? std::optional<Text>(decode(m[part].str())) : std::nullopt;
  };
  return {group(1, 2), group(3, 4), group(6, 7), group(8, 9), decode(m[5].str())};
}

/// 5.2.2 and 5.2.3.
Uri transform(Uri const& r, Uri const& base) {
  Uri t;
  if (r.scheme) {
    t = r;
    t.path = remove_dot_segments(r.path);
  } else {
    if (r.authority) {
      t.authority = r.authority;
      t.path = remove_dot_segments(r.path);
      t.query = r.query;
    } else {
      if (r.path.empty()) {
        t.path = base.path;
        t.query = r.query ? r.query : base.query;
      } else {
        if (r.path[0] == '/') {
          t.path = remove_dot_segments(r.path);
        } else if (base.authority && base.path.empty()) {
          t.path = remove_dot_segments(U"/" + r.path);
        } else {
          const std::size_t slash = base.path.rfind('/');
          const Text directory = slash == Text::npos ? U"" : base.path.substr(0, slash + 1);
          t.path = remove_dot_segments(directory + r.path);
        }
        t.query = r.query;
      }
      t.authority = base.authority;
    }
    t.scheme = base.scheme;
  }
  t.fragment = r.fragment;
  return t;
}

/// Steps 6 to 13 of 2.6.3.
std::optional<std::string> resolve_parts(Parts parts, std::string const* base,
                                         text::Encoding encoding) {
  if (parts.host && !parts.host->empty() && !parts.host_is_ip_literal) {
    Text expanded;
    if (!expand(*parts.host, expanded)) return std::nullopt;
    parts.host = to_ascii(expanded);
    if (!parts.host) return std::nullopt;
  }
  if (encoding == text::Encoding::utf_16le || encoding == text::Encoding::utf_16be) {
    encoding = text::Encoding::utf_8;
  }
  Uri reference;
  reference.scheme = parts.scheme;
  reference.authority = authority(parts);
  reference.path = escape_path(parts.path);
  if (parts.query) reference.query = escape_query(*parts.query, encoding);
  reference.fragment = parts.fragment;
  if (!reference.scheme && !base) return std::nullopt;
  const Uri t = transform(reference, base ? split_base(*base) : Uri{});
  Text result = *t.scheme + U":";  // 5.3
  if (t.authority) result += U"//" + *t.authority;
  result += t.path;
  if (t.query) result += U"?" + *t.query;
  if (t.fragment) result += U"#" + *t.fragment;
  static const std::regex server_syntax_after_data("data://[^]*", std::regex::icase);
  if (std::regex_match(encode(result), server_syntax_after_data)) return std::nullopt;
  static const std::regex server_based("ftp|file|gopher|http|https|ws|wss", std::regex::icase);
  if (std::regex_match(encode(*t.scheme), server_based)) {
    for (char32_t& c : result) c = c == '\\' ? U'/' : c;
  }
  return encode(result);
}

Text strip_spaces(Text text) {
  const auto is_space = [](char32_t c) { return one_of(c, U" \t\n\f\r"); };
  while (!text.empty() && is_space(text.front())) text.erase(0, 1);
  while (!text.empty() && is_space(text.back())) text.pop_back();
  return text;
}

// Web addresses in HTML 5, 2.

Text encode_non_uri_characters(Text const& w) {
  Text out;
  for (char32_t c : w) {
    const bool encode_it = c <= 0x20 || c >= 0x7F || one_of(c, U"\"%<>\\^`{|}");
    out += encode_it ? percent(encode(Text(1, c))) : Text(1, c);
  }
  return out;
}

Text encode_brackets(Text const& w) {
  std::size_t scheme_colon = 0;
  while (scheme_colon < w.size() && w[scheme_colon] != ':') ++scheme_colon;
  const bool begins_with_scheme =
      is_scheme(w.substr(0, scheme_colon)) && w.substr(scheme_colon, 3) == U"://";
  std::size_t from = 0;
  if (begins_with_scheme || w.substr(0, 2) == U"//") {
    from = std::min(w.find_first_of(U"/?#", w.find(U"//") + 2), w.size());
  }
  Text out = w.substr(0, from);
  for (char32_t c : w.substr(from)) out += c == '[' ? U"%5B" : c == ']' ? U"%5D" : Text(1, c);
  return out;
}

Text encode_later_number_signs(Text const& w) {
  Text out;
  bool seen = false;
  for (char32_t c : w) {
    out += c == '#' && seen ? Text(U"%23") : Text(1, c);
    seen = seen || c == '#';
  }
  return out;
}

Text decode_once(Text const& s) {
  std::string octets;
  Text out;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s[i] == '%') {
      octets += static_cast<char>(hex(s[i + 1]) * 16 + hex(s[i + 2]));
      i += 2;
    } else {
      octets += encode(Text(1, s[i]));
    }
  }
  return decode(octets);
}

}  // namespace

std::optional<std::string> html5_resolve(std::string_view reference, std::string const* base,
                                         text::Encoding encoding) {
  const auto parts = match_reference(strip_spaces(decode(reference)), Rules{true});
  if (!parts) return std::nullopt;
  return resolve_parts(*parts, base, encoding);
}

std::optional<std::string> web_address_resolve(std::string_view reference, std::string const* base,
                                               text::Encoding encoding) {
  Text w = encode_non_uri_characters(strip_spaces(decode(reference)));
  w = encode_later_number_signs(encode_brackets(w));
  auto parts = match_reference(w, Rules{false});
  if (!parts) return std::nullopt;
  for (std::optional<Text>* part :
       {&parts->userinfo, &parts->host, &parts->query, &parts->fragment}) {
    if (*part) *part = decode_once(**part);
  }
  parts->path = decode_once(parts->path);
  return resolve_parts(*parts, base, encoding);
}

}  // namespace hrefkit::test
