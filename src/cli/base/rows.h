// The browsing contexts of a file as rows: each one's base URL, and how that was found.
#pragma once

#include <array>
#include <functional>
#include <string_view>

#include "hrefkit/cli/format/format.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/html/context.h"

namespace hrefkit::cli {

/// The columns of CSV. The last two hold JSON.
inline constexpr std::array<std::string_view, 9> base_columns{
    "file",     "context",        "address",  "base",  "baseSource",
    "fallback", "fallbackSource", "elements", "scopes"};

/// Appends all contexts of `tree`, which was read with `document`, as rows of the file `file`.
/// Calls `after_row` after each, which may empty `out`, until it returns false. Returns false where
/// the URLs are past the budget of a page (html/url_budget.h): some are left out then.
bool append_base_rows(RowBuffer& out, std::string_view file, html::ContextTree const& tree,
                      html::DocumentOptions const& document, RowStyle const& style,
                      std::function<bool()> const& after_part);

}  // namespace hrefkit::cli
