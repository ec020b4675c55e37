// The files of the input folders that are no pages, and their way to the folder of -o.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hrefkit/site/input_folder.h"
#include "hrefkit/site/replace_file.h"

namespace hrefkit::cli {

/// What became of a path below an input folder before the others are copied.
enum class PathFate : std::uint8_t {
  asset,    ///< nothing yet: it is copied
  written,  ///< it is a page, which was written
  told,     ///< it could not be read or written, which was told
};

/// Why a path has no copy.
enum class CopyTrouble : std::uint8_t {
  left_out,  ///< it holds no bytes to copy: a pipe, or a link that leads to nothing
  failed,    ///< what it holds is missing in the new folder
};

/// Copies what is in folders to one folder.
class AssetCopy {
 public:
  using Tell = std::function<void(std::string const& path, std::string const& why, CopyTrouble)>;
  /// Says what became of a path, whose path below its input folder is `relative`.
  using FateOf = std::function<PathFate(std::string const& path, std::string const& relative)>;

  /// What is handed over must outlive this.
  AssetCopy(site::OutputFolder& output, FateOf const& fate_of, Tell const& tell)
      : output_(output), fate_of_(fate_of), tell_(tell) {}

  /// Copies all files of `root`. Tells each that has no copy, and goes on.
  void copy(std::string const& root);

 private:
  void list(std::string const& place);
  void copy_asset(std::string const& relative, site::NameType type);
  void copy_link(std::string const& relative, site::NameType type);
  void copy_file(std::string const& relative, std::string const& place);
  void copy_page_link(std::string const& relative, std::string const& page);
  void copy_folder_link(std::string const& relative, std::string const& own);
  std::string path_of(std::string const& relative) const;
  void fail(std::string const& relative, std::string const& why) const;

  site::OutputFolder& output_;
  FateOf const& fate_of_;
  Tell const& tell_;
  std::shared_ptr<site::InputFolder const> root_;
  std::vector<std::string> folders_;                            // that are still to be listed
  std::vector<std::pair<std::string, site::NameType>> assets_;  // all that is no folder
};

}  // namespace hrefkit::cli
