// The redirects that `hrefkit compare --write-redirects` writes: a file, or pages in a folder.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/site/compare/compare.h"
#include "hrefkit/site/move/redirect_writer.h"
#include "hrefkit/site/site.h"

namespace hrefkit::cli {

/// What the options say of the redirects.
struct RedirectOutput {
  site::RedirectFormat format = site::RedirectFormat::netlify;
  std::string path = {};      ///< of -o: a file, or a folder for pages; empty: standard output
  std::string existing = {};  ///< the file of --redirects; empty if not given
  bool folds = true;
};

/// Refuses an output that would lose something: pages without a folder, and a file that exists,
/// unless it is that of --redirects. Throws UsageError. Call it before any work is done.
void check_redirect_output(RedirectOutput const& output);

/// What came of writing.
enum class RedirectsWritten : std::uint8_t {
  all,     ///< each page that moved is led to its new address
  some,    ///< some are not
  failed,  ///< nothing was written, which is reported
};

/// Writes the redirects of `pages` from the site of `old_site` to that of `new_site`.
RedirectsWritten write_redirects(RedirectOutput const& output,
                                 std::vector<site::LostPage> const& pages,
                                 site::SiteOptions old_site, site::SiteOptions new_site,
                                 Environment const& environment, Messages& messages);

}  // namespace hrefkit::cli
