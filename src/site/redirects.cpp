#include "hrefkit/site/redirects.h"

#include <algorithm>
#include <set>
#include <tl/expected.hpp>

#include "hrefkit/site/host.h"
#include "hrefkit/site/input_folder.h"
#include "hrefkit/site/redirects/host_files.h"
#include "hrefkit/site/redirects/path_expression.h"
#include "hrefkit/site/redirects/redirect_index.h"
#include "hrefkit/site/redirects/redirect_lines.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::site {

namespace {

bool is_made_of_lines(RedirectSyntax syntax) {
  return syntax == RedirectSyntax::redirects || syntax == RedirectSyntax::cloudflare ||
         syntax == RedirectSyntax::gitlab;
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
  if (file_name == "staticwebapp.config.json") return RedirectSyntax::azure_json;
  return RedirectSyntax::redirects;
}

Redirects::Redirects(std::string_view bytes, std::string_view origin, RedirectSyntax syntax) {
  HostFile file = is_made_of_lines(syntax) ? read_redirect_lines(bytes, origin, syntax)
                                           : read_host_file(bytes, syntax);
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

void use_host_settings(SiteOptions& options) {
  const auto folder = InputFolder::open(options.root);
  if (!folder) return;
  for (std::string_view name : redirect_files) {
    const RedirectSyntax syntax = redirect_syntax_of(name);
    if (is_made_of_lines(syntax) || syntax == RedirectSyntax::netlify_toml) continue;
    const auto place = (*folder)->place_of(std::string(name));
    std::string bytes;
    if (!place || !(*folder)->read(*place, bytes)) continue;
    const HostSettings settings = read_host_file(bytes, syntax).settings;
    const bool is_clean = settings.clean_urls.value_or(false);
    if (is_clean) {
      const bool is_known = std::find(options.extensions.begin(), options.extensions.end(),
                                      "html") != options.extensions.end();
      if (!is_known) options.extensions.emplace_back("html");
      options.rules.drops_extension = true;
      options.rules.drops_index = true;
      options.rules.slash_after_page = settings.slash_after_page;
      options.rules.same_name = settings.same_name;
      if (syntax == RedirectSyntax::firebase_json) options.rules.adds_slash = false;
    }
    if (!settings.trailing_slash) continue;
    const bool has_slash = *settings.trailing_slash;
    options.rules.adds_slash = has_slash;
    options.rules.drops_slash = !has_slash;
    if (!is_clean) continue;
    options.rules.pages_end_in_slash = has_slash;
    options.rules.slash_after_page = has_slash ? SlashAfterPage::served : SlashAfterPage::redirect;
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
