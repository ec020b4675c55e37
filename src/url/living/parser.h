// The basic URL parser's state machine (URL standard 4.4): one function for each state.
//
// FAST: The standard's machine goes from code point to code point and collects them in a buffer;
// here each state consumes all that it would have collected at once, and writes the URL record's
// serialised form straight into one string, in the order of the components. Popping a path
// segment removes it from the end of that string, so that the whole takes linear time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/characters/note_writer.h"
#include "hrefkit/url/error.h"
#include "hrefkit/url/living/path_writer.h"
#include "hrefkit/url/url.h"
#include "hrefkit/url/url_offsets.h"

namespace hrefkit::url {

/// Offsets are 32 bit, so neither an input nor a URL may be longer.
inline constexpr std::size_t longest_url = text::max_text_bytes;

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
         std::size_t longest = longest_url)
      : source_(input),
        base_(options.base),
        encoding_(options.encoding),
        notes_(options.notes),
        out_(out),
        start_(out.size()),
        longest_(longest) {}

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
  // parser_scheme.cpp
  State scheme_start();
  State scheme();
  State no_scheme();
  // parser_relative.cpp
  State special_relative_or_authority();
  State relative();
  State relative_slash();
  // parser_authority.cpp
  State path_or_authority();
  State special_authority_slashes();
  State special_authority_ignore_slashes();
  State authority();
  State host();
  State port();
  // parser_file.cpp
  State file();
  State file_slash();
  State file_host();
  // parser_path.cpp
  State path_start();
  State path();
  State opaque_path();
  // parser_query.cpp
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
  std::size_t longest_;

  std::string_view input_;         // after the removal of tabs and newlines
  std::size_t at_ = 0;             // the standard's pointer
  std::size_t authority_end_ = 0;  // set by the authority state
  bool has_query_ = false;
  bool has_fragment_ = false;
  Error error_ = Error::relative_without_base;
  ParsedUrl parsed_;
};

}  // namespace hrefkit::url
