#include "hrefkit/site/redirects.h"

#include <algorithm>
#include <set>
#include <tl/expected.hpp>

#include "hrefkit/site/host.h"
#include "hrefkit/site/input_folder.h"
#include "hrefkit/site/redirects/host_files.h"
#include "hrefkit/site/redirects/redirect_index.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/scheme_kind.h"
#include "hrefkit/url/scheme_syntax.h"

namespace hrefkit::site {

namespace {

using text::make_span;
using text::Span;

/// The words of a line, up to one that begins a comment.
std::vector<Span> words_of(std::string_view bytes, Span line) {
  std::vector<Span> words;
  std::size_t at = line.begin;
  while (at < line.end) {
    if (text::ascii_whitespace.contains(bytes[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < line.end && !text::ascii_whitespace.contains(bytes[end])) ++end;
    if (bytes[at] == '#') break;
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

/// The placeholders to which the path or the query of the rule gives a value.
std::set<std::string_view> captured_names(Redirect const& rule) {
  std::set<std::string_view> names;
  const std::string_view from = rule.from;
  if (from.find('*') != std::string_view::npos) names.insert("splat");
  for (std::size_t at = 0; at < from.size(); ++at) {
    const std::size_t end = end_of_placeholder(from, at);
    if (end != at) names.insert(from.substr(at + 1, end - at - 1));
  }
  for (auto const& [name, value] : rule.parameters) {
    if (value.starts_with(':')) names.insert(std::string_view(value).substr(1));
  }
  return names;
}

}  // namespace

RedirectSyntax redirect_syntax_of(std::string_view file_name) {
  if (file_name == "netlify.toml") return RedirectSyntax::netlify_toml;
  if (file_name == "vercel.json") return RedirectSyntax::vercel_json;
  if (file_name == "firebase.json") return RedirectSyntax::firebase_json;
  return RedirectSyntax::redirects;
}

Redirects::Redirects(std::string_view bytes, std::string_view origin, RedirectSyntax syntax) {
  if (syntax == RedirectSyntax::redirects || syntax == RedirectSyntax::cloudflare) {
    read_lines(bytes, origin, syntax);
  } else {
    const std::size_t mark = mark_length(bytes);
    HostFile file = read_host_file(bytes.substr(mark), syntax);
    rules_ = std::move(file.rules);
    broken_lines_ = std::move(file.broken_lines);
    fault_ = std::move(file.fault);
    const auto shift = [mark](Span& span) { span = make_span(span.begin + mark, span.end + mark); };
    for (Redirect& rule : rules_) {
      shift(rule.line);
      shift(rule.target);
    }
    std::for_each(broken_lines_.begin(), broken_lines_.end(), shift);
  }
  if (syntax == RedirectSyntax::cloudflare) sort_as_cloudflare();
  has_forced_ = std::any_of(rules_.begin(), rules_.end(), [](auto& rule) { return rule.forced; });
  if (!rules_.empty()) index_ = std::make_unique<RedirectIndex const>(rules_);
}

/// Cloudflare Pages, "Redirects": rules without placeholders come first and count exactly as they
/// are written, all come before the files, and there are no conditions.
void Redirects::sort_as_cloudflare() {
  std::size_t count[2] = {0, 0};
  const auto is_dynamic = [](Redirect const& rule) {
    return rule.from.find('*') != std::string::npos || rule.from.find("/:") != std::string::npos;
  };
  const auto is_over = [&](Redirect const& rule) {
    const bool dynamic = is_dynamic(rule);
    return ++count[dynamic ? 1 : 0] > (dynamic ? max_dynamic_rules : max_static_rules);
  };
  const auto kept = std::remove_if(rules_.begin(), rules_.end(), is_over);
  over_limit_ = static_cast<std::size_t>(rules_.end() - kept);
  rules_.erase(kept, rules_.end());
  std::stable_partition(rules_.begin(), rules_.end(),
                        [&](Redirect const& rule) { return !is_dynamic(rule); });
  for (Redirect& rule : rules_) {
    rule.exact = true;
    rule.forced = true;
  }
}

void Redirects::read_lines(std::string_view bytes, std::string_view origin, RedirectSyntax syntax) {
  for (std::size_t at = mark_length(bytes); at < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    const std::vector<Span> words = words_of(bytes, make_span(at, end));
    if (!words.empty()) {
      auto rule = read_rule(bytes, origin, words);
      // Cloudflare Pages knows neither conditions nor parameters, and wants a target.
      const bool is_too_much = rule && syntax == RedirectSyntax::cloudflare &&
                               (rule->conditional || rule->forward || !rule->parameters.empty());
      if (rule && !is_too_much) {
        rules_.push_back(std::move(*rule));
      } else {
        broken_lines_.push_back(make_span(words.front().begin, words.back().end));
      }
    }
    at = end + 1;
  }
}

Redirects::Redirects() = default;
Redirects::Redirects(Redirects&&) noexcept = default;
Redirects& Redirects::operator=(Redirects&&) noexcept = default;
Redirects::~Redirects() = default;

std::optional<Redirected> Redirects::apply(std::string_view path, std::string_view query,
                                           RedirectTurn turn) const {
  if (rules_.empty() || (turn == RedirectTurn::before_files && !has_forced_)) return std::nullopt;
  return index_->find(rules_, PatternSubject(path, query), turn);
}

void SiteRedirects::add(File file) {
  has_rules_ |= !file.redirects.empty();
  files_.push_back(std::move(file));
}

std::optional<SiteRedirects::Found> SiteRedirects::apply(std::string_view path,
                                                         std::string_view query,
                                                         RedirectTurn turn) const {
  for (File const& file : files_) {
    if (auto found = file.redirects.apply(path, query, turn)) {
      return Found{&file.redirects.rules()[found->rule], std::move(found->to)};
    }
  }
  return std::nullopt;
}

void use_host_settings(SiteOptions& options) {
  const auto folder = InputFolder::open(options.root);
  if (!folder) return;
  for (char const* name : {"vercel.json", "firebase.json"}) {
    const auto place = (*folder)->place_of(name);
    std::string bytes;
    if (!place || !(*folder)->read(*place, bytes)) continue;
    std::string_view text = bytes;
    text.remove_prefix(Redirects::mark_length(text));
    const HostSettings settings = read_host_file(text, redirect_syntax_of(name)).settings;
    const bool is_clean = settings.clean_urls.value_or(false);
    if (is_clean) {
      const bool is_known = std::find(options.extensions.begin(), options.extensions.end(),
                                      "html") != options.extensions.end();
      if (!is_known) options.extensions.emplace_back("html");
      options.rules.drops_extension = true;
      options.rules.drops_index = true;
      options.rules.slash_after_page = SlashAfterPage::served;
    }
    if (!settings.trailing_slash) continue;
    const bool has_slash = *settings.trailing_slash;
    options.rules.adds_slash = has_slash;
    options.rules.drops_slash = !has_slash;
    if (!is_clean) continue;
    options.rules.pages_end_in_slash = has_slash;
    if (!has_slash) options.rules.slash_after_page = SlashAfterPage::redirect;
  }
}

std::size_t Redirects::mark_length(std::string_view bytes) {
  return bytes.starts_with(text::utf8_byte_order_mark) ? text::utf8_byte_order_mark.size() : 0;
}

bool has_placeholder(Redirect const& rule) {
  const std::string_view to = rule.to;
  const std::set<std::string_view> names = captured_names(rule);
  for (std::size_t at = 0; at < to.size(); ++at) {
    const std::size_t end = end_of_placeholder(to, at);
    if (end == at) continue;
    const bool is_whole = at > 0 && (to[at - 1] == '/' || to[at - 1] == '=');
    if (is_whole || names.contains(to.substr(at + 1, end - at - 1))) return true;
  }
  return false;
}

}  // namespace hrefkit::site
