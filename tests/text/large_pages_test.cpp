#include "hrefkit/text/large_pages.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <thread>

#include "support/sanitized.h"

using namespace hrefkit::text;

namespace {

/// The flags of the mapping that an address of this process is in, as proc(5) names them.
std::string flags_at(void const* address) {
  std::ifstream maps("/proc/self/smaps");
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  bool is_inside = false;
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    char dash = 0;
    if (words >> std::hex >> begin >> dash >> end && dash == '-') {
      is_inside = begin <= wanted && wanted < end;
    } else if (is_inside && line.rfind("VmFlags:", 0) == 0) {
      return line + ' ';
    }
  }
  return {};
}

bool has_large_pages() {
  std::ifstream file("/sys/kernel/mm/transparent_hugepage/enabled");
  std::string modes;
  return std::getline(file, modes) && modes.find("[never]") == std::string::npos;
}

/// The flags of the middle of a block that a thread of its own allocates behind `take_large_pages`.
std::string flags_of_new_block(std::size_t size) {
  std::string flags;
  std::thread([&] {
    take_large_pages();
    const std::unique_ptr<char[]> block(new char[size]);
    flags = flags_at(block.get() + size / 2);
  }).join();
  return flags;
}

}  // namespace

TEST_CASE("a thread takes large pages, once the process has that policy") {
  constexpr std::size_t size = std::size_t{10} << 20;
  // Before the policy is set, nothing changes.
  CHECK(flags_of_new_block(size).find(" hg ") == std::string::npos);
  use_large_pages();
  const std::string flags = flags_of_new_block(size);
#if defined(__linux__) && defined(__GLIBC__)
  const bool is_emulated =
      std::getenv("HREFKIT_EMULATED") != nullptr;  // qemu leaves the advice out
  if (hrefkit::test::is_sanitized || is_emulated || !has_large_pages() || flags.empty()) {
    std::cerr << "skipped: this system has no large pages\n";
    return;
  }
  CHECK(flags.find(" hg ") != std::string::npos);
#endif
}
