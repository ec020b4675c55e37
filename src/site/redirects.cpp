#include "hrefkit/site/redirects.h"

#include <algorithm>
#include <set>
#include <tl/expected.hpp>

#include "hrefkit/site/file.h"
#include "hrefkit/site/host.h"
#include "hrefkit/site/input_folder.h"
#include "hrefkit/site/redirects/header_lines.h"
#include "hrefkit/site/redirects/host_files.h"
#include "hrefkit/site/redirects/path_expression.h"
#include "hrefkit/site/redirects/redirect_index.h"
#include "hrefkit/site/redirects/redirect_lines.h"
#include "hrefkit/site/redirects/server_files.h"
#include "hrefkit/site/site.h"
#include "hrefkit/site/snapshot/entry_table.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::site {

namespace {

bool is_made_of_lines(RedirectSyntax syntax) {
  return syntax == RedirectSyntax::redirects || syntax == RedirectSyntax::cloudflare ||
         syntax == RedirectSyntax::gitlab;
}

bool is_of_headers(RedirectSyntax syntax) {
  return syntax == RedirectSyntax::headers || syntax == RedirectSyntax::cloudflare_headers;
}

bool is_of_server(RedirectSyntax syntax) {
  return syntax == RedirectSyntax::apache || syntax == RedirectSyntax::nginx;
}

HostFile read_rules(std::string_view bytes, std::string_view origin, RedirectSyntax syntax) {
  if (is_of_headers(syntax)) {
    HostFile file;
    file.ignored_rules = find_ignored_header_lines(bytes, syntax);
    return file;
  }
  if (is_of_server(syntax)) return read_server_file(bytes, syntax);
  return is_made_of_lines(syntax) ? read_redirect_lines(bytes, origin, syntax)
                                  : read_host_file(bytes, syntax);
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
  if (file_name == "_headers") return RedirectSyntax::headers;
  if (file_name == "netlify.toml") return RedirectSyntax::netlify_toml;
  if (file_name == "vercel.json") return RedirectSyntax::vercel_json;
  if (file_name == "firebase.json") return RedirectSyntax::firebase_json;
  if (file_name == "staticwebapp.config.json") return RedirectSyntax::azure_json;
  if (file_name == "wrangler.toml" || file_name == "wrangler.json" ||
      file_name == "wrangler.jsonc") {
    return RedirectSyntax::wrangler;
  }
  if (file_name == ".htaccess") return RedirectSyntax::apache;
  return RedirectSyntax::redirects;
}

RedirectSyntax redirect_syntax_of(std::string_view file_name, std::string_view bytes) {
  const RedirectSyntax syntax = redirect_syntax_of(file_name);
  const bool is_known = syntax != RedirectSyntax::redirects;
  if (is_known || file_name.ends_with(".htaccess")) {
    return is_known ? syntax : RedirectSyntax::apache;
  }
  return file_name.ends_with(".conf") ? server_syntax_of(bytes) : syntax;
}

Redirects::Redirects(std::string_view bytes, std::string_view origin, RedirectSyntax syntax) {
  HostFile file = read_rules(bytes, origin, syntax);
  rules_ = std::move(file.rules);
  broken_lines_ = std::move(file.broken_lines);
  ignored_rules_ = std::move(file.ignored_rules);
  std::stable_sort(ignored_rules_.begin(), ignored_rules_.end(),
                   [](auto const& a, auto const& b) { return a.place.begin < b.place.begin; });
  fault_ = std::move(file.fault);
  fault_offset_ = file.fault_offset;
  has_forced_ = std::any_of(rules_.begin(), rules_.end(), [](auto& rule) { return rule.forced; });
  ignores_case_ = syntax == RedirectSyntax::gitlab;
  if (!rules_.empty()) index_ = std::make_unique<RedirectIndex const>(rules_, ignores_case_);
}

Redirects::Redirects() = default;
Redirects::Redirects(Redirects&&) noexcept = default;
Redirects& Redirects::operator=(Redirects&&) noexcept = default;
Redirects::~Redirects() = default;

std::optional<Redirected> Redirects::apply(std::string_view path, std::string_view query,
                                           RedirectTurn turn) const {
  if (rules_.empty() || (turn == RedirectTurn::before_files && !has_forced_)) return std::nullopt;
  return index_->find(rules_, PatternSubject(path, query, ignores_case_), turn);
}

void SiteRedirects::add(File file) {
  has_rules_ |= !file.redirects.empty();
  files_.push_back(std::move(file));
}

bool SiteRedirects::is_catch_all_of_host() const {
  if (catch_all_ == nullptr) return false;
  return std::any_of(files_.begin(), files_.end(), [this](File const& file) {
    const std::span<Redirect const> rules = file.redirects.rules();
    return file.is_of_host && !rules.empty() && &rules.back() == catch_all_;
  });
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

namespace {

void use_clean_urls(HostSettings const& settings, SiteOptions& options) {
  const bool is_known = std::find(options.extensions.begin(), options.extensions.end(), "html") !=
                        options.extensions.end();
  if (!is_known) options.extensions.emplace_back("html");
  options.rules.drops_extension = true;
  options.rules.drops_index = true;
  options.rules.slash_after_page = settings.slash_after_page;
  options.rules.same_name = settings.same_name;
}

/// cloudflare/workers-sdk, packages/workers-shared/asset-worker/src/handler.ts (November 2026).
void use_html_handling(HtmlHandling handling, SiteOptions& options) {
  use_host(Host::cloudflare_pages, options);
  HostRules& rules = options.rules;
  rules.shows_index_if_missing = false;  // `not_found_handling` says what is shown
  switch (handling) {
    case HtmlHandling::auto_trailing_slash:
      break;
    case HtmlHandling::force_trailing_slash:
      rules.pages_end_in_slash = true;
      rules.slash_after_page = SlashAfterPage::served;
      break;
    case HtmlHandling::drop_trailing_slash:
      rules.adds_slash = false;
      rules.drops_slash = true;
      break;
    case HtmlHandling::none:
      options.index.clear();
      options.extensions.clear();
      rules = {.adds_slash = false, .redirects = RedirectSyntax::cloudflare};
      break;
  }
}

void use_settings(HostSettings const& settings, RedirectSyntax syntax, Host host,
                  SiteOptions& options) {
  const bool may_be_cloudflare = host == Host::plain || host == Host::cloudflare_pages;
  if (settings.html_handling && may_be_cloudflare) {
    return use_html_handling(*settings.html_handling, options);
  }
  const bool is_clean = settings.clean_urls.value_or(false);
  if (is_clean) {
    use_clean_urls(settings, options);
    if (syntax == RedirectSyntax::firebase_json) options.rules.adds_slash = false;
  }
  if (!settings.trailing_slash) return;
  const bool has_slash = *settings.trailing_slash;
  options.rules.adds_slash = has_slash;
  options.rules.drops_slash = !has_slash;
  if (!is_clean) return;
  options.rules.pages_end_in_slash = has_slash;
  options.rules.slash_after_page = has_slash ? SlashAfterPage::served : SlashAfterPage::redirect;
}

/// True for a syntax that has settings beside its rules.
bool has_settings(RedirectSyntax syntax) {
  return !is_made_of_lines(syntax) && !is_of_headers(syntax) && !is_of_server(syntax) &&
         syntax != RedirectSyntax::netlify_toml;
}

}  // namespace

void read_redirect_files(Site const& site, std::span<std::string const> files,
                         RedirectFileSink const& sink) {
  for (const std::string_view name : redirect_files) {
    if (site.live() != nullptr) break;  // its server does what they say
    const EntryId entry = site.entry(name);
    if (entry == no_entry || site.entries().is_folder(entry)) continue;
    std::string bytes;
    if (const auto read = site.read_file(entry, bytes)) {
      sink.file(std::string(name), site.file_path(entry), std::move(bytes), true);
    } else {
      sink.trouble(site.file_path(entry), read.error(), false);
    }
  }
  for (std::string const& path : files) {
    std::string bytes;
    if (const auto read = read_file(path, bytes)) {
      sink.file(path, path, std::move(bytes), false);
    } else {
      sink.trouble(path, read.error(), true);
    }
  }
}

Redirects read_rules_of(Site const& site, std::string_view name, std::string_view bytes) {
  RedirectSyntax syntax = redirect_syntax_of(name_part(name), bytes);
  const RedirectSyntax of_host = site.options().rules.redirects;
  if (syntax == RedirectSyntax::headers && of_host == RedirectSyntax::cloudflare) {
    syntax = RedirectSyntax::cloudflare_headers;
  }
  if (syntax == RedirectSyntax::redirects) syntax = of_host;
  return Redirects(bytes, site.origin(), syntax);
}

SiteRedirects read_site_redirects(
    Site const& site, std::span<std::string const> files,
    std::function<void(std::string const& path, std::string const& why, bool is_given)> const&
        trouble) {
  SiteRedirects redirects;
  read_redirect_files(
      site, files,
      {.file =
           [&](std::string name, std::string path, std::string bytes, bool is_in_root) {
             Redirects rules = read_rules_of(site, name, bytes);
             redirects.add({std::move(name), std::move(path), std::move(bytes), std::move(rules),
                            is_in_root});
           },
       .trouble =
           [&](std::string const& path, std::string const& why, bool is_given) {
             if (trouble) trouble(path, why, is_given);
           }});
  return redirects;
}

void use_host_settings(SiteOptions& options, Host host, std::span<std::string const> files) {
  const auto use = [&](std::string_view name, std::string_view bytes) {
    const RedirectSyntax syntax = redirect_syntax_of(name);
    use_settings(read_host_file(bytes, syntax).settings, syntax, host, options);
  };
  std::string bytes;
  if (const auto folder = InputFolder::open(options.root)) {
    for (const std::string_view name : redirect_files) {
      if (!has_settings(redirect_syntax_of(name))) continue;
      const auto place = (*folder)->place_of(std::string(name));
      if (place && (*folder)->read(*place, bytes)) use(name, bytes);
    }
  }
  for (std::string const& path : files) {
    const std::string_view name = name_part(path);
    if (has_settings(redirect_syntax_of(name)) && read_file(path, bytes)) use(name, bytes);
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
    const std::string_view name = to.substr(at + 1, end - at - 1);
    if (is_whole || names.contains(name)) return true;
    if (rule.expression != nullptr && rule.expression->captures_as(name)) return true;
  }
  return false;
}

}  // namespace hrefkit::site
