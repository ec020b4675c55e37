// The fields of a message, as they were stored: HTTP heads and the heads of WARC records.
//
//   auto fields = http::Fields::parse("Link: <a>;\r\n rel=next\r\nLINK: <b>\r\n");
//   fields.first("link")   // "<a>; rel=next"
//   fields.joined("link")  // "<a>; rel=next, <b>"
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hrefkit::http {

/// One field. Both are bytes as stored, without white space around them; a value that was folded
/// over several lines has one space in place of each line break. The views live as long as the
/// Fields that they are from.
struct Field {
  std::string_view name;
  std::string_view value;
};

/// Stands between the values of several fields that are read as one.
inline constexpr std::string_view value_separator = ", ";

/// The fields of one message, in order. It owns its bytes.
class Fields {
 public:
  /// Reads lines `name: value`, ended by CRLF, LF or CR, up to an empty line or the end. A line
  /// that begins with a space or a tab goes on with the line before it. A line without a colon is
  /// no field, and neither is what goes on with it. `lines` has less than 4 GiB.
  static Fields parse(std::string_view lines);

  /// The same into this object, whose memory is used again.
  void assign(std::string_view lines);

  void clear();
  std::size_t size() const { return places_.size(); }
  bool empty() const { return places_.empty(); }
  Field operator[](std::size_t index) const;

  /// The value of the first field of that name, in any ASCII case; nothing without one.
  std::optional<std::string_view> first(std::string_view name) const;

  /// The values of all fields of that name, in order.
  std::vector<std::string_view> all(std::string_view name) const;

  /// The same joined by `value_separator`, as Fetch's "get" does; nothing without such a field.
  std::optional<std::string> joined(std::string_view name) const;

 private:
  struct Place {
    std::uint32_t name;
    std::uint32_t name_length;
    std::uint32_t value;
    std::uint32_t value_length;
  };

  bool add(std::string_view line);
  void fold(std::string_view line);
  std::uint32_t keep(std::string_view text);

  std::string bytes_;
  std::vector<Place> places_;
};

}  // namespace hrefkit::http
