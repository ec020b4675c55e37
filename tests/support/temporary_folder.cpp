#include "support/temporary_folder.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>

#include "support/outside_data.h"

namespace hrefkit::test {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() : before_(fs::current_path()) {
  std::string name = (fs::temp_directory_path() / "hrefkit-test-XXXXXX").native();
  REQUIRE(::mkdtemp(name.data()) != nullptr);
  path_ = fs::canonical(name);
  fs::current_path(path_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::current_path(before_, ignored);
  fs::remove_all(path_, ignored);
}

void TemporaryFolder::write(std::string const& name, std::string_view bytes) const {
  const fs::path file = path_ / name;
  fs::create_directories(file.parent_path());
  std::ofstream out(file, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  REQUIRE(out.good());
}

std::string TemporaryFolder::read(std::string const& name) const {
  return file_bytes((path_ / name).native());
}

}  // namespace hrefkit::test
