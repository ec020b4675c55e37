#include "hrefkit/site/redirects/header_lines.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/ascii_search.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/span.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::site {

namespace {

/// A line with a field: `Name: value`.
struct FieldLine {
  std::string_view name;
  std::string_view value;
};

std::optional<FieldLine> read_field_line(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == line.npos) return std::nullopt;
  return FieldLine{text::strip_ascii_whitespace(line.substr(0, colon)),
                   text::strip_ascii_whitespace(line.substr(colon + 1))};
}

/// True for a word that begins like a URL: "https://h.example/".
bool begins_with_scheme(std::string_view line) {
  const std::size_t mark = line.find("://");
  if (mark == line.npos || mark == 0) return false;
  const std::string_view before = line.substr(0, mark);
  return std::none_of(before.begin(), before.end(),
                      [](char c) { return text::ascii_whitespace.contains(c); });
}

bool has_port(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  if (colon == host.npos || colon + 1 == host.size()) return false;
  const std::string_view digits = host.substr(colon + 1);
  return std::all_of(digits.begin(), digits.end(),
                     [](char c) { return text::ascii_digit.contains(c); });
}

class HeaderLines {
 public:
  explicit HeaderLines(std::string_view bytes) : bytes_(bytes) {}

  std::vector<IgnoredRule> find(RedirectSyntax syntax) {
    const std::size_t mark = Redirects::mark_length(bytes_);
    for (std::size_t at = mark; at < bytes_.size() && !is_over_;) {
      const std::size_t end = std::min(bytes_.find('\n', at), bytes_.size());
      const std::string_view line = text::strip_ascii_whitespace(bytes_.substr(at, end - at));
      at = end + 1;
      if (line.empty() || line.starts_with('#')) continue;
      if (syntax == RedirectSyntax::cloudflare_headers) {
        read_cloudflare(line);
      } else {
        read_netlify(line);
      }
    }
    end_cloudflare_rule();
    return std::move(ignored_);
  }

 private:
  void ignore(std::string_view line, std::string_view why) {
    const auto begin = static_cast<std::size_t>(line.data() - bytes_.data());
    ignored_.push_back({text::make_span(begin, begin + line.size()), why});
  }

  // netlify/build, packages/headers-parser/src/line_parser.ts (November 2026).
  void read_netlify(std::string_view line) {
    if (line.starts_with('/')) {
      has_path_ = true;
      return;
    }
    const auto field = read_field_line(line);
    if (!field) return ignore(line, "the line is neither a path nor a field, and Netlify drops it");
    if (field->name.empty()) return ignore(line, "Netlify drops a field without a name");
    if (field->value.empty()) return ignore(line, "Netlify drops a field without a value");
    if (!has_path_) ignore(line, "Netlify drops a field without a path before it");
  }

  // cloudflare/workers-sdk, packages/workers-shared/utils/configuration/parseHeaders.ts,
  // validateURL.ts and constants.ts (November 2026).
  static constexpr std::size_t max_characters = 2'000;
  static constexpr std::size_t max_rules = 100;

  void read_cloudflare(std::string_view line) {
    const auto characters = static_cast<std::size_t>(std::count_if(
        line.begin(), line.end(), [](char c) { return !text::is_continuation_byte(c); }));
    if (characters > max_characters) {
      return ignore(line, "Cloudflare reads no line of more than 2,000 characters");
    }
    if (line.starts_with('/') || begins_with_scheme(line)) return read_cloudflare_path(line);
    const auto field = read_field_line(line);
    if (!field) {
      if (!has_path_) return ignore(line, "Cloudflare takes a path that begins with / first");
      if (!line.starts_with("! ")) {
        return ignore(line, "Cloudflare takes fields alone below a path: a name, a colon, a value");
      }
      has_fields_ = true;
      return;
    }
    if (field->name.find(' ') != field->name.npos) {
      return ignore(line, "Cloudflare takes no field with a space in its name");
    }
    if (field->name.empty()) return ignore(line, "Cloudflare drops a field without a name");
    if (field->value.empty()) return ignore(line, "Cloudflare drops a field without a value");
    if (!has_path_) return ignore(line, "Cloudflare drops a field without a path before it");
    has_fields_ = true;
  }

  void read_cloudflare_path(std::string_view line) {
    if (rules_ >= max_rules) {
      ignore(line, "Cloudflare reads 100 rules, and nothing behind them");
      is_over_ = true;
      return;
    }
    end_cloudflare_rule();
    constexpr std::string_view https = "https://";
    if (!line.starts_with('/') && !line.starts_with(https)) {
      return ignore(line, "Cloudflare takes paths that begin with / and https URLs only");
    }
    if (line.starts_with(https)) {
      std::string_view host = line.substr(https.size());
      host = host.substr(0, host.find('/'));
      if (has_port(host)) return ignore(line, "Cloudflare takes no URL with a port");
    }
    const auto stars = std::count(line.begin(), line.end(), '*');
    if (stars > 1) return ignore(line, "Cloudflare takes one * in a path");
    if (stars == 1 && text::find_ignoring_ascii_case(line, ":splat") != line.npos) {
      return ignore(line, "Cloudflare takes no :splat beside a *, which is called so");
    }
    path_ = line;
    has_path_ = true;
  }

  void end_cloudflare_rule() {
    if (path_.data() == nullptr) return;
    if (has_fields_) {
      ++rules_;
    } else {
      ignore(path_, "Cloudflare drops a path without fields");
    }
    path_ = {};
    has_path_ = has_fields_ = false;
  }

  std::string_view bytes_;
  std::vector<IgnoredRule> ignored_;
  std::string_view path_ = {};  // of the rule that is read; Cloudflare's
  std::size_t rules_ = 0;       // before it
  bool has_path_ = false;
  bool has_fields_ = false;
  bool is_over_ = false;
};

}  // namespace

std::vector<IgnoredRule> find_ignored_header_lines(std::string_view bytes, RedirectSyntax syntax) {
  return HeaderLines(bytes).find(syntax);
}

}  // namespace hrefkit::site
