#include "hrefkit/html/link_field.h"

#include <optional>
#include <tl/expected.hpp>

#include "hrefkit/html/link_rel.h"
#include "hrefkit/html/srcset.h"
#include "hrefkit/html/url_list.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/result.h"
#include "hrefkit/url/url.h"

namespace hrefkit::html {

std::vector<FieldUrl> urls_of_field_link(std::string_view target, std::string_view rel,
                                         std::string_view image_srcset) {
  std::vector<FieldUrl> urls{{target, kind_of_rel(rel), use_of_rel(rel)}};
  const LinkUse preloaded = has_item(rel, "preload") ? LinkUse::used : LinkUse::not_used;
  Srcset candidates(image_srcset);
  while (const auto candidate = candidates.next()) {
    urls.push_back({candidate->url.in(image_srcset), LinkKind::resource,
                    candidate->valid ? preloaded : LinkUse::dropped_candidate});
  }
  return urls;
}

bool is_anchored_in(std::string_view anchor, std::string_view url) {
  const auto document = url::Url::parse(url);
  if (!document) return anchor.empty();
  const auto context = url::Url::parse(anchor, {.base = &*document});
  return context && url::equal(*context, *document, url::Fragment::excluded);
}

}  // namespace hrefkit::html
