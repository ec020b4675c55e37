#include "url/whatwg_2012/model.h"

#include <array>
#include <cstdio>
#include <map>

#include "hrefkit/url/host/idna.h"
#include "url/code_points.h"

namespace hrefkit::test {

namespace {

using Text = std::u32string;
constexpr char32_t eof = 0xFFFFFFFF;

std::map<Text, Text> const& relative_schemes() {
  static const std::map<Text, Text> table{{U"ftp", U"21"},  {U"file", U"none"}, {U"gopher", U"70"},
                                          {U"http", U"80"}, {U"https", U"443"}, {U"ws", U"80"},
                                          {U"wss", U"443"}};
  return table;
}

bool is_relative_scheme(Text const& scheme) {
  return relative_schemes().count(scheme) != 0;
}

char32_t lower(char32_t c) {
  return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

bool in_simple_set(char32_t c) {
  return c < 0x20 || c > 0x7E;
}

bool in_default_set(char32_t c) {
  return in_simple_set(c) || one_of(c, U" \"#<>?`");
}

Text percent_encode(std::string const& bytes) {
  Text out;
  for (char b : bytes) {
    std::array<char, 4> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%%%02X", static_cast<unsigned char>(b));
    for (std::size_t i = 0; i < 3; ++i) out += static_cast<char32_t>(buffer[i]);
  }
  return out;
}

template <typename Set>
Text utf8_percent_encode(char32_t c, Set in_set) {
  return in_set(c) ? percent_encode(encode(Text(1, c))) : Text(1, c);
}

std::optional<std::array<unsigned, 8>> parse_ipv6(Text const& input) {
  std::array<unsigned, 8> address{};
  std::size_t piece = 0;
  int compress = -1;
  std::size_t pointer = 0;
  const auto c = [&] { return pointer < input.size() ? input[pointer] : eof; };
  if (c() == ':') {
    if (input.size() < 2 || input[1] != ':') return std::nullopt;
    pointer += 2;
    piece += 1;
    compress = static_cast<int>(piece);
  }
  while (c() != eof) {
    if (piece == 8) return std::nullopt;
    if (c() == ':') {
      if (compress != -1) return std::nullopt;
      pointer += 1;
      piece += 1;
      compress = static_cast<int>(piece);
      continue;
    }
    unsigned value = 0;
    std::size_t length = 0;
    while (length < 4 && c() != eof && is_hex(c())) {
      value = value * 0x10 + hex(c());
      pointer += 1;
      length += 1;
    }
    if (c() == '.') {
      if (length == 0) return std::nullopt;
      pointer -= length;
      if (piece > 6) return std::nullopt;
      std::vector<unsigned> numbers;
      for (Text const& digits : split(input.substr(pointer), '.')) {
        if (digits.empty() || digits.find_first_not_of(U"0123456789") != Text::npos) return {};
        unsigned number = 0;
        for (char32_t digit : digits) number = std::min(number * 10 + hex(digit), 1000U);
        if (number > 255) return std::nullopt;
        numbers.push_back(number);
      }
      if (numbers.size() != 4) return std::nullopt;
      address[piece] = numbers[0] * 0x100 + numbers[1];
      address[piece + 1] = numbers[2] * 0x100 + numbers[3];
      piece += 2;
      break;
    }
    if (c() == ':') {
      pointer += 1;
      if (c() == eof) return std::nullopt;
    } else if (c() != eof) {
      return std::nullopt;
    }
    address[piece] = value;
    piece += 1;
  }
  if (compress == -1) {
    if (piece != 8) return std::nullopt;
    return address;
  }
  std::array<unsigned, 8> expanded{};
  const auto kept = static_cast<std::size_t>(compress);
  for (std::size_t i = 0; i < kept; ++i) expanded[i] = address[i];
  for (std::size_t i = kept; i < piece; ++i) expanded[8 - piece + i] = address[i];
  return expanded;
}

Text serialize_ipv6(std::array<unsigned, 8> const& address) {
  std::size_t best = 8;
  std::size_t best_length = 1;
  for (std::size_t i = 0; i < 8; ++i) {
    std::size_t length = 0;
    while (i + length < 8 && address[i + length] == 0) ++length;
    if (length > best_length) {
      best = i;
      best_length = length;
    }
  }
  std::string out;
  for (std::size_t i = 0; i < 8;) {
    if (i == best) {
      out += i == 0 ? "::" : ":";
      i += best_length;
      continue;
    }
    std::array<char, 8> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%x", address[i]);
    out += buffer.data();
    if (i != 7) out += ":";
    ++i;
  }
  return decode(out);
}

std::optional<Text> parse_host(Text const& input) {
  if (!input.empty() && input.front() == '[') {
    if (input.back() != ']') return std::nullopt;
    const auto address = parse_ipv6(input.substr(1, input.size() - 2));
    if (!address) return std::nullopt;
    return U"[" + serialize_ipv6(*address) + U"]";
  }
  std::string bytes;
  for (std::size_t i = 0; i < input.size();) {
    if (input[i] == '%' && i + 2 < input.size() && is_hex(input[i + 1]) && is_hex(input[i + 2])) {
      bytes += static_cast<char>(hex(input[i + 1]) * 16 + hex(input[i + 2]));
      i += 3;
    } else {
      bytes += encode(Text(1, input[i++]));
    }
  }
  const auto ascii = url::unicode_to_ascii(encode(decode(bytes)), url::IdnaStrictness::relaxed);
  if (!ascii) return std::nullopt;
  return decode(*ascii);
}

enum class State {
  scheme_start,
  scheme,
  scheme_data,
  no_scheme,
  relative,
  authority_start,
  authority,
  file_host,
  host,
  port,
  relative_path_start,
  relative_path,
  query,
  fragment
};

State start_state(Override2012 state_override) {
  switch (state_override) {
    case Override2012::none:
    case Override2012::scheme_start:
      return State::scheme_start;
    case Override2012::host:
    case Override2012::hostname:
      return State::host;
    case Override2012::port:
      return State::port;
    case Override2012::relative_path_start:
      return State::relative_path_start;
    case Override2012::query:
      return State::query;
    case Override2012::fragment:
      return State::fragment;
  }
  return State::scheme_start;
}

bool is_drive_letter(Text const& buffer) {
  return buffer.size() == 2 && is_alpha(buffer[0]) && one_of(buffer[1], U":|");
}

}  // namespace

bool parse_2012(std::string_view bytes, Url2012 const* base, text::Encoding encoding, Url2012& url,
                Override2012 state_override) {
  const bool overridden = state_override != Override2012::none;
  Text input = decode(bytes);
  if (!overridden) {
    while (!input.empty() && one_of(input.front(), U"\t\n\f\r ")) input.erase(0, 1);
    while (!input.empty() && one_of(input.back(), U"\t\n\f\r ")) input.pop_back();
  }
  Url2012 empty_file;
  empty_file.scheme = U"file";
  State state = start_state(state_override);
  Text buffer;
  bool at_flag = false;
  bool bracket_flag = false;
  long after_at = 0;  // where the code points in the authority's buffer begin
  const long end = static_cast<long>(input.size());
  for (long pointer = 0; pointer <= end; ++pointer) {
    const auto at = [&](long i) {
      return i >= 0 && i < end ? input[static_cast<std::size_t>(i)] : eof;
    };
    const char32_t c = at(pointer);
    const bool tab = c == 9 || c == 10 || c == 13;
    const bool slash = c == '/' || c == '\\';
    const bool ends_part = c == eof || slash || c == '?' || c == '#';
    switch (state) {
      case State::scheme_start:
        if (c != eof && is_alpha(c)) {
          buffer += lower(c);
          state = State::scheme;
        } else if (!overridden) {
          state = State::no_scheme;
          --pointer;
        } else {
          return true;
        }
        break;
      case State::scheme:
        if (c != eof && (is_alpha(c) || is_digit(c) || one_of(c, U"+-."))) {
          buffer += lower(c);
        } else if (c == ':') {
          url.scheme = buffer;
          buffer.clear();
          if (overridden) return true;
          if (is_relative_scheme(url.scheme)) url.relative_flag = true;
          if (url.scheme == U"file") {
            state = State::relative;
            if (base == nullptr || base->scheme != U"file") base = &empty_file;
          } else if (url.relative_flag && base != nullptr && base->scheme == url.scheme) {
            state = State::relative;
          } else if (url.relative_flag) {
            state = State::authority_start;
          } else {
            state = State::scheme_data;
          }
        } else if (!overridden) {
          buffer.clear();
          state = State::no_scheme;
          pointer = -1;
        } else {
          return true;
        }
        break;
      case State::scheme_data:
        if (c == '?') {
          url.query = U"";
          state = State::query;
        } else if (c == '#') {
          url.fragment = U"";
          state = State::fragment;
        } else if (c != eof && !tab) {
          url.scheme_data += utf8_percent_encode(c, in_simple_set);
        }
        break;
      case State::no_scheme:
        if (base == nullptr || !is_relative_scheme(base->scheme)) return false;
        state = State::relative;
        --pointer;
        break;
      case State::relative:
        url.relative_flag = true;
        url.scheme = base->scheme;
        if (slash && (at(pointer + 1) == '/' || at(pointer + 1) == '\\')) {
          ++pointer;
          state = url.scheme == U"file" ? State::file_host : State::authority_start;
          break;
        }
        url.host = base->host;
        url.port = base->port;
        if (slash) {
          state = State::relative_path_start;
          --pointer;
          break;
        }
        url.path = base->path;
        if (c == eof) {
          url.query = base->query;
        } else if (c == '?') {
          url.query = U"";
          state = State::query;
        } else if (c == '#') {
          url.query = base->query;
          url.fragment = U"";
          state = State::fragment;
        } else {
          if (!url.path.empty()) url.path.pop_back();
          state = State::relative_path_start;
          --pointer;
        }
        break;
      case State::authority_start:
        if (!slash) {
          state = State::authority;
          after_at = pointer;
          --pointer;
        }
        break;
      case State::authority:
        if (c == '@') {
          if (at_flag) buffer = U"%40" + buffer;
          at_flag = true;
          for (char32_t each : buffer) {
            if (each == ':' && !url.password) {
              url.password = U"";
              continue;
            }
            (url.password ? *url.password : url.username) +=
                utf8_percent_encode(each, in_default_set);
          }
          buffer.clear();
          after_at = pointer + 1;
        } else if (ends_part) {
          pointer = after_at - 1;
          buffer.clear();
          state = State::host;
        } else if (!tab) {
          buffer += c;
        }
        break;
      case State::file_host:
        if (ends_part) {
          --pointer;
          if (is_drive_letter(buffer)) {
            state = State::relative_path;
          } else {
            url.host = parse_host(buffer);
            if (!url.host) return false;
            buffer.clear();
            state = State::relative_path_start;
          }
        } else if (!tab) {
          buffer += c;
        }
        break;
      case State::host:
        if ((c == ':' && !bracket_flag) || ends_part) {
          const auto host = parse_host(buffer);
          if (!host) return false;
          url.host = host;
          buffer.clear();
          if (ends_part) {
            --pointer;
            state = State::relative_path_start;
            if (overridden) return true;
          } else {
            state = State::port;
            if (state_override == Override2012::hostname) return true;
          }
        } else if (!tab) {
          if (c == '[') bracket_flag = true;
          if (c == ']') bracket_flag = false;
          buffer += c;
        }
        break;
      case State::port:
        if (tab) break;
        if (c != eof && is_digit(c)) {
          buffer += c;
        } else if (ends_part || overridden) {
          while (buffer.size() > 1 && buffer.front() == '0') buffer.erase(0, 1);
          const auto known = relative_schemes().find(url.scheme);
          if (known != relative_schemes().end() && buffer == known->second) buffer.clear();
          url.port = buffer;
          if (overridden) return true;
          buffer.clear();
          state = State::relative_path_start;
          --pointer;
        } else {
          return false;
        }
        break;
      case State::relative_path_start:
        state = State::relative_path;
        if (!slash) --pointer;
        break;
      case State::relative_path:
        if (c == eof || slash || (!overridden && (c == '?' || c == '#'))) {
          if (buffer == U"..") {
            if (!url.path.empty()) url.path.pop_back();
            if (!slash) url.path.push_back(U"");
          } else if (buffer == U".") {
            if (!slash) url.path.push_back(U"");
          } else {
            if (url.scheme == U"file" && url.path.empty() && is_drive_letter(buffer)) {
              buffer[1] = ':';
            }
            url.path.push_back(buffer);
          }
          buffer.clear();
          if (c == '?') {
            url.query = U"";
            state = State::query;
          } else if (c == '#') {
            url.fragment = U"";
            state = State::fragment;
          }
        } else if (c == '%' && at(pointer + 1) == '2' &&
                   (at(pointer + 2) == 'e' || at(pointer + 2) == 'E')) {
          pointer += 2;
          buffer += '.';
        } else if (!tab) {
          buffer += utf8_percent_encode(c, in_default_set);
        }
        break;
      case State::query:
        if (c == eof || (!overridden && c == '#')) {
          const bool legacy = url.relative_flag && encoding != text::Encoding::utf_16le &&
                              encoding != text::Encoding::utf_16be;
          std::string encoded;
          text::append_encoded(encoded, encode(buffer), legacy ? encoding : text::Encoding::utf_8,
                               [](char32_t, std::string& out) { out += '?'; });
          for (char each : encoded) {
            const auto byte = static_cast<unsigned char>(each);
            const bool escape = byte < 0x21 || byte > 0x7E || byte == 0x22 || byte == 0x23 ||
                                byte == 0x3C || byte == 0x3E || byte == 0x60;
            *url.query += escape ? percent_encode(std::string(1, each)) : Text(1, byte);
          }
          buffer.clear();
          if (c == '#') {
            url.fragment = U"";
            state = State::fragment;
          }
        } else if (!tab) {
          buffer += c;
        }
        break;
      case State::fragment:
        if (c != eof && !tab) *url.fragment += utf8_percent_encode(c, in_simple_set);
        break;
    }
  }
  return true;
}

std::string serialize_2012(Url2012 const& url) {
  Text out = url.scheme + U":";
  if (url.relative_flag) {
    out += U"//";
    if (!url.username.empty() || url.password) {
      out += url.username;
      if (url.password) out += U":" + *url.password;
      out += U"@";
    }
    out += url.host.value_or(U"");
    if (!url.port.empty()) out += U":" + url.port;
    out += U"/";
    for (std::size_t i = 0; i < url.path.size(); ++i) out += (i == 0 ? U"" : U"/") + url.path[i];
  } else {
    out += url.scheme_data;
  }
  if (url.query) out += U"?" + *url.query;
  if (url.fragment) out += U"#" + *url.fragment;
  return encode(out);
}

}  // namespace hrefkit::test
