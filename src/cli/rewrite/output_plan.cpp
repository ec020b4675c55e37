#include "hrefkit/cli/rewrite/output_plan.h"

#include <algorithm>
#include <boost/filesystem.hpp>
#include <utility>

#include "hrefkit/cli/options/options.h"
#include "hrefkit/site/file.h"
#include "hrefkit/site/path_parts.h"
#include "hrefkit/site/place.h"

namespace hrefkit::cli {

namespace {

namespace fs = boost::filesystem;

/// The target for a link at `relative` to `place`; both are relative to the root.
fs::path link_target(std::string const& relative, std::string const& place) {
  return fs::path("/" + place).lexically_relative(fs::path("/" + relative).parent_path());
}

/// True if the target of a link at `relative`, as written, never leaves the root.
bool stays_inside(std::string const& relative, fs::path const& target) {
  fs::path at = fs::path(relative).parent_path();
  for (fs::path const& part : target) {
    if (part == ".." && at.empty()) return false;
    at = part == ".." ? at.parent_path() : part == "." ? at : at / part;
  }
  return true;
}

}  // namespace

std::string AssetCopy::path_of(std::string const& relative) const {
  return relative.empty() ? root_->path() : site::join_path(root_->path(), relative);
}

void AssetCopy::fail(std::string const& relative, std::string const& why) const {
  report_(path_of(relative), why, CopyError::failed);
}

void AssetCopy::copy(std::string const& root) {
  if (!list_all(root)) return;
  for (auto const& [relative, type] : assets_) copy_asset(relative, type);
}

void AssetCopy::visit(std::string const& root,
                      std::function<void(std::string const& path)> const& visit) {
  if (!list_all(root)) return;
  for (auto const& [relative, type] : assets_) {
    const bool has_content = type == site::NameType::file || type == site::NameType::link_to_file;
    const std::string path = path_of(relative);
    if (has_content && status_of_(path, relative) == PathStatus::asset) visit(path);
  }
}

/// Fills `assets_`. False where the folder cannot be opened, which is reported.
bool AssetCopy::list_all(std::string const& root) {
  auto opened = site::InputFolder::open(root);
  if (!opened) {
    report_(root, opened.error(), CopyError::failed);
    return false;
  }
  root_ = *std::move(opened);
  assets_.clear();
  folders_.assign(1, "");
  while (!folders_.empty()) {
    const std::string folder = std::move(folders_.back());
    folders_.pop_back();
    list(folder);
  }
  std::sort(assets_.begin(), assets_.end());
  return true;
}

/// Adds the content of the folder at `place`. An unreadable folder is reported, and the others are
/// still read.
void AssetCopy::list(std::string const& place) {
  const auto folder = root_->folder(place);
  const auto listed = !folder ? tl::unexpected(folder.error())
                              : (*folder)->list([&](std::string name, site::NameType type) {
                                  if (!place.empty()) name = site::join_path(place, name);
                                  if (type == site::NameType::folder) {
                                    folders_.push_back(std::move(name));
                                  } else {
                                    assets_.emplace_back(std::move(name), type);
                                  }
                                });
  if (!listed && status_of_(path_of(place) + "/", place) != PathStatus::reported) {
    fail(place, listed.error());
  }
}

void AssetCopy::copy_asset(std::string const& relative, site::NameType type) {
  const std::string path = path_of(relative);
  if (status_of_(path, relative) != PathStatus::asset) return;
  switch (type) {
    case site::NameType::file:
    case site::NameType::folder:
      return copy_file(relative, relative);
    case site::NameType::link_to_file:
    case site::NameType::link_to_folder:
      return copy_link(relative, type);
    case site::NameType::dangling_link:
      return report_(path, "is a link that leads to nothing; not copied", CopyError::left_out);
    case site::NameType::special:
      return report_(path, "is not a regular file; not copied", CopyError::left_out);
  }
}

void AssetCopy::copy_link(std::string const& relative, site::NameType type) {
  const auto own = root_->place_of(relative);
  if (!own) return fail(relative, own.error() + "; not copied");
  if (type == site::NameType::link_to_folder) return copy_folder_link(relative, *own);
  if (status_of_(path_of(relative), *own) == PathStatus::written)
    return copy_page_link(relative, *own);
  copy_file(relative, *own);
}

/// Copies the file at `place`.
void AssetCopy::copy_file(std::string const& relative, std::string const& place) {
  const auto source = root_->file(place);
  if (!source) return fail(relative, source.error());
  const std::string target = output_path_(path_of(relative), relative);
  if (const auto copied = output_.copy(target, *source); !copied) fail(relative, copied.error());
}

/// A page's relative references fit its own path only, so a link to a page is copied as a link.
void AssetCopy::copy_page_link(std::string const& relative, std::string const& page) {
  const fs::path target = link_target(relative, output_path_(path_of(page), page));
  if (const auto made = output_.link(relative, target.native()); !made)
    fail(relative, made.error());
}

/// A link to a folder of the same tree leads to the corresponding folder in the new tree, even if
/// its target leaves the tree and comes back.
void AssetCopy::copy_folder_link(std::string const& relative, std::string const& own) {
  boost::system::error_code error;
  fs::path target = fs::read_symlink(path_of(relative), error);
  if (error) return fail(relative, error.message());
  if (target.is_absolute()) {
    return fail(relative, "is a link to a folder by its whole path; not copied");
  }
  if (!stays_inside(relative, target)) target = link_target(relative, own);
  if (const auto made = output_.link(relative, target.native()); !made)
    fail(relative, made.error());
}

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
  if (!input.folder) return site::remove_leftovers(real_folder);
  if (const auto folder = input.folder->folder(site::folder_part(input.place))) {
    site::remove_leftovers(**folder);
  }
}

}  // namespace

OutputPlan::OutputPlan(RewriteCommand const& command, site::InputOptions const& inputs,
                       bool is_single, OutputPath output_path)
    : command_(command),
      inputs_(inputs),
      output_path_(std::move(output_path)),
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
  if (kind_ == PageOutput::folder) open_folder(command.output);
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
    if (!pages_.emplace(input.relative, PathStatus::reported).second) {
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
    if (written) set_status(input, PathStatus::written);
  } else if (kind_ == PageOutput::in_place && changed) {
    auto prepared = input.folder ? replacements_.prepare(*input.folder, input.place, bytes, stamp)
                                 : replacements_.prepare(input.path, bytes, stamp);
    if (!prepared) return tl::unexpected(std::move(prepared.error()));
    return Waiting(*std::move(prepared));
  }
  if (!written) return tl::unexpected(std::move(written.error()));
  return Waiting();
}

void OutputPlan::set_status(site::Input const& input, PathStatus status) {
  const std::lock_guard lock(mutex_);
  pages_[input.relative] = status;
}

bool OutputPlan::is_left_out(std::string_view path) const {
  return std::any_of(unread_.begin(), unread_.end(), [path](std::string_view unread) {
    if (!path.starts_with(unread)) return false;
    return path.size() == unread.size() || unread.ends_with('/') || path[unread.size()] == '/';
  });
}

PathStatus OutputPlan::status_of(std::string const& path, std::string const& relative) const {
  if (is_left_out(path)) return PathStatus::reported;
  const auto page = pages_.find(relative);
  return page == pages_.end() ? PathStatus::asset : page->second;
}

void OutputPlan::visit_folders(
    AssetCopy::Report const& report,
    std::function<void(AssetCopy& assets, std::string const& root)> const& visit) {
  if (kind_ != PageOutput::folder) return;
  const AssetCopy::StatusOf status_at = [this](std::string const& path,
                                               std::string const& relative) {
    return status_of(path, relative);
  };
  AssetCopy assets(*folder_, output_path_, status_at, report);
  for (std::string const& root : inputs_.paths) {
    if (site::is_folder(root)) visit(assets, root);
  }
}

void OutputPlan::copy_assets(AssetCopy::Report const& report) {
  if (!command_.copy_assets) return;
  visit_folders(report, [](AssetCopy& assets, std::string const& root) { assets.copy(root); });
}

OutputPlan::LeftAssets OutputPlan::left_assets() {
  LeftAssets left;
  if (command_.copy_assets) return left;
  const auto ignore = [](std::string const&, std::string const&, CopyError) {};
  visit_folders(ignore, [&](AssetCopy& assets, std::string const& root) {
    assets.visit(root, [&](std::string const& path) {
      if (left.count++ == 0) left.first = path;
    });
  });
  return left;
}

}  // namespace hrefkit::cli
