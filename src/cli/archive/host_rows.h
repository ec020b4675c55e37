// The formats edges and hosts: which host links to which, as graphs of the web have it.
#pragma once

#include <string>
#include <unordered_set>

#include "hrefkit/cli/archive/page_links.h"
#include "hrefkit/cli/archive/writer.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::cli {

/// The host of a URL with its labels in reverse order: "org.example" for
/// "https://www.example.org/". A leading "www" is left out where two labels remain. Empty for URLs
/// without a host, for IP addresses, for names of one label and for names that DNS does not have.
/// `url` is serialised.
std::string reversed_host(std::string_view url);

class ArchiveHostRows : public ArchiveWriter {
 public:
  explicit ArchiveHostRows(WriterSettings const& settings)
      : settings_(settings), links_(settings) {}

  archive::CaptureOptions reading() override { return link_records(settings_.command); }
  void begin(std::string_view file, FileRows& rows, bool) override;
  void write(archive::CaptureReader& reader, Pause const& pause, Note const& note) override;

 private:
  void take_url(bool is_resolved);
  void take_block(html::LinkBlock const& block);
  void write_lines(std::string const& source);

  WriterSettings settings_;
  PageLinks links_;
  FileRows* rows_ = nullptr;
  std::unordered_set<std::string, text::SeededHasher> targets_;  // of one capture
  std::string url_;
};

}  // namespace hrefkit::cli
