// The formats edges and hosts: which host links to which, as in graphs of the web. Hosts are
// written from their top level domain, and the lines of a capture are sorted.
//
//   com.example.www<TAB>org.example
//
// Keeps the hosts to which one capture links; run.cpp merges the lines of all files.

#include "hrefkit/cli/archive/writer.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "hrefkit/archive/capture_reader.h"
#include "hrefkit/cli/archive/command.h"
#include "hrefkit/cli/archive/page_links.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit::cli {

namespace {

/// True for a serialised URL that has a host, including an IP address.
bool names_host(std::string_view url) {
  const std::size_t begin = url.find("://");
  const std::size_t end = url.find_first_of("/?#", begin == url.npos ? 0 : begin + 3);
  return begin != url.npos && begin < url.find_first_of("/?#") && end != begin + 3 &&
         begin + 3 < url.size();
}

class ArchiveHostRows : public ArchiveWriter {
 public:
  explicit ArchiveHostRows(WriterSettings const& settings)
      : settings_(settings), links_(settings) {}

  archive::CaptureOptions reading() override { return link_records(settings_.command); }
  void begin(std::string_view file, FileRows& rows, bool) override;
  void write(archive::CaptureReader& reader, Pause const& pause, Note const& note) override;

 private:
  void add_url(bool is_resolved, std::string_view raw);
  void add_block(html::LinkBlock const& block);
  void write_lines(std::string const& source);

  WriterSettings settings_;
  PageLinks links_;
  FileRows* rows_ = nullptr;
  std::unordered_set<std::string, text::SeededHasher> targets_;  // hosts that the capture links to
  std::string url_;
};

void ArchiveHostRows::begin(std::string_view, FileRows& rows, bool) {
  rows_ = &rows;
}

void ArchiveHostRows::write(archive::CaptureReader& reader, Pause const& pause, Note const& note) {
  archive::Capture& capture = reader.capture();
  targets_.clear();
  links_.open(capture, note);
  if (!links_.base()) return;
  for (archive::HeaderLink const& link : links_.headers()) {
    if (!is_selected(settings_.kinds, settings_.elements, link.kind)) continue;
    url_.clear();
    add_url(links_.base()->resolver.append_resolved(url_, link.reference).has_value(), link.raw);
  }
  links_.find(
      capture, [&](html::LinkBlock const& block) { add_block(block); }, note);
  if (links_.has_unknown_xml()) ++rows_->unknown_xml;
  links_.close();
  const std::string_view page = links_.base()->resolver.base();
  const std::string source = archive::reversed_host(page);
  if (!source.empty()) {
    write_lines(source);
  } else if (names_host(page)) {
    ++rows_->left_out;
  }
  pause();
}

void ArchiveHostRows::add_block(html::LinkBlock const& block) {
  for (html::Link const& link : block.links) {
    if (!is_selected(settings_.kinds, settings_.elements, link)) continue;
    url_.clear();
    add_url(block.append_loaded(url_, link).has_value(), link.raw);
  }
}

/// Adds the host of the next link, whose URL is in `url_` if `is_resolved`.
void ArchiveHostRows::add_url(bool is_resolved, std::string_view raw) {
  if (settings_.is_excluded && settings_.is_excluded(is_resolved ? url_ : raw)) return;
  ++rows_->count;
  if (!is_resolved) {
    ++rows_->unresolvable;
    return;
  }
  std::string host = archive::reversed_host(url_);
  if (!host.empty()) {
    targets_.insert(std::move(host));
  } else if (names_host(url_)) {
    ++rows_->left_out;
  }
}

/// Writes the lines of one capture, sorted, so that their order does not depend on the hash.
void ArchiveHostRows::write_lines(std::string const& source) {
  std::vector<std::string_view> targets(targets_.begin(), targets_.end());
  std::sort(targets.begin(), targets.end());
  RowBuffer& out = rows_->rows;
  if (settings_.command.format == ArchiveFormat::hosts) {
    out.append(source);
    out.literal("\n");
  }
  for (const std::string_view target : targets) {
    if (settings_.command.format == ArchiveFormat::edges) {
      if (target == source) continue;
      out.append(source);
      out.literal("\t");
    }
    out.append(target);
    out.literal("\n");
  }
}

}  // namespace

std::unique_ptr<ArchiveWriter> make_host_writer(WriterSettings const& settings) {
  return std::make_unique<ArchiveHostRows>(settings);
}

}  // namespace hrefkit::cli
