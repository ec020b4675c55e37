#include "hrefkit/archive/wat/url_patterns.h"

#include <cstddef>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::archive {

namespace {

constexpr std::size_t npos = std::string_view::npos;
constexpr std::size_t max_css = 100'000;  // bytes of a style sheet that are searched
constexpr text::ByteSet space(" \t\n\r\v\f");

void skip_space(std::string_view& text) {
  text::skip(text, space);
}

bool consume(std::string_view& text, std::string_view lower) {
  if (!text::equals_ignoring_ascii_case(text.substr(0, lower.size()), lower)) return false;
  text.remove_prefix(lower.size());
  return true;
}

/// Removes quotes at both ends, each with a backslash before it if there is one.
std::string_view without_quotes(std::string_view url) {
  constexpr text::ByteSet quotes("\"'");
  for (;;) {
    const bool escaped = url.starts_with('\\');
    if (url.size() <= escaped || !quotes.contains(url[escaped])) break;
    url.remove_prefix(escaped + 1u);
  }
  while (!url.empty() && quotes.contains(url.back())) {
    url.remove_suffix(1);
    if (url.ends_with('\\')) url.remove_suffix(1);
  }
  return url;
}

/// A run of bytes that "url(...)" may hold. It is searched once for all "url(" inside it, so that
/// the time stays linear.
struct UrlRun {
  std::size_t end = 0;        ///< offset in the style sheet
  std::size_t closed = npos;  ///< offset after the ")" that follows it; npos without one
};

UrlRun find_run(std::string_view css, std::size_t begin) {
  constexpr text::ByteSet ends = space | text::ByteSet(")");
  UrlRun run{begin, npos};
  while (run.end < css.size() && !ends.contains(css[run.end])) ++run.end;
  std::string_view rest = css.substr(run.end);
  skip_space(rest);
  if (rest.starts_with(')')) run.closed = css.size() - rest.size() + 1;
  return run;
}

constexpr std::size_t max_match = 8000;  // code points of a URL in a style sheet

bool is_short_enough(std::string_view url) {
  return url.size() <= max_match ||
         (url.size() <= 4 * max_match && text::count_code_points(url) <= max_match);
}

/// Matches `open`, at least one byte, and `close` at the front of `text`; returns the end, or npos.
/// The limit keeps the time linear.
std::size_t match_enclosed(std::string_view text, std::string_view open, std::string_view close) {
  if (!text.starts_with(open)) return npos;
  const std::size_t end = text.substr(0, max_match).find(close[0], open.size());
  if (end == npos || end == open.size() || !text.substr(end).starts_with(close)) return npos;
  return end + close.size();
}

/// True if `length` is not npos and `\s*;` follows the match.
bool ends_import(std::string_view text, std::size_t length) {
  if (length == npos) return false;
  text.remove_prefix(length);
  skip_space(text);
  return text.starts_with(';');
}

/// The length of the operand of "@import" at the front of `text`, or npos.
std::size_t match_import(std::string_view text) {
  constexpr text::ByteSet plain = text::ascii_lower | text::ascii_digit | text::ByteSet("_.:/\\-");
  for (std::string_view const pair : {"''", "\"\""}) {
    const std::size_t length = match_enclosed(text, pair.substr(0, 1), pair.substr(1));
    if (ends_import(text, length)) return length;
  }
  for (std::string_view const four : {"('')", "(\"\")", "()"}) {
    const std::size_t half = four.size() / 2;
    const std::size_t length = match_enclosed(text, four.substr(0, half), four.substr(half));
    if (ends_import(text, length)) return length;
  }
  const std::size_t length = text::run_length(text, plain);
  return length > 0 && ends_import(text, length) ? length : npos;
}

void for_each_url(std::string_view css, EmitUrl const& emit) {
  UrlRun run;
  for (std::size_t at = 0; at < max_css;) {
    at = css.find("url", at);
    if (at == npos) return;
    at += 3;
    std::string_view rest = css.substr(at);
    skip_space(rest);
    if (!consume(rest, "(")) continue;
    skip_space(rest);
    const std::size_t begin = css.size() - rest.size();
    if (begin >= run.end) run = find_run(css, begin);
    const std::string_view url = css.substr(begin, run.end - begin);
    if (run.closed == npos || url.empty() || !is_short_enough(url)) continue;
    emit(without_quotes(url));
    at = run.closed;
  }
}

void for_each_import(std::string_view css, EmitUrl const& emit) {
  constexpr std::string_view name = "@import";
  std::string_view rest = css;
  while (css.size() - rest.size() < max_css) {
    const std::size_t at = rest.find(name);
    if (at == npos) return;
    rest.remove_prefix(at + name.size());
    std::string_view import = rest;
    skip_space(import);
    if (import.size() == rest.size()) continue;
    const std::size_t length = match_import(import);
    if (length == npos) continue;
    emit(without_quotes(import.substr(0, length)));
    rest = import.substr(length);
  }
}

/// Removes a quote of the pattern from the front of `text`: one of `quotes` or "&#39;".
std::optional<std::string_view> read_quote(std::string_view& text, std::string_view quotes) {
  const std::string_view all = text;
  if (consume(text, "&#39;")) return all.substr(0, 5);
  if (text.empty() || quotes.find(text[0]) == npos) return std::nullopt;
  text.remove_prefix(1);
  return all.substr(0, 1);
}

bool has_length_of_url(std::string_view url) {
  const std::size_t length = text::count_code_points(url);
  return length >= 3 && length <= 256;
}

}  // namespace

void for_each_css_reference(std::string_view css, EmitUrl const& emit) {
  const EmitUrl emit_non_empty = [&](std::string_view url) {
    if (!url.empty()) emit(url);
  };
  for_each_url(css, emit_non_empty);
  for_each_import(css, emit_non_empty);
}

std::optional<std::string_view> find_location_change(std::string_view script) {
  consume(script, "javascript:");
  for (std::string_view const owner : {"window.", "top.", "document.", "self.", "parent."}) {
    if (consume(script, owner)) break;
  }
  if (!consume(script, "location")) return std::nullopt;
  consume(script, ".href");
  skip_space(script);
  if (!consume(script, "=")) return std::nullopt;
  skip_space(script);
  const auto quote = read_quote(script, "'");
  if (script.ends_with('\n')) script.remove_suffix(1);
  if (!quote || !script.ends_with(*quote)) return std::nullopt;
  script.remove_suffix(quote->size());
  if (script.find_first_of("'\"") != npos || !has_length_of_url(script)) return std::nullopt;
  return script;
}

std::optional<std::string_view> find_opened_window(std::string_view script) {
  consume(script, "javascript:");
  if (!consume(script, "window.open(") && !consume(script, "parent.open(")) return std::nullopt;
  const auto quote = read_quote(script, "'\"");
  if (!quote) return std::nullopt;
  const std::string_view inner = script.substr(0, script.find_first_of("'\""));
  for (std::size_t end = script.find(*quote); end != npos && end <= inner.size();
       end = script.find(*quote, end + 1)) {
    const std::string_view next = script.substr(end + quote->size(), 1);
    if (next != "," && next != ")") continue;
    const std::string_view url = script.substr(0, end);
    if (has_length_of_url(url)) return url;
    if (url.size() > 1024) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace hrefkit::archive
