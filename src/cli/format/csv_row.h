// A row as a line of CSV (RFC 4180). The fields are those of JsonRow; what JSON leaves out, or has
// as null, is an empty field here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/cli/format/format.h"
#include "hrefkit/cli/format/json_writer.h"
#include "hrefkit/cli/format/row_buffer.h"

namespace hrefkit::cli {

/// Writes a row's fields into a buffer, in the order of the columns.
class CsvRow {
 public:
  CsvRow(RowBuffer& out, RowStyle const& style)
      : out_(out), display_(style.display), guard_(style.csv_guard) {}

  void begin() { is_first_ = true; }
  void end() { out_.literal("\n"); }

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

  /// Quoted where it must be; guarded where that is asked for.
  void append_field(std::string_view value);

  RowBuffer& out_;
  Display display_;
  bool guard_;
  bool is_first_ = true;
};

}  // namespace hrefkit::cli
