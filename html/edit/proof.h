// Reads a rewritten page again and compares its links with the plan.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/html/find_links.h"
#include "hrefkit/html/rewrite.h"

namespace hrefkit::html {

/// Proves that `bytes`, at the address `options.new_url`, have the links that `planned` tells, in
/// that order and no others. `before` is the page that was rewritten, `notes` those about it: a
/// page of XML that was well-formed stays so.
tl::expected<void, RewriteFailure> prove(std::string_view bytes, SourceText const& before,
                                         RewriteOptions const& options,
                                         std::span<std::uint64_t const> planned, Notes const& notes,
                                         LinkFinder& finder);

}  // namespace hrefkit::html
