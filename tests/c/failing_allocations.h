// Allocations that fail: a test decides which. The program that holds this has malloc of its own.
#pragma once

namespace hrefkit::test {

/// Makes the `number`-th allocation from now on fail, counted from 1, in any thread; 0: none.
void fail_allocation(unsigned long number);

/// How many allocations were made since.
unsigned long allocations();

}  // namespace hrefkit::test
