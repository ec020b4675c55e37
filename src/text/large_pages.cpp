// A block of the heap is marked for large pages and freed. Freed memory stays in the heap, so the
// next allocations come from that block. Measured with two cores and Linux 6 on a virtual machine,
// whole runs on one core: rows of a web archive of 137 MB took 0.445 s and 8,168 faults before,
// 0.353 s and 589 faults after; its WAT 0.603 and 0.489 s; `check` of 51 MB 0.144 and 0.110 s.
#include "hrefkit/text/large_pages.h"

#include <cstdlib>
#include <memory>

#if defined(__linux__) && defined(__GLIBC__)
#include <malloc.h>
#include <sys/mman.h>

#define HREFKIT_LARGE_PAGES 1
#endif

namespace hrefkit::text {

#ifdef HREFKIT_LARGE_PAGES

namespace {

constexpr std::size_t large_page = std::size_t{2} << 20;
/// Blocks from this size on are mapped, not part of the heap, and at most this much stays free at
/// its end. It is the library's limit for the former.
constexpr std::size_t mapped_size = std::size_t{32} << 20;
constexpr std::size_t reserved_size = mapped_size - large_page;

bool in_use = false;

}  // namespace

void use_large_pages() {
  // Sanitizers have a heap of their own, and refuse.
  in_use = ::mallopt(M_MMAP_THRESHOLD, static_cast<int>(mapped_size)) == 1 &&
           ::mallopt(M_TRIM_THRESHOLD, static_cast<int>(mapped_size)) == 1;
}

void take_large_pages() {
  if (!in_use) return;
  void* const block = std::malloc(reserved_size);
  if (block == nullptr) return;
  void* begin = block;
  std::size_t size = reserved_size;
  if (std::align(large_page, large_page, begin, size) != nullptr) {
    // A system without large pages refuses, which changes nothing.
    static_cast<void>(::madvise(begin, size / large_page * large_page, MADV_HUGEPAGE));
  }
  std::free(block);
}

#else

void use_large_pages() {}
void take_large_pages() {}

#endif

}  // namespace hrefkit::text
