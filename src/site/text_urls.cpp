#include "hrefkit/site/text_urls.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "hrefkit/html/link_field.h"
#include "hrefkit/html/refresh.h"
#include "hrefkit/http/fields.h"
#include "hrefkit/site/redirects.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/scheme_syntax.h"

namespace hrefkit::site {

namespace {

constexpr text::ByteSet white_space = text::ascii_whitespace;

text::Span span_of(std::string_view part, std::string_view text) {
  const auto begin = static_cast<std::uint32_t>(part.data() - text.data());
  return {begin, begin + static_cast<std::uint32_t>(part.size())};
}

/// Calls `visit(line)` for each line of the text, without its end.
template <class Visit>
void for_each_line(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// The value of a Sitemap line of robots.txt. A comment goes on to the line's end (RFC 9309, 2.2).
std::string_view sitemap_value(std::string_view line) {
  line = text::strip_ascii_whitespace(line.substr(0, line.find('#')));
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return {};
  const std::string_view field = text::strip_ascii_whitespace(line.substr(0, colon));
  if (!text::equals_ignoring_ascii_case(field, "sitemap")) return {};
  return text::strip_ascii_whitespace(line.substr(colon + 1));
}

/// Without the backslashes before punctuation (CommonMark 2.4).
std::string unescaped(std::string_view markdown) {
  std::string text;
  for (std::size_t i = 0; i < markdown.size(); ++i) {
    const bool is_escape = markdown[i] == '\\' && i + 1 < markdown.size() &&
                           !text::ascii_alphanumeric.contains(markdown[i + 1]);
    if (is_escape) ++i;
    text += markdown[i];
  }
  return text;
}

/// Finds the links of Markdown, line by line: `[text](url "title")`, `![alt](url)`, `<https://h/>`
/// and `[name]: url`. A link whose URL is broken over lines is not found.
class MarkdownLinks {
 public:
  explicit MarkdownLinks(std::string_view text) : text_(text) {}

  std::vector<html::TextUrl> find() {
    for_each_line(text_, [this](std::string_view line) { read(line); });
    return std::move(found_);
  }

 private:
  /// How deep brackets may stand in a URL (CommonMark 6.3).
  static constexpr std::size_t max_brackets = 32;
  /// So far the end of a code span is looked for: many runs of backticks must not cost the square.
  static constexpr std::size_t max_code = 4096;

  void read(std::string_view line) {
    const std::string_view body = text::strip_ascii_whitespace(line);
    if (body.empty()) open_ = 0;  // the paragraph ends
    const std::string_view fence = fence_of(body);
    if (!fence_.empty()) {  // in a block of code (CommonMark 4.5)
      const bool is_end =
          fence.size() >= fence_.size() && fence[0] == fence_[0] && body.size() == fence.size();
      if (is_end) fence_ = {};
      return;
    }
    if (fence.size() >= 3) {
      open_ = 0;
      fence_ = fence;
      return;
    }
    if (read_definition(body)) return;
    std::size_t at = 0;
    while ((at = line.find_first_of("\\`<[]", at)) != std::string_view::npos) {
      at = read_mark(line, at);
    }
  }

  /// The backticks or tildes at the start.
  static std::string_view fence_of(std::string_view body) {
    if (body.empty() || (body[0] != '`' && body[0] != '~')) return {};
    const std::size_t size = std::min(body.find_first_not_of(body[0]), body.size());
    // Backticks behind it make it a code span.
    const bool is_code = body[0] == '`' && body.find('`', size) != std::string_view::npos;
    return is_code ? std::string_view() : body.substr(0, size);
  }

  /// "[name]: url" (CommonMark 4.7); false for another line.
  bool read_definition(std::string_view body) {
    if (!body.starts_with('[')) return false;
    const std::size_t end = body.find("]:");
    if (end == std::string_view::npos || end == 1 || body.find(']') != end) return false;
    std::string_view rest = text::strip_ascii_whitespace(body.substr(end + 2));
    if (rest.empty() || body[1] == '^') return false;  // "[^1]: text" is a footnote
    add(destination(rest));
    return true;
  }

  /// Goes past what begins at `at`.
  std::size_t read_mark(std::string_view line, std::size_t at) {
    switch (line[at]) {
      case '\\':
        return at + 2;
      case '`':
        return after_code(line, at);
      case '<':
        return after_autolink(line, at);
      case '[':
        ++open_;
        return at + 1;
      default:
        return after_link(line, at);
    }
  }

  /// Past the code span, or the backticks (CommonMark 6.1).
  static std::size_t after_code(std::string_view line, std::size_t at) {
    const std::size_t end = std::min(line.find_first_not_of('`', at), line.size());
    const std::string_view run = line.substr(at, end - at);
    const std::string_view rest = line.substr(end, max_code);
    for (std::size_t next = rest.find(run); next != rest.npos; next = rest.find(run, next)) {
      const std::size_t run_end = std::min(rest.find_first_not_of('`', next), rest.size());
      if (run_end - next == run.size()) return end + run_end;
      next = run_end;
    }
    return end;
  }

  /// "<https://h/>" (CommonMark 6.5).
  std::size_t after_autolink(std::string_view line, std::size_t at) {
    const std::string_view rest = line.substr(at + 1);
    const std::size_t end = rest.find_first_of("<> \t");
    if (end == rest.npos || rest[end] != '>') return at + 1;
    const std::string_view url = rest.substr(0, end);
    const std::size_t colon = url.find(':');
    const bool is_url = colon != url.npos && colon >= 2 && text::ascii_alpha.contains(url[0]) &&
                        url.find_first_of("/?#\"'=") > colon;
    if (is_url) add_autolink(url);
    return at + end + 2;
  }

  /// "](url)" (CommonMark 6.3), where a '[' of the paragraph, which may be in a line before, waits
  /// for it.
  std::size_t after_link(std::string_view line, std::size_t at) {
    if (open_ == 0) return at + 1;
    --open_;
    if (!line.substr(at + 1).starts_with('(')) return at + 1;
    std::string_view rest = line.substr(at + 2);
    while (!rest.empty() && white_space.contains(rest[0])) rest.remove_prefix(1);
    const std::string_view url = destination(rest);
    if (url.data() == nullptr) return at + 1;
    add(url);
    return static_cast<std::size_t>(url.data() + url.size() - line.data());
  }

  /// The URL at the start: between angle brackets, or up to white space or the bracket that closes
  /// the link. Without data where none is there.
  static std::string_view destination(std::string_view rest) {
    if (rest.starts_with('<')) {
      const std::size_t end = rest.find_first_of("<>", 1);
      if (end == rest.npos || rest[end] != '>') return {};
      return rest.substr(1, end - 1);
    }
    std::size_t open = 0;
    std::size_t end = 0;
    for (; end < rest.size() && !white_space.contains(rest[end]); ++end) {
      if (rest[end] == '\\' && end + 1 < rest.size()) {
        ++end;
      } else if (rest[end] == '(') {
        if (++open > max_brackets) return {};
      } else if (rest[end] == ')') {
        if (open == 0) break;
        --open;
      }
    }
    return open == 0 ? rest.substr(0, std::min(end, rest.size())) : std::string_view();
  }

  void add_autolink(std::string_view url) { found_.push_back({.span = span_of(url, text_)}); }

  void add(std::string_view destination) {
    if (destination.empty()) return;
    html::TextUrl& url = found_.emplace_back();
    url.span = span_of(destination, text_);
    const bool is_in_angles = url.span.begin != 0 && text_[url.span.begin - 1] == '<';
    if (!is_in_angles) url.grammar = html::LinkGrammar::markdown;
    if (destination.find('\\') != destination.npos) url.value = unescaped(destination);
  }

  std::string_view text_;
  std::string_view fence_;  // of the block of code that is open
  std::size_t open_ = 0;    // brackets of the paragraph
  std::vector<html::TextUrl> found_;
};

/// Where a URL of the own host must begin: a rule serves many folders, so that its URLs are
/// relative to none.
bool is_rooted(std::string_view url) {
  if (url.starts_with('/')) return true;
  return url::scheme_length(url) != 0 && url::Resolver(url::ResolveOptions{}).resolve(url);
}

/// The paths and targets of `_redirects`.
std::vector<html::TextUrl> find_redirect_urls(std::string_view text) {
  std::vector<html::TextUrl> found;
  const Redirects redirects(text);
  for (Redirect const& rule : redirects.rules()) {
    const std::string_view source = rule.source.in(text);
    const std::string_view target = rule.forward ? std::string_view() : rule.target.in(text);
    if (is_rooted(source)) {
      found.push_back({.span = rule.source,
                       .attribute = "from",
                       .leads_to = target,
                       .kind = html::LinkKind::metadata,
                       .role = html::TextUrlRole::pattern});
    }
    if (!target.empty() && is_rooted(target)) {
      found.push_back({.span = rule.target, .attribute = html::leads_to_attribute});
    }
  }
  return found;
}

/// Finds the URLs of `_headers`: lines with the path that a rule is for, and below each the fields.
///
///   /docs/*
///     Link: </docs/a.css>; rel=preload
class HeaderUrls {
 public:
  enum class Wanted : std::uint8_t { all, links };

  HeaderUrls(std::string_view text, Wanted wanted) : text_(text), wanted_(wanted) {}

  std::vector<html::TextUrl> find() {
    for_each_line(text_, [this](std::string_view line) { read(line); });
    return std::move(found_);
  }

 private:
  void read(std::string_view line) {
    line = text::strip_ascii_whitespace(line);
    if (line.starts_with('#')) return;
    const std::size_t colon = line.find(':');
    if (line.starts_with('/') || line.substr(std::min(colon, line.size())).starts_with("://")) {
      const bool is_path = line.find_first_of(" \t") == line.npos && is_rooted(line);
      if (is_path && wanted_ == Wanted::all) add_pattern(line);
      return;
    }
    if (colon == line.npos) return;
    const std::string_view value = text::strip_ascii_whitespace(line.substr(colon + 1));
    read_field(text::to_ascii_lower(text::strip_ascii_whitespace(line.substr(0, colon))), value);
  }

  void read_field(std::string_view name, std::string_view value) {
    // Fields whose value is one URL: RFC 9110, 8.7 and 10.2.2; ECMA-426, 11.1.3.
    constexpr auto url_fields =
        std::to_array<std::string_view>({"content-location", "location", "sourcemap"});
    if (name == "link") {
      for (http::LinkValue const& link : http::parse_link_header(value)) add_link(link);
    } else if (name == "refresh") {
      const auto place = html::find_refresh_url(value);
      if (place) add(place->in(value), "refresh", html::LinkKind::refresh);
    } else if (wanted_ == Wanted::all) {
      const auto* const field = std::find(url_fields.begin(), url_fields.end(), name);
      if (field != url_fields.end()) add(value, *field, html::LinkKind::hyperlink);
    }
  }

  void add_link(http::LinkValue const& link) {
    // One of another context is no link of the page (RFC 8288, 3.2).
    const bool is_foreign = link.anchor && !link.anchor->empty() && !link.anchor->starts_with('#');
    if (is_foreign && wanted_ == Wanted::links) return;
    const auto urls = html::urls_of_field_link(link.target, link.rel, {});
    if (urls.empty()) return;
    const std::size_t before = found_.size();
    add(urls.front().raw, "link", urls.front().kind);
    if (found_.size() == before) return;
    found_.back().rel = link.rel;
    found_.back().use = urls.front().use;
  }

  void add_pattern(std::string_view path) {
    found_.push_back({.span = span_of(path, text_),
                      .attribute = "for",
                      .kind = html::LinkKind::metadata,
                      .role = html::TextUrlRole::pattern});
  }

  void add(std::string_view url, std::string_view field, html::LinkKind kind) {
    if (!is_rooted(url)) return;
    found_.push_back({.span = span_of(url, text_), .attribute = field, .kind = kind});
  }

  std::string_view text_;
  Wanted wanted_;
  std::vector<html::TextUrl> found_;
};

std::vector<html::TextUrl> find_header_urls(std::string_view text) {
  return HeaderUrls(text, HeaderUrls::Wanted::all).find();
}

std::vector<html::TextUrl> find_header_links(std::string_view text) {
  return HeaderUrls(text, HeaderUrls::Wanted::links).find();
}

std::vector<html::TextUrl> find_markdown_urls(std::string_view text) {
  return MarkdownLinks(text).find();
}

/// A URL in a part of each line: where `part_of` says.
template <typename PartOf>
std::vector<html::TextUrl> find_line_urls(std::string_view text, PartOf part_of) {
  std::vector<html::TextUrl> found;
  for_each_line(text, [&](std::string_view line) {
    const std::string_view url = part_of(line);
    if (!url.empty() && !url.starts_with('#')) found.push_back({.span = span_of(url, text)});
  });
  return found;
}

std::vector<html::TextUrl> find_robots_urls(std::string_view text) {
  return find_line_urls(text, sitemap_value);
}

std::vector<html::TextUrl> find_sitemap_urls(std::string_view text) {
  return find_line_urls(text,
                        [](std::string_view line) { return text::strip_ascii_whitespace(line); });
}

}  // namespace

html::FindTextUrls find_text_urls_of(UrlList list) {
  switch (list) {
    case UrlList::none:
      return nullptr;
    case UrlList::robots:
      return find_robots_urls;
    case UrlList::llms:
    case UrlList::llms_full:
      return find_markdown_urls;
    case UrlList::sitemap:
      return find_sitemap_urls;
    case UrlList::redirects:
      return find_redirect_urls;
    case UrlList::headers:
      return find_header_urls;
  }
  return nullptr;
}

html::FindTextUrls find_links_of(UrlList list) {
  return list == UrlList::headers ? find_header_links : find_text_urls_of(list);
}

}  // namespace hrefkit::site
