// Decides where rewritten pages are written, writes them, and has other files copied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/cli/rewrite/command.h"
#include "hrefkit/site/input.h"
#include "hrefkit/site/replace_file.h"
#include "hrefkit/site/rewrite_policy.h"

namespace hrefkit::cli {

/// Where pages are written to.
enum class PageOutput : std::uint8_t { standard, file, folder, in_place, none };

/// The URL by which `LoadedFiles` knows the file at `relative` below the input folder `root`.
using AssetUrl = std::function<std::string(std::string const& root, std::string const& relative)>;

/// Receives the path of a file that was copied as it is.
using CopiedFile = std::function<void(std::string const& path)>;

/// Writes pages. `claim` must be called by one thread at a time and in the order of the inputs; the
/// other functions are thread-safe unless they say otherwise.
class OutputPlan {
 public:
  /// Throws UsageError for contradictory options, and if the folder of -o contains an input or is
  /// in an input folder.
  OutputPlan(RewriteCommand const& command, site::InputOptions const& inputs, bool is_single,
             site::OutputPath output_path, AssetUrl asset_url);

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
  using Waiting = site::FileReplacements::Prepared;

  /// Writes `bytes`, which are the old ones unless `changed`, to the output path of an input. In
  /// place, returns the prepared file, for `replacements().add`, if it changes.
  tl::expected<Waiting, std::string> write(site::Input const& input, std::string_view bytes,
                                           bool changed, site::FileStamp const& stamp);

  /// The queue of prepared files. Only `prepare` is thread-safe.
  site::FileReplacements& replacements() { return replacements_; }

  /// Records that an input is no text, so that it is copied.
  void pass_over(site::Input const& input) { set_status(input, site::PathStatus::asset); }

  /// True if the files that pages load are to be added by `add_loaded`: some files may not be
  /// copied.
  bool needs_loaded() const { return kind_ == PageOutput::folder && !command_.copy_assets; }
  /// Adds files that a page loads. For one thread at a time.
  void add_loaded(std::vector<site::LoadedFiles::Key> const& keys) { loaded_.add(keys); }

  /// The other files of the input folders that are missing in the folder of -o.
  struct LeftAssets {
    std::size_t loaded = 0;  ///< that pages load
    std::size_t others = 0;
    std::string first;  ///< one that pages load, if there is one
  };
  /// Looks for them unless --copy-assets is given.
  LeftAssets left_assets();

  /// With --copy-assets, copies the other files of the input folders; with --local, those that
  /// pages load. Reports each one that could not be copied. Then calls `copied`, unless it is
  /// empty, with the path of each file that was to be copied.
  void copy_assets(site::AssetCopy::Report const& report, CopiedFile const& copied);

 private:
  void visit_folders(
      site::AssetCopy::Report const& report,
      std::function<void(site::AssetCopy& assets, std::string const& root)> const& visit);
  bool copies_loaded(site::AssetCopy& assets, std::string const& root) const;
  std::string claimed_path(site::Input const& input);
  void set_status(site::Input const& input, site::PathStatus status);
  site::PathStatus status_of(std::string const& path, std::string const& relative) const;
  bool is_left_out(std::string_view path) const;
  void check_options(bool is_single) const;
  void check_folder() const;
  void open_folder(std::string const& path);

  RewriteCommand const& command_;
  site::InputOptions const& inputs_;
  site::OutputPath output_path_;
  AssetUrl asset_url_;
  PageOutput kind_;
  std::string file_;  // the file of -o after following links; empty if -o is no file
  std::optional<site::OutputFolder> folder_;
  site::FileReplacements replacements_;
  site::InputFolder const* claimed_folder_ = nullptr;  // of the last claimed input
  std::string claimed_path_;                           // of that folder, after following links
  std::set<std::string> claimed_;                      // files to replace
  std::mutex mutex_;                                   // guards what follows
  std::map<std::string, site::PathStatus> pages_;      // by their paths in the output folder
  std::set<std::string> cleaned_;                      // folders whose leftovers were removed
  site::LoadedFiles loaded_;
  std::string loading_root_;         // the folder of which only loaded files are copied; or empty
  std::vector<std::string> unread_;  // not guarded: for the thread that reads the list of inputs
};

}  // namespace hrefkit::cli
