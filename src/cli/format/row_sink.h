// The one place where rows become a whole output: the header of CSV, the brackets of JSON.
//
//   RowSink sink(style, columns, [&](std::string_view text) { return output.write(text); });
//   sink.begin();
//   sink.emit(rows);  // as often as there are some
//   sink.end();
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hrefkit/cli/format/json_writer.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/text/text.h"

namespace hrefkit::cli {

// The forms in which rows are printed.

/// A form of rows that every command has.
enum class Format : std::uint8_t {
  text,   ///< one or more lines for people
  json,   ///< one array of objects
  jsonl,  ///< one object a line
  csv,    ///< RFC 4180, with a header
};

constexpr bool is_json(Format format) {
  return format == Format::json || format == Format::jsonl;
}

/// How rows are printed.
struct RowStyle {
  Format format = Format::text;
  Display display = Display::stream;
  bool color = false;      ///< text only
  std::size_t width = 80;  ///< columns of the terminal
  bool csv_guard = false;  ///< put ' before a text that a spreadsheet would take for a formula
  bool csv_bom = false;    ///< begin with a byte order mark
};

/// The text before each row of a format. The sink drops it before the very first row.
constexpr std::string_view row_prefix(Format format) {
  return format == Format::json ? ",\n" : "";
}

/// The text after each row of a format.
constexpr std::string_view row_suffix(Format format) {
  return format == Format::json ? "" : "\n";
}

/// Frames the rows of one output. JsonRow and CsvRow write the rows themselves.
class RowSink {
 public:
  /// Writes a part of the output; false on failure.
  using Write = std::function<bool(std::string_view)>;

  /// `columns` are the names of CSV's columns; they must outlive the sink.
  RowSink(RowStyle style, std::span<std::string_view const> columns, Write write);

  /// Writes the text before all rows. False, as in the others, if the output failed.
  bool begin();

  /// Writes whole rows. Each begins with `row_prefix`.
  bool emit(std::string_view rows);

  /// Writes the text after all rows.
  bool end();

 private:
  RowStyle style_;
  std::span<std::string_view const> columns_;
  Write write_;
  std::string printable_;  // JSON for a terminal
  bool any_rows_ = false;
};

// The keys of rows, with the JSON around them made by the compiler.
//
//     row.number("line"_key, 3);

/// A text as a template argument.
template <std::size_t Size>
struct KeyText {
  // NOLINTNEXTLINE(google-explicit-constructor): stands for a string literal
  consteval KeyText(char const (&literal)[Size]) { std::copy_n(literal, Size, text); }
  char text[Size] = {};
};

/// The key of a field. It needs no escapes in JSON.
template <KeyText Text>
struct FieldKey {
  static constexpr std::size_t length = sizeof(Text.text) - 1;
  static constexpr std::string_view name{Text.text, length};

  /// `,"key":`
  static constexpr auto json = [] {
    std::array<char, length + 4> text{',', '"'};
    std::copy_n(Text.text, length, text.begin() + 2);
    text[length + 2] = '"';
    text[length + 3] = ':';
    return text;
  }();
};

// constexpr, not consteval: clang 14 calls a consteval literal operator at run time.
template <KeyText Text>
constexpr FieldKey<Text> operator""_key() {
  return {};
}

// A row as a JSON object.
//
// JsonRow and CsvRow take the same fields in the same order, so that a command writes its rows
// once, in a template.

/// Writes a row's fields into a buffer. Texts are valid UTF-8. Nothing else may write to the
/// buffer, or read it, until the row has ended.
///
/// FAST: where all functions that move the end of the row are inlined, it is in a register, not in
/// the buffer: rows of a manual take a quarter less time, and `resolve` 5 %.
class JsonRow {
 public:
  JsonRow(RowBuffer& out, RowStyle const& style)
      : out_(out), format_(style.format), at_(out.reserve(0)), limit_(out.limit()) {}
  ~JsonRow() {
    if (at_ != nullptr) commit();
  }
  JsonRow(JsonRow const&) = delete;
  JsonRow& operator=(JsonRow const&) = delete;

  void begin() {
    append(row_prefix(format_));
    begin_ = static_cast<std::size_t>(at_ - out_.begin());
  }

  /// Calls `flush`, which empties the buffer, if it has more than `limit` bytes: between long
  /// fields.
  template <typename Flush>
  void flush_above(std::size_t limit, Flush flush) {
    if (static_cast<std::size_t>(at_ - out_.begin()) <= limit) return;
    if (!is_released_) release();
    commit();
    flush();
    resume();
  }

  /// Ends the beginning, after the first field: the buffer may be emptied before the row ends.
  void release() {
    out_.set(begin_, '{');
    is_released_ = true;
  }

  /// FAST: each key has a comma before it; that of the first key is replaced by the brace.
  void end() {
    if (!is_released_) out_.set(begin_, '{');
    make_room(2);
    *at_++ = '}';
    append(row_suffix(format_));
    commit();
    at_ = nullptr;
  }

  template <typename Key>
  [[gnu::always_inline]] void number(Key key, std::uint64_t value) {
    write(key, max_digits);
    at_ = write_digits(at_, value);
  }

  /// An optional number. JSON omits it when absent.
  template <typename Key>
  void optional_number(Key key, std::optional<std::uint64_t> value) {
    if (value) number(key, *value);
  }

  template <typename Key>
  [[gnu::always_inline]] void text(Key key, std::string_view value) {
    write(key, value.size() + 2);
    *at_++ = '"';
    const std::size_t plain = text::json_run_length(value);
    at_ = std::copy_n(value.data(), plain, at_);
    if (plain != value.size()) [[unlikely]] {
      at_ = append_escaped(out_, at_, value.substr(plain));
      limit_ = out_.limit();
    }
    *at_++ = '"';
  }

  /// A text that needs no escapes.
  template <typename Key>
  [[gnu::always_inline]] void name(Key key, std::string_view value) {
    write(key, value.size() + 2);
    *at_++ = '"';
    at_ = std::copy(value.begin(), value.end(), at_);
    *at_++ = '"';
  }

  /// A name that JSON omits if it is empty.
  template <typename Key>
  void optional_name(Key key, std::string_view value) {
    if (!value.empty()) name(key, value);
  }

  /// A text that JSON omits if it is empty.
  template <typename Key>
  void optional_text(Key key, std::string_view value) {
    if (!value.empty()) text(key, value);
  }

  template <typename Key>
  void text_or_null(Key key, std::optional<std::string_view> value) {
    if (value) return text(key, *value);
    write(key, 4);
    append("null");
  }

  template <typename Key>
  void flag(Key key, bool value) {
    write(key);
    append(value ? "true" : "false");
  }

  /// A flag that is not a column of CSV, and that JSON omits if it is false.
  template <typename Key>
  void json_flag(Key key, bool value) {
    if (value) flag(key, value);
  }

  /// An optional text for JSON only; CSV has no column for it. JSON omits it when absent.
  template <typename Key>
  void json_text(Key key, std::optional<std::string_view> value) {
    if (value) text(key, *value);
  }

  /// A list of names; JSON leaves it out when it is empty.
  template <typename Key, typename Range, typename NameOf>
  void names(Key key, Range const& range, NameOf name_of) {
    if (range.empty()) return;
    nested(key, [&](JsonWriter& json) {
      json.begin_array();
      for (auto const& item : range) json.string(name_of(item));
      json.end_array();
    });
  }

  /// A value that `write(JsonWriter&)` makes.
  template <typename Key, typename Write>
  void nested(Key key, Write write_value) {
    write(key);
    commit();
    JsonWriter json(out_);
    write_value(json);
    resume();
  }

  /// Fields that were written by a JsonRow before, without `begin` and `end`.
  void fields(std::string_view written) { append(written); }

 private:
  [[gnu::always_inline]] void make_room(std::size_t count) {
    if (static_cast<std::size_t>(limit_ - at_) < count) [[unlikely]] {
      at_ = grow(out_, at_, count);
      limit_ = out_.limit();
    }
  }

  // Static, so that no function that is called has the address of the end.

  [[gnu::noinline]] static char* grow(RowBuffer& out, char* at, std::size_t count) {
    out.end_at(at);
    return out.reserve(count);
  }

  [[gnu::noinline]] static char* append_escaped(RowBuffer& out, char* at, std::string_view rest) {
    out.end_at(at);
    text::append_json_escaped(out, rest);
    return out.reserve(1);
  }

  void commit() { out_.end_at(at_); }
  void resume() {
    at_ = out_.reserve(0);
    limit_ = out_.limit();
  }

  [[gnu::always_inline]] void append(std::string_view text) {
    make_room(text.size());
    at_ = std::copy(text.begin(), text.end(), at_);
  }

  /// Writes a key, and makes room for as many bytes more.
  ///
  /// FAST: room is made once for a key and its value.
  template <typename Key>
  [[gnu::always_inline]] void write(Key, std::size_t room = 0) {
    make_room(Key::json.size() + room);
    std::memcpy(at_, Key::json.data(), Key::json.size());
    at_ += Key::json.size();
  }

  RowBuffer& out_;
  Format format_;
  char* at_;
  char* limit_;
  std::size_t begin_ = 0;
  bool is_released_ = false;
};

// A row as a line of CSV (RFC 4180). The fields are those of JsonRow; members that JSON omits, or
// has as null, are empty fields here.

/// Writes a row's fields into a buffer, in the order of the columns.
class CsvRow {
 public:
  CsvRow(RowBuffer& out, RowStyle const& style)
      : out_(out), display_(style.display), guard_(style.csv_guard) {}

  void begin() { is_first_ = true; }
  void end() { out_.literal("\n"); }

  template <typename Flush>
  void flush_above(std::size_t limit, Flush flush) {
    if (out_.size() > limit) flush();
  }

  /// The text of the next column.
  void field(std::string_view value) {
    separate();
    append_field(value);
  }

  template <typename Key>
  void number(Key, std::uint64_t value) {
    separate();
    out_.number(value);
  }

  template <typename Key>
  void optional_number(Key key, std::optional<std::uint64_t> value) {
    if (value) return number(key, *value);
    field({});
  }

  template <typename Key>
  void text(Key, std::string_view value) {
    field(value);
  }

  template <typename Key>
  void name(Key key, std::string_view value) {
    text(key, value);
  }

  template <typename Key>
  void optional_name(Key key, std::string_view value) {
    text(key, value);
  }

  template <typename Key>
  void optional_text(Key key, std::string_view value) {
    text(key, value);
  }

  template <typename Key>
  void text_or_null(Key key, std::optional<std::string_view> value) {
    text(key, value.value_or(std::string_view()));
  }

  template <typename Key>
  void flag(Key key, bool value) {
    text(key, value ? "true" : "false");
  }

  template <typename Key>
  void json_flag(Key, bool) {}

  template <typename Key>
  void json_text(Key, std::optional<std::string_view>) {}

  /// The names with spaces between.
  template <typename Key, typename Range, typename NameOf>
  void names(Key key, Range const& range, NameOf name_of) {
    std::string all;
    for (auto const& item : range) {
      if (!all.empty()) all += ' ';
      all += name_of(item);
    }
    text(key, all);
  }

  /// The value as JSON.
  template <typename Key, typename Write>
  void nested(Key key, Write write_value) {
    RowBuffer buffer;
    JsonWriter json(buffer);
    write_value(json);
    text(key, buffer.view());
  }

  /// Fields that were written by a CsvRow before, without `begin` and `end`.
  void fields(std::string_view written) {
    separate();
    out_.append(written);
  }

 private:
  void separate() {
    if (!is_first_) out_.literal(",");
    is_first_ = false;
  }

  /// Appends a field, quoted if necessary, and guarded if the style says so.
  void append_field(std::string_view value);

  RowBuffer& out_;
  Display display_;
  bool guard_;
  bool is_first_ = true;
};

// The fields of a row that name its file.

/// Writes `"file"`, and, where the name is not UTF-8, `"fileBytes"`: all its bytes,
/// percent-encoded, so that a program can open the file.
void write_file_fields(JsonRow& row, std::string_view name);

/// The same for a buffer of fields.
void append_file_fields(RowBuffer& out, std::string_view name, RowStyle const& style);

// One row on a terminal, wrapped to its width.

/// Builds a row from texts. What exceeds the width continues in the next line, indented. Each code
/// point is one column wide.
class TerminalLine {
 public:
  /// The row replaces `out`. Both must outlive this.
  TerminalLine(std::string& out, RowStyle const& style) : out_(out), style_(style) {}

  /// Begins a row whose further lines are indented by `indent` columns.
  void begin(std::size_t indent);

  /// Adds a text from input, in a colour (an escape code) or none.
  void add(std::string_view text, std::string_view color = {});

  /// Adds `sign` and a text on one line: the next one if this one has no room for both.
  void add_together(std::string_view sign, std::string_view text, std::string_view color);

  void end() { out_ += '\n'; }

 private:
  void add_printable(std::string_view text);
  void break_line();

  std::string& out_;
  RowStyle const& style_;
  std::size_t width_ = 0;
  std::size_t indent_ = 0;
  std::size_t column_ = 0;
};

}  // namespace hrefkit::cli
