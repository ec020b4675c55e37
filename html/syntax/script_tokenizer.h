// Tokens of ECMAScript, as far as the links in scripts need them (ECMA-262, 12, "Lexical Grammar").
//
// One thing no tokenizer can know: whether a "/" divides or begins a regular expression, and
// whether a "}" goes on with a template. The caller says the former for each token and asks for the
// latter by a call of its own.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>  // IWYU pragma: keep
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/html/script_urls.h"
#include "hrefkit/html/syntax/script_search.h"
#include "hrefkit/text/lanes.h"
#include "hrefkit/text/name_table.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

enum class ScriptTokenType : std::uint32_t {
  end,           ///< the end of input; returned from then on
  fault,         ///< what is no token; returned from then on
  word,          ///< an identifier or a reserved word
  member,        ///< `.name`, `?.name`, `.#name`: the text is the name
  private_name,  ///< `#name`
  number,
  string,          ///< the text is what is between the quotes
  whole_template,  ///< one without substitutions: the text is what is between the backticks
  template_head,   ///< up to a `${`
  template_tail,   ///< from a `}` to the end of the template
  regular_expression,
  open_paren,
  close_paren,
  open_bracket,
  close_bracket,
  open_brace,
  close_brace,
  semicolon,
  comma,
  colon,
  question,        ///< of a conditional expression
  optional_chain,  ///< `?.` before `(`, `[` or a template
  ellipsis,
  arrow,   ///< `=>`
  assign,  ///< `=`
  star,    ///< `*`
  update,  ///< `++` or `--`
  other,   ///< any other operator
};

/// The words that decide something. All others are `none`, as are words with escapes in them: these
/// are no keywords (12.7, "Names and Keywords").
enum class ScriptWord : std::uint32_t {
  none,
  async_,
  await_,
  break_,
  case_,
  catch_,
  class_,
  const_,
  continue_,
  debugger_,
  default_,
  delete_,
  do_,
  else_,
  export_,
  extends_,
  finally_,
  for_,
  function_,
  global_this,
  if_,
  import_,
  import_scripts,
  in_,
  instanceof_,
  let_,
  navigator_,
  new_,
  of_,
  return_,
  self_,
  static_,
  switch_,
  throw_,
  try_,
  typeof_,
  var_,
  vite_map_deps,
  void_,
  while_,
  window_,
  with_,
  yield_,
};

/// A token, and the place of its text.
struct ScriptToken {
  ScriptTokenType type = ScriptTokenType::end;
  ScriptWord word = ScriptWord::none;
  bool follows_newline = false;  ///< a line ends between the last token and this one
  char quote = '\0';             ///< of a string or template
  text::Span text = {};
};

/// The spellings of `ScriptWord`, from the second on.
inline constexpr std::array<std::string_view, 42> script_words{"async",
                                                               "await",
                                                               "break",
                                                               "case",
                                                               "catch",
                                                               "class",
                                                               "const",
                                                               "continue",
                                                               "debugger",
                                                               "default",
                                                               "delete",
                                                               "do",
                                                               "else",
                                                               "export",
                                                               "extends",
                                                               "finally",
                                                               "for",
                                                               "function",
                                                               "globalThis",
                                                               "if",
                                                               "import",
                                                               "importScripts",
                                                               "in",
                                                               "instanceof",
                                                               "let",
                                                               "navigator",
                                                               "new",
                                                               "of",
                                                               "return",
                                                               "self",
                                                               "static",
                                                               "switch",
                                                               "throw",
                                                               "try",
                                                               "typeof",
                                                               "var",
                                                               "__vite__mapDeps",
                                                               "void",
                                                               "while",
                                                               "window",
                                                               "with",
                                                               "yield"};

/// A perfect hash of these words by their first eight bytes and their length.
class ScriptWordTable {
 public:
  constexpr ScriptWordTable() {
    for (std::size_t i = 0; i < script_words.size(); ++i) {
      const std::uint64_t packed = text::pack_name(script_words[i]);
      entries_[slot(packed)] = {packed, static_cast<std::uint8_t>(script_words[i].size()),
                                static_cast<ScriptWord>(i + 1)};
    }
  }

  /// `packed` is the packed form of `written`.
  ScriptWord find(std::uint64_t packed, std::string_view written) const {
    Entry const& entry = entries_[slot(packed)];
    if (entry.packed != packed || entry.length != written.size()) return ScriptWord::none;
    if (written.size() <= 8) return entry.word;
    return script_words[static_cast<std::size_t>(entry.word) - 1] == written ? entry.word
                                                                             : ScriptWord::none;
  }

 private:
  static constexpr int slot_bits = 8;
  static constexpr std::uint64_t multiplier = text::find_multiplier<script_words, slot_bits>();

  static constexpr std::size_t slot(std::uint64_t packed) {
    return static_cast<std::size_t>((packed * multiplier) >> (64 - slot_bits));
  }

  struct Entry {
    std::uint64_t packed = 0;
    std::uint8_t length = 0;
    ScriptWord word = ScriptWord::none;
  };
  std::array<Entry, std::size_t{1} << slot_bits> entries_{};
};

/// What a token may be, by its first byte. Those that may be white space or a comment come first.
enum class ScriptByte : std::uint8_t {
  space,
  newline,
  slash,
  less_than,
  minus,
  non_ascii,
  last_trivia = non_ascii,
  word,
  backslash,
  digit,
  dot,
  quote,
  backtick,
  open_paren,
  close_paren,
  open_bracket,
  close_bracket,
  open_brace,
  close_brace,
  semicolon,
  comma,
  colon,
  question,
  equals,
  star,
  plus,
  other_operator,
  hash,
  none,
};

inline constexpr std::array<ScriptByte, 256> script_bytes = [] {
  std::array<ScriptByte, 256> bytes{};
  bytes.fill(ScriptByte::none);
  const auto set = [&](std::string_view members, ScriptByte kind) {
    for (const char c : members) bytes[static_cast<unsigned char>(c)] = kind;
  };
  for (unsigned c = 0x80; c < 0x100; ++c) bytes[c] = ScriptByte::non_ascii;
  for (unsigned c = 'a'; c <= 'z'; ++c) bytes[c] = bytes[c - 0x20] = ScriptByte::word;
  set("0123456789", ScriptByte::digit);
  set("_$", ScriptByte::word);
  set("\t\v\f ", ScriptByte::space);
  set("\n\r", ScriptByte::newline);
  set("/", ScriptByte::slash);
  set("<", ScriptByte::less_than);
  set("-", ScriptByte::minus);
  set("\\", ScriptByte::backslash);
  set(".", ScriptByte::dot);
  set("\"'", ScriptByte::quote);
  set("`", ScriptByte::backtick);
  set("(", ScriptByte::open_paren);
  set(")", ScriptByte::close_paren);
  set("[", ScriptByte::open_bracket);
  set("]", ScriptByte::close_bracket);
  set("{", ScriptByte::open_brace);
  set("}", ScriptByte::close_brace);
  set(";", ScriptByte::semicolon);
  set(",", ScriptByte::comma);
  set(":", ScriptByte::colon);
  set("?", ScriptByte::question);
  set("=", ScriptByte::equals);
  set("*", ScriptByte::star);
  set("+", ScriptByte::plus);
  set("&|>^%!~", ScriptByte::other_operator);
  set("#", ScriptByte::hash);
  return bytes;
}();

constexpr ScriptByte script_byte(char c) {
  return script_bytes[static_cast<unsigned char>(c)];
}

/// True for the ASCII bytes of identifiers.
constexpr bool is_script_word_byte(char c) {
  const ScriptByte byte = script_byte(c);
  return byte == ScriptByte::word || byte == ScriptByte::digit;
}

/// Splits a script into tokens. Copies are cheap: to look ahead, read on with one.
class ScriptTokenizer {
 public:
  /// Whether `<!--`, and `-->` at the start of a line, begin comments: in classic scripts (B.1.1).
  enum class HtmlComments : bool { none, known };

  /// `script` is UTF-8 of at most 4 GiB; it must outlive the tokenizer.
  ScriptTokenizer(std::string_view script, HtmlComments html_comments);
  template <std::same_as<std::string> Temporary>
  ScriptTokenizer(Temporary&&, HtmlComments) = delete;  // the text would not outlive this

  /// The next token. A `/` after an operand divides, any other begins a regular expression.
  ScriptToken next(bool follows_operand);

  /// The rest of a template behind the `}` of a substitution: a head or the tail.
  ScriptToken next_template_part();

  /// What a run of names, numbers, members and operators ends with.
  enum class PlainEnd : std::uint8_t {
    nothing,
    operand,
    operation,
    update,  ///< `++` or `--`, and nothing else
    rare,
  };

  /// Skips such a run, as far as it decides nothing. `search` is of the same script.
  PlainEnd skip_plain(ScriptSearch& search, bool commas_matter);

  /// True if the run ended before a word that decides something, which `take_keyword` reads.
  bool is_at_keyword() const { return keyword_ != ScriptWord::none; }
  ScriptToken take_keyword();

  /// Skips the name of a property and the colon right behind it, if they are plain and next.
  bool skip_key();

  /// What the next byte may be, and `none` at the end.
  ScriptByte peek() const { return at_ == end_ ? ScriptByte::none : script_byte(*at_); }

  /// Skips the next byte, which is a token, and returns its offset.
  std::uint32_t take_byte() {
    follows_newline_ = false;
    return offset(at_++);
  }

  /// Skips white space and comments, and says whether a line ends among them.
  bool skip_to_next_line();

  /// The bytes of a token.
  std::string_view text_of(ScriptToken const& token) const { return token.text.in(script_); }

  /// The URL of the last `sourceMappingURL` in the comments so far.
  std::optional<text::Span> const& source_map() const { return source_map_; }

  /// True if a comment was read that modules do not have.
  bool has_read_html_comment() const { return has_read_html_comment_; }

  /// What is no token.
  std::optional<ScriptFault> const& fault() const { return fault_; }

 private:
  using Lanes = text::Lanes;

  bool has_bytes(std::ptrdiff_t count) const { return end_ - at_ >= count; }
  bool has_bytes_at(char const* at, std::ptrdiff_t count) const { return end_ - at >= count; }
  bool is_char(std::ptrdiff_t index, char c) const {
    return has_bytes(index + 1) && at_[index] == c;
  }
  std::uint32_t offset(char const* at) const { return static_cast<std::uint32_t>(at - begin_); }

  void skip_trivia();
  bool skip_one_trivia(ScriptByte byte);
  bool skip_non_ascii_space();
  void skip_line_comment(std::size_t start_length);
  void skip_block_comment();
  void read_source_map(char const* from, char const* to);

  ScriptToken make(ScriptTokenType type, char const* from, char const* to) {
    return {type, ScriptWord::none, follows_newline_, '\0',
            text::make_span(offset(from), offset(to))};
  }
  ScriptToken read(ScriptTokenType type, std::ptrdiff_t length);
  ScriptToken fail(ScriptFaultKind kind, char const* at);
  void skip_word_bytes();
  bool skip_rare_word_bytes();
  bool skip_name();
  bool skip_escape();
  ScriptWord word_at(char const* from, std::size_t length) const;
  PlainEnd rare_end_of_plain(char const* from);
  static bool ends_number(char const* from, char const* dot);
  static PlainEnd end_of_signs(char const* from, char const* last);
  ScriptToken read_word();
  ScriptToken read_rare_word();
  ScriptToken read_member(std::ptrdiff_t length);
  ScriptToken read_number();
  ScriptToken read_string();
  ScriptToken read_template(ScriptTokenType whole);
  ScriptToken read_regular_expression();

  static constexpr ScriptWordTable words{};

  std::string_view script_;
  char const* begin_;
  char const* end_;
  char const* at_;
  bool follows_newline_ = true;  ///< so is the start of the text, for `-->`
  bool has_html_comments_;
  ScriptWord keyword_ = ScriptWord::none;  ///< the word at which a run ended
  std::uint32_t keyword_length_ = 0;
  bool has_read_html_comment_ = false;
  std::optional<text::Span> source_map_;
  std::optional<ScriptFault> fault_;
};

/// Replaces `value` with the value of a string or template (12.9.4, "String Literals", SV, and
/// 12.9.6, TV). Lone surrogates become U+FFFD. False if an escape is malformed.
bool unescape_script(std::string_view text, char quote, std::string& value);

// What is called for nearly each token is inline.

/// How many of the sixteen bytes from `at` on are ASCII bytes of identifiers, up to the first that
/// is not.
template <class Lanes>
inline std::size_t script_word_length(char const* at) {
  const Lanes lanes(at);
  const auto marks = lanes.between('0', '9') | (lanes | '\x20').between('a', 'z') |
                     (lanes.equal('_') | lanes.equal('$'));
  return static_cast<std::size_t>(std::countr_one(marks.bits())) / Lanes::bits_per_byte;
}

inline void ScriptTokenizer::skip_word_bytes() {
  while (has_bytes(Lanes::width)) {
    const std::size_t length = script_word_length<Lanes>(at_);
    at_ += length;
    if (length < Lanes::width) return;
  }
  while (at_ != end_ && is_script_word_byte(*at_)) ++at_;
}

inline void ScriptTokenizer::skip_trivia() {
  while (at_ != end_) {
    const ScriptByte byte = script_byte(*at_);
    if (byte > ScriptByte::last_trivia) return;
    if (byte == ScriptByte::space) {
      ++at_;
    } else if (byte == ScriptByte::newline) {
      follows_newline_ = true;
      ++at_;
    } else if (!skip_one_trivia(byte)) {
      return;
    }
  }
}

inline ScriptToken ScriptTokenizer::read(ScriptTokenType type, std::ptrdiff_t length) {
  const ScriptToken token = make(type, at_, at_ + length);
  at_ += length;
  follows_newline_ = false;
  return token;
}

/// The word of these ASCII bytes.
inline ScriptWord ScriptTokenizer::word_at(char const* from, std::size_t length) const {
  constexpr std::size_t max_length = 15;  // of __vite__mapDeps
  if (length < 2 || length > max_length) return ScriptWord::none;
  const std::string_view written(from, length);
  const std::uint64_t packed =
      end_ - from >= 8 ? text::pack_readable_name(written) : text::pack_name(written);
  return words.find(packed, written);
}

/// What a run ends with whose last byte is this; `rare` where others count, too.
inline constexpr std::array<ScriptTokenizer::PlainEnd, 256> script_plain_ends = [] {
  std::array<ScriptTokenizer::PlainEnd, 256> ends{};
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const char c = static_cast<char>(i);
    const bool is_rare = c == ' ' || c == '+' || c == '-';
    ends[i] = is_script_word_byte(c) || c == '.' ? ScriptTokenizer::PlainEnd::operand
              : is_rare                          ? ScriptTokenizer::PlainEnd::rare
                                                 : ScriptTokenizer::PlainEnd::operation;
  }
  return ends;
}();

// FAST: few branches, none of which depends on the length of the run.
inline ScriptTokenizer::PlainEnd ScriptTokenizer::skip_plain(ScriptSearch& search,
                                                             bool commas_matter) {
  char const* const from = at_;
  char const* at = at_;
  keyword_ = ScriptWord::none;
  while (true) {
    char const* const found = search.find(at, commas_matter);
    if (found == nullptr) return PlainEnd::nothing;
    at = found;
    const ScriptByte byte = script_byte(*at);
    if (byte == ScriptByte::word) {
      // The search tells one dot from several; here others before it have been read already.
      const bool is_member = at > from && at[-1] == '.';
      if (!has_bytes_at(at, Lanes::width + 1)) {
        if (is_member) --at;
        break;
      }
      const std::size_t length = script_word_length<Lanes>(at);
      keyword_ = is_member ? ScriptWord::none : word_at(at, length);
      keyword_length_ = static_cast<std::uint32_t>(length);
      const char after = at[length];
      if (length == Lanes::width || static_cast<unsigned char>(after) >= 0x80 || after == '\\') {
        keyword_ = ScriptWord::none;
        break;
      }
      if (keyword_ != ScriptWord::none) break;
      at += length;
    } else if (*at == '>') {
      if (at > from && at[-1] == '=') {
        --at;
        break;
      }
      ++at;
    } else if (*at == '.' && ends_number(from, at)) {
      ++at;
    } else {
      break;
    }
  }
  at_ = at;
  const bool is_empty = at == from;
  const PlainEnd end = script_plain_ends[static_cast<unsigned char>(at[is_empty ? 0 : -1])];
  follows_newline_ = follows_newline_ && is_empty;
  if (end == PlainEnd::rare && !is_empty) [[unlikely]]
    return rare_end_of_plain(from);
  return is_empty ? PlainEnd::nothing : end;
}

inline ScriptToken ScriptTokenizer::take_keyword() {
  ScriptToken token = make(ScriptTokenType::word, at_, at_ + keyword_length_);
  token.word = keyword_;
  at_ += keyword_length_;
  follows_newline_ = false;
  return token;
}

inline bool ScriptTokenizer::skip_key() {
  if (!has_bytes(Lanes::width + 1) || script_byte(*at_) != ScriptByte::word) return false;
  const std::size_t length = script_word_length<Lanes>(at_);
  if (at_[length] != ':') return false;
  at_ += length + 1;
  follows_newline_ = false;
  return true;
}

inline ScriptToken ScriptTokenizer::read_word() {
  char const* const from = at_;
  skip_word_bytes();
  if (at_ != end_ && (static_cast<unsigned char>(*at_) >= 0x80 || *at_ == '\\') &&
      skip_rare_word_bytes()) {
    at_ = from;
    return read_rare_word();
  }
  ScriptToken token = make(ScriptTokenType::word, from, at_);
  follows_newline_ = false;
  token.word = word_at(from, static_cast<std::size_t>(at_ - from));
  return token;
}

inline ScriptToken ScriptTokenizer::read_member(std::ptrdiff_t length) {
  at_ += length;
  char const* const from = at_;
  if (at_ != end_ && script_byte(*at_) == ScriptByte::word) {
    skip_word_bytes();
    if (at_ == end_ || (static_cast<unsigned char>(*at_) < 0x80 && *at_ != '\\')) {
      const ScriptToken token = make(ScriptTokenType::member, from, at_);
      follows_newline_ = false;
      return token;
    }
    at_ = from;
  }
  skip_trivia();
  if (is_char(0, '#')) ++at_;
  char const* const name = at_;
  if (!skip_name()) return fail(ScriptFaultKind::unexpected_token, name);
  const ScriptToken token = make(ScriptTokenType::member, name, at_);
  follows_newline_ = false;
  return token;
}

inline ScriptToken ScriptTokenizer::next(bool follows_operand) {
  using enum ScriptTokenType;
  skip_trivia();
  if (at_ == end_) return read(fault_ ? fault : end, 0);
  switch (script_byte(*at_)) {
    case ScriptByte::word:
      return read_word();
    case ScriptByte::non_ascii:
    case ScriptByte::backslash:
      return read_rare_word();
    case ScriptByte::digit:
      return read_number();
    case ScriptByte::dot:
      if (has_bytes(2) && script_byte(at_[1]) == ScriptByte::digit) return read_number();
      if (is_char(1, '.') && is_char(2, '.')) return read(ellipsis, 3);
      return read_member(1);
    case ScriptByte::quote:
      return read_string();
    case ScriptByte::backtick:
      ++at_;
      return read_template(whole_template);
    case ScriptByte::open_paren:
      return read(open_paren, 1);
    case ScriptByte::close_paren:
      return read(close_paren, 1);
    case ScriptByte::open_bracket:
      return read(open_bracket, 1);
    case ScriptByte::close_bracket:
      return read(close_bracket, 1);
    case ScriptByte::open_brace:
      return read(open_brace, 1);
    case ScriptByte::close_brace:
      return read(close_brace, 1);
    case ScriptByte::semicolon:
      return read(semicolon, 1);
    case ScriptByte::comma:
      return read(comma, 1);
    case ScriptByte::colon:
      return read(colon, 1);
    case ScriptByte::question:
      if (is_char(1, '?')) return read(other, is_char(2, '=') ? 3 : 2);
      if (is_char(1, '.') && !(has_bytes(3) && script_byte(at_[2]) == ScriptByte::digit)) {
        ScriptTokenizer behind = *this;
        behind.at_ += 2;
        behind.skip_trivia();
        const bool is_call =
            behind.at_ == end_ || *behind.at_ == '(' || *behind.at_ == '[' || *behind.at_ == '`';
        return is_call ? read(optional_chain, 2) : read_member(2);
      }
      return read(question, 1);
    case ScriptByte::equals:
      if (is_char(1, '>')) return read(arrow, 2);
      if (!is_char(1, '=')) return read(assign, 1);
      return read(other, is_char(2, '=') ? 3 : 2);
    case ScriptByte::star:
      if (is_char(1, '*')) return read(other, is_char(2, '=') ? 3 : 2);
      return is_char(1, '=') ? read(other, 2) : read(star, 1);
    case ScriptByte::plus:
    case ScriptByte::minus:
      if (is_char(1, *at_)) return read(update, 2);
      return read(other, is_char(1, '=') ? 2 : 1);
    case ScriptByte::slash:
      if (!follows_operand) return read_regular_expression();
      return read(other, is_char(1, '=') ? 2 : 1);
    case ScriptByte::less_than:
    case ScriptByte::other_operator: {
      std::ptrdiff_t length = 1;
      while (is_char(length, '=') || is_char(length, '&') || is_char(length, '|') ||
             is_char(length, '>')) {
        ++length;
      }
      return read(other, length);
    }
    case ScriptByte::hash: {
      char const* const from = at_++;
      if (!skip_name()) return fail(ScriptFaultKind::unexpected_character, from);
      const ScriptToken token = make(private_name, from, at_);
      follows_newline_ = false;
      return token;
    }
    case ScriptByte::space:
    case ScriptByte::newline:
    case ScriptByte::none:
      break;
  }
  return fail(ScriptFaultKind::unexpected_character, at_);
}

}  // namespace hrefkit::html
