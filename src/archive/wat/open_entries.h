// The entries of WAT's lists while they are built.
//
//   OpenEntries entries;
//   const std::size_t begin = entries.begin();
//   entries.add(MemberStart("url"), "/a");
//   list += entries.end(begin);  // ,{"url":"/a"}
//   entries.cut(begin);
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "hrefkit/archive/wat/element_table.h"

namespace hrefkit::archive {

/// Up to 16 bytes, which are copied at once.
struct ShortText {
  std::array<char, 16> bytes{};
  std::size_t size = 0;

  constexpr ShortText& operator+=(std::string_view text) {
    std::copy_n(text.data(), text.size(), bytes.data() + size);
    size += text.size();
    return *this;
  }
};

/// `,"key":"`, for a key of up to 11 bytes that has nothing to be escaped.
constexpr ShortText member_start(std::string_view key) {
  ShortText start;
  return ((start += ",\"") += key) += "\":\"";
}

/// The member that opens most entries: the path of what has the URL.
inline constexpr ShortText path_start = member_start("path");

/// An entry is begun, gets its members and is ended. Behind one that waits for its last member,
/// others may be begun and ended: this is a stack.
class OpenEntries {
 public:
  /// Forgets all entries. Large memory is given back.
  void clear();

  /// Begins an entry. The result tells it apart.
  std::size_t begin();

  void add(ShortText const& start, std::string_view text);

  /// Adds a long text to the entry, which is the last one. After each piece of it, `give` gets what
  /// the entry has, and the entry is left without it.
  template <typename Give>
  void add_in_pieces(std::size_t begin, ShortText const& start, std::string_view text,
                     Give const& give) {
    constexpr std::size_t piece_size = std::size_t{64} << 10;
    add_bytes({start.bytes.data(), start.size});
    for (std::size_t at = 0; at < text.size(); at += piece_size) {
      add_escaped(text.substr(at, piece_size));
      give(given_part(begin));
      cut(begin);
    }
    add_bytes("\"");
  }

  /// Adds the path of an attribute of an element, whose name is lower case and has nothing to be
  /// escaped.
  void add_path(std::string_view element, SoupAttribute attribute);

  /// Ends the entry, which is the last one, and gives what it has left: without pieces a comma and
  /// the object. Valid until another entry is begun.
  std::string_view end(std::size_t begin);

  /// Forgets the entry and those behind it.
  void cut(std::size_t begin) { size_ = begin; }

 private:
  char* room_for(std::size_t count);
  void add_escaped(std::string_view text);
  void add_bytes(std::string_view bytes);
  std::string_view given_part(std::size_t begin);

  std::string bytes_;  // the first `size_`; the others are memory
  std::size_t size_ = 0;
  bool is_given_ = false;  // the beginning of the last entry was given
};

}  // namespace hrefkit::archive
