// Writing the path of a URL record in serialised form (URL standard 4.2, 4.4).
#pragma once

#include <string>
#include <string_view>

#include "hrefkit/url/characters/note_writer.h"
#include "hrefkit/url/scheme_kind.h"

namespace hrefkit::url {

/// What ends a path: "?" and "#" in a URL, only the end of the input in a setter's value.
enum class PathEnd { query_or_fragment, end_of_input };

/// Appends the segments of a path, "/" before each, to the end of a string and takes them away
/// again for "..": linear, since what is taken away was written before.
class PathWriter {
 public:
  /// The path begins at byte `begin` of `out`, which may hold segments already (of a base).
  PathWriter(std::string& out, std::size_t begin, SchemeKind kind)
      : out_(out), begin_(begin), kind_(kind) {}

  /// "Path state" from `offset` of `input` on, where the first segment begins, to the path's end,
  /// whose offset is returned.
  std::size_t append(std::string_view input, std::size_t offset, PathEnd path_end,
                     NoteWriter const& notes) const;

  /// "Shorten a url's path": removes the last segment, except a file's drive letter.
  void shorten() const;

 private:
  std::string_view path() const { return std::string_view(out_).substr(begin_); }
  bool is_slash(char c) const { return c == '/' || (c == '\\' && is_special(kind_)); }
  void append_segment(std::string_view segment) const;

  std::string& out_;
  std::size_t begin_;
  SchemeKind kind_;
};

}  // namespace hrefkit::url
