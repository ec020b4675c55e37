// A row as a JSON object.
//
// JsonRow and CsvRow take the same fields in the same order, so that a command says once, in a
// template, what its rows hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "hrefkit/cli/format/field_key.h"
#include "hrefkit/cli/format/format.h"
#include "hrefkit/cli/format/json_string.h"
#include "hrefkit/cli/format/json_writer.h"
#include "hrefkit/cli/format/row_buffer.h"

namespace hrefkit::cli {

/// Writes a row's fields into a buffer. Texts are valid UTF-8.
class JsonRow {
 public:
  JsonRow(RowBuffer& out, RowStyle const& style) : out_(out), format_(style.format) {}

  void begin() {
    out_.append(row_prefix(format_));
    begin_ = out_.size();
  }

  /// Ends the beginning, behind the first field: what is in the buffer may be taken out of it
  /// before the row ends.
  void release() {
    out_.set(begin_, '{');
    is_released_ = true;
  }

  /// FAST: each key comes with a comma before it; that of the first key becomes the brace.
  void end() {
    if (!is_released_) out_.set(begin_, '{');
    out_.literal("}");
    out_.append(row_suffix(format_));
  }

  template <typename Key>
  void number(Key key, std::uint64_t value) {
    write(key);
    out_.number(value);
  }

  template <typename Key>
  void text(Key key, std::string_view value) {
    write(key);
    append_json_string(out_, value);
  }

  /// A text that needs no escapes.
  template <typename Key>
  void name(Key key, std::string_view value) {
    write(key);
    out_.literal("\"");
    out_.append(value);
    out_.literal("\"");
  }

  /// A name that JSON leaves out when it is empty.
  template <typename Key>
  void optional_name(Key key, std::string_view value) {
    if (!value.empty()) name(key, value);
  }

  /// A text that JSON leaves out when it is empty.
  template <typename Key>
  void optional_text(Key key, std::string_view value) {
    if (!value.empty()) text(key, value);
  }

  template <typename Key>
  void text_or_null(Key key, std::optional<std::string_view> value) {
    if (value) return text(key, *value);
    write(key);
    out_.literal("null");
  }

  template <typename Key>
  void flag(Key key, bool value) {
    write(key);
    out_.append(value ? "true" : "false");
  }

  /// A flag that is not a column of CSV, and that JSON leaves out when it is false.
  template <typename Key>
  void json_flag(Key key, bool value) {
    if (value) flag(key, value);
  }

  /// A text that is not a column of CSV, and that JSON leaves out when there is nothing.
  template <typename Key>
  void json_text(Key key, std::optional<std::string_view> value) {
    if (value) text(key, *value);
  }

  /// A list of names; JSON leaves it out when it is empty.
  template <typename Key, typename Range, typename NameOf>
  void names(Key key, Range const& range, NameOf name_of) {
    if (range.empty()) return;
    write(key);
    JsonWriter json(out_);
    json.begin_array();
    for (auto const& item : range) json.string(name_of(item));
    json.end_array();
  }

  /// A value that `write(JsonWriter&)` makes.
  template <typename Key, typename Write>
  void nested(Key key, Write write_value) {
    write(key);
    JsonWriter json(out_);
    write_value(json);
  }

  /// Fields that were written by a JsonRow before, without `begin` and `end`.
  void fields(std::string_view written) { out_.append(written); }

 private:
  template <typename Key>
  void write(Key) {
    out_.literal(Key::json);
  }

  RowBuffer& out_;
  Format format_;
  std::size_t begin_ = 0;
  bool is_released_ = false;
};

}  // namespace hrefkit::cli
