#include "hrefkit/archive/wat/html_parser_lexer.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hrefkit/text/byte_scan.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/name_table.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::archive {

namespace {

// The tables of elements and attributes.

namespace element_lookup {

using A = HtmlParserAttribute;

// clang-format off
constexpr std::array elements{
    HtmlParserElement{"a", HtmlParserRole::anchor, false, false, {{{A::href, {A::target, A::alt, A::title, A::rel, A::hreflang, A::type}}}}},
    HtmlParserElement{"address", HtmlParserRole::none, true},
    HtmlParserElement{"applet", HtmlParserRole::links, false, false, {{{A::codebase}, {A::cdata}}}},
    HtmlParserElement{"area", HtmlParserRole::links, false, false, {{{A::href, {A::rel}, false}}}},
    HtmlParserElement{"article", HtmlParserRole::none, true},
    HtmlParserElement{"aside", HtmlParserRole::none, true},
    HtmlParserElement{"audio", HtmlParserRole::links, false, false, {{{A::src}}}},
    HtmlParserElement{"base", HtmlParserRole::base, false, false, {{{A::href}}}},
    HtmlParserElement{"blockquote", HtmlParserRole::links, true, false, {{{A::cite}}}},
    HtmlParserElement{"body", HtmlParserRole::body, true},
    HtmlParserElement{"br", HtmlParserRole::none, true},
    HtmlParserElement{"button", HtmlParserRole::links, true, false, {{{A::formaction}}}},
    HtmlParserElement{"canvas", HtmlParserRole::none, true},
    HtmlParserElement{"caption", HtmlParserRole::none, true},
    HtmlParserElement{"center", HtmlParserRole::none, true},
    HtmlParserElement{"cite", HtmlParserRole::none, true},
    HtmlParserElement{"col", HtmlParserRole::none, true},
    HtmlParserElement{"colgroup", HtmlParserRole::none, true},
    HtmlParserElement{"datalist", HtmlParserRole::none, true},
    HtmlParserElement{"dd", HtmlParserRole::none, true},
    HtmlParserElement{"del", HtmlParserRole::links, false, false, {{{A::cite}}}},
    HtmlParserElement{"details", HtmlParserRole::none, true},
    HtmlParserElement{"div", HtmlParserRole::links, true, true},
    HtmlParserElement{"dl", HtmlParserRole::none, true},
    HtmlParserElement{"dt", HtmlParserRole::none, true},
    HtmlParserElement{"embed", HtmlParserRole::links, true, false, {{{A::src}}}},
    HtmlParserElement{"fieldset", HtmlParserRole::none, true},
    HtmlParserElement{"figcaption", HtmlParserRole::none, true},
    HtmlParserElement{"figure", HtmlParserRole::none, true},
    HtmlParserElement{"footer", HtmlParserRole::none, true},
    HtmlParserElement{"form", HtmlParserRole::links, true, false, {{{A::action, {A::target, A::method}, false}}}},
    HtmlParserElement{"frame", HtmlParserRole::links, false, false, {{{A::src}}}},
    HtmlParserElement{"h1", HtmlParserRole::none, true},
    HtmlParserElement{"h2", HtmlParserRole::none, true},
    HtmlParserElement{"h3", HtmlParserRole::none, true},
    HtmlParserElement{"h4", HtmlParserRole::none, true},
    HtmlParserElement{"h5", HtmlParserRole::none, true},
    HtmlParserElement{"h6", HtmlParserRole::none, true},
    HtmlParserElement{"head", HtmlParserRole::head},
    HtmlParserElement{"header", HtmlParserRole::none, true},
    HtmlParserElement{"hgroup", HtmlParserRole::none, true},
    HtmlParserElement{"hr", HtmlParserRole::none, true},
    HtmlParserElement{"html", HtmlParserRole::html},
    HtmlParserElement{"iframe", HtmlParserRole::links, true, false, {{{A::src}}}},
    HtmlParserElement{"img", HtmlParserRole::links, true, false, {{{A::src, {A::alt, A::title}}, {A::longdesc}}}},
    HtmlParserElement{"input", HtmlParserRole::links, true, true, {{{A::src}, {A::formaction}}}},
    HtmlParserElement{"ins", HtmlParserRole::links, false, false, {{{A::cite}}}},
    HtmlParserElement{"label", HtmlParserRole::none, true},
    HtmlParserElement{"legend", HtmlParserRole::none, true},
    HtmlParserElement{"li", HtmlParserRole::none, true},
    HtmlParserElement{"link", HtmlParserRole::link, false, false, {{{A::href, {A::rel, A::type}}}}},
    HtmlParserElement{"map", HtmlParserRole::none, true},
    HtmlParserElement{"menuitem", HtmlParserRole::links, false, false, {{{A::icon}}}},
    HtmlParserElement{"meta", HtmlParserRole::meta},
    HtmlParserElement{"noframes", HtmlParserRole::none, true},
    HtmlParserElement{"noscript", HtmlParserRole::none, true},
    HtmlParserElement{"object", HtmlParserRole::links, true, false, {{{A::codebase}, {A::cdata}, {A::data}}}},
    HtmlParserElement{"ol", HtmlParserRole::none, true},
    HtmlParserElement{"optgroup", HtmlParserRole::none, true},
    HtmlParserElement{"output", HtmlParserRole::none, true},
    HtmlParserElement{"p", HtmlParserRole::none, true},
    HtmlParserElement{"pre", HtmlParserRole::pre, true},
    HtmlParserElement{"progress", HtmlParserRole::none, true},
    HtmlParserElement{"q", HtmlParserRole::links, true, false, {{{A::cite}}}},
    HtmlParserElement{"script", HtmlParserRole::script, false, false, {{{A::src, {A::type}}}}},
    HtmlParserElement{"section", HtmlParserRole::none, true},
    HtmlParserElement{"select", HtmlParserRole::none, true},
    HtmlParserElement{"source", HtmlParserRole::links, false, false, {{{A::src}}}},
    HtmlParserElement{"style", HtmlParserRole::style},
    HtmlParserElement{"summary", HtmlParserRole::none, true},
    HtmlParserElement{"svg", HtmlParserRole::svg},
    HtmlParserElement{"table", HtmlParserRole::none, true},
    HtmlParserElement{"tbody", HtmlParserRole::none, true},
    HtmlParserElement{"td", HtmlParserRole::none, true},
    HtmlParserElement{"textarea", HtmlParserRole::none, true},
    HtmlParserElement{"tfoot", HtmlParserRole::none, true},
    HtmlParserElement{"th", HtmlParserRole::none, true},
    HtmlParserElement{"thead", HtmlParserRole::none, true},
    HtmlParserElement{"time", HtmlParserRole::none, true},
    HtmlParserElement{"title", HtmlParserRole::title, true},
    HtmlParserElement{"tr", HtmlParserRole::none, true},
    HtmlParserElement{"track", HtmlParserRole::links, false, false, {{{A::src}}}},
    HtmlParserElement{"ul", HtmlParserRole::none, true},
    HtmlParserElement{"video", HtmlParserRole::links, true, false, {{{A::src}, {A::poster}}}},
};
// clang-format on
constexpr auto by_name = [](HtmlParserElement const& a, HtmlParserElement const& b) {
  return a.name < b.name;
};
static_assert(std::is_sorted(elements.begin(), elements.end(), by_name));

constexpr auto element_names = [] {
  std::array<std::string_view, elements.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = elements[i].name;
  return names;
}();
constexpr text::NameTable<element_names, text::find_multiplier<element_names, 10>(), 10>
    element_table;
static_assert(element_table.is_perfect());

static_assert(name_of(HtmlParserAttribute::http_equiv) == "http-equiv");
static_assert(name_of(HtmlParserAttribute::xml_lang) == html_parser_attribute_names.back());
constexpr auto attribute_names = [] {
  std::array<std::string_view, html_parser_attribute_names.size() - 1> names;
  std::copy(html_parser_attribute_names.begin() + 1, html_parser_attribute_names.end(),
            names.begin());
  return names;
}();
constexpr text::NameTable<attribute_names, text::find_multiplier<attribute_names, 8>(), 8>
    attribute_table;
static_assert(attribute_table.is_perfect());

}  // namespace element_lookup

/// The table's row for an element; null for other elements. `name` is as written, and `packed` is
/// its packed form (name_table.h).
HtmlParserElement const* find_html_parser_element(std::string_view name, std::uint64_t packed) {
  const std::size_t place = element_lookup::element_table.find(packed, name);
  return place != 0 ? &element_lookup::elements[place - 1] : nullptr;
}

/// The attribute of that name, or `none`.
HtmlParserAttribute find_html_parser_attribute(std::string_view name, std::uint64_t packed) {
  return static_cast<HtmlParserAttribute>(element_lookup::attribute_table.find(packed, name));
}

struct Range {
  char32_t first;
  char32_t last;
};

/// The blocks of signs below U+FFFF that real pages use.
constexpr std::array signs{
    Range{0x0080, 0x00A9}, Range{0x00AB, 0x00B4}, Range{0x00B6, 0x00B9}, Range{0x00BB, 0x00BF},
    Range{0x00D7, 0x00D7}, Range{0x00F7, 0x00F7}, Range{0x02C2, 0x02C5}, Range{0x0300, 0x036F},
    Range{0x2000, 0x2070}, Range{0x2074, 0x207E}, Range{0x2080, 0x208E}, Range{0x20A0, 0x2101},
    Range{0x2150, 0x2182}, Range{0x2189, 0x2BFF}, Range{0x2E00, 0x2E2E}, Range{0x2E30, 0x3004},
    Range{0x3007, 0x3030}, Range{0x3200, 0x33FF}, Range{0xD800, 0xF8FF}, Range{0xFE00, 0xFE6F},
    Range{0xFEFF, 0xFF20}, Range{0xFF3B, 0xFF40}, Range{0xFF5B, 0xFF65}, Range{0xFFE0, 0xFFFF},
};

}  // namespace

std::size_t wide_java_space_length(std::string_view text, std::size_t at) {
  const text::Utf8Step step = text::decode_utf8(text, at);
  return is_java_space(step.code_point) ? step.length : 0;
}

bool is_wide_java_letter(std::string_view text, std::size_t at) {
  const char32_t c = text::decode_utf8(text, at).code_point;
  if (c > 0xFFFF) return false;
  return std::none_of(signs.begin(), signs.end(),
                      [c](Range const& range) { return c >= range.first && c <= range.last; });
}

namespace {

/// Bytes at which a name or an unquoted value may end, as a table: one load per byte.
using Ends = std::array<bool, 256>;

constexpr Ends ends_of(text::ByteSet const& set) {
  Ends ends{};
  for (unsigned b = 0; b < ends.size(); ++b) ends[b] = set.contains(static_cast<char>(b));
  return ends;
}

/// The first bytes of white space characters, including non-ASCII ones.
constexpr text::ByteSet first_of_space =
    text::ByteSet::range(0, ' ') | text::ByteSet::range(0xE1, 0xE3);
constexpr Ends name_ends = ends_of(first_of_space | text::ByteSet("><="));
constexpr Ends value_ends = ends_of(first_of_space | text::ByteSet(">"));

constexpr bool is_ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// The offset of the first byte of `ends` from `at` on; bytes of `first_of_space` only match if
/// white space begins there.
std::size_t find_end(std::string_view text, std::size_t at, Ends const& ends) {
  for (;; ++at) {
    while (at < text.size() && !ends[static_cast<unsigned char>(text[at])]) ++at;
    if (at == text.size() || text[at] == '>' || text[at] == '<' || text[at] == '=') return at;
    if (java_space_length(text, at) != 0) return at;
  }
}

}  // namespace

bool HtmlParserLexer::next() {
  if (raw_text_ != RawText::none && lex_raw_text()) return true;
  return lex();
}

void HtmlParserLexer::set(HtmlParserNode::Kind kind, std::size_t begin) {
  node_.kind = kind;
  node_.is_empty = node_.has_slash = false;
  node_.text = {text_.data() + begin, at_ - begin};
}

/// Reads the text of a script or style up to its end tag; false without an end tag. After an end
/// tag of another name, the rest is read tag by tag, as the reference extractor does.
bool HtmlParserLexer::lex_raw_text() {
  const std::size_t begin = at_;
  at_ = raw_text_end();
  if (at_ == begin) return false;
  const bool is_script = raw_text_ == RawText::script;
  const HtmlParserRole role = is_script ? HtmlParserRole::script : HtmlParserRole::style;
  std::size_t end = at_;
  while (lex()) {
    const std::size_t before = end;
    end = at_;
    if (!node_.has_slash || node_.element == nullptr || node_.element->role != role) continue;
    // Stop before the end tag, so that `next` returns it.
    at_ = end = before;
    break;
  }
  raw_text_ = RawText::none;
  at_ = end;
  set(is_script ? HtmlParserNode::Kind::script : HtmlParserNode::Kind::style, begin);
  return true;
}

/// The offset of the next "</" with a letter outside of "<!-- -->", or the end of the text.
std::size_t HtmlParserLexer::raw_text_end() const {
  std::size_t at = at_;
  for (;;) {
    at = text_.find('<', at);
    if (at == std::string_view::npos || at + 2 >= text_.size()) return text_.size();
    if (text_[at + 1] == '/' && is_java_letter(text_, at + 2)) return at;
    at = skip_in_raw_text(at);
  }
}

/// The offset after a "<" that begins no end tag and after the bytes that the lexer reads with it.
std::size_t HtmlParserLexer::skip_in_raw_text(std::size_t less_than) const {
  const std::string_view text = text_.substr(less_than);
  if (text.starts_with("<!--")) {
    const std::size_t end = text.find("-->", 4);
    return end == std::string_view::npos ? text_.size() : less_than + end + 3;
  }
  if (text.starts_with("<!-")) return std::min(less_than + 4, text_.size());
  if (text.starts_with("<!") || text.starts_with("</")) return less_than + 3;
  return less_than + 2;
}

bool HtmlParserLexer::lex() {
  if (at_ >= text_.size()) return false;
  const std::size_t start = at_;
  if (text_[start] != '<') {
    at_ = find_text_end();
    set(HtmlParserNode::Kind::text, start);
  } else if (!lex_plain_tag()) {
    ++at_;
    lex_less_than(start);
  }
  return true;
}

/// `at_` is after a "<".
void HtmlParserLexer::lex_less_than(std::size_t start) {
  if (at_ == text_.size()) return set(HtmlParserNode::Kind::text, start);
  const char c = text_[at_];
  if (c == '/' || is_java_letter(text_, at_)) return lex_tag();
  if (c == '%' || c == '?') return lex_instruction(start, c);
  if (c == '!') return lex_declaration(start);
  lex_text(start, Quotes::ignored);
}

/// `at_` is at the "!" of "<!".
void HtmlParserLexer::lex_declaration(std::size_t start) {
  if (at_ + 1 == text_.size()) {
    ++at_;
    return set(HtmlParserNode::Kind::text, start);
  }
  const char c = text_[at_ + 1];
  if (c == '>') {
    at_ += 2;
    return set(HtmlParserNode::Kind::comment, start);
  }
  if (c != '-') return lex_tag();
  ++at_;
  lex_comment(start);
}

/// `at_` is at the "-" of "<!-". A comment ends at "--", white space and ">"; "--->" is no end.
void HtmlParserLexer::lex_comment(std::size_t start) {
  ++at_;
  if (at_ < text_.size() && text_[at_] != '-') {
    ++at_;
    return lex_text(start, Quotes::ignored);
  }
  at_ = std::min(at_ + 1, text_.size());
  if (at_ < text_.size() && text_[at_] == '>') {
    ++at_;
    return set(HtmlParserNode::Kind::comment, start);
  }
  for (;;) {
    const std::size_t dashes = text_.find("--", at_);
    if (dashes == std::string_view::npos) {
      at_ = text_.size();
      break;
    }
    at_ = dashes + 2;
    for (std::size_t space; at_ < text_.size(); at_ += space) {
      space = java_space_length(text_, at_);
      if (space == 0) break;
    }
    if (at_ == text_.size()) break;
    if (text_[at_++] == '>') break;
  }
  set(HtmlParserNode::Kind::comment, start);
}

/// "<%...%>" and "<?...?>" are comments; one that ends in ">" alone is text. Code after "<%" may
/// have comments of its own.
void HtmlParserLexer::lex_instruction(std::size_t start, char mark) {
  ++at_;
  const bool is_code = mark == '%';
  if (is_code && at_ < text_.size() && text_[at_] != '>') ++at_;
  while (at_ < text_.size() && text_[at_] != '>') {
    const char c = text_[at_];
    if (c == mark && at_ + 1 < text_.size()) {
      at_ += 2;
      if (text_[at_ - 1] == '>') return set(HtmlParserNode::Kind::comment, start);
    } else if (c == '"' || c == '\'') {
      at_ = std::min(text_.find(c, at_ + 1), text_.size() - 1) + 1;
    } else {
      at_ = is_code && c == '/' ? skip_quoted(at_) : at_ + 1;
    }
  }
  at_ = std::min(at_ + 1, text_.size());
  lex_text(start, Quotes::respected);
}

/// Text ends before a "<" that opens markup.
void HtmlParserLexer::lex_text(std::size_t start, Quotes quotes) {
  if (quotes == Quotes::ignored) {
    at_ = find_text_end();
  } else {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '<' && opens_markup(at_)) break;
      at_ = c == '"' || c == '\'' || c == '/' ? skip_quoted(at_) : at_ + 1;
    }
  }
  set(HtmlParserNode::Kind::text, start);
}

std::size_t HtmlParserLexer::find_text_end() const {
  std::size_t at = text::find_near(text_, '<', at_);
  while (at < text_.size() && !opens_markup(at)) at = text::find_near(text_, '<', at + 1);
  return at;
}

bool HtmlParserLexer::opens_markup(std::size_t at) const {
  if (at + 1 >= text_.size()) return false;
  const char c = text_[at + 1];
  return c == '/' || c == '!' || c == '%' || c == '?' || is_java_letter(text_, at + 1);
}

/// The offset after the quoted string or program comment that begins at `at`; without one, the
/// offset after its first byte.
std::size_t HtmlParserLexer::skip_quoted(std::size_t at) const {
  const char c = text_[at];
  if (c == '/') {
    const std::string_view two = text_.substr(at, 2);
    if (two != "//" && two != "/*") return at + 1;
    const std::size_t end =
        two == "//" ? text_.find_first_of("\r\n", at) : text_.find("*/", at + 2);
    return end == std::string_view::npos ? text_.size() : end + (two == "//" ? 1 : 2);
  }
  for (++at; at < text_.size(); ++at) {
    if (text_[at] == c) return at + 1;
    if (text_[at] == '\\' && at + 1 < text_.size() &&
        (text_[at + 1] == c || text_[at + 1] == '\\')) {
      ++at;
    }
  }
  return at;
}

/// Reads a tag; `at_` is at its name.
void HtmlParserLexer::lex_tag() {
  seen_ = with_value_ = 0;
  globals_.clear();
  lex_attributes({});
}

/// FAST: reads a tag with a usual name; false for any other, which `lex_attributes` then reads.
/// Unlike there, the name is not recorded as an attribute: it has no value, and no element whose
/// attributes matter has an attribute's name.
inline bool HtmlParserLexer::lex_plain_tag() {
  char const* const begin = text_.data() + at_ + 1;
  if (text_.size() - at_ < text::plain_name_window + 4) return false;
  const bool has_slash = *begin == '/';
  char const* const name = begin + (has_slash ? 1 : 0);
  const std::size_t length = text::plain_name_length(name);
  if (!is_ascii_letter(*name) || name[length - 1] == '/') return false;
  const bool is_bare = name[length] == '>';
  if (!is_bare && (name[length] != ' ' || !is_ascii_letter(name[length + 1]))) return false;
  seen_ = with_value_ = 0;
  globals_.clear();
  at_ = static_cast<std::size_t>(name + length - text_.data());
  if (is_bare) {
    ++at_;
    node_.kind = has_slash ? HtmlParserNode::Kind::end_tag : HtmlParserNode::Kind::open_tag;
    node_.is_empty = false;
    node_.has_slash = has_slash;
    node_.name = {name, length};
    node_.element = find_html_parser_element(node_.name, text::pack_readable_name(node_.name));
    note_raw_text();
  } else {
    lex_attributes({begin, static_cast<std::size_t>(name + length - begin)});
  }
  return true;
}

/// FAST: reads a space and a usual attribute with a value directly after "="; false for any other,
/// which is then read in full.
bool HtmlParserLexer::lex_plain_attribute() {
  if (text_[at_] != ' ' || text_.size() - at_ < text::plain_name_window + 3) return false;
  char const* const name = text_.data() + at_ + 1;
  const std::size_t length = text::plain_name_length(name);
  if (length == 0 || name[length] != '=' || name[length - 1] == '/') return false;
  const auto first = static_cast<unsigned char>(name[length + 1]);
  if (first <= ' ' || first == '>' || first >= 0x80) return false;
  const HtmlParserAttribute attribute =
      find_html_parser_attribute({name, length}, text::pack_readable_name({name, length}));
  at_ += length + 2;
  note(attribute, lex_value());
  return true;
}

/// Reads a tag's attributes. The reference extractor treats the tag's name as the first of them;
/// `name` is empty if it was not read yet. Outside of values, "<" ends the tag as ">" does.
void HtmlParserLexer::lex_attributes(std::string_view name) {
  bool ends_in_slash = name.ends_with('/');
  while (at_ < text_.size() && text_[at_] != '<') {
    if (text_[at_] == '>') {
      ++at_;
      break;
    }
    if (!name.empty() && lex_plain_attribute()) {
      ends_in_slash = false;
      continue;
    }
    const std::size_t space = java_space_length(text_, at_);
    if (space != 0) {
      ends_in_slash = false;
      at_ += space;
      continue;
    }
    const std::size_t begin = at_;
    at_ = find_end(text_, at_ + 1, name_ends);
    if (name.empty()) name = {text_.data() + begin, at_ - begin};
    ends_in_slash = text_[at_ - 1] == '/';
    finish_attribute(begin);
  }
  finish_tag(name, ends_in_slash);
}

/// Records the attribute whose name is from `begin` to `at_`, and reads its value.
void HtmlParserLexer::finish_attribute(std::size_t begin) {
  const std::string_view name(text_.data() + begin, at_ - begin);
  const HtmlParserAttribute attribute = find_html_parser_attribute(name, pack_part(name));
  if (skip_equals()) {
    note(attribute, lex_value());
  } else {
    seen_ |= bit_of(attribute);
  }
}

/// Skips to the value of the attribute whose name was read. Returns false if it has no value.
bool HtmlParserLexer::skip_equals() {
  const auto skip_space = [this](std::size_t at) {
    for (std::size_t space; at < text_.size(); at += space) {
      space = java_space_length(text_, at);
      if (space == 0) break;
    }
    return at;
  };
  const std::size_t equals = skip_space(at_);
  if (equals == text_.size() || text_[equals] != '=') return false;
  at_ = skip_space(equals + 1);
  return at_ < text_.size() && text_[at_] != '>';
}

std::string_view HtmlParserLexer::lex_value() {
  const char c = text_[at_];
  if (c != '"' && c != '\'') {
    const std::size_t begin = at_;
    at_ = find_end(text_, at_, value_ends);
    return {text_.data() + begin, at_ - begin};
  }
  const std::size_t begin = at_ + 1;
  const std::size_t end = text::find_near(text_, c, begin);
  at_ = std::min(end + 1, text_.size());
  return {text_.data() + begin, end - begin};
}

void HtmlParserLexer::note(HtmlParserAttribute attribute, std::string_view value) {
  if (attribute == HtmlParserAttribute::none) return;
  if (is_global_url(attribute)) globals_.push_back({attribute, value});
  const std::uint32_t bit = bit_of(attribute);
  if ((seen_ & bit) != 0) return;
  seen_ |= bit;
  with_value_ |= bit;
  values_[static_cast<std::size_t>(attribute)] = value;
}

/// The packed form of a name that is part of the text.
std::uint64_t HtmlParserLexer::pack_part(std::string_view name) const {
  if (name.empty()) return 0;
  const auto bytes_on = static_cast<std::size_t>(text_.data() + text_.size() - name.data());
  return bytes_on >= 8 ? text::pack_readable_name(name) : text::pack_name(name);
}

/// The name may have "/" at both ends. A tag with one at the beginning is an end tag, unless it
/// also is empty (ends in "/>").
void HtmlParserLexer::finish_tag(std::string_view name, bool is_empty) {
  const bool has_slash = name.starts_with('/');
  if (has_slash) name.remove_prefix(1);
  if (name.ends_with('/')) name.remove_suffix(1);
  const bool is_end = has_slash && !is_empty;
  node_.kind = is_end ? HtmlParserNode::Kind::end_tag : HtmlParserNode::Kind::open_tag;
  node_.is_empty = is_empty;
  node_.has_slash = has_slash;
  node_.name = name;
  node_.element = find_html_parser_element(name, pack_part(name));
  note_raw_text();
}

/// Sets whether raw text follows: it does after the start tag of a script or style.
void HtmlParserLexer::note_raw_text() {
  if (node_.element == nullptr || !has_raw_text(*node_.element)) return;
  const bool opens = node_.kind == HtmlParserNode::Kind::open_tag && !node_.is_empty;
  if (!opens && !node_.has_slash) return;
  const bool is_script = node_.element->role == HtmlParserRole::script;
  raw_text_ = !opens ? RawText::none : is_script ? RawText::script : RawText::style;
}

}  // namespace hrefkit::archive
