// Types of one name.
#pragma once

#include <span>

#include "architecture/rules.h"

namespace hrefkit::test {

/// No two headers of a floor define types of the same name in the floor's namespace: the compiler
/// sees one of them at a time, and the linker takes either one's functions for both
/// ([basic.def.odr]).
Violations check_type_names(std::span<RepositoryFile const> files);

}  // namespace hrefkit::test
