// The output on standard error: messages and progress. For the thread that writes results: standard
// error is tied to standard output, so a message first flushes the results before it.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <iosfwd>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/options/options.h"

namespace hrefkit::cli {

class Messages {
 public:
  Messages(Environment const& environment, CommonOptions const& options);
  ~Messages();

  /// A failure: always printed.
  void error(std::string_view subject, std::string_view text);
  /// Prints the failure of an output, if there is one; true then.
  bool report(std::optional<std::string> const& failure);
  /// A result differs from what was asked for: printed unless --quiet.
  void warning(std::string_view subject, std::string_view text);
  /// Warns that standard output has had `commands` commands for the CI runner, unless that is 0.
  void warn_of_commands(std::size_t commands);
  /// Warns that the extension of `file`, the value of -o, chooses no format.
  void warn_of_format(std::string_view file);
  /// The number of warnings printed.
  std::size_t warnings() const { return warnings_; }
  /// A remark: printed with --verbose.
  void note(std::string_view subject, std::string_view text);

  /// Lines that the user asked for: always printed, unchanged.
  void lines(std::string_view text);
  /// A line of a summary before its last one: printed unless --quiet.
  void summary_line(std::string_view text);
  /// The last line of a run: printed unless --quiet. It names the configuration that was read
  /// unasked.
  void summary(std::string_view text);
  /// The same for a command without a summary.
  void summary();
  /// Call it in a run that sends requests: the summary then names the options of an unasked
  /// configuration that change how hosts are asked.
  void name_asking_options();

  /// True where the line of progress is shown.
  bool shows_progress() const { return show_progress_; }
  /// Sets the number of files, for that line.
  void expect_files(std::size_t count) { expected_files_ = count; }
  /// Counts one more file in the line of progress, if that is shown.
  void progress();
  /// Shows another text in the line, if it is shown and some time has passed.
  void progress(std::string_view text);
  /// Clears the line of progress before rows are written to the same terminal.
  void before_rows();

 private:
  enum class Severity { error, warning, note };
  void show_progress(std::chrono::steady_clock::time_point now);
  void say(Severity severity, std::string_view subject, std::string_view text);
  /// Prints a line that begins with `line` and goes on with `text`.
  void print(std::string line, std::string_view text);
  void clear_progress();

  std::ostream& err_;
  Display display_;
  bool color_;
  bool quiet_;
  bool verbose_;
  std::string unasked_config_;  // empty: none was read
  std::vector<std::string> unasked_names_;
  bool rows_share_terminal_;  // rows and progress go to the same one
  bool show_progress_;
  std::mutex mutex_;
  std::size_t warnings_ = 0;
  std::size_t files_ = 0;
  std::size_t expected_files_ = 0;  // 0: not known
  bool progress_shown_ = false;
  std::chrono::steady_clock::time_point started_;
  std::chrono::steady_clock::time_point last_shown_;
};

// Messages that would repeat, such as one about an unknown member in each line of a batch.

/// The texts that were printed, up to a limit, so that input cannot fill the memory.
class PrintedTexts {
 public:
  static constexpr std::size_t max_texts = 100;

  /// True for a text to print now: it is new, and the limit is not reached.
  bool add(std::string_view text);

 private:
  std::set<std::string, std::less<>> texts_;
};

}  // namespace hrefkit::cli
