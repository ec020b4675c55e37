#include "hrefkit/cli/archive/captured_targets.h"

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <cstdint>
#include <optional>
#include <utility>

#include "hrefkit/cli/options/options.h"
#include "hrefkit/html/kept_script.h"

namespace hrefkit::cli {

namespace {

/// Why an input can be read only once; empty for others.
std::string once(std::string const& path) {
  if (path == "-") return "standard input is read once";
  boost::system::error_code error;
  const bool is_pipe =
      boost::filesystem::status(path, error).type() == boost::filesystem::fifo_file;
  return is_pipe ? path + ": a pipe is read once" : std::string();
}

bool is_redirect(archive::Capture const& capture) {
  return capture.status() / 100 == 3;
}

}  // namespace

void CapturedTargets::read(std::vector<std::string> const& paths) {
  for (std::string const& index : command_.indexes) {
    if (const auto added = urls_.add_index(index); !added) {
      throw UsageError("--cdxj", index + ": " + added.error());
    }
  }
  const auto path = std::find_if(paths.begin(), paths.end(),
                                 [](std::string const& each) { return !once(each).empty(); });
  if (path != paths.end()) {
    if (!command_.indexes.empty()) return;
    throw UsageError("--missing", once(*path) + ": use --cdxj");
  }
  read_captures(paths);
  index_.choose();
  if (scripts_.depend_on_pages()) read_pages(paths);
  scripts_.follow();
}

/// Reads all captures. Errors are reported when the links are read.
template <typename Visit>
void CapturedTargets::read_each(std::vector<std::string> const& paths,
                                archive::CaptureOptions options, Visit const& visit) {
  options.max_body = command_.max_body;
  FileParts files(paths, false);
  for (ArchivePart part; files.next(part);) {
    auto source = open_(*part.file);
    if (!source) continue;
    archive::CaptureReader reader(*source, options);
    while (reader.next()) visit(reader.capture());
  }
}

/// Reads the URLs of all captures, and the bodies of scripts.
void CapturedTargets::read_captures(std::vector<std::string> const& paths) {
  archive::CaptureOptions options;
  options.scripts = true;
  options.wants_body = [](archive::Capture const& capture) { return capture.is_script(); };
  archive::CapturePage page({.with_map = false});
  read_each(paths, options, [&](archive::Capture const& capture) {
    if (command_.indexes.empty()) urls_.add_uri(capture.uri, capture.status());
    const bool is_script = capture.is_script() && archive::CaptureIndex::may_count(capture);
    if (is_script || is_redirect(capture)) index_.add(capture, 0);
    if (is_script) add_script(capture, page);
  });
}

void CapturedTargets::add_script(archive::Capture const& capture, archive::CapturePage& page) {
  if (!page.open(capture)) return;
  html::KeptScript script(page.source().text);
  page.release_memory();
  const auto number = index_.number_of(capture.uri);
  if (script.empty() || !number) return;
  scripts_.assign(static_cast<std::uint32_t>(*number), scripts_.add(std::move(script)));
}

/// Notes which scripts the pages load.
void CapturedTargets::read_pages(std::vector<std::string> const& paths) {
  archive::PageSettings settings = pages_;
  settings.with_map = false;
  archive::CapturePage page(settings);
  html::LinkFinder finder(command_.engine);
  read_each(paths, {}, [&](archive::Capture& capture) {
    if (!capture.document || !page.open(capture)) return;
    scripts_.add_page(scripts_.find_page_scripts(finder, page));
    page.release_memory();
  });
}

}  // namespace hrefkit::cli
