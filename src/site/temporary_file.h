// A file that replaces another one when it is complete, or a new file that is removed unless it is
// completed.
//
// It is locked while it is written, so that a later run can distinguish the leftovers of a killed
// run from files that another run is writing. Locks may not work between machines, so a writer may
// have a prefix of its own. The process number in a name only makes names unique.
#pragma once

#include <sys/types.h>
#include <memory>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/site/descriptor.h"
#include "hrefkit/site/input_folder.h"

namespace hrefkit::site {

/// The usual prefix of the names of temporary files.
inline constexpr std::string_view temporary_prefix = ".hrefkit-new-";

/// A name for a temporary file, new in this process.
std::string temporary_name(std::string_view prefix = temporary_prefix);

/// Removes the temporary files that a killed process left in `folder`, but not those that another
/// process is writing.
void remove_leftovers(OpenFolder const& folder, std::string_view prefix = temporary_prefix);

/// Removes the temporary files that this process is writing. Afterwards, a thread that creates one
/// blocks for ever, so the caller must end the process. Safe in a signal handler.
void remove_unfinished_files() noexcept;

/// For a forked process: `remove_unfinished_files` leaves the files of its parent.
void leave_unfinished_files() noexcept;

/// Writes all bytes to an open file; false, with errno, where that fails.
bool write_all(int descriptor, std::string_view bytes);

/// An error with `what` and the message for errno.
tl::unexpected<std::string> system_failure(char const* what);

class UnfinishedFile;

/// A temporary file in an open folder. The destructor removes it, unless `rename_to` or `keep` was
/// called.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::shared_ptr<OpenFolder const> folder) : folder_(std::move(folder)) {}
  ~TemporaryFile();
  TemporaryFile(TemporaryFile const&) = delete;
  TemporaryFile& operator=(TemporaryFile const&) = delete;

  /// Creates it under a temporary name, and locks it.
  tl::expected<void, std::string> create(mode_t mode, std::string_view prefix = temporary_prefix);
  /// Creates it under its final name; fails if that exists. FAST: a file then takes three system
  /// calls, not nine. Only for a folder that nobody else uses, because the name is visible before
  /// the bytes are complete.
  tl::expected<void, std::string> create_in_place(std::string const& name);
  tl::expected<void, std::string> write(std::string_view bytes);
  /// Continues writing at an offset, and leaves a hole before it, which reads as zeros.
  tl::expected<void, std::string> skip_to(off_t offset);
  /// Sets its size: needed if it ends in a hole.
  tl::expected<void, std::string> end_at(off_t size);
  /// Sets the owner and the mode of another file.
  tl::expected<void, std::string> set_owner(uid_t user, gid_t group, mode_t mode);
  /// Copies the extended attributes of the open file `from`, access control list included.
  tl::expected<void, std::string> copy_attributes(int from);
  /// Syncs it to the disk.
  tl::expected<void, std::string> sync();
  /// Renames it to `name` in its folder.
  tl::expected<void, std::string> rename_to(std::string const& name);
  /// Keeps the file of `create_in_place`.
  void keep() { name_.clear(); }

  int descriptor() const { return descriptor_.fd(); }
  OpenFolder const& folder() const { return *folder_; }

 private:
  std::shared_ptr<OpenFolder const> folder_;
  Descriptor descriptor_{-1};
  std::string name_;
  UnfinishedFile* entry_ = nullptr;  // its entry in the table for signal handlers
};

// Extended attributes of files. Linux and macOS have functions with the same names, which have more
// parameters on macOS. On other systems they are not copied.

/// True where this program can copy extended attributes.
bool has_file_attributes();

/// Copies the extended attributes of the open file `from` to the open file `to`. The access control
/// list, which Linux stores as an attribute, is copied, too, or removed if `from` has none. Fails
/// for a user attribute, or a list, that cannot be copied; attributes of the system are skipped.
tl::expected<void, std::string> copy_file_attributes(int from, int to);

}  // namespace hrefkit::site
