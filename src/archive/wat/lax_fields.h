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

/// A field in ASCII; in the value, each run of white space is one space.
struct LaxField {
  std::string name = {};
  std::string value = {};
};

/// Reads "name: value" lines up to the empty one, as the reference extractor's HttpHeaderParser
/// does: non-ASCII bytes are dropped, folded lines are joined, and a line that is not a field is
/// skipped. Stores at most 16 MiB.
class LaxFields {
 public:
  void clear();

  /// Consumes the front of `bytes`, until all are read or the empty line was read.
  void read(std::string_view& bytes);

  /// True once the empty line was read.
  bool is_done() const { return state_ == State::done; }

  /// The number of bytes read.
  std::uint64_t length() const { return length_; }

  /// True if some bytes are malformed, or the empty line was not reached.
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
  std::vector<LaxField> fields_;  // the first `count_` are in use, the others are reused
  std::size_t count_ = 0;
};

/// Normalises a value from another parser as LaxFields does.
std::string lax_value(std::string_view value);

// The first line of an HTTP message, parsed as in the reference extractor.

/// Collects a line. A non-ASCII byte ends it and makes it invalid.
class LaxLine {
 public:
  void clear();

  /// Consumes the front of `bytes`, until all are read or the line has ended.
  void read(std::string_view& bytes);

  /// True once the line has ended.
  bool is_done() const { return is_done_; }

  /// The line with its LF; nullopt if it has no end, or is invalid.
  std::optional<std::string_view> line() const;

  /// Bytes of the line, without the non-ASCII byte that ended it.
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

/// Parses a status line; nullopt returns the defaults.
LaxStatus read_lax_status(std::optional<std::string_view> line);

/// "GET /x HTTP/1.1".
struct LaxRequest {
  std::string method = "UNK";
  std::optional<std::string> path = {};  ///< nullopt without a line
  std::string version = "HTTP/1.0";
};

/// Parses a request line; returns nullopt if it has no version.
std::optional<LaxRequest> read_lax_request(std::optional<std::string_view> line);

}  // namespace hrefkit::archive
