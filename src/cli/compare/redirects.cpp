#include "hrefkit/cli/compare/redirects.h"

#include <boost/filesystem/operations.hpp>
#include <cstddef>
#include <optional>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/io/log_commands.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/site/host.h"
#include "hrefkit/site/input.h"
#include "hrefkit/site/redirects.h"
#include "hrefkit/site/replace_file.h"

namespace hrefkit::cli {

namespace {

bool exists(std::string const& path) {
  boost::system::error_code error;
  return boost::filesystem::exists(path, error);
}

/// False, and a message, for a folder of pages that cannot be written.
bool write_stubs(std::vector<site::StubPage> const& stubs, std::string const& folder,
                 Messages& messages) {
  std::vector<site::StubPage const*> missing;
  for (site::StubPage const& stub : stubs) {
    const std::string path = site::join_path(folder, stub.path);
    std::string bytes;
    if (!exists(path)) {
      missing.push_back(&stub);
    } else if (!site::read_file(path, bytes) || bytes != stub.text) {
      messages.error(path, "exists: no page is written");
      return false;
    }
  }
  if (missing.empty()) return true;
  auto output = site::OutputFolder::open(folder);
  if (!output || !output->lock()) {
    messages.error(folder, output ? "is being written by another run" : output.error());
    return false;
  }
  for (site::StubPage const* stub : missing) {
    if (auto written = output->write(stub->path, stub->text); !written) {
      messages.error(site::join_path(folder, stub->path), written.error());
      return false;
    }
  }
  return true;
}

}  // namespace

void check_redirect_output(RedirectOutput const& output) {
  if (output.format == site::RedirectFormat::html) {
    if (output.path.empty()) {
      throw UsageError("--write-redirects", "html writes pages: give their folder with -o DIR");
    }
    if (!output.existing.empty()) {
      throw UsageError("--redirects", "is a file, and --write-redirects html writes pages");
    }
    return;
  }
  if (output.path.empty()) return;
  if (site::is_folder(output.path)) {
    throw UsageError("--output", "'" + output.path + "' is a folder: give a file for " +
                                     std::string(site::redirect_format_names[output.format].name));
  }
  if (regular_file(output.path) &&
      (output.existing.empty() || regular_file(output.path) != regular_file(output.existing))) {
    throw UsageError("--output", "'" + output.path + "' exists: with --redirects " + output.path +
                                     " its rules are kept, and others added");
  }
}

RedirectsWritten write_redirects(RedirectOutput const& output,
                                 std::vector<site::LostPage> const& pages,
                                 site::SiteOptions old_site, site::SiteOptions new_site,
                                 Environment const& environment, Messages& messages) {
  const site::Host host = site::host_of(output.format);
  std::vector<std::string> files;
  if (!output.existing.empty()) files.push_back(output.existing);
  site::use_host(host, new_site);
  site::use_host_settings(new_site, host, files);
  const auto before = site::Site::read(std::move(old_site));
  const auto after = site::Site::read(std::move(new_site));
  for (auto const* site : {&before, &after}) {
    if (*site) continue;
    messages.error("", site->error());
    return RedirectsWritten::failed;
  }
  std::string existing;
  if (!output.existing.empty()) {
    if (const auto read = site::read_file(output.existing, existing); !read) {
      messages.error(output.existing, read.error());
      return RedirectsWritten::failed;
    }
  }
  auto written = site::write_redirects({.format = output.format,
                                        .site = *after,
                                        .old_site = *before,
                                        .pages = pages,
                                        .existing = existing,
                                        .folds = output.folds});
  if (!written) {
    messages.error(output.existing, written.error() + "; no redirect is written");
    return RedirectsWritten::failed;
  }
  for (std::string const& warning : written->warnings) {
    messages.warning(output.existing, warning);
  }
  if (output.format == site::RedirectFormat::html) {
    if (!write_stubs(written->stubs, output.path, messages)) return RedirectsWritten::failed;
  } else {
    Output file(output.path, environment.out, Contents::data);
    file.write(written->text);
    file.finish(1);
    if (messages.report(file.error())) return RedirectsWritten::failed;
  }
  std::string line = counted(written->rules, "redirect", "redirects") + " written";
  if (written->folders != 0) {
    line += ", " + grouped_number(written->folders) +
            (written->folders == 1 ? " of them for a folder" : " of them for folders");
  }
  if (written->retargeted != 0) {
    line += "; " + counted(written->retargeted, "rule leads", "rules lead") + " elsewhere now";
  }
  messages.summary_line(line);
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (!pages[i].moved.empty() && !written->is_led[i]) return RedirectsWritten::some;
  }
  return RedirectsWritten::all;
}

}  // namespace hrefkit::cli
