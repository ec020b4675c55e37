#include "hrefkit/site/check/url_list_links.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/listener.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/html/url_budget.h"
#include "hrefkit/site/check/answer_head.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/result.h"

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

/// Finds the links of Markdown, line by line: `[text](url "title")`, `![alt](url)`, `<https://h/>`
/// and `[name]: url`. A link whose URL is broken over lines is not found.
class MarkdownLinks {
 public:
  explicit MarkdownLinks(std::string_view text) : text_(text) {}

  std::vector<text::Span> find() {
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
    if (is_url) add(url);
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

  void add(std::string_view url) {
    if (!url.empty()) found_.push_back(span_of(url, text_));
  }

  std::string_view text_;
  std::string_view fence_;  // of the block of code that is open
  std::size_t open_ = 0;    // brackets of the paragraph
  std::vector<text::Span> found_;
};

}  // namespace

std::vector<text::Span> find_list_urls(UrlList list, std::string_view text) {
  if (list == UrlList::llms) return MarkdownLinks(text).find();
  std::vector<text::Span> found;
  if (list == UrlList::none) return found;
  for_each_line(text, [&](std::string_view line) {
    const std::string_view url =
        list == UrlList::robots ? sitemap_value(line) : text::strip_ascii_whitespace(line);
    if (!url.empty() && !url.starts_with('#')) found.push_back(span_of(url, text));
  });
  return found;
}

namespace {

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

}  // namespace

tl::expected<void, html::FindError> find_page_links(html::LinkFinder& finder, PageFile const& page,
                                                    html::LinkSink const& sink) {
  if (!page.head.links.empty()) {
    const html::Flow flow = emit_answer_links(page.head, page.options.url, page.source.text, sink);
    if (flow == html::Flow::stop) return {};
  }
  if (page.list == UrlList::none) return finder.find(page.source, page.options, sink);
  const auto resolver = url::Resolver::with_base(page.options.url, {});
  if (!resolver) return tl::make_unexpected(html::FindError::unusable_url);
  const std::string_view text = page.source.text;
  html::UrlBudget budget(text.size());
  const std::vector<html::LinkBase> bases{{*resolver}};
  const std::vector<html::LinkContext> contexts(1);
  std::vector<html::Link> links;
  std::deque<std::string> texts;  // of links with escapes
  const auto emit = [&] {
    const html::Flow flow = sink.links({.links = links,
                                        .bases = bases,
                                        .contexts = contexts,
                                        .text = text,
                                        .map = page.map(),
                                        .budget = &budget});
    links.clear();
    texts.clear();
    return flow;
  };
  for (const text::Span span : find_list_urls(page.list, text)) {
    html::Link link;
    link.raw = span.in(text);
    link.span = span;
    link.ns = html::Namespace::none;
    if (page.list == UrlList::llms && link.raw.find('\\') != link.raw.npos) {
      link.raw = texts.emplace_back(unescaped(link.raw));
    }
    links.push_back(link);
    if (links.size() == html::max_link_block && emit() == html::Flow::stop) return {};
  }
  if (!links.empty()) emit();
  return {};
}

}  // namespace hrefkit::site
