// Which test answers for which source file.
#pragma once

#include <span>

#include "architecture/rules.h"

namespace hrefkit::test {

/// Every source file has a test of its name in the same place under tests/
/// ("html/values/srcset.cpp": "tests/html/values/srcset_test.cpp"), or another test names it in a
/// line that begins with "// Covers:", with spaces between the paths. What is named there exists.
Violations check_coverage(std::span<RepositoryFile const> files);

}  // namespace hrefkit::test
