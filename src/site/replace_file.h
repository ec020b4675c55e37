// Writing files so that each is old or new at every moment, and so that nothing is written outside
// of the folder that was meant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/site/input_folder.h"

namespace hrefkit::site {

/// Replaces the content of the file at `path`, which must be as `stamp` says. A symbolic link
/// stays: what it leads to is replaced. The new file has the mode, the owner and the extended
/// attributes of the old one, and is on the disk when this returns. With `backup`, the old file
/// stays under its name and that suffix; where there is such a file already, nothing is replaced.
tl::expected<void, std::string> replace_file(std::string const& path, std::string_view bytes,
                                             FileStamp const& stamp, std::string const& backup);

/// The same for the file at `place` in `folder`, to which no link may lead by now.
tl::expected<void, std::string> replace_file(InputFolder const& folder, std::string const& place,
                                             std::string_view bytes, FileStamp const& stamp,
                                             std::string const& backup);

class TemporaryFile;

/// Replaces many files. Each is old or new at every moment, also after a crash: its bytes are on
/// the disk before it takes its place. But the disk is asked once for many files, which then take
/// their places one after the other: so they are old for longer, and only `finish` says that the
/// new ones stay.
///
/// FAST: to ask the disk twice a file takes nearly all of the time for small pages.
class FileReplacements {
 public:
  using Result = tl::expected<void, std::string>;

  /// A file that waits for its place. Dropped, it leaves nothing behind.
  class Prepared {
   public:
    Prepared(Prepared&&) noexcept;
    Prepared& operator=(Prepared&&) noexcept;
    ~Prepared();

   private:
    friend class FileReplacements;
    Prepared(std::shared_ptr<OpenFolder const> folder, std::string name, FileStamp const& stamp);

    std::shared_ptr<OpenFolder const> folder_;
    std::string name_;
    FileStamp stamp_;
    std::unique_ptr<TemporaryFile> file_;  // in the folder, which lives longer
  };

  /// `backup` as in `replace_file`.
  explicit FileReplacements(std::string backup);
  ~FileReplacements();
  FileReplacements(FileReplacements const&) = delete;
  FileReplacements& operator=(FileReplacements const&) = delete;

  /// Writes `bytes` beside a file, as `replace_file` does. By any thread.
  tl::expected<Prepared, std::string> prepare(std::string const& path, std::string_view bytes,
                                              FileStamp const& stamp);
  tl::expected<Prepared, std::string> prepare(InputFolder const& folder, std::string const& place,
                                              std::string_view bytes, FileStamp const& stamp);

  /// Takes a file. `done` is called with what became of it, now or by a later call.
  /// This and `finish` are for one thread at a time.
  void add(Prepared prepared, std::function<void(Result const&)> done);

  /// Lets all files take their places.
  void finish();

 private:
  struct Waiting {
    Prepared prepared;
    std::function<void(Result const&)> done;
  };

  tl::expected<Prepared, std::string> prepare_in(std::shared_ptr<OpenFolder const> folder,
                                                 std::string name, std::string_view bytes,
                                                 FileStamp const& stamp);
  std::shared_ptr<OpenFolder const> shared(std::shared_ptr<OpenFolder const> folder);

  std::string backup_;
  std::size_t max_waiting_;
  std::vector<Waiting> waiting_;
  std::mutex mutex_;  // guards what follows
  std::map<OpenFolder::Identity, std::shared_ptr<OpenFolder const>> folders_;  // that are open
};

/// Locks a temporary file that was just made, for as long as it is open. False when another run
/// took it for one that was left, and removes it.
bool lock_temporary_file(int descriptor);

/// Removes the temporary files that a run that was killed left in `folder`. What another run is
/// writing stays.
void remove_leftovers(std::string const& folder);

/// The same for an open folder.
void remove_leftovers(OpenFolder const& folder);

/// The same for files that another writer makes: those whose names `is_temporary` tells. They must
/// be locked while they are written.
void remove_leftovers(std::string const& folder,
                      std::function<bool(std::string_view)> const& is_temporary);

/// Removes the temporary files that this process is writing. Threads that would make another one
/// wait for ever: the caller ends the process. Safe in a signal handler.
void remove_unfinished_files() noexcept;

/// A folder into which files are written, each to another place. Its functions may be called from
/// several threads at once.
class OutputFolder {
 public:
  /// Makes the folder where it is not there yet.
  static tl::expected<OutputFolder, std::string> open(std::string const& path);

  OutputFolder(OutputFolder&& other) noexcept : folder_(std::move(other.folder_)) {}

  /// Names a file that is read: it is never replaced.
  void protect(std::string const& path);

  /// Writes a file at the path `relative` below the folder, replacing what is there. `mode` gives
  /// its permissions. Fails where a part of the path is no plain name, where a link or a file is in
  /// its way, and where this has written another file to that place.
  tl::expected<void, std::string> write(std::string const& relative, std::string_view bytes,
                                        unsigned mode = 0666);

  /// Writes a file where nothing is, and makes the folders on the way. Only for a folder that is
  /// new and nobody else's: a process that is killed may leave a part of the file. What cannot be
  /// written whole is removed.
  tl::expected<void, std::string> write_new(std::string const& relative, std::string_view bytes);

  /// Makes a symbolic link there, unless it is there already. What else is there stays.
  tl::expected<void, std::string> link(std::string const& relative, std::string const& target);

  /// Copies the file `source`, which was just opened, there, in the same way.
  tl::expected<void, std::string> copy(std::string const& relative, OpenFile const& source);

 private:
  using Fill = std::function<tl::expected<void, std::string>(TemporaryFile&)>;
  using Identity = std::pair<std::uint64_t, std::uint64_t>;  // device and inode

  using OpenFolder = std::shared_ptr<Descriptor const>;

  explicit OutputFolder(OpenFolder folder) : folder_(std::move(folder)) {}

  tl::expected<OpenFolder, std::string> folder_of(std::string_view relative);
  tl::expected<OpenFolder, std::string> open_folder(std::string_view path);
  void clean(OpenFolder const& folder);
  tl::expected<void, std::string> place(std::string const& relative, unsigned mode,
                                        Fill const& fill);

  OpenFolder folder_;
  std::mutex mutex_;                                     // guards what follows
  std::map<std::string, OpenFolder, std::less<>> open_;  // by path: some folders at a time
  std::set<Identity> protected_;                         // the files that are read
  std::set<Identity> written_;                           // the files that were written
  std::set<Identity> cleaned_;                           // the folders whose leftovers were removed
  OpenFolder last_cleaned_;
};

}  // namespace hrefkit::site
