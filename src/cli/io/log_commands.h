// Commands in the log of a CI job.
//
// The runners of GitHub Actions, Azure Pipelines and TeamCity read what a step prints, and obey
// commands in it: "##[NAME ...]", "##vso[...]" and "##teamcity[...]" anywhere in a line, and
// "::NAME ...::" at the start of a line, white space skipped. Pages, names of files and arguments
// may hold such text. So a run under a runner sends both of its standard streams through a filter:
// it breaks each command with a zero-width space, in JSON with an escape.
//
//   const LogFilter filter(std::cout);  // while it lives, the stream prints no command
#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

namespace hrefkit::cli {

/// What a stream holds, which decides how commands in it are broken.
enum class Contents : std::uint8_t {
  text,         ///< by U+200B: "##vso[" has it before the bracket, "::" between its colons
  json,         ///< by \u0023 in place of the second '#', so that the values stay the same
  annotations,  ///< as `text`, but a line may begin with "::": that is hrefkit's own command
  data,         ///< not at all, since bytes must not change; commands are only counted
};

/// Breaks the commands in a text that comes in pieces of any size.
class LogCommands {
 public:
  /// Appends `text`, in which commands are broken, to `out`.
  void append(std::string& out, std::string_view text, Contents contents);

  /// The number of commands that were not broken: those in data.
  std::size_t kept() const { return kept_; }

 private:
  void append(std::string& out, char c, Contents contents);

  std::size_t kept_ = 0;
  std::uint32_t last_bytes_ = 0;  // the last four, the last one lowest
  bool at_line_start_ = true;     // the line has only bytes that may precede a command
  bool has_colon_ = false;        // and one colon after them
  unsigned hashes_ = 0;           // just read, or before the letters just read; 2: two or more
  bool has_letters_ = false;
};

/// Filters what is written to a stream: a buffer in front of the stream's own.
class LogFilter : public std::streambuf {
 public:
  explicit LogFilter(std::ostream& stream);
  /// Gives the stream its own buffer back.
  ~LogFilter() override;
  LogFilter(LogFilter const&) = delete;
  LogFilter& operator=(LogFilter const&) = delete;

  /// The filter of a stream; null where it has none.
  static LogFilter* of(std::ostream const& stream);

  /// Sets the contents of what is written from now on: text at first.
  void set_contents(Contents contents) { contents_ = contents; }

  /// The number of commands that were not broken: those in data.
  std::size_t kept_commands() const { return commands_.kept(); }

 private:
  std::streamsize xsputn(char const* text, std::streamsize size) override;
  int_type overflow(int_type c) override;
  int sync() override;

  std::ostream& stream_;
  std::streambuf* target_;
  LogCommands commands_;
  Contents contents_ = Contents::text;
  std::string buffer_;
};

}  // namespace hrefkit::cli
