#include "hrefkit/archive/wat/html_parser_page.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "hrefkit/archive/wat/html_parser_lexer.h"
#include "hrefkit/archive/wat/wat_text.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_scan.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/case_folding.h"
#include "hrefkit/text/chunked_text.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::archive {

namespace {

// URLs in style sheets and scripts, found with the patterns of the reference extractor.

/// Calls `take` with each URL of a style sheet: those in "url(...)" first, then those behind
/// "@import" without it; without quotes. Stops about 100,000 bytes into the text.
void for_each_css_reference(std::string_view css,
                            std::function<void(std::string_view)> const& take);

using Taker = std::function<void(std::string_view)>;
constexpr std::size_t npos = std::string_view::npos;
constexpr std::size_t max_css = 100'000;
constexpr text::ByteSet space(" \t\n\r\v\f");

void skip_space(std::string_view& text) {
  text::skip(text, space);
}

bool take(std::string_view& text, std::string_view lower) {
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

/// The text that "url(...)" may hold, and its end. Found once for all that begin in it.
struct UrlRun {
  std::size_t end = 0;        ///< offset in the style sheet
  std::size_t closed = npos;  ///< behind the ")" after it; npos without one
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

bool is_short_enough(std::string_view url) {
  constexpr std::size_t max_match = 8000;
  return url.size() <= max_match ||
         (url.size() <= 4 * max_match && text::count_code_points(url) <= max_match);
}

/// Matches the front of `text` up to `close`, with at least one byte between `open` and `close`.
std::size_t match_enclosed(std::string_view text, std::string_view open, std::string_view close) {
  constexpr std::size_t max_match = 8000;  // keeps the time linear
  if (!text.starts_with(open)) return npos;
  const std::size_t end = text.substr(0, max_match).find(close[0], open.size());
  if (end == npos || end == open.size() || !text.substr(end).starts_with(close)) return npos;
  return end + close.size();
}

/// True when a length is one and `\s*;` follows.
bool ends_import(std::string_view text, std::size_t length) {
  if (length == npos) return false;
  text.remove_prefix(length);
  skip_space(text);
  return text.starts_with(';');
}

/// The length of what "@import" names at the front of `text`, or npos.
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

void for_each_url(std::string_view css, Taker const& taker) {
  UrlRun run;
  for (std::size_t at = 0; at < max_css;) {
    at = css.find("url", at);
    if (at == npos) return;
    at += 3;
    std::string_view rest = css.substr(at);
    skip_space(rest);
    if (!take(rest, "(")) continue;
    skip_space(rest);
    const std::size_t begin = css.size() - rest.size();
    if (begin >= run.end) run = find_run(css, begin);
    const std::string_view url = css.substr(begin, run.end - begin);
    if (run.closed == npos || url.empty() || !is_short_enough(url)) continue;
    taker(without_quotes(url));
    at = run.closed;
  }
}

void for_each_import(std::string_view css, Taker const& taker) {
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
    taker(without_quotes(import.substr(0, length)));
    rest = import.substr(length);
  }
}

/// Removes a quote of the pattern from the front of `text`: one of `quotes` or "&#39;".
std::optional<std::string_view> read_quote(std::string_view& text, std::string_view quotes) {
  const std::string_view all = text;
  if (take(text, "&#39;")) return all.substr(0, 5);
  if (text.empty() || quotes.find(text[0]) == npos) return std::nullopt;
  text.remove_prefix(1);
  return all.substr(0, 1);
}

bool has_length_of_url(std::string_view url) {
  const std::size_t length = text::count_code_points(url);
  return length >= 3 && length <= 256;
}

void for_each_css_reference(std::string_view css, Taker const& taker) {
  const Taker take_full = [&](std::string_view url) {
    if (!url.empty()) taker(url);
  };
  for_each_url(css, take_full);
  for_each_import(css, take_full);
}

/// The URL that an onclick attribute goes to: "location='...'". `script` is as written.
std::optional<std::string_view> find_location_change(std::string_view script) {
  take(script, "javascript:");
  for (std::string_view const owner : {"window.", "top.", "document.", "self.", "parent."}) {
    if (take(script, owner)) break;
  }
  if (!take(script, "location")) return std::nullopt;
  take(script, ".href");
  skip_space(script);
  if (!take(script, "=")) return std::nullopt;
  skip_space(script);
  const auto quote = read_quote(script, "'");
  if (script.ends_with('\n')) script.remove_suffix(1);
  if (!quote || !script.ends_with(*quote)) return std::nullopt;
  script.remove_suffix(quote->size());
  if (script.find_first_of("'\"") != npos || !has_length_of_url(script)) return std::nullopt;
  return script;
}

/// The URL that an onclick attribute opens: "window.open('...'".
std::optional<std::string_view> find_opened_window(std::string_view script) {
  take(script, "javascript:");
  if (!take(script, "window.open(") && !take(script, "parent.open(")) return std::nullopt;
  const auto quote = read_quote(script, "'\"");
  if (!quote) return std::nullopt;
  const std::string_view inner = script.substr(0, script.find_first_of("'\""));
  for (std::size_t end = script.find(*quote); end != npos && end <= inner.size();
       end = script.find(*quote, end + 1)) {
    const std::string_view behind = script.substr(end + quote->size(), 1);
    if (behind != "," && behind != ")") continue;
    const std::string_view url = script.substr(0, end);
    if (has_length_of_url(url)) return url;
    if (url.size() > 1024) return std::nullopt;
  }
  return std::nullopt;
}

/// True for code points that the reference replaces by a space: controls and the no-break space.
constexpr bool becomes_space(char32_t c) {
  return c <= 0x20 || c == 0x7F || c == 0xA0;
}

/// The last code point of a text that is not empty.
char32_t last_code_point(std::string_view text) {
  std::size_t at = text.size() - 1;
  while (at > 0 && text::is_continuation_byte(text[at])) --at;
  return text::decode_utf8(text, at).code_point;
}

bool ends_in_space(std::string_view text, bool in_pre) {
  const char32_t last = last_code_point(text);
  return is_java_space(last) || (!in_pre && becomes_space(last));
}

}  // namespace

void HtmlParserText::read_passed() {
  if (passed_.empty()) return;
  // References are short: one that ends the text begins in its last bytes.
  const std::size_t tail = passed_.size() > 40 ? passed_.size() - 40 : 0;
  const char last = passed_.back();
  std::string_view text = passed_;
  if ((last == ';' || text::ascii_alphanumeric.contains(last)) &&
      passed_.find('&', tail) != std::string_view::npos) {
    text = decode_references(passed_.substr(tail), html::ReferencePlace::text,
                             References::reference, decoded_);
  }
  after_space_ = ends_in_space(text, passed_in_pre_);
  passed_ = {};
}

std::string_view HtmlParserText::take(std::string_view raw, bool in_pre) {
  read_passed();
  const std::string_view text =
      decode_references(raw, html::ReferencePlace::text, References::reference, decoded_);
  if (!in_pre) return cut(normalize(text));
  if (!text.empty()) after_space_ = is_java_space(last_code_point(text));
  return cut(text);
}

std::string_view HtmlParserText::cut(std::string_view text) {
  const Utf16Prefix prefix = first_utf16_units(text, max_html_parser_text);
  if (!prefix.splits_pair) return prefix.text;
  cut_.assign(prefix.text) += '?';
  return cut_;
}

/// The beginning of the text, as far as it is used, with its white space normalised.
std::string_view HtmlParserText::normalize(std::string_view text) {
  constexpr std::size_t max_bytes = 4 * max_html_parser_text;
  constexpr std::size_t max_character = 4;
  if (text.empty()) return {};
  const bool begins_fine = !after_space_ || text.front() != ' ';
  // FAST: most texts are normalised already. A loop over their bytes took 2 % of the time.
  if (begins_fine && text.size() <= max_html_parser_text && text::is_single_spaced(text)) {
    after_space_ = text.back() == ' ';
    return text;
  }
  text_.resize(max_bytes + max_character);
  char* out = text_.data();
  char const* const full = out + max_bytes;
  for (std::size_t i = 0; i < text.size() && out < full;) {
    if (text[i] > ' ' && text[i] < '\x7F') {
      *out++ = text[i++];
      after_space_ = false;
      continue;
    }
    const text::Utf8Step step = text::decode_utf8(text, i);
    const char32_t c = becomes_space(step.code_point) ? U' ' : step.code_point;
    const bool is_space = is_java_space(c);
    if (c != U' ') {
      if (!is_space || !after_space_) out = std::copy_n(text.data() + i, step.length, out);
    } else if (!after_space_) {
      *out++ = ' ';
    }
    after_space_ = is_space;
    i += step.length;
  }
  after_space_ = ends_in_space(text, false);
  return {text_.data(), static_cast<std::size_t>(out - text_.data())};
}

void AnchorText::clear() {
  text_.clear();
  length_ = 0;
}

void AnchorText::append(std::string_view text) {
  const Utf16Prefix prefix = first_utf16_units(text, max_html_parser_text - length_);
  std::string_view clipped = prefix.text;
  const bool after_space = text_.empty() || text_.back() == ' ';
  if (after_space && clipped.starts_with(' ')) clipped.remove_prefix(1);
  text_ += clipped;
  length_ += count_utf16_units(clipped);
  if (!prefix.splits_pair) return;
  text_ += '?';
  ++length_;
}

void AnchorText::separate() {
  if (text_.empty() || text_.back() == ' ' || text_.back() == '\n') return;
  text_ += ' ';
  ++length_;
}

std::string_view AnchorText::trimmed() const {
  return java_trim(text_);
}

std::string_view java_trim(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= 0x20) text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= 0x20) text.remove_suffix(1);
  return text;
}

namespace {

/// The maximum number of open anchors that collect text; more are open only in pages that do not
/// close them.
constexpr std::size_t max_anchor_depth = 256;

/// The max_match tag of an anchor whose entry waits for its end tag; a longer one is read again
/// then.
constexpr std::size_t max_waiting_tag = 4096;

/// Longer values are appended to their list in chunks.
constexpr std::size_t max_whole_value = std::size_t{256} << 10;

constexpr std::size_t spare_url_bytes = std::size_t{1} << 20;
constexpr std::size_t url_bytes_per_byte = 24;

constexpr ShortText content_start = member_start("content");
constexpr ShortText href_start = member_start("href");
constexpr ShortText name_start = member_start("name");
constexpr ShortText resolved_start = member_start("resolved");
constexpr ShortText text_start = member_start("text");
constexpr ShortText url_start = member_start("url");

constexpr auto attribute_starts = [] {
  std::array<ShortText, html_parser_attribute_names.size()> starts;
  for (std::size_t i = 0; i < starts.size(); ++i)
    starts[i] = member_start(html_parser_attribute_names[i]);
  return starts;
}();

ShortText const& start_of(HtmlParserAttribute attribute) {
  return attribute_starts[static_cast<std::size_t>(attribute)];
}

html::LinkRow const* find_html_row(std::string_view element, std::string_view attribute) {
  return html::find_link_row(html::Namespace::html, element, attribute, html::Namespace::none);
}

/// Appends a part of an entry, or all of it, with the comma before it.
void append_part(text::ChunkedText& list, std::string_view part) {
  list.close_large_chunk();
  list.tail() += part.substr(list.empty() ? 1 : 0);
}

/// Moves the list to the object in `out`.
void append_list(text::ChunkedText& out, std::string_view key, text::ChunkedText& list) {
  if (list.empty()) return;
  WatJson json(out.tail());
  json.key(key);
  json.begin_array();
  out.append(list);
  WatJson(out.tail()).end_array();
}

}  // namespace

void HtmlParserPage::start(WatPage const& page) {
  page_ = page.text;
  resolver_ = page.resolver;
  utf_8_resolver_.reset();
  own_resolver_.reset();
  address_ = page.address;
  url_budget_ = spare_url_bytes + url_bytes_per_byte * page.text.size();
  left_out_urls_ = false;
  in_head_ = in_title_ = in_pre_ = in_svg_ = has_head_ = false;
  base_.reset();
  title_.reset();
  title_text_.reset();
  for (text::ChunkedText* list : {&metas_, &head_links_, &scripts_, &links_}) list->clear();
  entries_.clear();
  text_ = HtmlParserText();
  open_anchors_ = 0;
  deep_anchors_.start();
  anchors_separated_ = false;
}

void HtmlParserPage::read(WatPage const& page) {
  start(page);
  HtmlParserLexer lexer(page.text);
  while (lexer.next()) {
    HtmlParserNode const& node = lexer.node();
    switch (node.kind) {
      case HtmlParserNode::Kind::open_tag:
        open(lexer);
        break;
      case HtmlParserNode::Kind::end_tag:
        close(node.element);
        break;
      case HtmlParserNode::Kind::text:
        add_text(node.text);
        break;
      case HtmlParserNode::Kind::style:
        add_style(node.text);
        break;
      case HtmlParserNode::Kind::script:
      case HtmlParserNode::Kind::comment:
        break;
    }
  }
}

std::string_view HtmlParserPage::decode(std::string_view raw) {
  return decode_references(raw, html::ReferencePlace::attribute, References::reference, decoded_);
}

std::string_view HtmlParserPage::decode_as_browsers(std::string_view raw) {
  return decode_references(raw, html::ReferencePlace::attribute, References::browsers, decoded_);
}

std::string_view HtmlParserPage::path(std::string_view element, std::string_view attribute) {
  path_ = text::to_upper(element);
  path_ += "@/";
  path_ += attribute;
  return path_;
}

/// The encoding of the page does not count for URLs in CSS, nor for local references.
url::Resolver HtmlParserPage::in_utf_8(std::string_view base) const {
  auto resolver =
      url::Resolver::with_base(base, {resolver_->options().standard, text::Encoding::utf_8});
  return resolver ? std::move(*resolver) : *resolver_;
}

url::Resolver const& HtmlParserPage::resolver_for(html::RelativeTo relative_to) {
  switch (relative_to) {
    case html::RelativeTo::document:
      if (!own_resolver_) own_resolver_ = in_utf_8(address_.empty() ? resolver_->base() : address_);
      return *own_resolver_;
    case html::RelativeTo::element_in_utf_8:
      if (!utf_8_resolver_) utf_8_resolver_ = in_utf_8(resolver_->base());
      return *utf_8_resolver_;
    case html::RelativeTo::element:
    case html::RelativeTo::place:
    case html::RelativeTo::fallback:
      break;
  }
  return *resolver_;
}

void HtmlParserPage::add_resolved_as(html::RelativeTo relative_to, std::string_view url) {
  if (resolver_ == nullptr) return;
  text::clear_buffer(resolved_);
  if (url.size() > max_whole_value) resolved_.reserve(resolver_->base().size() + url.size());
  if (!resolver_for(relative_to).append_resolved(resolved_, cut_data_url(url))) return;
  const std::string_view resolved = cut_data_url(resolved_);
  if (resolved.size() > url_budget_) {
    left_out_urls_ = true;
    return;
  }
  url_budget_ -= resolved.size();
  add(resolved_start, resolved);
}

/// Adds the resolved URL of an element's attribute; both names are empty for a URL of a script, or
/// of an attribute that counts on all elements.
void HtmlParserPage::add_resolved(std::string_view url, std::string_view element,
                                  std::string_view attribute) {
  // FAST: the table is searched only for references that may lead to the document itself.
  const bool may_be_own = url.starts_with('#') || text::strip_ascii_whitespace(url).empty();
  html::LinkRow const* const row = may_be_own ? find_html_row(element, attribute) : nullptr;
  const auto relative_to =
      row != nullptr ? html::relative_to(*row, url) : html::RelativeTo::element;
  add_resolved_as(relative_to, url);
}

/// Adds members to the last entry: a URL, `raw`, and the attributes beside it.
void HtmlParserPage::add_url(HtmlParserLexer const& lexer, std::string_view raw,
                             std::string_view element, HtmlParserUrl const& url) {
  entries_.add_path(element, url.attribute);
  const std::string_view decoded = decode(raw);
  const bool is_raw = decoded.data() == raw.data();
  add(url_start, cut_data_url(decoded));
  add_resolved(is_raw ? raw : decode_as_browsers(raw), element, name_of(url.attribute));
  for (const HtmlParserAttribute other : url.others) {
    if (other == HtmlParserAttribute::none) break;
    const auto value = lexer.attribute(other);
    if (value) add(start_of(other), url.decodes_others ? decode(*value) : *value);
  }
}

/// Begins an entry of a list. `list` is null for an entry that waits until others have ended.
std::size_t HtmlParserPage::begin_entry(text::ChunkedText* list) {
  target_ = list;
  return entry_ = entries_.begin();
}

/// Adds a member to the last entry.
void HtmlParserPage::add(ShortText const& start, std::string_view value) {
  if (value.size() <= max_whole_value || target_ == nullptr) return entries_.add(start, value);
  entries_.add_in_pieces(entry_, start, value,
                         [this](std::string_view part) { append_part(*target_, part); });
}

/// Ends an entry, which is the last one, and moves it to the list.
void HtmlParserPage::finish_entry(text::ChunkedText& list, std::size_t entry) {
  append_part(list, entries_.end(entry));
  entries_.cut(entry);
}

void HtmlParserPage::add_urls(HtmlParserLexer const& lexer, HtmlParserElement const& element,
                              text::ChunkedText& list) {
  for (HtmlParserUrl const& url : element.urls) {
    if (url.attribute == HtmlParserAttribute::none) break;
    const auto raw = lexer.attribute(url.attribute);
    if (!raw) continue;
    const std::size_t entry = begin_entry(&list);
    add_url(lexer, *raw, element.name, url);
    finish_entry(list, entry);
  }
}

void HtmlParserPage::add_globals(HtmlParserLexer const& lexer) {
  for (HtmlParserGlobal const& global : lexer.globals()) {
    const std::size_t entry = begin_entry(&links_);
    add(path_start, path(lexer.node().name, name_of(global.attribute)));
    add(url_start, cut_data_url(decode(global.value)));
    add_resolved(decode_as_browsers(global.value));
    finish_entry(links_, entry);
  }
}

void HtmlParserPage::add_onclick(HtmlParserLexer const& lexer, std::string_view element) {
  const auto script = lexer.attribute(HtmlParserAttribute::onclick);
  if (!script) return;
  for (auto find : {find_location_change, find_opened_window}) {
    const auto url = find(*script);
    if (!url) continue;
    const std::size_t entry = begin_entry(&links_);
    entries_.add_path(element, HtmlParserAttribute::onclick);
    add(url_start, cut_data_url(*url));
    add_resolved(decode_as_browsers(*url));
    finish_entry(links_, entry);
  }
}

void HtmlParserPage::open_anchor(HtmlParserLexer const& lexer, HtmlParserElement const& element) {
  HtmlParserUrl const& url = element.urls[0];
  const auto raw = lexer.attribute(url.attribute);
  const bool waits = !lexer.node().is_empty;
  if (waits && open_anchors_ == max_anchor_depth) return deep_anchors_.add(place_of(lexer));
  const bool is_long = lexer.end() - place_of(lexer) > max_waiting_tag;
  const std::size_t entry = begin_entry(waits ? nullptr : &links_);
  if (raw && !(waits && is_long)) add_url(lexer, *raw, element.name, url);
  if (!waits) return finish_entry(links_, entry);
  if (open_anchors_ == anchors_.size()) anchors_.emplace_back();
  OpenAnchor& anchor = anchors_[open_anchors_++];
  anchor.entry = entry;
  anchor.has_entry = raw.has_value();
  anchor.place.reset();
  if (is_long) anchor.place = place_of(lexer);
  anchor.text.clear();
}

void HtmlParserPage::add_meta(HtmlParserLexer const& lexer) {
  const auto is_there = [&](HtmlParserAttribute attribute) {
    return lexer.attribute(attribute).has_value();
  };
  if (std::count_if(meta_attributes.begin(), meta_attributes.end(), is_there) < 2) return;
  const std::size_t entry = begin_entry(&metas_);
  const auto property = lexer.attribute(HtmlParserAttribute::property);
  const bool is_image = property && decode(*property) == "og:image";
  for (const HtmlParserAttribute attribute : meta_attributes) {
    const auto raw = lexer.attribute(attribute);
    if (!raw) continue;
    const bool may_be_data = is_image && attribute == HtmlParserAttribute::content;
    const std::string_view value = may_be_data ? cut_data_url(decode(*raw)) : decode(*raw);
    add(start_of(attribute), value);
  }
  has_head_ = true;
  finish_entry(metas_, entry);
}

void HtmlParserPage::add_language(HtmlParserLexer const& lexer) {
  for (const HtmlParserAttribute attribute :
       {HtmlParserAttribute::lang, HtmlParserAttribute::xml_lang}) {
    const auto raw = lexer.attribute(attribute);
    if (!raw) continue;
    has_head_ = true;
    const std::size_t entry = begin_entry(&metas_);
    add(name_start, path("html", name_of(attribute)));
    add(content_start, decode(*raw));
    finish_entry(metas_, entry);
  }
}

void HtmlParserPage::open(HtmlParserLexer const& lexer) {
  HtmlParserElement const* const element = lexer.node().element;
  if (element != nullptr && element->role == HtmlParserRole::title) {
    in_title_ = !lexer.node().is_empty;
    return;
  }
  if (element != nullptr && element->breaks_text) text_.separate();
  if (!lexer.globals().empty()) add_globals(lexer);
  if (element != nullptr && element->counts()) open_element(lexer, *element);
}

void HtmlParserPage::open_element(HtmlParserLexer const& lexer, HtmlParserElement const& element) {
  switch (element.role) {
    case HtmlParserRole::none:
    case HtmlParserRole::style:
    case HtmlParserRole::title:
      break;
    case HtmlParserRole::head:
      in_head_ = true;
      break;
    case HtmlParserRole::body:
      in_head_ = false;
      break;
    case HtmlParserRole::pre:
      in_pre_ = true;
      break;
    case HtmlParserRole::svg:
      in_svg_ = true;
      break;
    case HtmlParserRole::anchor:
      open_anchor(lexer, element);
      break;
    case HtmlParserRole::meta:
      add_meta(lexer);
      break;
    case HtmlParserRole::html:
      add_language(lexer);
      break;
    case HtmlParserRole::link:
      add_urls(lexer, element, head_links_);
      break;
    case HtmlParserRole::script:
      add_urls(lexer, element, scripts_);
      break;
    case HtmlParserRole::links:
      add_urls(lexer, element, links_);
      break;
    case HtmlParserRole::base:
      if (const auto href = lexer.attribute(HtmlParserAttribute::href)) base_ = decode(*href);
      break;
  }
  if (element.has_onclick) add_onclick(lexer, element.name);
}

void HtmlParserPage::close(HtmlParserElement const* element) {
  if (in_title_) close_title();
  if (element == nullptr) return;
  if (element->breaks_text) {
    text_.separate();
    separate_anchors();
  }
  switch (element->role) {
    case HtmlParserRole::anchor:
      close_anchor();
      break;
    case HtmlParserRole::head:
      in_head_ = false;
      break;
    case HtmlParserRole::pre:
      in_pre_ = false;
      break;
    case HtmlParserRole::svg:
      in_svg_ = false;
      break;
    default:
      break;
  }
}

/// Any end tag closes a title. In the head the last one counts, elsewhere the first.
void HtmlParserPage::close_title() {
  in_title_ = false;
  if (!in_svg_ && (in_head_ || !title_)) {
    title_ = std::move(title_text_);
    has_head_ = true;
  }
  title_text_.reset();
}

void HtmlParserPage::close_anchor() {
  if (const auto place = deep_anchors_.close()) {
    if (read_anchor_again(*place)) finish_entry(links_, entry_);
    return;
  }
  if (open_anchors_ == 0) return;
  OpenAnchor& anchor = anchors_[--open_anchors_];
  if (!anchor.has_entry) return entries_.cut(anchor.entry);
  if (anchor.place) {
    entries_.cut(anchor.entry);
    read_anchor_again(*anchor.place);
  }
  const std::string_view text = anchor.text.trimmed();
  if (!text.empty()) add(text_start, text);
  finish_entry(links_, anchor.entry);
}

/// The offset of the current tag in the page.
std::size_t HtmlParserPage::place_of(HtmlParserLexer const& lexer) const {
  return static_cast<std::size_t>(lexer.node().name.data() - page_.data()) - 1;
}

/// Reads the tag of an anchor again, and begins its entry if it has one.
bool HtmlParserPage::read_anchor_again(std::size_t place) {
  HtmlParserLexer lexer(page_.substr(place));
  lexer.next();
  HtmlParserElement const& element = *lexer.node().element;
  const auto raw = lexer.attribute(element.urls[0].attribute);
  if (!raw) return false;
  begin_entry(&links_);
  add_url(lexer, *raw, element.name, element.urls[0]);
  return true;
}

void HtmlParserPage::separate_anchors() {
  if (anchors_separated_) return;
  for (std::size_t i = 0; i < open_anchors_; ++i) anchors_[i].text.separate();
  anchors_separated_ = true;
}

void HtmlParserPage::add_text(std::string_view raw) {
  if (!in_title_ && open_anchors_ == 0) return text_.pass(raw, in_pre_);
  const std::string_view text = text_.take(raw, in_pre_);
  if (in_title_) {
    title_text_ = java_trim(text);
  } else if (!text.empty()) {
    add_anchor_text(text);
  }
}

/// A full anchor also ends the text of the anchors inside it, as in the reference.
void HtmlParserPage::add_anchor_text(std::string_view text) {
  anchors_separated_ = false;
  for (std::size_t i = 0; i < open_anchors_ && !anchors_[i].text.is_full(); ++i) {
    anchors_[i].text.append(text);
  }
}

void HtmlParserPage::add_style(std::string_view raw) {
  const std::string_view css = decode(raw);
  html::LinkRow const* const row = find_html_row("style", "");
  for_each_css_reference(css, [&](std::string_view url) {
    const std::size_t entry = begin_entry(&links_);
    add(path_start, "STYLE/#text");
    add(href_start, cut_data_url(url));
    add_resolved_as(html::relative_to(*row, url), url);
    finish_entry(links_, entry);
  });
}

void HtmlParserPage::append_to(text::ChunkedText& out, WatPage const& page) {
  out.tail() += '{';
  const bool has_head = has_head_ || base_ || !head_links_.empty() || !scripts_.empty();
  if (has_head) {
    out.tail() += "\"Head\":{";
    if (base_) WatJson(out.tail()).member("Base", *base_);
    if (title_) WatJson(out.tail()).member("Title", *title_);
    append_list(out, "Metas", metas_);
    append_list(out, "Link", head_links_);
    append_list(out, "Scripts", scripts_);
    out.tail() += '}';
  }
  append_list(out, "Links", links_);
  WatJson end(out.tail());
  if (page.resolver != nullptr) {
    end.member("Base-URL", page.resolver->base());
    end.member("Base-Source", page.base_source);
  }
  end.member("Encoding", page.encoding);
  end.end_object();
}

}  // namespace hrefkit::archive
