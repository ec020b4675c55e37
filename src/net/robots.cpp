#include "hrefkit/net/robots.h"

#include <algorithm>
#include <utility>

#include "hrefkit/net/robots_rules.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::net {

namespace {

bool is_unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == '~';
}

void append_encoded(std::string& out, unsigned char byte) {
  out += '%';
  out += text::upper_hex_digits[byte >> 4];
  out += text::upper_hex_digits[byte & 15];
}

/// A path or a pattern in the form in which they are compared (RFC 9309, 2.2.2): unreserved
/// characters stand for themselves, other encoded bytes and those that are not printable ASCII are
/// encoded with upper case digits.
///
/// In a pattern "*", and "$" at its end, are operators: as bytes they are encoded there (2.2.3),
/// and so they are in a path.
enum class Form : std::uint8_t { path, pattern };
std::string normalised(std::string_view path, Form form) {
  std::string result;
  result.reserve(path.size());
  for (std::size_t i = 0; i < path.size(); ++i) {
    const auto byte = static_cast<unsigned char>(path[i]);
    const bool is_operator = form == Form::pattern && (byte == '*' || i + 1 == path.size());
    if (path[i] == '%' && i + 2 < path.size() && text::hex_value(path[i + 1]) >= 0 &&
        text::hex_value(path[i + 2]) >= 0) {
      const auto value = static_cast<unsigned char>(text::hex_value(path[i + 1]) * 16 +
                                                    text::hex_value(path[i + 2]));
      if (is_unreserved(static_cast<char>(value))) {
        result += static_cast<char>(value);
      } else {
        append_encoded(result, value);
      }
      i += 2;
    } else if (byte <= 0x20 || byte >= 0x7F || ((byte == '*' || byte == '$') && !is_operator)) {
      append_encoded(result, byte);
    } else {
      result += path[i];
    }
  }
  return result;
}

/// "2.5" as milliseconds.
std::optional<std::chrono::milliseconds> parse_delay(std::string_view text) {
  constexpr std::int64_t max = std::int64_t{366} * 24 * 3600 * 1000;
  const std::size_t point = std::min(text.find('.'), text.size());
  std::int64_t whole = 0;
  std::int64_t fraction = 0;
  std::int64_t unit = 100;
  bool has_digit = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == point) continue;
    if (text[i] < '0' || text[i] > '9') return std::nullopt;
    has_digit = true;
    if (i < point) {
      whole = std::min(max, whole * 10 + (text[i] - '0'));
    } else {
      fraction += unit * (text[i] - '0');
      unit /= 10;
    }
  }
  if (!has_digit) return std::nullopt;
  return std::chrono::milliseconds(std::min(max, whole * 1000) + fraction);
}

/// The line at the front of `rest`, which is removed with its end: CR, LF or both.
std::string_view read_line(std::string_view& rest) {
  const std::size_t end = std::min(rest.find_first_of("\r\n"), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end);
  if (rest.starts_with("\r\n")) rest.remove_prefix(1);
  if (!rest.empty()) rest.remove_prefix(1);
  return line;
}

/// The product token at the front of a User-agent line (2.2.1): letters, "-" and "_".
std::string_view product_of(std::string_view value) {
  const auto is_token = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
  };
  return {value.begin(), std::find_if_not(value.begin(), value.end(), is_token)};
}

bool is_star(std::string_view value) {
  return value.starts_with('*') && (value.size() == 1 || text::ascii_whitespace.contains(value[1]));
}

}  // namespace

bool begins_as_markup(std::string_view file) {
  constexpr std::size_t max_front = 512;
  if (file.starts_with(text::utf8_byte_order_mark)) {
    file.remove_prefix(text::utf8_byte_order_mark.size());
  }
  return text::strip_ascii_whitespace(file.substr(0, max_front)).starts_with('<');
}

Robots Robots::forbidding_all() {
  Robots robots;
  robots.rules_ = std::make_shared<RobotsRules const>(
      std::vector<RobotsRules::Rule>{{.allows = false, .pattern = "/"}});
  return robots;
}

Robots Robots::parse(std::string_view file, std::string_view product) {
  /// The rules of one product.
  struct Group {
    bool was_named = false;
    std::vector<RobotsRules::Rule> rules = {};
    std::optional<std::chrono::milliseconds> delay = {};
  };
  Group ours;
  Group everybody;
  bool is_ours = false;
  bool is_everybody = false;
  bool in_names = false;  // among the User-agent lines that begin a group

  Robots robots;
  if (file.size() > max_robots_bytes) {
    // The line at the limit does not count: half a path forbids more than the whole one.
    file = file.substr(0, max_robots_bytes);
    file = file.substr(0, file.find_last_of("\r\n") + 1);
  }
  robots.is_page_ = begins_as_markup(file);
  if (robots.is_page_) return robots;
  if (file.starts_with(text::utf8_byte_order_mark)) {
    file.remove_prefix(text::utf8_byte_order_mark.size());
  }
  while (!file.empty()) {
    std::string_view line = read_line(file);
    line = line.substr(0, line.find('#'));
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view key = text::strip_ascii_whitespace(line.substr(0, colon));
    const std::string_view value = text::strip_ascii_whitespace(line.substr(colon + 1));
    const auto is = [&](std::string_view name) {
      return text::equals_ignoring_ascii_case(key, name);
    };
    if (is("sitemap")) {
      if (!value.empty()) robots.sitemaps_.emplace_back(value);
      continue;
    }
    if (is("user-agent")) {
      if (!in_names) is_ours = is_everybody = false;
      in_names = true;
      is_ours |= text::equals_ignoring_ascii_case(product_of(value), product);
      is_everybody |= is_star(value);
      ours.was_named |= is_ours;
      continue;
    }
    const bool is_allow = is("allow");
    const bool is_delay = is("crawl-delay");
    if (!is_allow && !is_delay && !is("disallow")) continue;
    in_names = false;
    for (Group* group : {is_ours ? &ours : nullptr, is_everybody ? &everybody : nullptr}) {
      if (group == nullptr) continue;
      if (is_delay) {
        const auto delay = parse_delay(value);
        if (delay) group->delay = std::max(group->delay.value_or(*delay), *delay);
      } else if (!value.empty()) {
        group->rules.push_back({.allows = is_allow, .pattern = normalised(value, Form::pattern)});
      }
    }
  }
  Group& used = ours.was_named ? ours : everybody;
  if (!used.rules.empty()) {
    robots.rules_ = std::make_shared<RobotsRules const>(std::move(used.rules));
  }
  robots.crawl_delay_ = used.delay;
  return robots;
}

RobotsVerdict Robots::judge(std::string_view path) const {
  if (!rules_ || path == "/robots.txt") return RobotsVerdict::allowed;
  return rules_->judge(normalised(path, Form::path));
}

}  // namespace hrefkit::net
