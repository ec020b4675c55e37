// URLs that a site must keep: those of an earlier sitemap, or of a list.
#pragma once

#include "hrefkit/site/check.h"
#include "hrefkit/site/check/redirect_findings.h"

namespace hrefkit::site {

/// Reads `options.keep_urls`, a sitemap, or a text with a URL, or a path from the root of the host,
/// a line (empty lines and those that begin with '#' do not count). Hands each URL of the site to
/// `emit` that has neither a file nor a redirect to one any more. URLs of other sites are counted,
/// and told to `sink.fault`. What cannot be read, and a list without a URL of the site, goes to
/// `sink.trouble`. Its paths are reported whatever `options.is_reported` says.
/// False when `emit` stopped.
bool find_removed_urls(CheckedSite const& checked, CheckOptions const& options,
                       CheckSink const& sink, CheckSummary& summary, Emit const& emit);

}  // namespace hrefkit::site
