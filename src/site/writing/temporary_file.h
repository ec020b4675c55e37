// A file that takes the place of another when it is complete, or a new file that goes again unless
// it is.
//
// It is locked while it is written: so a later run can tell the files that a killed run left from
// those that another run is writing. The process number in its name only makes names unique.
#pragma once

#include <sys/types.h>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace hrefkit::site {

/// The start of the names of temporary files.
inline constexpr std::string_view temporary_prefix = ".hrefkit-new-";

/// A name for a temporary file, new in this process.
std::string temporary_name();

/// True for names that `temporary_name` gives, in this process or another.
bool is_temporary_name(std::string_view name);

/// The message of the system's last error.
tl::unexpected<std::string> system_failure(char const* what);

class UnfinishedFile;

/// A temporary file in an open folder. Removed unless it takes a place, or is kept in its own.
class TemporaryFile {
 public:
  /// `folder` is a descriptor, which must outlive this.
  explicit TemporaryFile(int folder) : folder_(folder) {}
  ~TemporaryFile();
  TemporaryFile(TemporaryFile const&) = delete;
  TemporaryFile& operator=(TemporaryFile const&) = delete;

  tl::expected<void, std::string> create(mode_t mode);
  /// Makes it under the name that it is to have, where nothing is: three calls of the system write
  /// a file then, not nine. Nobody else may use the folder, as the name shows before its bytes do.
  tl::expected<void, std::string> create_in_place(std::string const& name);
  tl::expected<void, std::string> write(std::string_view bytes);
  /// Moves to an offset, at which writing continues: the hole before it reads as zeros.
  tl::expected<void, std::string> skip_to(off_t offset);
  /// Sets its size, which alone creates a hole at its end.
  tl::expected<void, std::string> end_at(off_t size);
  /// Sets the owner and the mode of another file.
  tl::expected<void, std::string> set_owner(uid_t user, gid_t group, mode_t mode);
  /// Copies the extended attributes of the open file `from`, access control list included.
  tl::expected<void, std::string> copy_attributes(int from);
  /// Writes it to the disk.
  tl::expected<void, std::string> sync();
  /// Renames it to `name` in its folder.
  tl::expected<void, std::string> take_place(std::string const& name);
  /// Leaves it where `create_in_place` made it.
  void keep() { name_.clear(); }

  int descriptor() const { return descriptor_; }

 private:
  int folder_;
  int descriptor_ = -1;
  std::string name_;
  UnfinishedFile* entry_ = nullptr;  // where signal handlers find the file
};

// Extended attributes of files. Linux and macOS have functions of the same names, with more
// parameters on macOS. On other systems files keep none.

/// True where this program can copy extended attributes.
bool has_file_attributes();

/// Copies the extended attributes of the open file `from` to the open file `to`. The access control
/// list, which Linux stores as an attribute, is copied, too, or removed if `from` has none. Fails
/// for a user attribute, or a list, that cannot be copied; attributes of the system are skipped.
tl::expected<void, std::string> copy_file_attributes(int from, int to);

}  // namespace hrefkit::site
