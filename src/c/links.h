// The list of a page's links, which several entry points make.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hrefkit/c/border.h"
#include "hrefkit/c/page.h"
#include "hrefkit/c/rows.h"
#include "hrefkit/html/base_url.h"
#include "hrefkit/html/find_links.h"

struct hrefkit_link_list {
  explicit hrefkit_link_list(std::size_t row_size) : rows(row_size) {}

  hrefkit::c::TextArena texts = {};
  hrefkit::c::Rows rows;
  hrefkit_view base = {};
  hrefkit_base_source base_source = HREFKIT_BASE_DOCUMENT;
  hrefkit_view encoding = {};
  hrefkit_view encoding_source = {};
  std::vector<hrefkit_note> notes = {};
};

namespace hrefkit::c {

/// Adds the links of a page, its base URL, its encoding and its notes to a list. Throws Failure.
void list_links(hrefkit_link_list& list, html::SourceText const& source,
                html::DocumentOptions const& document, FindRequest const& request,
                html::Notes notes);

}  // namespace hrefkit::c
