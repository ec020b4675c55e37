// The output of a run: standard output, or the file of -o.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/io/log_commands.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/site/input.h"
#include "hrefkit/site/replace_file.h"

namespace hrefkit::cli {

// Files that are removed when a signal ends the program.

/// While it lives, each signal that ends the program and can be caught removes the temporary files
/// (site/temporary_file.h) first, unless it is ignored or has another handler. There may be several
/// objects, all of one thread.
class RemovalOnSignal {
 public:
  RemovalOnSignal();
  ~RemovalOnSignal();
  RemovalOnSignal(RemovalOnSignal const&) = delete;
  RemovalOnSignal& operator=(RemovalOnSignal const&) = delete;

  /// For a forked process: the files belong to its parent, and stay however this process ends.
  /// Signals get their defaults.
  static void leave_files() noexcept;
};

// The file of -o.
//
// Results go to a temporary file in the folder of the target, which takes the target's place when
// all is done. Until then, and if anything fails, the old file stays. The next run with the same
// target removes what a killed run left. Devices and pipes, and what is standard output or standard
// error already, are written directly.

class OutputFile {
 public:
  /// Opens the output at `path`. A link is followed: the file that it leads to is replaced. Each of
  /// the functions returns the error of the system, if there is one.
  std::error_code open(std::string const& path);

  std::error_code write(std::string_view text);

  /// Writes the buffered bytes.
  std::error_code flush();

  /// True for an open file that `commit` puts in the place of another, or where there was none;
  /// false for what is written directly.
  bool is_replacement() const { return temporary_ != nullptr; }

  /// True if the open file is standard output or standard error as well, as /dev/stdout is.
  bool is_standard_stream() const;

  /// Replaces the target by the results, on the disk.
  std::error_code commit();

  /// Makes `commit` write another file, named after the target with `suffix`. Returns that
  /// name; empty for what is written directly.
  std::string divert(std::string_view suffix);

 private:
  std::error_code open_straight(std::string const& path);
  std::error_code open_temporary(std::string const& path);
  std::error_code copy_mode() const;
  std::error_code write_all(std::string_view text) const;
  int descriptor() const { return temporary_ ? temporary_->descriptor() : direct_.fd(); }

  std::string buffer_;
  std::string target_;  // the file to replace, links followed
  std::optional<RemovalOnSignal> removal_;
  std::unique_ptr<site::TemporaryFile> temporary_;  // null: written directly
  site::Descriptor direct_{-1};
};

/// A destination for results. After a failed write nothing more is written.
class Output {
 public:
  /// Writes to the file `path`, or to `standard` when it is empty. `error()` is set when the
  /// file cannot be opened. `contents` decides how commands for a CI runner are broken
  /// (log_commands.h).
  Output(std::string path, std::ostream& standard, Contents contents = Contents::text);

  /// Writes `text`; false when this or an earlier write failed.
  bool write(std::string_view text);

  /// Writes the buffered bytes, for a reader that waits.
  bool flush();

  /// Ends the output; call it last. Only then the target is replaced, and only then a full disk may
  /// show. If none of the inputs was read, there are no results: then the target stays, which is an
  /// error. Standard output, devices and pipes keep what was written.
  bool finish(std::size_t inputs_read);

  /// The same for incomplete results: the target stays, and they go into a file of that name with
  /// ".incomplete" behind it. Returns its name; empty where it was not written, and for standard
  /// output, devices and pipes.
  std::string finish_incomplete();

  /// True if the reader closed the pipe: the results end there.
  bool is_cut_off() const { return reader_left_; }

  /// The number of commands for the CI runner that were written to its log: those in data, whose
  /// bytes must not change.
  std::size_t commands_in_log() const;

  /// The error, or nullopt. A reader that closed the pipe (EPIPE) is not an error.
  std::optional<std::string> const& error() const { return error_; }

 private:
  bool is_file() const { return !path_.empty(); }
  bool keep_file();
  bool check(std::error_code error);
  bool check_stream();

  std::string path_;
  OutputFile file_;
  std::ostream& standard_;
  Contents contents_;
  LogFilter* filter_;                        // of `standard_`; null: no runner reads it
  std::optional<LogCommands> log_commands_;  // in a file that is one of the runner's streams
  std::string filtered_;
  std::optional<std::string> error_;
  bool reader_left_ = false;
};

// The identity of a file, by path or descriptor.

/// A file by device and inode: the same for all its names and links.
struct FileIdentity {
  std::uintmax_t device = 0;
  std::uintmax_t inode = 0;

  bool operator==(FileIdentity const&) const = default;
};

/// The regular file at `path`, links followed; nullopt for anything else.
std::optional<FileIdentity> regular_file(std::string const& path);

/// The path of a file that need not exist: the canonical path of its folder, and its name. Empty if
/// the folder does not exist.
std::string place_of(std::string const& file);

/// The regular file that is open as `descriptor`; nullopt where it is something else.
std::optional<FileIdentity> regular_file(int descriptor);

// Keeps outputs in the working folder: symbolic links in it may come with a cloned repository.

/// A file or folder to write, and the option that names it; an empty path is no file.
struct Destination {
  char const* option;
  std::string path;
};

/// Throws UsageError where a symbolic link in the working folder, or below it, leads `output` out
/// of that folder. `remedy` ends the message.
void refuse_outward_link(Destination const& output, std::string_view remedy);

// Keeps -o from replacing an input.

/// Compares the file of -o with the files that a run reads, by device and inode.
class OutputGuard {
 public:
  /// Throws UsageError when the output is the configuration file or the list of --files-from.
  OutputGuard(CommonOptions const& common, Environment const& environment)
      : OutputGuard(common, environment, "--output", common.output) {}

  /// The same for the file `output` of another option.
  OutputGuard(CommonOptions const& common, Environment const& environment, std::string option,
              std::string output);

  /// Throws UsageError when the output is one of the inputs, or a page of an input folder that need
  /// not exist yet.
  void check_inputs(site::InputOptions const& inputs) const;

  /// Throws UsageError when the output is a page below the folder `site` that is there already,
  /// unless it begins with `own_beginning`, as the file of an earlier run does. An empty
  /// `own_beginning` means a report that is not a page: then every page is refused.
  /// `files` says which files are pages.
  void check_site(std::string const& site, std::string_view own_beginning,
                  site::FileRules const& files = {}) const;

  /// The same for one input: a file, or "-" for standard input.
  void check_input(std::string const& path) const;

 private:
  [[noreturn]] void refuse(std::string const& what) const;

  std::string option_;
  std::string output_;
  std::optional<FileIdentity> target_;  // if the output exists
  std::optional<FileIdentity> standard_input_;
};

}  // namespace hrefkit::cli
