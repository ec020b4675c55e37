// Where rewritten pages go, and which inputs may go there.
#pragma once

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
#include "hrefkit/site/input.h"
#include "hrefkit/site/input_folder.h"
#include "hrefkit/site/replace_file.h"

namespace hrefkit::cli {

// The files of the input folders that are no pages, and their way to the folder of -o.

/// What became of a path below an input folder before the others are copied.
enum class PathStatus : std::uint8_t {
  asset,    ///< nothing yet: it is copied
  written,  ///< it is a page, which was written
  told,     ///< it could not be read or written, which was told
};

/// Why a path has no copy.
enum class CopyError : std::uint8_t {
  left_out,  ///< it holds no bytes to copy: a pipe, or a link that leads to nothing
  failed,    ///< what it holds is missing in the new folder
};

/// Where a file goes below the folder of the output; `path` is where it is, and `relative` its path
/// below its input folder.
using OutputPath = std::function<std::string(std::string const& path, std::string const& relative)>;

/// Copies what is in folders to one folder.
class AssetCopy {
 public:
  using Tell = std::function<void(std::string const& path, std::string const& why, CopyError)>;
  /// Says what became of a path, whose path below its input folder is `relative`.
  using StatusOf = std::function<PathStatus(std::string const& path, std::string const& relative)>;

  /// What is handed over must outlive this.
  AssetCopy(site::OutputFolder& output, OutputPath const& output_path, StatusOf const& status_of,
            Tell const& tell)
      : output_(output), output_path_(output_path), status_of_(status_of), tell_(tell) {}

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
  OutputPath const& output_path_;
  StatusOf const& status_of_;
  Tell const& tell_;
  std::shared_ptr<site::InputFolder const> root_;
  std::vector<std::string> folders_;                            // that are still to be listed
  std::vector<std::pair<std::string, site::NameType>> assets_;  // all that is no folder
};

/// What becomes of a page.
enum class PageOutput : std::uint8_t { standard, file, folder, in_place, none };

/// Writes pages. `claim` is for one thread at a time and in the order of the inputs, the others may
/// be called by several.
class OutputPlan {
 public:
  /// Throws UsageError for options that contradict each other, and for a folder of -o in which
  /// inputs lie or which lies in one.
  OutputPlan(RewriteCommand const& command, site::InputOptions const& inputs, bool is_single,
             OutputPath output_path);

  PageOutput kind() const { return kind_; }

  /// Takes the place of the output for `input`; a sentence where another input has it.
  std::optional<std::string> claim(site::Input const& input);

  /// Tells that a path could not be read. Nothing below it is copied: pages may be among it.
  void leave_out(std::string path) { unread_.push_back(std::move(path)); }

  /// To be called before a page is read: removes what a killed run left, and remembers the file.
  tl::expected<site::FileStamp, std::string> before_reading(site::Input const& input);

  /// A page that waits for its place, in place of the old one.
  using Waiting = std::optional<site::FileReplacements::Prepared>;

  /// Writes the page of an input to its place: `bytes`, which are the old ones unless `changed`.
  /// Returns the page where it waits for its place: `replace` takes it.
  tl::expected<Waiting, std::string> write(site::Input const& input, std::string_view bytes,
                                           bool changed, site::FileStamp const& stamp);

  /// The pages that replace old ones. Only `prepare` is for several threads.
  site::FileReplacements& replacements() { return replacements_; }

  /// Tells that an input holds no text: it is copied as it is.
  void pass_over(site::Input const& input) { set_status(input, PathStatus::asset); }

  /// Copies the other files of the input folders. Tells each that could not be copied.
  void copy_assets(AssetCopy::Tell const& tell);

 private:
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
  std::string file_;  // the file of -o, its links followed; empty: -o names no file
  std::optional<site::OutputFolder> folder_;
  site::FileReplacements replacements_;
  site::InputFolder const* claimed_folder_ = nullptr;  // of the last input that was claimed
  std::string claimed_path_;                           // of that folder, its links followed
  std::set<std::string> claimed_;                      // files that are replaced
  std::mutex mutex_;                                   // guards what follows
  std::map<std::string, PathStatus> pages_;            // in the folder, by their paths below it
  std::set<std::string> cleaned_;                      // folders whose leftovers were removed
  std::vector<std::string> unread_;  // not guarded: for the thread that takes inputs
};

}  // namespace hrefkit::cli
