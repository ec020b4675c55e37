// The URLs of text files of a site (site/file_rules.h, UrlList), for html::DocumentOptions.
//
//   Sitemap: https://h.example/sitemap.xml          robots.txt (RFC 9309; sitemaps.org)
//   - [Guide](/guide.html.md): how to begin         llms.txt: Markdown (llmstxt.org; CommonMark),
//                                                   and llms-full.txt
//   https://h.example/guide.html                    sitemap.txt (sitemaps.org)
//   /old  https://h.example/new  301                _redirects (redirects.h)
//     Link: </a.css>; rel=preload; as=style         _headers of Netlify and Cloudflare Pages
#pragma once

#include "hrefkit/html/text_urls.h"
#include "hrefkit/site/file_rules.h"

namespace hrefkit::site {

/// The function that finds the URLs of such a file; null for UrlList::none. A line that does not
/// parse has none, nor has code in Markdown. URLs of `_redirects` and `_headers` that are neither
/// absolute nor begin at the root are left out: they have no base.
html::FindTextUrls find_text_urls_of(UrlList list);

/// The same for the URLs that are links of pages or programs: of `_headers` those of the fields
/// that an answer leads somewhere by, `Link` and `Refresh`, as they are read of a live site.
html::FindTextUrls find_links_of(UrlList list);

}  // namespace hrefkit::site
