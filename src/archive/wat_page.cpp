// The page part of a WAT record: reads a page once, tag by tag, and writes its title, metas, head
// links, scripts and links as JSON.
//
// WAT files come from an extractor whose HTML parser is of 2006. It builds no tree: a table says
// which elements and attributes matter (HtmlParserElement), whatever is around them; patterns find
// URLs in CSS and onclick (url_patterns.h); texts are counted in UTF-16 code units. Programs that
// read WAT files expect these results, so this reader follows the extractor even where it errs.
// Only the member "resolved" is ours: the URL to which a browser resolves "url".
//
//   <p><a href="/x">The <b>dome</b></a>
//   {"path":"A@/href","url":"/x","resolved":"https://h.example/x","text":"The dome"}
//
// Each tag with a URL makes one entry of one of four lists. Most entries are complete at their
// start tag. That of an anchor has its text last, so it waits for its end tag, and as anchors nest,
// the open entries are a stack (OpenEntries). A page may open an anchor with every tag: 256 of them
// collect text, and of the deeper ones only the offset is stored (deep_anchors.h).
//
// Cost: time linear in the page. The JSON may be ten times as long as the page, so complete entries
// go into chunks, and large chunks out of memory (text::ChunkStore). Resolved URLs have a budget of
// 24 bytes per byte of the page.
#include "hrefkit/archive/wat_page.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/archive/wat/deep_anchors.h"
#include "hrefkit/archive/wat/html_parser_lexer.h"
#include "hrefkit/archive/wat/url_patterns.h"
#include "hrefkit/archive/wat/wat_text.h"
#include "hrefkit/html/character_reference.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/case_folding.h"
#include "hrefkit/text/chunked_text.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/result.h"

namespace hrefkit::archive {

namespace {

// The texts of titles and anchors, with white space normalised as in the reference extractor.

/// Maximum length of a text in UTF-16 code units.
constexpr std::size_t max_html_parser_text = 128;

/// Normalises texts. Whether a text may begin with a space depends on the text before it.
class HtmlParserText {
 public:
  /// Call at the border of a block, or of any other element that breaks text.
  void separate() {
    after_space_ = true;
    skipped_ = {};
  }

  /// Call for a text that is not collected. `raw` is as written and must live until the next
  /// `collect`, which reads its end.
  void skip(std::string_view raw, bool in_pre) {
    if (raw.empty()) return;
    skipped_ = raw;
    skipped_in_pre_ = in_pre;
  }

  /// The text of a title or anchor: its first 128 UTF-16 code units. Outside of pre, runs of white
  /// space become one space. Valid until the next call, and as long as `raw`.
  std::string_view collect(std::string_view raw, bool in_pre);

 private:
  void read_skipped();
  std::string_view normalize(std::string_view text);
  std::string_view truncate(std::string_view text);

  bool after_space_ = true;
  std::string_view skipped_;  // the last skipped text, if it was not read yet
  bool skipped_in_pre_ = false;
  std::string decoded_;
  std::string text_;
  std::string truncated_;
};

/// The text of one open anchor.
class AnchorText {
 public:
  void clear();
  bool is_full() const { return length_ >= max_html_parser_text; }

  /// Appends as much as fits, without a leading space at the beginning or after a space.
  void append(std::string_view text);

  /// Appends a space, unless the text is empty or ends in one.
  void separate();

  /// The text without white space and control characters at its ends.
  std::string_view trimmed() const;

 private:
  std::string text_;
  std::size_t length_ = 0;  // in UTF-16 code units
};

/// `text` without bytes up to U+0020 at both ends, as Java's trim.
std::string_view java_trim(std::string_view text);

/// Reads one page after another and reuses its buffers.
class HtmlParserPage {
 public:
  /// Large parts are kept in `store`; null keeps them in memory.
  explicit HtmlParserPage(text::ChunkStore* store)
      : metas_(store), head_links_(store), scripts_(store), links_(store) {}

  void read(WatPage const& page);

  /// Appends the object "HTML-Metadata" and moves its large parts; call it once after `read`.
  void append_to(text::ChunkedText& out, WatPage const& page);

  bool left_out_urls() const { return left_out_urls_; }

 private:
  /// An anchor whose end tag was not read yet.
  struct OpenAnchor {
    std::size_t entry = 0;                  ///< among `entries_`
    bool has_entry = false;                 ///< it has an href attribute
    std::optional<std::size_t> place = {};  ///< offset of a long tag, which is read again
    AnchorText text = {};
  };

  void start(WatPage const& page);
  void open(HtmlParserLexer const& lexer);
  void open_element(HtmlParserLexer const& lexer, HtmlParserElement const& element);
  void close(HtmlParserElement const* element);
  void close_title();
  void close_anchor();
  std::size_t place_of(HtmlParserLexer const& lexer) const;
  bool read_anchor_again(std::size_t place);
  void separate_anchors();
  void add_text(std::string_view raw);
  void add_anchor_text(std::string_view text);
  void add_style(std::string_view raw);
  void add_globals(HtmlParserLexer const& lexer);
  void open_anchor(HtmlParserLexer const& lexer, HtmlParserElement const& element);
  void add_meta(HtmlParserLexer const& lexer);
  void add_language(HtmlParserLexer const& lexer);
  void add_urls(HtmlParserLexer const& lexer, HtmlParserElement const& element,
                text::ChunkedText& list);
  void add_onclick(HtmlParserLexer const& lexer, std::string_view element);
  void add_url(HtmlParserLexer const& lexer, std::string_view raw, std::string_view element,
               HtmlParserUrl const& url);
  void add_resolved(std::string_view url, std::string_view element = {},
                    std::string_view attribute = {});
  void add_resolved_as(html::RelativeTo relative_to, std::string_view url);
  std::size_t begin_entry(text::ChunkedText* list);
  void add(ShortText const& start, std::string_view value);
  void finish_entry(text::ChunkedText& list, std::size_t entry);
  url::Resolver const& resolver_for(html::RelativeTo relative_to);
  url::Resolver in_utf_8(std::string_view base) const;
  std::string_view path(std::string_view element, std::string_view attribute);
  std::string_view decode(std::string_view raw);
  std::string_view decode_as_browsers(std::string_view raw);

  std::string_view page_;
  url::Resolver const* resolver_ = nullptr;
  std::optional<url::Resolver> utf_8_resolver_;
  std::optional<url::Resolver> own_resolver_;  // of the document's own address
  std::string_view address_;
  std::size_t url_budget_ = 0;
  bool left_out_urls_ = false;

  bool in_head_ = false;
  bool in_title_ = false;
  bool in_pre_ = false;
  bool in_svg_ = false;
  bool has_head_ = false;
  std::optional<std::string> base_;
  std::optional<std::string> title_;
  std::optional<std::string> title_text_;
  text::ChunkedText metas_;
  text::ChunkedText head_links_;
  text::ChunkedText scripts_;
  text::ChunkedText links_;

  OpenEntries entries_;
  std::size_t entry_ = 0;                // the last entry that was begun
  text::ChunkedText* target_ = nullptr;  // the list of `entry_`; null if it waits
  HtmlParserText text_;
  std::vector<OpenAnchor> anchors_;  // the first `open_anchors_` are open, the others are reused
  std::size_t open_anchors_ = 0;
  DeepAnchors deep_anchors_;
  bool anchors_separated_ = false;
  std::string path_;
  std::string decoded_;
  std::string resolved_;
};

/// True for the code points that the reference extractor replaces by a space.
constexpr bool becomes_space(char32_t c) {
  return c <= 0x20 || c == 0x7F || c == 0xA0;
}

/// The last code point of a non-empty text.
char32_t last_code_point(std::string_view text) {
  std::size_t at = text.size() - 1;
  while (at > 0 && text::is_continuation_byte(text[at])) --at;
  return text::decode_utf8(text, at).code_point;
}

bool ends_in_space(std::string_view text, bool in_pre) {
  const char32_t last = last_code_point(text);
  return is_java_space(last) || (!in_pre && becomes_space(last));
}

void HtmlParserText::read_skipped() {
  if (skipped_.empty()) return;
  // References are short: one that ends the text begins in its last bytes.
  const std::size_t tail = skipped_.size() > 40 ? skipped_.size() - 40 : 0;
  const char last = skipped_.back();
  std::string_view text = skipped_;
  if ((last == ';' || text::ascii_alphanumeric.contains(last)) &&
      skipped_.find('&', tail) != std::string_view::npos) {
    text = decode_references(skipped_.substr(tail), html::ReferencePlace::text,
                             References::reference, decoded_);
  }
  after_space_ = ends_in_space(text, skipped_in_pre_);
  skipped_ = {};
}

std::string_view HtmlParserText::collect(std::string_view raw, bool in_pre) {
  read_skipped();
  const std::string_view text =
      decode_references(raw, html::ReferencePlace::text, References::reference, decoded_);
  if (!in_pre) return truncate(normalize(text));
  if (!text.empty()) after_space_ = is_java_space(last_code_point(text));
  return truncate(text);
}

std::string_view HtmlParserText::truncate(std::string_view text) {
  const Utf16Prefix prefix = first_utf16_units(text, max_html_parser_text);
  if (!prefix.splits_pair) return prefix.text;
  truncated_.assign(prefix.text) += '?';
  return truncated_;
}

/// Normalises the white space of the part of `text` that is used.
std::string_view HtmlParserText::normalize(std::string_view text) {
  constexpr std::size_t max_bytes = 4 * max_html_parser_text;
  constexpr std::size_t max_character = 4;
  if (text.empty()) return {};
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

/// The maximum number of open anchors that collect text; more are open only in pages that do not
/// close them.
constexpr std::size_t max_anchor_depth = 256;

/// Maximum length of a start tag in bytes for its members to be stored until the end tag; a longer
/// tag is read again then.
constexpr std::size_t max_waiting_tag = 4096;

/// Longer values (in bytes) are appended to their list in chunks.
constexpr std::size_t max_whole_value = std::size_t{256} << 10;

// The budget for resolved URLs: a constant, and a factor of the page's length.
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

/// Appends a part of an entry; the leading comma is dropped if the list is empty.
void append_part(text::ChunkedText& list, std::string_view part) {
  list.close_large_chunk();
  list.tail() += part.substr(list.empty() ? 1 : 0);
}

/// Appends the list as a member of the object in `out`; the list is moved from.
void append_list(text::ChunkedText& out, std::string_view key, text::ChunkedText& list) {
  if (list.empty()) return;
  WatJson json(out.tail());
  json.key(key);
  json.begin_array();
  out.append(list);
  WatJson(out.tail()).end_array();
}

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

/// URLs in CSS and local references do not use the page's encoding.
url::Resolver HtmlParserPage::in_utf_8(std::string_view base) const {
  auto resolver =
      url::Resolver::with_base(base, {resolver_->options().standard, text::Encoding::utf_8});
  if (resolver) return *std::move(resolver);
  return *resolver_;
}

url::Resolver const& HtmlParserPage::resolver_for(html::RelativeTo relative_to) {
  switch (relative_to) {
    case html::RelativeTo::document:
      if (!own_resolver_) own_resolver_ = in_utf_8(address_.empty() ? resolver_->base() : address_);
      return *own_resolver_;
    case html::RelativeTo::element_in_utf_8:
    case html::RelativeTo::place_in_utf_8:
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

/// Adds the resolved URL of an element's attribute. Both names are empty for URLs in scripts and
/// for global attributes.
void HtmlParserPage::add_resolved(std::string_view url, std::string_view element,
                                  std::string_view attribute) {
  // FAST: the table is searched only for references that may lead to the document itself.
  const bool may_be_own = url.starts_with('#') || text::strip_ascii_whitespace(url).empty();
  html::LinkRow const* const row = may_be_own ? find_html_row(element, attribute) : nullptr;
  const auto relative_to =
      row != nullptr ? html::relative_to(*row, url) : html::RelativeTo::element;
  add_resolved_as(relative_to, url);
}

/// Adds members to the last entry: the URL in `raw` and the attributes that go with it.
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

/// Begins an entry of `list`, which is null for an entry that waits for its end tag.
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

/// Ends the last entry and moves it to the list.
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

/// Any end tag closes a title. In the head the last title is used, elsewhere the first.
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

/// Reads the tag of an anchor again, and begins its entry; false if it has no href.
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
  if (!in_title_ && open_anchors_ == 0) return text_.skip(raw, in_pre_);
  const std::string_view text = text_.collect(raw, in_pre_);
  if (in_title_) {
    title_text_ = java_trim(text);
  } else if (!text.empty()) {
    add_anchor_text(text);
  }
}

/// Anchors inside a full anchor get no more text either, as in the reference extractor.
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

}  // namespace

struct WatPageWriter::State {
  explicit State(text::ChunkStore* store) : page(store) {}

  HtmlParserPage page;
};

WatPageWriter::WatPageWriter(text::ChunkStore* store) : state_(std::make_unique<State>(store)) {}
WatPageWriter::~WatPageWriter() = default;
WatPageWriter::WatPageWriter(WatPageWriter&&) noexcept = default;
WatPageWriter& WatPageWriter::operator=(WatPageWriter&&) noexcept = default;

void WatPageWriter::append(text::ChunkedText& out, WatPage const& page) {
  state_->page.read(page);
  state_->page.append_to(out, page);
}

bool WatPageWriter::left_out_urls() const {
  return state_->page.left_out_urls();
}

}  // namespace hrefkit::archive
