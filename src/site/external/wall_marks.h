// Walls that answer 200: pages that ask for a proof that a browser reads them, in place of the page
// that was asked for. Those that say so in a header are seen by the client (net/next_step.h).
#pragma once

#include <string_view>

namespace hrefkit::site {

/// True for the bytes of a page that hold the mark of a wall. Takes time linear in their length; of
/// a long page only the start is searched.
bool has_wall_mark(std::string_view page);

}  // namespace hrefkit::site
