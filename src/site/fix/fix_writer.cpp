#include "hrefkit/site/fix/fix_writer.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "hrefkit/site/file.h"
#include "hrefkit/site/input_folder.h"
#include "hrefkit/site/replace_file.h"
#include "hrefkit/site/rewrite/asset_copy.h"
#include "hrefkit/site/site.h"

namespace hrefkit::site {

namespace {

/// The bytes of a file with its repairs, and the stamp that it had.
struct RepairedFile {
  std::string bytes;
  FileStamp stamp;
};

tl::expected<RepairedFile, std::string> repair(Site const& site, std::string const& place,
                                               FileEdits const& edits) {
  auto file = site.folder().file(place);
  if (!file) return tl::unexpected(file.error());
  RepairedFile repaired{{}, file->stamp};
  if (auto read = file->read(repaired.bytes); !read) return tl::unexpected(read.error());
  if (!edits.apply(repaired.bytes)) {
    return tl::unexpected<std::string>("has changed since it was checked; not repaired");
  }
  return repaired;
}

}  // namespace

namespace {

/// Replaces the sources with repairs.
void write_sources(SiteFixes const& fixes, std::string const& backup, FixTrouble const& trouble) {
  FileReplacements replacements(backup);
  for (auto const& [path, edits] : fixes.source_edits()) {
    const auto stamp = stamp_of(path);
    std::string bytes;
    const auto read = stamp ? read_regular_file(path, bytes)
                            : tl::expected<void, std::string>(tl::unexpected(stamp.error()));
    if (!read) {
      trouble(path, read.error());
      continue;
    }
    if (!edits.apply(bytes)) {
      trouble(path, "has changed since it was checked; not repaired");
      continue;
    }
    auto prepared = replacements.prepare(path, bytes, *stamp);
    if (!prepared) {
      trouble(path, prepared.error());
      continue;
    }
    replacements.add(*std::move(prepared), [&trouble, path = path](auto const& replaced) {
      if (!replaced) trouble(path, replaced.error());
    });
  }
  replacements.finish();
}

}  // namespace

void write_in_place(SiteFixes& fixes, std::string const& backup, FixTrouble const& trouble,
                    FixTrouble const& warning) {
  if (fixes.is_in_sources()) return write_sources(fixes, backup, trouble);
  Site const& site = fixes.site();
  FileReplacements replacements(backup);
  std::set<std::string> cleaned;
  std::vector<EntryId> failed;
  const auto fail = [&](EntryId entry, std::string const& why) {
    trouble(site.file_path(entry), why);
    failed.push_back(entry);
  };
  for (auto const& [entry, edits] : fixes.edits()) {
    const std::string place = site.path(entry);
    const std::string folder(folder_part(place));
    if (cleaned.insert(folder).second) {
      if (const auto opened = site.folder().folder(folder)) remove_leftovers(**opened);
    }
    const auto file = repair(site, place, edits);
    if (!file) {
      fail(entry, file.error());
      continue;
    }
    if (file->stamp.names > 1) {
      warning(site.file_path(entry), "has " + std::to_string(file->stamp.names) +
                                         " names (hard links): only this one gets the new page");
    }
    auto prepared = replacements.prepare(site.folder(), place, file->bytes, file->stamp);
    if (!prepared) {
      fail(entry, prepared.error());
      continue;
    }
    replacements.add(*std::move(prepared), [&fail, id = entry](auto const& replaced) {
      if (!replaced) fail(id, replaced.error());
    });
  }
  replacements.finish();
  for (const EntryId entry : failed) fixes.drop(entry);
}

tl::expected<void, std::string> write_to_folder(SiteFixes& fixes, std::string const& folder,
                                                FixTrouble const& trouble,
                                                FixTrouble const& warning) {
  Site const& site = fixes.site();
  std::string const& root = site.options().root;
  const std::string planned = real_path(folder, PathEnd::may_be_missing).value_or("");
  const std::string input = real_path(root, PathEnd::may_be_missing).value_or("");
  if (planned.empty() || path_below(planned, input) || path_below(input, planned)) {
    return tl::unexpected("is in the folder '" + root + "', or holds it: give another folder");
  }
  auto output = OutputFolder::open(folder);
  if (!output) return tl::unexpected(output.error());
  if (!output->lock()) {
    return tl::unexpected<std::string>("is being written by another run: nothing is written");
  }
  std::set<std::string> written;
  std::vector<EntryId> failed;
  for (auto const& [entry, edits] : fixes.edits()) {
    const std::string place = site.path(entry);
    const auto file = repair(site, place, edits);
    const auto result =
        file ? output->write(place, file->bytes, file->stamp.mode) : tl::unexpected(file.error());
    if (result) {
      written.insert(place);
      continue;
    }
    trouble(site.file_path(entry), result.error());
    failed.push_back(entry);
  }
  for (const EntryId entry : failed) {
    written.insert(site.path(entry));  // it was reported
    fixes.drop(entry);
  }
  const OutputPath output_path = [](std::string const&, std::string const& relative) {
    return relative;
  };
  const AssetCopy::StatusOf status_of = [&](std::string const&, std::string const& relative) {
    return written.contains(relative) ? PathStatus::written : PathStatus::asset;
  };
  const AssetCopy::Report report = [&](std::string const& path, std::string const& why,
                                       CopyError error) {
    (error == CopyError::left_out ? warning : trouble)(path, why);
  };
  AssetCopy(*output, output_path, status_of, report).copy(root);
  return {};
}

}  // namespace hrefkit::site
