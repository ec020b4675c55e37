#include "hrefkit/site/redirects/redirect_lines.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hrefkit/site/redirects.h"
#include "hrefkit/site/redirects/path_patterns.h"
#include "hrefkit/site/redirects/redirect_index.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/span.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/scheme_kind.h"
#include "hrefkit/url/scheme_syntax.h"

namespace hrefkit::site {

namespace {

using text::make_span;
using text::Span;

/// The words of a line, up to one that begins a comment. To Cloudflare no second word does; to
/// GitLab the first word alone does.
std::vector<Span> words_of(std::string_view bytes, Span line, RedirectSyntax syntax) {
  std::vector<Span> words;
  std::size_t at = line.begin;
  while (at < line.end) {
    if (text::ascii_whitespace.contains(bytes[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < line.end && !text::ascii_whitespace.contains(bytes[end])) ++end;
    const bool may_begin_comment = syntax == RedirectSyntax::redirects || words.empty() ||
                                   (syntax == RedirectSyntax::cloudflare && words.size() > 1);
    if (bytes[at] == '#' && may_begin_comment) break;
    words.push_back(make_span(at, end));
    at = end;
  }
  return words;
}

bool is_target(std::string_view word) {
  return word.starts_with('/') || word.starts_with("http://") || word.starts_with("https://");
}

/// Reads "301" or "200!". False for other words.
bool read_status(std::string_view word, Redirect& rule) {
  const bool forced = word.ends_with('!');
  if (forced) word.remove_suffix(1);
  const auto status = text::parse_decimal<std::uint16_t>(word);
  if (!status || *status > 999) return false;
  rule.status = *status;
  rule.forced = forced;
  return true;
}

bool is_status(std::string_view word) {
  Redirect rule;
  return read_status(word, rule);
}

/// The host and port of an absolute URL, without the default port of its scheme.
std::string_view authority_of(std::string_view url) {
  const auto port = url::default_port(url::scheme_kind(url.substr(0, url::scheme_length(url))));
  url.remove_prefix(std::min(url.find("//") + 2, url.size()));
  url = url.substr(0, url.find_first_of("/?#"));
  const std::size_t colon = std::min(url.rfind(':'), url.size());
  const bool is_default =
      port && url.substr(std::min(colon + 1, url.size())) == std::to_string(*port);
  return is_default ? url.substr(0, colon) : url;
}

/// The path of a rule that is written with the site's own host; else what is written.
std::string_view without_own_host(std::string_view from, std::string_view origin) {
  if (from.starts_with('/') || origin.empty()) return from;
  if (!text::equals_ignoring_ascii_case(authority_of(from), authority_of(origin))) return from;
  const std::size_t path = from.find('/', from.find("//") + 2);
  return path == std::string_view::npos ? "/" : from.substr(path);
}

/// Netlify's forward rule has no target: `/a/* 200` serves `/a/*` itself.
bool read_forward_rule(Redirect& rule) {
  if (!rule.from.ends_with("/*") || rule.status < 200 || rule.status > 299) return false;
  rule.to = rule.from.substr(0, rule.from.size() - 1) + ":splat";
  rule.forward = true;
  return true;
}

void read_parameters(std::string_view bytes, std::span<Span const> words, Redirect& rule) {
  for (const Span word : words) {
    const std::string_view text = word.in(bytes);
    const std::size_t equals = std::min(text.find('='), text.size());
    rule.parameters.emplace_back(text.substr(0, equals),
                                 text.substr(std::min(equals + 1, text.size())));
  }
}

/// Reads what follows the path: the status is first where there is no target.
std::optional<Redirect> read_rule(std::string_view bytes, std::string_view origin,
                                  std::span<Span const> words) {
  Redirect rule;
  rule.line = make_span(words.front().begin, words.back().end);
  rule.source = words.front();
  rule.target = words.front();
  const std::string_view from = words.front().in(bytes);
  if (!is_target(from)) return std::nullopt;
  rule.from = std::string(without_own_host(from, origin));
  words = words.subspan(1);
  const bool has_target = !words.empty() && !is_status(words.front().in(bytes));
  if (has_target) {
    const auto target = std::find_if(words.begin(), words.end(),
                                     [&](Span word) { return is_target(word.in(bytes)); });
    if (target == words.end()) return std::nullopt;
    rule.target = *target;
    rule.to = std::string(target->in(bytes));
    const auto before = static_cast<std::size_t>(target - words.begin());
    read_parameters(bytes, words.first(before), rule);
    words = words.subspan(before + 1);
  }
  for (const Span word : words) {
    if (!read_status(word.in(bytes), rule)) rule.conditional = true;
  }
  if (!has_target && !read_forward_rule(rule)) return std::nullopt;
  return rule;
}

/// One file, line by line.
class LineReader {
 public:
  LineReader(std::string_view bytes, std::string_view origin) : bytes_(bytes), origin_(origin) {}

  HostFile read(RedirectSyntax syntax) {
    const std::size_t mark = Redirects::mark_length(bytes_);
    if (syntax == RedirectSyntax::gitlab && bytes_.size() > gitlab_max_bytes) {
      ignore_file(make_span(mark, mark), "GitLab Pages reads no file of more than 64 KB");
      return std::move(file_);
    }
    for (std::size_t at = mark; at < bytes_.size() && !is_over_;) {
      const std::size_t end = std::min(bytes_.find('\n', at), bytes_.size());
      const std::vector<Span> words = words_of(bytes_, make_span(at, end), syntax);
      at = end + 1;
      if (words.empty()) continue;
      const Span line = make_span(words.front().begin, words.back().end);
      if (syntax == RedirectSyntax::cloudflare) read_cloudflare(words, line);
      if (syntax == RedirectSyntax::gitlab) read_gitlab(words, line);
      if (syntax == RedirectSyntax::redirects) read_netlify(words, line);
    }
    return std::move(file_);
  }

 private:
  std::string_view text(Span word) const { return word.in(bytes_); }

  void ignore(Span line, std::string_view why) { file_.ignored_rules.push_back({line, why}); }

  /// One row for all rules from a limit on.
  void ignore_over_limit(Span line, std::string_view why, std::size_t& row) {
    if (row == 0) {
      ignore(line, why);
      row = file_.ignored_rules.size();
    } else {
      ++file_.ignored_rules[row - 1].more;
    }
  }

  void ignore_file(Span line, std::string_view why) {
    file_.rules.clear();
    ignore(line, why);
    is_over_ = true;
  }

  // netlify/netlify-redirect-parser, src/line-parser.js and src/normalize.js (November 2026).
  void read_netlify(std::span<Span const> words, Span line) {
    auto rule = read_rule(bytes_, origin_, words);
    if (!rule) return file_.broken_lines.push_back(line);
    if (rule->from.starts_with("/.netlify")) {
      return ignore(line, "Netlify takes no rule for paths that begin with /.netlify");
    }
    file_.rules.push_back(std::move(*rule));
  }

  // cloudflare/workers-sdk, packages/workers-shared/utils/configuration/parseRedirects.ts,
  // validateURL.ts, constants.ts and constructConfiguration.ts; asset-worker/src/utils/
  // rules-engine.ts (November 2026). Rules before the first one with a placeholder are looked up as
  // they are written, those from it on are asked in turn: in short, the first rule that fits
  // counts.
  static constexpr std::size_t cloudflare_max_line = 2'000;
  static constexpr std::array<std::uint16_t, 6> cloudflare_statuses{200, 301, 302, 303, 307, 308};

  void read_cloudflare(std::span<Span const> words, Span line) {
    if (is_longer(line, cloudflare_max_line)) {
      return ignore(line, "Cloudflare reads no line of more than 2,000 characters");
    }
    if (words.size() < 2 || words.size() > 3) {
      return ignore(line, "Cloudflare takes a path, a target and perhaps a status, and no more");
    }
    std::string from(text(words[0]));
    if (from.starts_with("https://")) {
      return ignore(line, "Cloudflare takes paths alone, no absolute URL, as the source of a rule");
    }
    if (!from.starts_with('/')) from.insert(0, "/");
    from.resize(std::min(from.find_first_of("?#"), from.size()));
    if (is_over_cloudflare_limit(from, line)) return;
    const std::string_view to = text(words[1]);
    if (!to.starts_with('/') && !to.starts_with("https://")) {
      return ignore(line, "Cloudflare takes a target that begins with / or https:// only");
    }
    const std::string_view written = words.size() == 3 ? text(words[2]) : "302";
    const auto status = text::parse_decimal<std::uint16_t>(written);
    if (!status || std::find(cloudflare_statuses.begin(), cloudflare_statuses.end(), *status) ==
                       cloudflare_statuses.end()) {
      return ignore(
          line, "the status is not one of 200, 301, 302, 303, 307 and 308, which Cloudflare takes");
    }
    const bool is_relative = to.starts_with('/');
    const bool is_index = to.ends_with("/index") || to.ends_with("/index.html");
    if (is_relative && is_index && (from.ends_with("/*") || from.ends_with('/'))) {
      return ignore(
          line,
          "Cloudflare drops the rule as an infinite loop: it redirects /index.html to / itself");
    }
    if (!paths_.insert(from).second) {
      return ignore(line, "Cloudflare reads one rule for a path, the first one");
    }
    if (*status == 200 && !is_relative) {
      return ignore(line, "Cloudflare shows no other site in place of a path (200)");
    }
    if (repeats_placeholder(from)) {
      return ignore(
          line,
          "a path has one * at most, and each placeholder once: Cloudflare never applies the rule");
    }
    Redirect rule;
    rule.from = std::move(from);
    rule.to = std::string(to);
    rule.status = *status;
    rule.exact = true;
    rule.forced = true;
    rule.last = true;
    rule.line = line;
    rule.source = words[0];
    rule.target = words[1];
    file_.rules.push_back(std::move(rule));
  }

  /// A static rule behind a dynamic one counts as one of these.
  bool is_over_cloudflare_limit(std::string_view from, Span line) {
    has_dynamic_ |= is_dynamic(from);
    if (!has_dynamic_) {
      if (++static_rules_ <= max_static_rules) return false;
      ignore_over_limit(line, "Cloudflare reads 2,000 rules without placeholders", static_row_);
      return true;
    }
    if (++dynamic_rules_ <= max_dynamic_rules) return false;
    ignore_over_limit(line,
                      "Cloudflare reads 100 rules from the first one with a placeholder or * on",
                      dynamic_row_);
    return true;
  }

  static bool is_dynamic(std::string_view from) {
    for (std::size_t at = 0; at < from.size(); ++at) {
      if (from[at] == '*' || end_of_placeholder(from, at) != at) return true;
    }
    return false;
  }

  static bool repeats_placeholder(std::string_view from) {
    std::set<std::string_view> names;
    for (std::size_t at = 0; at < from.size(); ++at) {
      const std::size_t end = end_of_placeholder(from, at);
      const bool is_splat = from[at] == '*';
      if (!is_splat && end == at) continue;
      if (!names.insert(is_splat ? "splat" : from.substr(at + 1, end - at - 1)).second) return true;
      at = std::max(at, end - 1);
    }
    return false;
  }

  bool is_longer(Span line, std::size_t characters) const {
    const std::string_view bytes = text(line);
    return bytes.size() > characters &&
           bytes.size() - static_cast<std::size_t>(std::count_if(bytes.begin(), bytes.end(),
                                                                 text::is_continuation_byte)) >
               characters;
  }

  // gitlab-org/gitlab-pages, internal/redirects/{redirects,validations,matching}.go, and the parser
  // that it uses, tj/go-redirects; GitLab Docs, "GitLab Pages redirects" (November 2026). Files
  // come first. A status that is no number makes the parser give up the file, as a missing target
  // does.
  static constexpr std::size_t gitlab_max_bytes = std::size_t{64} << 10;
  static constexpr std::size_t gitlab_max_rules = 1'000;
  static constexpr std::size_t gitlab_max_slashes = 25;

  void read_gitlab(std::span<Span const> words, Span line) {
    if (words.size() < 2) {
      return ignore_file(line, "GitLab Pages reads no rule of a file with a line without a target");
    }
    std::string_view written = words.size() > 2 ? text(words[2]) : "301";
    const bool forced = written.ends_with('!');
    while (written.ends_with('!')) written.remove_suffix(1);
    const auto status = text::parse_decimal<std::uint16_t>(written);
    if (!status) {
      return ignore_file(
          words[2],
          "GitLab Pages reads no rule of a file in which the third word of a line is no status");
    }
    if (++gitlab_rules_ > gitlab_max_rules) {
      return ignore_over_limit(line, "GitLab Pages reads 1,000 rules", static_row_);
    }
    const std::string from(without_own_host(text(words[0]), origin_));
    const std::string_view to = text(words[1]);
    if (!is_target(from) || !is_target(to) || to.starts_with("//")) {
      return ignore(line, "GitLab Pages takes paths that begin with / or http URLs only");
    }
    if (std::max(std::count(from.begin(), from.end(), '/'), std::count(to.begin(), to.end(), '/')) >
        static_cast<std::ptrdiff_t>(gitlab_max_slashes)) {
      return ignore(line, "GitLab Pages takes no path with more than 25 slashes");
    }
    if (words.size() > 3) {
      return ignore(words[3],
                    "GitLab Pages knows no conditions such as countries, languages and roles");
    }
    if (*status != 200 && *status != 301 && *status != 302) {
      return ignore(words[2],
                    "the status is not one of 200, 301 and 302, which GitLab Pages takes");
    }
    if (forced) return ignore(words[2], "GitLab Pages has no !: files win over rules");
    if (*status == 200 && !to.starts_with('/')) {
      return ignore(line, "GitLab Pages shows no other site in place of a path (200)");
    }
    Redirect rule;
    if (from.starts_with('/')) {
      compiler_.set(rule, read_gitlab_path(from), to);
      rule.to = without_placeholders(rule.to);
    } else {  // of another host
      rule.from = from;
      rule.to = std::string(to);
    }
    rule.status = *status;
    rule.last = true;
    rule.line = line;
    rule.source = words[0];
    rule.target = words[1];
    file_.rules.push_back(std::move(rule));
  }

  /// GitLab fills in nothing for a placeholder that the path of the rule does not have.
  static std::string without_placeholders(std::string_view to) {
    std::string kept;
    for (std::size_t at = 0; at < to.size();) {
      const std::size_t end = end_of_placeholder(to, at);
      const bool is_known = to.substr(at).starts_with(":p_");
      if (end == at || is_known) {
        kept += to.substr(at, std::max<std::size_t>(end - at, 1));
      }
      at = std::max(end, at + 1);
    }
    return kept;
  }

  std::string_view bytes_;
  std::string_view origin_;
  HostFile file_;
  PatternCompiler compiler_;
  std::set<std::string, std::less<>> paths_;  // of the rules before
  std::size_t static_rules_ = 0;
  std::size_t dynamic_rules_ = 0;
  std::size_t gitlab_rules_ = 0;
  std::size_t static_row_ = 0;  // from 1: of the rules over the limit
  std::size_t dynamic_row_ = 0;
  bool has_dynamic_ = false;
  bool is_over_ = false;  // nothing more is read
};

}  // namespace

HostFile read_redirect_lines(std::string_view bytes, std::string_view origin,
                             RedirectSyntax syntax) {
  return LineReader(bytes, origin).read(syntax);
}

}  // namespace hrefkit::site
