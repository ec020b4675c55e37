// The URLs of text files that a site publishes for programs (site/file_rules.h, UrlList), as links
// of a document without elements.
//
//   Sitemap: https://h.example/sitemap.xml          robots.txt (RFC 9309; sitemaps.org)
//   - [Guide](/guide.html.md): how to begin         llms.txt: Markdown (llmstxt.org; CommonMark)
//   https://h.example/guide.html                    sitemap.txt (sitemaps.org)
#pragma once

#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link.h"
#include "hrefkit/site/check/page_file.h"
#include "hrefkit/site/file_rules.h"
#include "hrefkit/text/span.h"

namespace hrefkit::site {

/// Emits the links of an open page to `sink`, by `finder` unless the page is a list of URLs.
tl::expected<void, html::FindError> find_page_links(html::LinkFinder& finder, PageFile const& page,
                                                    html::LinkSink const& sink);

/// Where the URLs of a list stand in its text (UTF-8), in order; none for UrlList::none. Takes time
/// linear in the text. Markdown in code is left out.
std::vector<text::Span> find_list_urls(UrlList list, std::string_view text);

}  // namespace hrefkit::site
