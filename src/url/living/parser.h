// The basic URL parser (URL standard 4.4) in the standard's order: what it removes from its input
// (ParserInput), the path state, which setters run by itself, too (PathWriter), and the state
// machine, one function for each state (Parser).
//
// FAST: The standard's machine goes from code point to code point and collects them in a buffer;
// here each state consumes all that it would have collected at once, and writes the URL record's
// serialised form straight into one string, in the order of the components. Popping a path
// segment removes it from the end of that string, so that the whole takes linear time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/source_map.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/characters/url_code_point.h"
#include "hrefkit/url/error.h"
#include "hrefkit/url/scheme_kind.h"
#include "hrefkit/url/url.h"
#include "hrefkit/url/url_offsets.h"
#include "hrefkit/url/validation_error.h"

namespace hrefkit::url {

// Steps 1 to 3: what the parser removes and replaces before its states.

/// Whether white space at the ends is removed (a whole URL) or kept (a setter's value).
enum class Ends { stripped, kept };

/// The input as scalar values, without tabs, newlines and, for a whole URL, surrounding white
/// space. Notes what it removes, and maps `notes` to the input.
/// Not copyable: the text may be a view of the object's own buffer.
class ParserInput {
 public:
  /// `input` must live as long as this object, and have at most 4 GiB.
  ParserInput(std::string_view input, Ends ends, NoteWriter& notes);
  ParserInput(ParserInput const&) = delete;
  ParserInput& operator=(ParserInput const&) = delete;

  /// Valid UTF-8. The input itself or a cleaned copy.
  std::string_view text() const { return text_; }

 private:
  void strip_ends(NoteWriter const& notes);
  void clean(NoteWriter const& notes);

  std::string_view text_;
  std::string cleaned_;
  text::SourceMap map_;
  std::size_t start_ = 0;
};

// Writing the path of a URL record in serialised form (URL standard 4.2, 4.4).

/// What ends a path: "?" and "#" in a URL, only the end of the input in a setter's value.
enum class PathEnd { query_or_fragment, end_of_input };

/// Appends the segments of a path, "/" before each, to the end of a string and removes them again
/// for "..": linear, since it removes only what it appended.
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

/// Offsets are 32 bit, so neither an input nor a URL may be longer.
inline constexpr std::size_t max_url = text::max_text_bytes;

/// The layout of the string that the parser wrote.
struct ParsedUrl {
  UrlOffsets offsets;  ///< from where the string was appended
  SchemeKind kind = SchemeKind::not_special;
};

/// One run of the parser without state override; the setters have functions of their own.
class Parser {
 public:
  /// Appends to `out`. `input`, `options` and `out` must outlive the parser.
  Parser(std::string_view input, ParseOptions const& options, std::string& out,
         std::size_t max_size = max_url)
      : source_(input),
        base_(options.base),
        encoding_(options.encoding),
        notes_(options.notes),
        out_(out),
        start_(out.size()),
        max_size_(max_size) {}

  /// Parses. On failure `out` is as before.
  tl::expected<ParsedUrl, Error> run();

 private:
  /// step() has a table in this order, up to `done`.
  enum class State : std::uint8_t {
    scheme_start,
    scheme,
    no_scheme,
    special_relative_or_authority,
    path_or_authority,
    relative,
    relative_slash,
    special_authority_slashes,
    special_authority_ignore_slashes,
    authority,
    host,
    port,
    file,
    file_slash,
    file_host,
    path_start,
    path,
    opaque_path,
    query,
    fragment,
    done,
    failure,
  };

  void reserve_room();
  State step(State state);
  State scheme_start();
  State scheme();
  State no_scheme();
  State special_relative_or_authority();
  State relative();
  State relative_slash();
  State path_or_authority();
  State special_authority_slashes();
  State special_authority_ignore_slashes();
  State authority();
  State host();
  State port();
  State file();
  State file_slash();
  State file_host();
  State path_start();
  State path();
  State opaque_path();
  State query();
  State fragment();

  // The input from the pointer on.
  bool at_end() const { return at_ == input_.size(); }
  bool at(char c) const { return !at_end() && input_[at_] == c; }
  /// True for "/", and for "\" in a special URL.
  bool at_slash() const { return at('/') || (is_special(parsed_.kind) && at('\\')); }
  bool at_slashes() const { return remaining().starts_with("//"); }
  std::string_view remaining() const { return input_.substr(at_); }
  /// The first place at or after the pointer with a byte of `set`, or the end.
  std::size_t find(text::ByteSet const& set) const;
  /// True when the base's scheme is this one.
  bool base_is(SchemeKind kind) const { return base_ != nullptr && base_->scheme_kind() == kind; }

  // The output.
  std::uint32_t mark() const { return static_cast<std::uint32_t>(out_.size() - start_); }
  std::string_view written_path() const {
    return std::string_view(out_).substr(start_ + parsed_.offsets.path_begin);
  }
  void note(ValidationError error) const { notes_.add(error, at_); }
  State fail(Error error);
  void copy_base_authority();
  void copy_base_path() { out_ += base_->pathname(); }
  void copy_base_query();
  bool copy_plain_domain();
  void begin_host();
  void end_host();
  void write_credentials(std::string_view userinfo);
  bool write_host(std::string_view text);
  void write_port(std::uint16_t port);
  PathWriter path_writer() const;
  bool append_plain_rest();
  void finish();

  std::string_view source_;
  Url const* base_;
  text::Encoding encoding_;
  NoteWriter notes_;
  std::string& out_;
  std::size_t start_;
  std::size_t max_size_;

  std::string_view input_;         // after the removal of tabs and newlines
  std::size_t at_ = 0;             // the standard's pointer
  std::size_t authority_end_ = 0;  // set by the authority state
  bool has_query_ = false;
  bool has_fragment_ = false;
  Error error_ = Error::relative_without_base;
  ParsedUrl parsed_;
};

}  // namespace hrefkit::url
