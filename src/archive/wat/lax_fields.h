// A lenient parser for the head of a message, byte by byte, as in the reference extractor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hrefkit::archive {

/// A field; in values, each run of white space is one space. ASCII.
struct LaxField {
  std::string name = {};
  std::string value = {};
};

/// Reads "name: value" lines up to the empty one. Bytes past ASCII are left out, folded lines are
/// joined, and a line that is not a field is skipped: the reference extractor's HttpHeaderParser.
/// At most 16 MiB are kept.
class LaxFields {
 public:
  void clear();

  /// Reads from the front of `bytes`, until all are read or the empty line was.
  void take(std::string_view& bytes);

  /// True once the empty line was read.
  bool is_done() const { return state_ == State::done; }

  /// The number of bytes read.
  std::uint64_t length() const { return length_; }

  /// True if some bytes are malformed, or the end came before the empty line.
  bool is_corrupt() const { return is_corrupt_ || !is_done(); }

  std::span<LaxField const> fields() const { return {fields_.data(), count_}; }

  /// The value of the first field of that name, in any ASCII case; nullptr without one.
  std::string const* find(std::string_view name) const;

 private:
  enum class State : std::uint8_t {
    start,
    line,
    name,
    after_name,
    after_colon,
    value,
    value_space,
    value_cr,
    blank_cr,
    skipped_line,
    done,
  };

  State read_byte(char c);
  State read_line_start(char c);
  State read_in_name(char c);
  State read_after_cr(char c);
  State skip_line();
  State begin_name(char c);
  void add_to_value(char c);
  void finish_field();

  State state_ = State::start;
  State before_cr_ = State::value;
  bool is_corrupt_ = false;
  std::uint64_t length_ = 0;
  std::size_t kept_ = 0;
  std::string name_;
  std::string value_;
  std::vector<LaxField> fields_;  // the first `count_`; the others are memory
  std::size_t count_ = 0;
};

/// A value that was parsed otherwise, in the form of LaxFields.
std::string lax_value(std::string_view value);

// The first line of an HTTP message, parsed as in the reference extractor.

/// Collects a line. A byte past ASCII ends it, and makes it invalid.
class LaxLine {
 public:
  void clear();

  /// Reads from the front of `bytes`, until all are read or the line has ended.
  void take(std::string_view& bytes);

  /// True once the line has ended.
  bool is_done() const { return is_done_; }

  /// The line with its LF; nullopt if it has no end, or is invalid.
  std::optional<std::string_view> line() const;

  /// Its bytes, without one past ASCII.
  std::uint64_t length() const { return length_; }

 private:
  std::string line_;
  std::uint64_t length_ = 0;
  bool is_done_ = false;
  bool is_valid_ = false;
};

/// "HTTP/1.1 200 OK".
struct LaxStatus {
  int status = 0;                          ///< 100 to 599, or 0
  std::string version = "HTTP/1.0";        ///< "HTTP/0.9", "HTTP/1.0" or "HTTP/1.1"
  std::optional<std::string> reason = {};  ///< "UNK" where the line has none
};

/// Parses a status line; nullopt gives the defaults.
LaxStatus read_lax_status(std::optional<std::string_view> line);

/// "GET /x HTTP/1.1".
struct LaxRequest {
  std::string method = "UNK";
  std::optional<std::string> path = {};  ///< nullopt without a line
  std::string version = "HTTP/1.0";
};

/// Reads a request line; nullopt where it has no path and no version.
std::optional<LaxRequest> read_lax_request(std::optional<std::string_view> line);

}  // namespace hrefkit::archive
