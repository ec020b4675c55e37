#include "hrefkit/cli/rewrite/output_plan.h"

#include <algorithm>
#include <boost/filesystem.hpp>
#include <utility>

#include "hrefkit/cli/options/options.h"
#include "hrefkit/site/input.h"
#include "hrefkit/site/site.h"

namespace hrefkit::cli {

namespace {

namespace fs = boost::filesystem;

PageOutput kind_of(RewriteCommand const& command, site::InputOptions const& inputs) {
  if (command.dry_run) return PageOutput::none;
  if (command.in_place) return PageOutput::in_place;
  if (!command.output.empty()) {
    return writes_one_file(command, inputs) ? PageOutput::file : PageOutput::folder;
  }
  return command.diff || command.format ? PageOutput::none : PageOutput::standard;
}

std::string planned_path(std::string const& path) {
  return site::real_path(path, site::PathEnd::may_be_missing).value_or("");
}

/// The permissions of a page. Its copy gets the same, so that nobody else can read it.
unsigned mode_of(site::Input const& input) {
  constexpr unsigned for_all = 0666;
  if (input.folder) return site::stamp_of(input).value_or(site::FileStamp{}).mode;
  boost::system::error_code error;
  const fs::file_status status = fs::status(input.path, error);  // may be a pipe
  return error ? for_all : static_cast<unsigned>(status.permissions()) & 0777U;
}

/// Removes leftovers of killed runs from the folder of an input.
void remove_leftovers_beside(site::Input const& input, std::string const& real_folder) {
  const auto folder = input.folder ? input.folder->folder(site::folder_part(input.place))
                                   : site::OpenFolder::open(real_folder);
  if (folder) site::remove_leftovers(**folder);
}

}  // namespace

OutputPlan::OutputPlan(RewriteCommand const& command, site::InputOptions const& inputs,
                       bool is_single, site::OutputPath output_path, AssetUrl asset_url)
    : command_(command),
      inputs_(inputs),
      output_path_(std::move(output_path)),
      asset_url_(std::move(asset_url)),
      kind_(kind_of(command, inputs)),
      replacements_(command.backup) {
  check_options(is_single);
  if (!command.output.empty()) check_folder();
  if (kind_ == PageOutput::file) {
    file_ = planned_path(command.output);
    if (file_.empty()) file_ = command.output;
    const std::string folder(site::folder_part(file_));
    open_folder(folder.empty() ? "." : folder);
  }
  if (kind_ == PageOutput::folder) {
    open_folder(command.output);
    if (!folder_->lock()) {
      throw UsageError("--output", "'" + command.output +
                                       "' is being written by another run: nothing is written");
    }
  }
}

/// Opens the output folder, and protects the inputs in it.
void OutputPlan::open_folder(std::string const& path) {
  auto folder = site::OutputFolder::open(path);
  if (!folder) throw UsageError("--output", "'" + path + "' " + folder.error());
  folder_.emplace(std::move(*folder));
  for (std::string const& input : inputs_.paths) {
    boost::system::error_code error;
    if (fs::is_regular_file(input, error)) folder_->protect(input);
  }
}

void OutputPlan::check_options(bool is_single) const {
  if (command_.in_place && !command_.output.empty()) {
    throw UsageError("--in-place", "cannot be used together with --output");
  }
  if (command_.diff && command_.format) {
    throw UsageError("--diff", "and --format both go to standard output");
  }
  if (!command_.backup.empty() && !command_.in_place) {
    throw UsageError("--backup", "needs --in-place");
  }
  if (command_.copy_assets && (command_.output.empty() || kind_ == PageOutput::file)) {
    throw UsageError("--copy-assets", "needs --output with a folder");
  }
  const bool has_stream =
      std::find(inputs_.paths.begin(), inputs_.paths.end(), "-") != inputs_.paths.end();
  const bool needs_place = command_.in_place || kind_ == PageOutput::folder;
  if (has_stream && needs_place) {
    throw UsageError(
        "standard input has no place in a folder: its page goes to standard "
        "output, or to the file of --output, which ends in .html");
  }
  if (kind_ == PageOutput::standard && !is_single) {
    throw UsageError(
        "standard output is for one page: use --output, --in-place or "
        "--dry-run for several");
  }
}

/// Refuses an output folder that contains an input folder or is in one.
void OutputPlan::check_folder() const {
  const std::string folder = planned_path(command_.output);
  for (std::string const& path : inputs_.paths) {
    const std::string input = planned_path(path);
    const bool lies_in_other = site::path_below(folder, input) || site::path_below(input, folder);
    if (site::is_folder(path) && lies_in_other) {
      throw UsageError("--output", "'" + command_.output + "' is in the input folder '" + path +
                                       "', or holds it: give another folder");
    }
  }
}

std::optional<std::string> OutputPlan::claim(site::Input const& input) {
  if (kind_ == PageOutput::folder) {
    const std::lock_guard lock(mutex_);
    if (!pages_.emplace(input.relative, site::PathStatus::reported).second) {
      return "would be written to " + command_.output + "/" + input.relative +
             ", where another input is written";
    }
  }
  if (kind_ == PageOutput::in_place && !claimed_.insert(claimed_path(input)).second) {
    return std::string("is rewritten under another name already");
  }
  return std::nullopt;
}

/// The path of an input after following links. Paths from a walk have no links below the walked
/// folder.
std::string OutputPlan::claimed_path(site::Input const& input) {
  if (!input.folder) return planned_path(input.path);
  if (claimed_folder_ != input.folder.get()) {
    claimed_folder_ = input.folder.get();
    claimed_path_ = planned_path(input.folder->path());
  }
  return site::join_path(claimed_path_, input.place);
}

tl::expected<site::FileStamp, std::string> OutputPlan::before_reading(site::Input const& input) {
  if (kind_ != PageOutput::in_place) return site::FileStamp{};
  const std::string folder(site::folder_part(input.folder ? input.path : planned_path(input.path)));
  {
    const std::lock_guard lock(mutex_);
    if (cleaned_.insert(folder).second) remove_leftovers_beside(input, folder);
  }
  return site::stamp_of(input);
}

tl::expected<OutputPlan::Waiting, std::string> OutputPlan::write(site::Input const& input,
                                                                 std::string_view bytes,
                                                                 bool changed,
                                                                 site::FileStamp const& stamp) {
  tl::expected<void, std::string> written;
  if (kind_ == PageOutput::file) {
    written = folder_->write(std::string(site::name_part(file_)), bytes, mode_of(input));
  } else if (kind_ == PageOutput::folder) {
    written = folder_->write(output_path_(input.path, input.relative), bytes, mode_of(input));
    if (written) set_status(input, site::PathStatus::written);
  } else if (kind_ == PageOutput::in_place && changed) {
    return input.folder ? replacements_.prepare(*input.folder, input.place, bytes, stamp)
                        : replacements_.prepare(input.path, bytes, stamp);
  }
  if (!written) return tl::unexpected(std::move(written.error()));
  return Waiting();
}

void OutputPlan::set_status(site::Input const& input, site::PathStatus status) {
  const std::lock_guard lock(mutex_);
  pages_[input.relative] = status;
}

bool OutputPlan::is_left_out(std::string_view path) const {
  return std::any_of(unread_.begin(), unread_.end(), [path](std::string_view unread) {
    if (!path.starts_with(unread)) return false;
    return path.size() == unread.size() || unread.ends_with('/') || path[unread.size()] == '/';
  });
}

site::PathStatus OutputPlan::status_of(std::string const& path, std::string const& relative) const {
  if (is_left_out(path)) return site::PathStatus::reported;
  const auto page = pages_.find(relative);
  if (page != pages_.end()) return page->second;
  const bool is_left = !loading_root_.empty() && !path.ends_with('/') &&
                       !loaded_.contains(asset_url_(loading_root_, relative));
  return is_left ? site::PathStatus::reported : site::PathStatus::asset;
}

void OutputPlan::visit_folders(
    site::AssetCopy::Report const& report,
    std::function<void(site::AssetCopy& assets, std::string const& root)> const& visit) {
  if (kind_ != PageOutput::folder) return;
  const site::AssetCopy::StatusOf status_at = [this](std::string const& path,
                                                     std::string const& relative) {
    return status_of(path, relative);
  };
  site::AssetCopy assets(*folder_, output_path_, status_at, report);
  for (std::string const& root : inputs_.paths) {
    if (site::is_folder(root)) visit(assets, root);
  }
}

/// True where only the files that pages load are copied. A file behind a link to a folder has
/// several URLs: then all files are copied.
bool OutputPlan::copies_loaded(site::AssetCopy& assets, std::string const& root) const {
  return !command_.local.empty() && !assets.has_folder_links(root);
}

void OutputPlan::copy_assets(site::AssetCopy::Report const& report, CopiedFile const& copied) {
  if (!command_.copy_assets && command_.local.empty()) return;
  visit_folders(report, [&](site::AssetCopy& assets, std::string const& root) {
    if (!command_.copy_assets && copies_loaded(assets, root)) loading_root_ = root;
    assets.copy(root);
    if (copied) {
      assets.visit(root, [&](std::string const& path, std::string const&) { copied(path); });
    }
    loading_root_.clear();
  });
}

OutputPlan::LeftAssets OutputPlan::left_assets() {
  LeftAssets left;
  if (command_.copy_assets) return left;
  const auto ignore = [](std::string const&, std::string const&, site::CopyError) {};
  visit_folders(ignore, [&](site::AssetCopy& assets, std::string const& root) {
    const bool is_copied = !command_.local.empty();
    if (is_copied && !copies_loaded(assets, root)) return;
    assets.visit(root, [&](std::string const& path, std::string const& relative) {
      const bool is_loaded = loaded_.contains(asset_url_(root, relative));
      if (is_loaded && is_copied) return;
      std::size_t& count = is_loaded ? left.loaded : left.others;
      if (left.loaded + left.others == 0 || (is_loaded && count == 0)) left.first = path;
      ++count;
    });
  });
  return left;
}

}  // namespace hrefkit::cli
