// URLs that a site must keep: those of an earlier sitemap, or of a list.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/html/source_text.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/check/page_report.h"
#include "hrefkit/site/check/redirect_findings.h"
#include "hrefkit/text/span.h"

namespace hrefkit::site {

/// A file of URLs: a sitemap, or a text with a URL a line.
class UrlFile {
 public:
  struct Entry {
    std::string_view written;  ///< a URL, or a path from the root of the host
    text::Span span;           ///< in `source().text`
    std::string_view element;  ///< "loc" in a sitemap, else empty
  };
  /// Called with one URL; false ends the reading.
  using OnEntry = std::function<bool(Entry const& entry)>;

  /// Calls `on_entry` for each URL of the file at `path`. `base` is the address of the sitemap.
  /// Returns why the file, or the rest of it, cannot be read.
  std::optional<std::string> read(std::string const& path, std::string const& base,
                                  OnEntry const& on_entry);

  /// The text that was read; valid within `on_entry`.
  html::SourceText const& source() const { return source_; }

 private:
  std::optional<std::string> read_sitemap(std::string const& base, OnEntry const& on_entry) const;

  std::string bytes_;
  std::string buffer_;
  html::SourceText source_;
};

/// Reads `options.keep_urls`, a sitemap, or a text with a URL, or a path from the root of the host,
/// a line (empty lines and those that begin with '#' do not count). Passes each URL of the site to
/// `emit` that has neither a file nor a redirect to one any more. URLs of other sites are counted,
/// and reported to `sink.fault`. What cannot be read, and a list without a URL of the site, goes to
/// `sink.trouble`. Its paths are reported whatever `options.is_reported` says.
/// If it is a folder, the URLs are those of an earlier state of the site (former_site.h).
/// False when `emit` stopped.
bool find_removed_urls(CheckedSite const& checked, CheckOptions const& options,
                       CheckSink const& sink, CheckSummary& summary, Emit const& emit);

}  // namespace hrefkit::site
