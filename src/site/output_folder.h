// Writes files into a folder, and never outside of it: an old folder file by file, each of which is
// old or new at every moment, or a new folder that appears when all its files are complete.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/site/descriptor.h"
#include "hrefkit/site/input_folder.h"
#include "hrefkit/site/temporary_file.h"

namespace hrefkit::site {

/// A folder to write files to. All functions are thread-safe.
class OutputFolder {
 public:
  /// Opens the folder, and creates it with its parents if necessary.
  static tl::expected<OutputFolder, std::string> open(std::string const& path);

  explicit OutputFolder(std::shared_ptr<OpenFolder const> folder) : folder_(std::move(folder)) {}
  OutputFolder(OutputFolder&& other) noexcept
      : folder_(std::move(other.folder_)), lock_(std::move(other.lock_)) {}

  /// Locks the folder for this object; false if another process, or another object, has locked it.
  /// Where the file system has no locks, this does nothing.
  bool lock();

  /// Protects a file that is read: it is never replaced.
  void protect(std::string const& path);

  /// Writes a file with the permissions `mode` at the path `relative` below the folder, and
  /// replaces a file there. Fails if a part of the path is "..", "." or empty, if a link or a file
  /// is in place of one of its folders, and if this object already wrote another file there.
  tl::expected<void, std::string> write(std::string const& relative, std::string_view bytes,
                                        unsigned mode = 0666);

  /// Creates a file and its folders; fails if something exists there. FAST: it is written under its
  /// final name, so use this only in the `output` of a NewFolder. After an error the file is
  /// removed.
  tl::expected<void, std::string> write_new(std::string const& relative, std::string_view bytes);

  /// Creates a symbolic link, unless the same link exists. Fails if anything else exists there.
  tl::expected<void, std::string> link(std::string const& relative, std::string const& target);

  /// Copies `source`, which must be at its start, as `write` writes bytes.
  tl::expected<void, std::string> copy(std::string const& relative, OpenFile const& source);

 private:
  using Folder = std::shared_ptr<OpenFolder const>;
  using Fill = std::function<tl::expected<void, std::string>(TemporaryFile&)>;

  tl::expected<Folder, std::string> folder_of(std::string_view relative);
  void clean(Folder const& folder);
  tl::expected<void, std::string> place(std::string const& relative, unsigned mode,
                                        Fill const& fill);

  Folder folder_;
  Descriptor lock_{-1};
  std::mutex mutex_;                                 // guards what follows
  std::map<std::string, Folder, std::less<>> open_;  // a cache of open folders by path
  std::set<OpenFolder::Identity> protected_;         // files that are read
  std::set<OpenFolder::Identity> written_;           // files that were written
  std::set<OpenFolder::Identity> cleaned_;           // folders whose leftovers were removed
  Folder last_cleaned_;
};

/// A new folder, whose files are written aside: it appears when they are complete.
///
///   auto folder = NewFolder::begin("out");                     // ".hrefkit-new-out" beside it
///   (*folder)->output().write_new("h.example/index.html", bytes);
///   (*folder)->commit();
///
/// A killed process leaves the folder aside, and no "out". The next one with the same target
/// removes it: it knows it by its name, owner and lock file, which no process has locked. So one
/// process at a time writes: the lock decides.
///
/// An empty folder that exists already may be a mount, or the working folder of a shell, so it is
/// not replaced: the folder aside is made in it, and `commit` moves what that has at its top, a
/// rename for each name.
class NewFolder {
 public:
  /// Fails unless `path` is new or an empty folder, but for what a killed run left in it.
  static tl::expected<void, std::string> check(std::string const& path);

  /// Makes the folder aside, and the parents of `path`. Fails if another process has it, if
  /// something in its place is not ours, and if `path` is neither new nor an empty folder.
  static tl::expected<std::unique_ptr<NewFolder>, std::string> begin(std::string const& path);

  /// Removes the folder aside with what it has.
  ~NewFolder();
  NewFolder(NewFolder const&) = delete;
  NewFolder& operator=(NewFolder const&) = delete;

  /// The folder to write to.
  OutputFolder& output() { return *output_; }

  /// Makes the folder appear under its name; fails if something has taken that meanwhile.
  tl::expected<void, std::string> commit();

 private:
  using Folder = std::shared_ptr<OpenFolder const>;

  NewFolder() = default;

  tl::expected<void, std::string> claim();
  tl::expected<void, std::string> claim_folder(bool& is_gone);
  tl::expected<void, std::string> check_target() const;
  tl::expected<void, std::string> move_names();
  bool is_in_target() const { return name_.empty(); }

  Folder parent_;        // of the folder aside
  std::string name_;     // of the target in `parent_`; empty where that is the target
  std::string aside_;    // the name of the folder aside
  Folder folder_;        // it
  Descriptor lock_{-1};  // its lock file, once this object has the lock
  std::optional<OutputFolder> output_;
};

}  // namespace hrefkit::site
