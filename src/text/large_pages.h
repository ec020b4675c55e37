// Memory of the heap in large pages: a page fault costs microseconds on virtual machines, and
// commands that grow buffers to megabytes had thousands of faults.
//
//   int main() {
//     text::use_large_pages();
//     std::thread worker([] { text::take_large_pages(); ... });
//   }
#pragma once

namespace hrefkit::text {

/// Sets the policy of this process: memory that is freed stays in the heap, up to 32 MiB at its
/// end, and threads may take large pages. For `main` alone, before there are other threads. It has
/// an effect with the GNU C library on Linux; elsewhere, and under sanitizers, the heap stays as it
/// is.
void use_large_pages();

/// Makes the next allocations of this thread, up to 30 MiB, use large pages where the system has
/// them. It reserves addresses; memory is used as it is touched, 2 MiB at a time. Does nothing
/// without `use_large_pages`, or when the addresses cannot be reserved.
void take_large_pages();

}  // namespace hrefkit::text
