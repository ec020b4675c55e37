// A folder that is read, held open, so that what is opened below it stays below it.
//
//   auto folder = InputFolder::open("public");
//   std::string bytes;
//   if (folder) (*folder)->read("guide/index.html", bytes);
//
// Whoever may write into a folder may put a link in the place of a page, or of a folder of pages,
// after the names were read and before the page is opened. A path would lead to wherever that link
// leads. So a place below the folder is opened name by name, each by the descriptor of the folder
// before it, and no link is followed. A link that the walk saw as one is opened at the place that
// it leads to (`place_of`). It costs a call of the system a name; the folders that were used last
// stay open, so that most pages cost one. On the way to a deep one every 32nd stays open, too, so
// that a walk that goes back up does not begin at the top for each page.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/site/descriptor.h"
#include "hrefkit/site/file.h"
#include "hrefkit/text/span.h"

namespace hrefkit::site {

/// What a name in a folder stands for.
enum class NameType : std::uint8_t {
  file,
  folder,
  link_to_file,
  link_to_folder,
  dangling_link,
  special,  ///< a pipe, a socket or a device, or a link to one
};

/// A regular file that is open.
struct OpenFile {
  Descriptor descriptor;
  FileStamp stamp;  ///< when it was opened

  /// Replaces `buffer` with its bytes. More than `limit` bytes are refused.
  tl::expected<void, std::string> read(std::string& buffer,
                                       std::size_t limit = text::max_text_bytes) const;

  /// Its first bytes, at most `limit`; fewer where they cannot be read.
  std::string start(std::size_t limit) const;
};

/// One folder that is open. Errors are phrases for people.
class OpenFolder {
 public:
  using Identity = std::pair<std::uintmax_t, std::uintmax_t>;  // device and inode

  /// Opens the folder at `path`, links followed.
  static tl::expected<std::shared_ptr<OpenFolder const>, std::string> open(std::string path);

  /// Opens a folder in it; a link is refused.
  tl::expected<std::shared_ptr<OpenFolder const>, std::string> folder(
      std::string const& name) const;

  /// Opens a regular file in it; a link is refused, and so is what reading might never end.
  tl::expected<OpenFile, std::string> file(std::string const& name) const;

  /// Calls `on_name` with each name in it and what it stands for, in no order. The names until an
  /// error were reported.
  tl::expected<void, std::string> list(
      std::function<void(std::string name, NameType type)> const& on_name) const;

  /// Which folder it is, whatever its name is by now.
  Identity identity() const;

  /// For functions of the system that take a folder and a name. Nothing can be read from it.
  int descriptor() const { return descriptor_.fd(); }

 private:
  OpenFolder(Descriptor descriptor, std::string path)
      : descriptor_(std::move(descriptor)), path_(std::move(path)) {}

  Descriptor open_name(std::string const& name, int flags) const;
  NameType type_of(unsigned char directory_type, char const* name) const;
  bool is_link(std::string const& name) const;

  Descriptor descriptor_;
  std::string path_;  // by which it was opened
};

/// A folder and all that is below it. A place is a path below the folder with `/` between its names
/// and no link on the way; "" is the folder itself. Functions may be called from several threads at
/// once.
class InputFolder {
 public:
  /// Opens the folder at `path`, links followed: it was named by the user, or by a link that is to
  /// be followed.
  static tl::expected<std::shared_ptr<InputFolder const>, std::string> open(
      std::string const& path);

  /// The path by which it was opened.
  std::string const& path() const& { return path_; }

  OpenFolder::Identity identity() const { return top_->identity(); }

  /// The place of what `relative` leads to, links followed. An error where that is outside of the
  /// folder, or nothing.
  tl::expected<std::string, std::string> place_of(std::string const& relative) const;

  /// The folder at `place`. One that was opened there before may be given again, even if another
  /// has its name by now.
  tl::expected<std::shared_ptr<OpenFolder const>, std::string> folder(std::string_view place) const;

  /// The folder that is at `place` now, opened from the top on.
  tl::expected<std::shared_ptr<OpenFolder const>, std::string> folder_now(
      std::string_view place) const;

  /// Opens the regular file at `place`.
  tl::expected<OpenFile, std::string> file(std::string const& place) const;

  /// Replaces `buffer` with the bytes of the regular file at `place`. More than `limit` bytes are
  /// refused.
  tl::expected<void, std::string> read(std::string const& place, std::string& buffer,
                                       std::size_t limit = text::max_text_bytes) const;

 private:
  using Folder = std::shared_ptr<OpenFolder const>;

  /// A folder below the top, and its place.
  struct Recent {
    std::string place;
    Folder folder;
  };

  InputFolder(std::string path, Folder top) : path_(std::move(path)), top_(std::move(top)) {}

  /// A folder on the way to a place, and how many bytes of the place lead to it.
  struct Near {
    Folder folder;
    std::size_t size;
  };

  tl::expected<Folder, std::string> open_below(Near from, std::string_view place) const;
  Near nearest(std::string_view place) const;
  void keep(std::string_view place, Folder const& folder) const;
  void keep_on_way(std::size_t number, std::string_view place, Folder const& folder) const;

  std::string path_;
  Folder top_;
  mutable std::mutex mutex_;  // guards what follows
  mutable std::array<Recent, 4> recent_;
  mutable std::size_t next_recent_ = 0;
  mutable std::vector<Recent> way_;  // every 32nd folder on the way to the one opened last
};

}  // namespace hrefkit::site
