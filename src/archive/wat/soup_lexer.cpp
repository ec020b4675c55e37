#include "hrefkit/archive/wat/soup_lexer.h"

#include <algorithm>
#include <array>

#include "hrefkit/archive/wat/java_character.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::archive {

namespace {

/// Bytes at which a name or a value without quotes may end. One load a byte.
using Ends = std::array<bool, 256>;

constexpr Ends ends_of(text::ByteSet const& set) {
  Ends ends{};
  for (unsigned b = 0; b < ends.size(); ++b) ends[b] = set.contains(static_cast<char>(b));
  return ends;
}

/// White space may begin with a byte outside of ASCII.
constexpr text::ByteSet first_of_space =
    text::ByteSet::range(0, ' ') | text::ByteSet::range(0xE1, 0xE3);
constexpr Ends name_ends = ends_of(first_of_space | text::ByteSet("><="));
constexpr Ends value_ends = ends_of(first_of_space | text::ByteSet(">"));

constexpr Ends name_bytes = ends_of(text::ascii_alphanumeric);

/// The first byte of `ends`, or of white space among them, from `at` on.
std::size_t find_end(std::string_view text, std::size_t at, Ends const& ends) {
  for (;; ++at) {
    while (at < text.size() && !ends[static_cast<unsigned char>(text[at])]) ++at;
    if (at == text.size() || text[at] == '>' || text[at] == '<' || text[at] == '=') return at;
    if (java_space_length(text, at) != 0) return at;
  }
}

}  // namespace

std::optional<std::string_view> SoupLexer::attribute(std::string_view lower_name) const {
  for (SoupAttribute const& attribute : attributes_) {
    if (!text::equals_ignoring_ascii_case(attribute.name, lower_name)) continue;
    if (!attribute.has_value) return std::nullopt;
    return attribute.value;
  }
  return std::nullopt;
}

bool SoupLexer::next() {
  if (raw_text_ != RawText::none && lex_raw_text()) return true;
  if (!lex()) return false;
  const bool closes = node_.has_slash;
  const bool opens = node_.kind == SoupNode::Kind::open_tag && !node_.is_empty;
  if (!opens && !closes) return true;
  const std::size_t length = node_.name.size();
  if (length == 6 && is_named("script")) {
    raw_text_ = opens ? RawText::script : RawText::none;
  } else if (length == 5 && is_named("style")) {
    raw_text_ = opens ? RawText::style : RawText::none;
  }
  return true;
}

bool SoupLexer::is_named(std::string_view lower_name) const {
  return text::equals_ignoring_ascii_case(node_.name, lower_name);
}

void SoupLexer::set(SoupNode::Kind kind, std::size_t begin) {
  node_ = {kind, false, false, {}, text_.substr(begin, at_ - begin)};
}

/// The text of a script or style up to its end tag. At an end tag of another name the lexer goes on
/// piece by piece. False where there is no text.
bool SoupLexer::lex_raw_text() {
  const std::size_t begin = at_;
  at_ = raw_text_end();
  if (at_ == begin) return false;
  const bool is_script = raw_text_ == RawText::script;
  std::size_t end = at_;
  while (lex()) {
    const std::size_t before = end;
    end = at_;
    if (!node_.has_slash || !is_named(is_script ? "script" : "style")) continue;
    // The end tag is read once more.
    at_ = end = before;
    break;
  }
  raw_text_ = RawText::none;
  at_ = end;
  set(is_script ? SoupNode::Kind::script : SoupNode::Kind::style, begin);
  return true;
}

/// Where "</" and a letter stand next, outside of "<!-- -->"; or the end of the text.
std::size_t SoupLexer::raw_text_end() const {
  std::size_t at = at_;
  for (;;) {
    at = text_.find('<', at);
    if (at == std::string_view::npos || at + 2 >= text_.size()) return text_.size();
    if (text_[at + 1] == '/' && is_java_letter(text_, at + 2)) return at;
    at = skip_in_raw_text(at);
  }
}

/// The place behind a "<" that begins no end tag, and behind the bytes that were looked at with it.
std::size_t SoupLexer::skip_in_raw_text(std::size_t less_than) const {
  const std::string_view text = text_.substr(less_than);
  if (text.starts_with("<!--")) {
    const std::size_t end = text.find("-->", 4);
    return end == std::string_view::npos ? text_.size() : less_than + end + 3;
  }
  if (text.starts_with("<!-")) return std::min(less_than + 4, text_.size());
  if (text.starts_with("<!") || text.starts_with("</")) return less_than + 3;
  return less_than + 2;
}

bool SoupLexer::lex() {
  if (at_ >= text_.size()) return false;
  attributes_.clear();
  const std::size_t start = at_;
  if (text_[start] == '<') {
    ++at_;
    lex_less_than(start);
  } else {
    lex_text(start, Quotes::ignored);
  }
  return true;
}

/// `at_` is behind a "<".
void SoupLexer::lex_less_than(std::size_t start) {
  if (at_ == text_.size()) return set(SoupNode::Kind::text, start);
  const char c = text_[at_];
  if (c == '%' || c == '?') return lex_instruction(start, c);
  if (c == '!') return lex_declaration(start);
  if (c == '/' || is_java_letter(text_, at_)) return lex_tag();
  lex_text(start, Quotes::ignored);
}

/// `at_` is at the "!" of "<!".
void SoupLexer::lex_declaration(std::size_t start) {
  if (at_ + 1 == text_.size()) {
    ++at_;
    return set(SoupNode::Kind::text, start);
  }
  const char c = text_[at_ + 1];
  if (c == '>') {
    at_ += 2;
    return set(SoupNode::Kind::comment, start);
  }
  if (c != '-') return lex_tag();
  ++at_;
  lex_comment(start);
}

/// `at_` is at the "-" of "<!-". A comment ends at "--", white space and ">"; "--->" is no end.
void SoupLexer::lex_comment(std::size_t start) {
  ++at_;
  if (at_ < text_.size() && text_[at_] != '-') {
    ++at_;
    return lex_text(start, Quotes::ignored);
  }
  at_ = std::min(at_ + 1, text_.size());
  if (at_ < text_.size() && text_[at_] == '>') {
    ++at_;
    return set(SoupNode::Kind::comment, start);
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
  set(SoupNode::Kind::comment, start);
}

/// "<%...%>" and "<?...?>" are tags that nobody looks at; one that ends in ">" alone is text.
/// Code after "<%" may have comments.
void SoupLexer::lex_instruction(std::size_t start, char mark) {
  ++at_;
  const bool is_code = mark == '%';
  if (is_code && at_ < text_.size() && text_[at_] != '>') ++at_;
  while (at_ < text_.size() && text_[at_] != '>') {
    const char c = text_[at_];
    if (c == mark && at_ + 1 < text_.size()) {
      at_ += 2;
      if (text_[at_ - 1] == '>') return set(SoupNode::Kind::comment, start);
    } else if (c == '"' || c == '\'') {
      at_ = std::min(text_.find(c, at_ + 1), text_.size() - 1) + 1;
    } else {
      at_ = is_code && c == '/' ? skip_quoted(at_) : at_ + 1;
    }
  }
  at_ = std::min(at_ + 1, text_.size());
  lex_text(start, Quotes::minded);
}

/// Text goes on until "<" and what opens markup.
void SoupLexer::lex_text(std::size_t start, Quotes quotes) {
  if (quotes == Quotes::ignored) {
    at_ = find_text_end();
  } else {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '<' && opens_markup(at_)) break;
      at_ = c == '"' || c == '\'' || c == '/' ? skip_quoted(at_) : at_ + 1;
    }
  }
  set(SoupNode::Kind::text, start);
}

std::size_t SoupLexer::find_text_end() const {
  for (std::size_t at = at_; at < text_.size(); ++at) {
    at = text_.find('<', at);
    if (at == std::string_view::npos) break;
    if (opens_markup(at)) return at;
  }
  return text_.size();
}

bool SoupLexer::opens_markup(std::size_t at) const {
  if (at + 1 >= text_.size()) return false;
  const char c = text_[at + 1];
  return c == '/' || c == '!' || c == '%' || c == '?' || is_java_letter(text_, at + 1);
}

/// The place behind a quoted string or a comment of program code that begins at `at`, or behind its
/// first byte.
std::size_t SoupLexer::skip_quoted(std::size_t at) const {
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

/// FAST: reads a tag that is a name of ASCII letters and digits, and ">" behind it. It has no
/// attributes then: not even the name, which has no value.
bool SoupLexer::lex_bare_tag() {
  std::size_t at = at_;
  const bool has_slash = text_[at] == '/';
  if (has_slash) ++at;
  const std::size_t begin = at;
  while (at < text_.size() && name_bytes[static_cast<unsigned char>(text_[at])]) ++at;
  if (at == begin || at == text_.size() || text_[at] != '>') return false;
  const auto kind = has_slash ? SoupNode::Kind::end_tag : SoupNode::Kind::open_tag;
  node_ = {kind, false, has_slash, text_.substr(begin, at - begin), {}};
  at_ = at + 1;
  return true;
}

/// Reads a tag from its name on. "<" ends it as ">" does, except in values.
void SoupLexer::lex_tag() {
  if (lex_bare_tag()) return;
  bool ends_in_space = false;
  while (at_ < text_.size() && text_[at_] != '<') {
    if (text_[at_] == '>') {
      ++at_;
      break;
    }
    const std::size_t space = java_space_length(text_, at_);
    ends_in_space = space != 0;
    if (ends_in_space) {
      at_ += space;
    } else if (!lex_attribute()) {
      break;
    }
  }
  finish_tag(ends_in_space);
}

/// Reads an attribute, or the tag's name, which is one to this lexer. False where the tag ends in
/// its value; `at_` is behind the tag then.
bool SoupLexer::lex_attribute() {
  const std::size_t name = at_++;
  at_ = find_end(text_, at_, name_ends);
  attributes_.push_back({text_.substr(name, at_ - name), {}, false});
  std::size_t equals = at_;
  for (std::size_t space; equals < text_.size() && text_[equals] != '='; equals += space) {
    space = java_space_length(text_, equals);
    if (space == 0) return true;
  }
  if (equals == text_.size()) return true;
  at_ = equals + 1;
  return lex_value(attributes_.back());
}

/// Reads what follows a "=".
bool SoupLexer::lex_value(SoupAttribute& attribute) {
  for (std::size_t space; at_ < text_.size(); at_ += space) {
    space = java_space_length(text_, at_);
    if (space == 0) break;
  }
  if (at_ == text_.size()) return false;
  const char c = text_[at_];
  if (c == '>') {
    ++at_;
    return false;
  }
  attribute.has_value = true;
  if (c == '"' || c == '\'') {
    const std::size_t end = std::min(text_.find(c, at_ + 1), text_.size());
    attribute.value = text_.substr(at_ + 1, end - at_ - 1);
    at_ = std::min(end + 1, text_.size());
    return true;
  }
  const std::size_t begin = at_;
  at_ = find_end(text_, at_, value_ends);
  attribute.value = text_.substr(begin, at_ - begin);
  if (at_ < text_.size() && text_[at_] == '>') {
    ++at_;
    return false;
  }
  return true;
}

/// The name may have a "/" at both ends; a tag with one at the beginning is an end tag, and one
/// whose last attribute ends in one is empty, which counts first.
void SoupLexer::finish_tag(bool ends_in_space) {
  node_ = {SoupNode::Kind::open_tag, false, false, {}, {}};
  if (attributes_.empty()) return;
  std::string_view name = attributes_.front().name;
  node_.is_empty = !ends_in_space && attributes_.back().name.ends_with('/');
  if (name.starts_with('/')) {
    name.remove_prefix(1);
    node_.has_slash = true;
    if (!node_.is_empty) node_.kind = SoupNode::Kind::end_tag;
  }
  if (name.ends_with('/')) name.remove_suffix(1);
  node_.name = name;
}

}  // namespace hrefkit::archive
