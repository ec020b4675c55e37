// Copies the files of a site that are no pages, and links, to the folder of its rewritten pages.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hrefkit/html/link.h"
#include "hrefkit/site/file.h"
#include "hrefkit/site/input_folder.h"
#include "hrefkit/site/replace_file.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::site {

/// The state of a path below an input folder when other files are copied.
enum class PathStatus : std::uint8_t {
  asset,     ///< it must be copied
  written,   ///< it is a page, which was written
  reported,  ///< it could not be read or written, which was reported
};

/// Why a path has no copy.
enum class CopyError : std::uint8_t {
  left_out,  ///< it has no content: a pipe, or a dangling link
  failed,    ///< its content is missing in the new folder
};

/// Returns the path of a file relative to the output folder; `path` is its path, and `relative` its
/// path relative to its input folder.
using OutputPath = std::function<std::string(std::string const& path, std::string const& relative)>;

/// True for a link to what browsers load with its page, or would load without loading="lazy" and
/// the like. The link must have its use (html::LinkSink::with_uses).
bool loads_with_page(html::Link const& link);

/// The files that pages load. It keeps hashes of their URLs: each URL may repeat a long base.
class LoadedFiles {
 public:
  using Key = text::Hash128;

  /// The key of a URL; query and fragment do not count.
  static Key key_of(std::string_view url);

  void add(std::vector<Key> const& keys) { keys_.insert(keys.begin(), keys.end()); }
  bool contains(std::string_view url) const { return keys_.contains(key_of(url)); }

 private:
  std::unordered_set<Key, text::Hash128Hasher> keys_;
};

/// Copies the files of input folders to the output folder.
class AssetCopy {
 public:
  using Report = std::function<void(std::string const& path, std::string const& why, CopyError)>;
  /// Returns the state of a path; `relative` is relative to its input folder.
  using StatusOf = std::function<PathStatus(std::string const& path, std::string const& relative)>;

  /// All arguments must outlive this.
  AssetCopy(OutputFolder& output, OutputPath const& output_path, StatusOf const& status_of,
            Report const& report)
      : output_(output), output_path_(output_path), status_of_(status_of), report_(report) {}

  /// Copies all files of `root`. Reports each one that cannot be copied, and continues.
  void copy(std::string const& root);

  /// Calls `visit(path, relative)` for each file of `root` that `copy` would copy, in order.
  using Visit = std::function<void(std::string const& path, std::string const& relative)>;
  void visit(std::string const& root, Visit const& visit);

  /// True if `root` holds links to folders, so that its files have several paths.
  bool has_folder_links(std::string const& root);

 private:
  bool list_all(std::string const& root);
  void list(std::string const& place);
  void copy_asset(std::string const& relative, NameType type);
  void copy_link(std::string const& relative, NameType type);
  void copy_file(std::string const& relative, std::string const& place);
  void copy_page_link(std::string const& relative, std::string const& page);
  void copy_folder_link(std::string const& relative, std::string const& own);
  std::string path_of(std::string const& relative) const;
  void fail(std::string const& relative, std::string const& why) const;

  OutputFolder& output_;
  OutputPath const& output_path_;
  StatusOf const& status_of_;
  Report const& report_;
  std::shared_ptr<InputFolder const> root_;
  std::vector<std::string> folders_;                      // not listed yet
  std::vector<std::pair<std::string, NameType>> assets_;  // everything but folders
};

}  // namespace hrefkit::site
