// Between the looks: what only all pages together tell.
#pragma once

#include "hrefkit/site/check/check_state.h"

namespace hrefkit::site {

/// Looks up the fragments that wait, and finds orphans. Pages with findings that the first look
/// could not make are marked for a second one.
void merge_pages(CheckState& check);

}  // namespace hrefkit::site
