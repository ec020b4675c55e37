// Reads a rewritten page again and compares its links with the plan.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/html/edit/new_bases.h"
#include "hrefkit/html/rewrite.h"

namespace hrefkit::html {

/// Proves that `bytes`, at the new address of `task`, have the links that `planned` tells, in that
/// order and no others. `notes` are those about the page before: a page of XML that was well-formed
/// stays so.
tl::expected<void, RewriteFailure> prove(std::string_view bytes, RewriteTask const& task,
                                         std::span<std::uint64_t const> planned,
                                         Notes const& notes);

}  // namespace hrefkit::html
