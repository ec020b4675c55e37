#include "hrefkit/cli/check/watch.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <thread>

#include "support/temporary_folder.h"

namespace hrefkit::test {

TEST_CASE("check: a change below a folder changes its stamp") {
  const TemporaryFolder folder;
  folder.write("site/a/b.html", "x");
  std::uint64_t stamp = cli::tree_stamp("site");
  CHECK(cli::tree_stamp("site") == stamp);
  const auto changes = [&] {
    const std::uint64_t before = stamp;
    stamp = cli::tree_stamp("site");
    return stamp != before;
  };
  folder.write("site/a/b.html", "longer");
  CHECK(changes());
  folder.write("site/a/c.png", "");
  CHECK(changes());
  std::filesystem::rename("site/a/c.png", "site/a/d.png");
  CHECK(changes());
  std::filesystem::remove("site/a/d.png");
  CHECK(changes());
  CHECK(!changes());
}

TEST_CASE("check: the wait ends with a change") {
  const TemporaryFolder folder;
  folder.write("site/a.html", "x");
  const std::uint64_t stamp = cli::tree_stamp("site");
  std::thread writer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(80));
    folder.write("site/b.html", "x");
  });
  cli::wait_for_change("site", stamp);
  writer.join();
  CHECK(std::filesystem::exists("site/b.html"));
}

}  // namespace hrefkit::test
