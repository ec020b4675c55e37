// Ends a fuzz target when a law does not hold, in every build.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace hrefkit::fuzz {

inline void require(bool holds, char const* law) {
  if (holds) return;
  std::fprintf(stderr, "this does not hold: %s\n", law);
  std::abort();
}

}  // namespace hrefkit::fuzz
