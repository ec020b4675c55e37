// The proof of a rewritten page: reads the new bytes as browsers do, and compares each link with
// the plan (link_plan.h).
//
// An edit replaces a few bytes of one value, but its effect is not local. A `>` in a value without
// quotes ends the tag; a base element that is removed changes all links behind it; bytes outside of
// ASCII decide how the encoding of the page is guessed. Instead of a list of such cases there is a
// check of the result: the new bytes are decoded again, and the same finder reads their links at
// the new URL. Each link must have the planned fingerprint of its element, attribute, kind, index
// and document, and of the URL to which it must lead or, if its text was to stay, of that text. The
// proof fails for a link too many or too few, another encoding, and a page of XML that is no longer
// well-formed. Then the page stays as it was, and the error names the link.
//
// Cost: a second pass over the page. The proof cannot detect a bug of the finder, which the plan
// shares; against those, tests compare the two engines and a browser.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/html/edit/link_plan.h"
#include "hrefkit/html/note.h"
#include "hrefkit/html/rewrite.h"

namespace hrefkit::html {

/// Proves that `bytes`, at the new URL of `task`, have exactly the links of `planned`, in that
/// order. `notes` are about the page before the change: an XML page that was not well-formed before
/// need not be so now.
tl::expected<void, RewriteFailure> prove(std::string_view bytes, RewriteTask const& task,
                                         std::span<std::uint64_t const> planned,
                                         Notes const& notes);

}  // namespace hrefkit::html
