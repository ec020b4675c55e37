#include "hrefkit/site/check/finding_text.h"

#include <algorithm>
#include <initializer_list>

#include "hrefkit/html/base_url.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

void PageRows::clear() {
  rows_.clear();
  texts_.clear();
}

void PageRows::add(Finding const& finding) {
  rows_.push_back({finding, texts_.size()});
  for_each_text(finding, [this](std::string_view text) { texts_ += text; });
}

Finding PageRows::at(std::size_t number) const {
  auto [finding, begin] = rows_[number];
  for_each_text(finding, [this, at = begin](std::string_view& text) mutable {
    text = std::string_view(texts_).substr(at, text.size());
    at += text.size();
  });
  return finding;
}

namespace {

constexpr std::size_t max_before = 120;
constexpr std::size_t max_after = 240;

constexpr bool is_line_end(char byte) {
  return byte == '\r' || byte == '\n';
}

}  // namespace

SourceExcerpt excerpt_of(std::string_view text, text::Span place) {
  const std::size_t first = place.begin - std::min<std::size_t>(place.begin, max_before);
  const std::size_t last = std::min<std::size_t>(place.begin + max_after, text.size());
  std::size_t begin = place.begin;
  while (begin > first && !is_line_end(text[begin - 1])) --begin;
  while (begin < place.begin && text::is_continuation_byte(text[begin])) ++begin;
  std::size_t end = place.begin;
  while (end < last && !is_line_end(text[end])) ++end;
  while (end > place.begin && end < text.size() && text::is_continuation_byte(text[end])) --end;
  const auto at = [&](std::size_t offset) {
    return static_cast<std::uint32_t>(std::min(offset, end) - begin);
  };
  return {text.substr(begin, end - begin), {at(place.begin), at(place.end)}};
}

void show_line(SourceExcerpt const& excerpt, Finding& finding) {
  finding.source_line = excerpt.text;
  finding.source_begin = excerpt.span.begin;
  finding.source_end = excerpt.span.end;
}

namespace {

std::string joined(std::initializer_list<std::string_view> pieces) {
  std::string text;
  for (const std::string_view piece : pieces) text += piece;
  return text;
}

std::string list_of(std::span<std::string const> names) {
  std::string list;
  for (std::string const& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

/// A path as it is shown: the root has none.
std::string_view shown(std::string_view path) {
  return path.empty() ? "/" : path;
}

/// True for "h.example": names that a dot parts, and the last one begins with a letter.
bool looks_like_host(std::string_view text) {
  const std::size_t dot = text.rfind('.');
  if (text.empty() || dot == 0 || dot >= text.size() - 1) return false;
  return text::ascii_alpha.contains(text.front()) && text::ascii_alpha.contains(text[dot + 1]);
}

/// What was forgotten, where a reference reads like one to a host or a mail address without its
/// scheme; empty for others.
std::string_view forgotten_scheme(FindingText const& t) {
  constexpr std::string_view www = "www.";
  const std::string_view raw = text::strip_ascii_whitespace(t.raw);
  const std::string_view first = raw.substr(0, raw.find_first_of("/?#"));
  if (text::equals_ignoring_ascii_case(first.substr(0, www.size()), www)) {
    const bool is_host = looks_like_host(first.substr(www.size()));
    return is_host ? "; the URL of another site begins with https://" : "";
  }
  const std::size_t at = first.find('@');
  const bool has_mail = at != 0 && at != std::string_view::npos &&
                        looks_like_host(first.substr(at + 1)) &&
                        raw.substr(first.size()).substr(0, 1) != "/";
  const bool is_for_readers = t.element == "a" || t.element == "area";
  if (!has_mail || !is_for_readers) return "";
  return "; a link to a mail address begins with mailto:";
}

std::string missing_file(FindingText const& t) {
  const std::string_view target = shown(t.target);
  if (t.is_unpublished) {
    return joined({target,
                   " is not published: GitHub Pages leaves out names that begin with '_', "
                   "unless the root has a file .nojekyll"});
  }
  if (t.path == nullptr) return joined({target, " does not exist", forgotten_scheme(t)});
  const std::string_view path = t.path->path;
  switch (t.path->nearness) {
    case Nearness::letter_case:
      return joined({target, " does not exist; ", path, " differs in letter case"});
    case Nearness::normalization:
      return joined({target, " does not exist; ", path, " differs in Unicode normalization"});
    case Nearness::extension:
      return joined({target, " does not exist; ", path, " exists: --extensions ",
                     path.substr(path.rfind('.') + 1), " would find it"});
    case Nearness::spelling:
      return joined({target, " does not exist; did you mean ", path, "?"});
    case Nearness::elsewhere:
      return joined({target, " does not exist; a file of that name is ", path});
  }
  return {};
}

std::string missing_index(FindingText const& t) {
  std::string text =
      joined({"the folder ", shown(t.target), " has no index file (", list_of(t.index_names), ")"});
  if (t.path != nullptr) text += joined({"; did you mean ", t.path->path, "?"});
  return text;
}

std::string base_ignored(FindingText const& t) {
  if (t.url.empty()) return joined({"the base URL '", t.raw, "' is not a URL: it does not count"});
  if (html::has_unusable_scheme(t.url)) {
    return joined(
        {"a ", t.url.substr(0, t.url.find(':') + 1), " URL cannot be a base: it does not count"});
  }
  if (t.base_fate == html::BaseElementFate::blocked) {
    return "a base-uri policy of the page forbids this base URL: it does not count";
  }
  if (t.base_fate == html::BaseElementFate::in_shadow_tree) {
    return "a base element in a shadow tree does not count";
  }
  return "this is the second base element: only the first counts";
}

/// The URLs of CSS may stand in any attribute, and in style sheets.
std::string empty_link(FindingText const& t) {
  if (t.is_css) return "a url() is empty";
  return joined({"the attribute ", t.attribute, " of ", t.element, " is empty"});
}

std::string missing_fragment(FindingText const& t) {
  if (t.attribute == "usemap") {
    if (!url::fragment_of(t.raw)) {
      return joined({"'", t.raw, "' does not name a map: the name begins after '#'"});
    }
    return joined({"no map has the name or id '", t.fragment, "'"});
  }
  std::string text =
      joined({shown(t.target), " has no element with the id or name '", t.fragment, "'"});
  if (!t.suggestion.empty()) text += joined({"; did you mean '", t.suggestion, "'?"});
  return text;
}

std::string outside_site(FindingText const& t) {
  std::string text = joined({"the link leaves the site, which begins at ", t.site_url});
  if (!t.suggestion.empty()) text += joined({"; below it there is ", t.suggestion});
  return text;
}

/// An address as it is shown: without the host that a folder has where nobody gave one.
std::string_view shown_url(std::string_view url) {
  const std::string_view origin(default_site_url, std::string_view(default_site_url).size() - 1);
  return url.starts_with(default_site_url) ? url.substr(origin.size()) : url;
}

std::string loaded_before_base(FindingText const& t) {
  return joined({"a browser loads ", shown_url(t.url),
                 ", since the base element comes later: it makes this ", shown_url(t.later_url)});
}

/// True for a rule whose sentence says where a link leads.
bool tells_target(Rule rule) {
  switch (rule) {
    case Rule::missing_file:
    case Rule::missing_index:
    case Rule::missing_fragment:
    case Rule::case_mismatch:
    case Rule::outside_site:
    case Rule::redirect_broken:
    case Rule::redirect_loop:
      return true;
    default:
      return false;
  }
}

std::string sentence_of_rule(FindingText const& t) {
  switch (t.rule) {
    case Rule::missing_file:
    case Rule::case_mismatch:
      return missing_file(t);
    case Rule::missing_index:
      return missing_index(t);
    case Rule::missing_fragment:
      return missing_fragment(t);
    case Rule::unresolvable_url:
      return joined({"'", t.raw, "' is not a URL: ", t.error});
    case Rule::outside_site:
      return outside_site(t);
    case Rule::redirect_broken:
      return joined({"a redirect leads from here to ", shown(t.end), ", where there is no file"});
    case Rule::redirect_loop:
      return "the redirects from here lead back to where they began, or are more than 20";
    case Rule::base_moves_fragment:
      return joined({"'", t.raw, "' is in this page, but the base URL makes it ", t.url});
    case Rule::insecure_own_url:
      return "the site is served by https, but this link to it says http";
    case Rule::base_ignored:
      return base_ignored(t);
    case Rule::duplicate_id:
      return joined({"a link leads to the id '", t.fragment, "', which another element has, too"});
    case Rule::empty_link:
      return empty_link(t);
    case Rule::mixed_content:
      return "a page served by https loads this by http";
    case Rule::undeclared_encoding:
      return "the URL depends on the page's encoding, which is not declared";
    case Rule::loaded_before_base:
      return loaded_before_base(t);
    case Rule::redirected_link:
      return joined({"'", t.raw, "' is redirected to ", shown_url(t.suggestion)});
    case Rule::orphan_page:
      return "no other page leads to this page";
    case Rule::external:
      return t.suggestion.empty() ? "the link leads to another site" : outside_site(t);
  }
  return {};
}

}  // namespace

std::string sentence(FindingText const& t) {
  std::string text = sentence_of_rule(t);
  if (!t.later_url.empty() && tells_target(t.rule)) {
    text +=
        joined({"; a browser loads it from there, since the base element comes later and makes "
                "it ",
                shown_url(t.later_url)});
  }
  return text;
}

}  // namespace hrefkit::site
