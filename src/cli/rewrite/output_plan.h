// Decides where rewritten pages are written, writes them, and copies other files.
#pragma once

#include <cstddef>
#include <cstdint>
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
#include <vector>

#include "hrefkit/cli/rewrite/command.h"
#include "hrefkit/site/file.h"
#include "hrefkit/site/input.h"
#include "hrefkit/site/input_folder.h"
#include "hrefkit/site/replace_file.h"

namespace hrefkit::cli {

// Copying the files that are no pages to the folder of -o.

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

/// Copies the files of input folders to the output folder.
class AssetCopy {
 public:
  using Report = std::function<void(std::string const& path, std::string const& why, CopyError)>;
  /// Returns the state of a path; `relative` is relative to its input folder.
  using StatusOf = std::function<PathStatus(std::string const& path, std::string const& relative)>;

  /// All arguments must outlive this.
  AssetCopy(site::OutputFolder& output, OutputPath const& output_path, StatusOf const& status_of,
            Report const& report)
      : output_(output), output_path_(output_path), status_of_(status_of), report_(report) {}

  /// Copies all files of `root`. Reports each one that cannot be copied, and continues.
  void copy(std::string const& root);

  /// Calls `visit(path)` for each file of `root` that `copy` would copy, in order.
  void visit(std::string const& root, std::function<void(std::string const& path)> const& visit);

 private:
  bool list_all(std::string const& root);
  void list(std::string const& place);
  void copy_asset(std::string const& relative, site::NameType type);
  void copy_link(std::string const& relative, site::NameType type);
  void copy_file(std::string const& relative, std::string const& place);
  void copy_page_link(std::string const& relative, std::string const& page);
  void copy_folder_link(std::string const& relative, std::string const& own);
  std::string path_of(std::string const& relative) const;
  void fail(std::string const& relative, std::string const& why) const;

  site::OutputFolder& output_;
  OutputPath const& output_path_;
  StatusOf const& status_of_;
  Report const& report_;
  std::shared_ptr<site::InputFolder const> root_;
  std::vector<std::string> folders_;                            // not listed yet
  std::vector<std::pair<std::string, site::NameType>> assets_;  // everything but folders
};

/// Where pages are written to.
enum class PageOutput : std::uint8_t { standard, file, folder, in_place, none };

/// Writes pages. `claim` must be called by one thread at a time and in the order of the inputs; the
/// other functions are thread-safe unless they say otherwise.
class OutputPlan {
 public:
  /// Throws UsageError for contradictory options, and if the folder of -o contains an input or is
  /// in an input folder.
  OutputPlan(RewriteCommand const& command, site::InputOptions const& inputs, bool is_single,
             OutputPath output_path);

  PageOutput kind() const { return kind_; }

  /// Reserves the output path for `input`; returns a sentence if another input has it already.
  std::optional<std::string> claim(site::Input const& input);

  /// Records that a path could not be read. Nothing below it is copied, because that may include
  /// pages.
  void leave_out(std::string path) { unread_.push_back(std::move(path)); }

  /// Call before reading a page. Removes leftovers of killed runs, and returns the file's stamp for
  /// `write`.
  tl::expected<site::FileStamp, std::string> before_reading(site::Input const& input);

  /// A new page that is to replace the old one, if it is rewritten in place.
  using Waiting = std::optional<site::FileReplacements::Prepared>;

  /// Writes `bytes`, which are the old ones unless `changed`, to the output path of an input. In
  /// place, returns the prepared file, for `replacements().add`.
  tl::expected<Waiting, std::string> write(site::Input const& input, std::string_view bytes,
                                           bool changed, site::FileStamp const& stamp);

  /// The queue of prepared files. Only `prepare` is thread-safe.
  site::FileReplacements& replacements() { return replacements_; }

  /// Records that an input is no text, so that it is copied.
  void pass_over(site::Input const& input) { set_status(input, PathStatus::asset); }

  /// The other files of the input folders that are missing in the folder of -o.
  struct LeftAssets {
    std::size_t count = 0;
    std::string first;
  };
  /// Looks for them unless --copy-assets is given.
  LeftAssets left_assets();

  /// With --copy-assets, copies the other files of the input folders. Reports each one that could
  /// not be copied.
  void copy_assets(AssetCopy::Report const& report);

 private:
  void visit_folders(AssetCopy::Report const& report,
                     std::function<void(AssetCopy& assets, std::string const& root)> const& visit);
  std::string claimed_path(site::Input const& input);
  void set_status(site::Input const& input, PathStatus status);
  PathStatus status_of(std::string const& path, std::string const& relative) const;
  bool is_left_out(std::string_view path) const;
  void check_options(bool is_single) const;
  void check_folder() const;
  void open_folder(std::string const& path);

  RewriteCommand const& command_;
  site::InputOptions const& inputs_;
  OutputPath output_path_;
  PageOutput kind_;
  std::string file_;  // the file of -o after following links; empty if -o is no file
  std::optional<site::OutputFolder> folder_;
  site::FileReplacements replacements_;
  site::InputFolder const* claimed_folder_ = nullptr;  // of the last claimed input
  std::string claimed_path_;                           // of that folder, after following links
  std::set<std::string> claimed_;                      // files to replace
  std::mutex mutex_;                                   // guards what follows
  std::map<std::string, PathStatus> pages_;            // by their paths in the output folder
  std::set<std::string> cleaned_;                      // folders whose leftovers were removed
  std::vector<std::string> unread_;  // not guarded: for the thread that reads the list of inputs
};

}  // namespace hrefkit::cli
