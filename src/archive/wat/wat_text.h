// The strings and JSON objects of WAT files.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "hrefkit/archive/wat/html_parser_lexer.h"
#include "hrefkit/archive/wat/lax_fields.h"
#include "hrefkit/html/character_reference.h"
#include "hrefkit/text/json.h"

namespace hrefkit::archive {

/// The rules for character references.
enum class References : std::uint8_t {
  browsers,  ///< those of the HTML standard
  /// Those of the reference extractor: `&amp-x` and `&amp_x` are not decoded in attributes, `&#0;`
  /// is U+0000, two references to surrogates make a pair, and one alone is "?".
  reference,
};

/// Replaces the character references in `raw`; newlines are not normalised. The result is a view of
/// `raw` if there is nothing to replace, else of `buffer`.
std::string_view decode_references(std::string_view raw, html::ReferencePlace place,
                                   References references, std::string& buffer);

/// Cuts a `data:` URL after its comma, or after 128 UTF-16 code units; returns other URLs
/// unchanged.
std::string_view cut_data_url(std::string_view url);

/// The beginning of a text, cut by UTF-16 code units as in Java.
struct Utf16Prefix {
  std::string_view text;
  bool splits_pair = false;  ///< the cut is inside a surrogate pair; Java appends "?" then
};

/// At most the first `count` UTF-16 code units of `text`.
Utf16Prefix first_utf16_units(std::string_view text, std::size_t count);

/// How many UTF-16 code units `text` has.
std::size_t count_utf16_units(std::string_view text);

// Members of a WAT file's objects.

using WatJson = text::JsonWriter<std::string>;

/// Appends a member with one number, or with an array of several; no number, no member. WAT has
/// numbers as strings.
void append_numbers(WatJson& json, std::string_view key,
                    std::initializer_list<std::uint64_t> values);

/// Appends `"key":{...}` with a member for each name of the fields, in the order of the first of
/// each name: its value, or an array of all.
void append_fields(WatJson& json, std::string_view key, std::span<LaxField const> fields);

// The entries of WAT's lists.
//
//   OpenEntries entries;
//   const std::size_t begin = entries.begin();
//   entries.add(MemberStart("url"), "/a");
//   list += entries.end(begin);  // ,{"url":"/a"}
//   entries.cut(begin);

/// A text of up to 16 bytes, which are copied with one instruction.
struct ShortText {
  std::array<char, 16> bytes{};
  std::size_t size = 0;

  constexpr ShortText& operator+=(std::string_view text) {
    std::copy_n(text.data(), text.size(), bytes.data() + size);
    size += text.size();
    return *this;
  }
};

/// `,"key":"`, for a key of up to 11 bytes that needs no escapes.
constexpr ShortText member_start(std::string_view key) {
  ShortText start;
  return ((start += ",\"") += key) += "\":\"";
}

/// The first member of most entries: the element and attribute that hold the URL.
inline constexpr ShortText path_start = member_start("path");

/// A stack of JSON objects under construction in one buffer. While an entry waits for its last
/// member, others may be begun and ended after it.
class OpenEntries {
 public:
  /// Drops all entries, and frees large memory.
  void clear();

  /// Begins an entry. The result identifies it.
  std::size_t begin();

  void add(ShortText const& start, std::string_view text);

  /// Adds a long text to the last entry. After each chunk, `emit` is called with the entry so far,
  /// which is then empty.
  template <typename Emit>
  void add_in_pieces(std::size_t begin, ShortText const& start, std::string_view text,
                     Emit const& emit) {
    constexpr std::size_t piece_size = std::size_t{64} << 10;
    add_bytes({start.bytes.data(), start.size});
    for (std::size_t at = 0; at < text.size(); at += piece_size) {
      add_escaped(text.substr(at, piece_size));
      emit(pending_part(begin));
      cut(begin);
    }
    add_bytes("\"");
  }

  /// Adds the path of an element's attribute. The element's name is lower case and needs no
  /// escapes.
  void add_path(std::string_view element, HtmlParserAttribute attribute);

  /// Ends the last entry, and returns its part that was not emitted yet: for most entries a comma
  /// and the object. Valid until another entry is begun.
  std::string_view end(std::size_t begin);

  /// Drops the entry and those after it.
  void cut(std::size_t begin) { size_ = begin; }

 private:
  char* room_for(std::size_t count);
  void add_escaped(std::string_view text);
  void add_bytes(std::string_view bytes);
  std::string_view pending_part(std::size_t begin);

  std::string bytes_;  // the first `size_` bytes are in use
  std::size_t size_ = 0;
  bool is_begun_ = false;  // the beginning of the last entry was emitted
};

}  // namespace hrefkit::archive
