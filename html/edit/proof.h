// The proof of a rewritten page: reads the new bytes as browsers do, and compares each link with
// the plan (link_plan.h).
//
// An edit replaces a few bytes of one value, but its effect is not local. A `>` in a value without
// quotes ends the tag; a base element that is removed changes all links behind it; bytes outside of
// ASCII decide how the encoding of the page is guessed. Instead of a list of such cases there is a
// check of the result: the new bytes are decoded again, and the same finder reads their links at
// the new address. Each must have the planned fingerprint: element, attribute, kind, index and
// document, with the URL to which it must lead or, where it keeps its text, that text. The proof
// fails for a link too many or too few, another encoding, and a page of XML that is no longer
// well-formed. Then the page stays as it was, and the error names the link.
//
// Cost: a second pass over the page. What it cannot see is a fault of the finder itself, which the
// plan shares; for that the two engines and a browser are compared in tests.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/html/edit/link_plan.h"
#include "hrefkit/html/rewrite.h"

namespace hrefkit::html {

/// Proves that `bytes`, at the new address of `task`, have the links of `planned`, in that order
/// and no others. `notes` are those about the page before the change: they say whether a page of
/// XML was well-formed.
tl::expected<void, RewriteFailure> prove(std::string_view bytes, RewriteTask const& task,
                                         std::span<std::uint64_t const> planned,
                                         Notes const& notes);

}  // namespace hrefkit::html
