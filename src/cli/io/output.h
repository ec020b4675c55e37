// Where results go: standard output, or the file of -o.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/options/options.h"

namespace hrefkit::cli {

// Files that are removed when a signal ends the program.

/// While it lives, each signal that ends the program and can be caught removes files before that,
/// unless it is ignored or somebody else handles it. There may be several, made and ended by one
/// thread; of more than 64 files, the others stay.
class RemovalOnSignal {
 public:
  /// For the temporary files of the pages that are being written (site/replace_file.h).
  RemovalOnSignal();
  /// For these and the file at `path`.
  explicit RemovalOnSignal(std::string const& path);
  ~RemovalOnSignal();
  RemovalOnSignal(RemovalOnSignal const&) = delete;
  RemovalOnSignal& operator=(RemovalOnSignal const&) = delete;

  /// Removes the files now, if there are any. Safe in a signal handler and in a terminate handler.
  static void remove_now() noexcept;

  /// For a process that was forked: the files belong to the first one, and stay however this one
  /// ends. Signals have their defaults again.
  static void leave_files() noexcept;

 private:
  std::size_t slot_ = SIZE_MAX;  // of the file; SIZE_MAX: none
};

// The file of -o.
//
// Results go to a temporary file in the folder of the target, which takes the target's place when
// all is done. Until then, and when anything fails, the old file stands. What a run that was killed
// left is removed by the next run with the same target. Devices and pipes, and
// what is standard output or standard error already, are written straight.

class OutputFile {
 public:
  OutputFile() = default;
  /// Removes the temporary file unless it has been committed.
  ~OutputFile();
  OutputFile(OutputFile const&) = delete;
  OutputFile& operator=(OutputFile const&) = delete;

  /// Opens the output at `path`. A link is followed: the file that it leads to is replaced. Each of
  /// the functions returns the error of the system, if there is one.
  std::error_code open(std::string const& path);

  std::error_code write(std::string_view text);

  /// Writes out what is buffered.
  std::error_code flush();

  /// True for an open file that `commit` puts in the place of another, or where there was none;
  /// false for what is written straight.
  bool is_replacement() const { return !temporary_.empty(); }

  /// Puts the results in their place, on the disk.
  std::error_code commit();

  /// Has `commit` put them into another file, whose name is the target's and `suffix`. Returns that
  /// name; empty for what is written straight.
  std::string divert(std::string_view suffix);

 private:
  std::error_code open_straight(std::string const& path);
  std::error_code open_temporary(std::string const& path);
  std::error_code copy_mode() const;
  std::error_code write_all(std::string_view text) const;
  std::error_code close();

  std::string buffer_;
  std::string target_;     // the file to replace, links followed
  std::string temporary_;  // what will replace it; empty: written straight
  std::unique_ptr<RemovalOnSignal> removal_;
  int descriptor_ = -1;
};

/// A destination for results. After a failed write nothing more is written.
class Output {
 public:
  /// Writes to the file `path`, or to `standard` when it is empty. `error()` is set when the
  /// file cannot be opened.
  Output(std::string path, std::ostream& standard);

  /// Writes `text`; false when this or an earlier write failed.
  bool write(std::string_view text);

  /// Writes out what is buffered, for a reader that waits.
  bool flush();

  /// Ends the output; call it when all is done. Only then a file is put in its place, and a full
  /// disk may show only then. Where none of the inputs was read, the results say nothing: then a
  /// file stays as it was, which is an error. Standard output, devices and pipes have what was
  /// written.
  bool finish(std::size_t inputs_read);

  /// The same for results that are not whole: a file stays as it was, and they are in the file of
  /// that name with ".incomplete" behind it. Returns its name; empty where it was not written, and
  /// for standard output, devices and pipes.
  std::string finish_incomplete();

  /// True when the reader went away: the results end where it stopped.
  bool is_cut_off() const { return reader_left_; }

  /// What failed, or nothing. A reader that went away (EPIPE) is not an error.
  std::optional<std::string> const& error() const { return error_; }

 private:
  bool is_file() const { return !path_.empty(); }
  bool keep_file();
  bool check(std::error_code error);
  bool check_stream();

  std::string path_;
  OutputFile file_;
  std::ostream& standard_;
  std::optional<std::string> error_;
  bool reader_left_ = false;
};

// Which file a path or a descriptor leads to.

/// A file by device and inode: the same for all its names and links.
struct FileIdentity {
  std::uintmax_t device = 0;
  std::uintmax_t inode = 0;

  bool operator==(FileIdentity const&) const = default;
};

/// The regular file at `path`, links followed; nothing for anything else.
std::optional<FileIdentity> regular_file(std::string const& path);

/// The path of a file that need not be there: the canonical path of its folder, and its name. Empty
/// where the folder is not there.
std::string place_of(std::string const& file);

/// The regular file that is open as `descriptor`; nothing where it is something else.
std::optional<FileIdentity> regular_file(int descriptor);

// Keeps -o from replacing what is read.

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
  /// unless it begins with `own_beginning`, as what a former run wrote there does. An empty
  /// `own_beginning` stands for a report that is no page: then every page is refused.
  /// `files` says which files are pages.
  void check_site(std::string const& site, std::string_view own_beginning,
                  site::FileRules const& files = {}) const;

  /// The same for one input: a file, or "-" for standard input.
  void check_input(std::string const& path) const;

 private:
  [[noreturn]] void refuse(std::string const& what) const;

  std::string option_;
  std::string output_;
  std::optional<FileIdentity> target_;  // where the output exists
  std::optional<FileIdentity> standard_input_;
};

}  // namespace hrefkit::cli
