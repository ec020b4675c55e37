// The findings in a site's files of redirects.
#pragma once

#include "hrefkit/site/check.h"
#include "hrefkit/site/check/anchor_store.h"
#include "hrefkit/site/check/page_report.h"
#include "hrefkit/site/check/suggestion.h"
#include "hrefkit/site/redirects.h"
#include "hrefkit/site/site.h"

namespace hrefkit::site {

/// What is known of a site once all its pages were looked at.
struct CheckedSite {
  Site const& site;
  SiteRedirects const& redirects;
  AnchorHash const& hash;
  FoldedNames const& names;
  SiteFacts const& facts;
};

/// Passes the rules that lead to what is missing, or back to themselves, to `emit`, and the lines
/// that are not rules; nothing when the file is not reported. False when `emit` stopped.
bool find_redirect_findings(CheckedSite const& checked, SiteRedirects::File const& file,
                            CheckOptions const& options, CheckSummary& tally, Emit const& emit);

}  // namespace hrefkit::site
