// Runs a fuzz target on the files that are named, and on the files in folders that are named, for
// builds without libFuzzer.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_at(fs::path const& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<fs::path> files;
  for (auto const& entry : fs::directory_iterator(path)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

bool run_on(fs::path const& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad()) {
    std::cerr << path << " cannot be read\n";
    return false;
  }
  std::cerr << path.string() << '\n';  // known when it crashes
  LLVMFuzzerTestOneInput(reinterpret_cast<std::uint8_t const*>(bytes.data()), bytes.size());
  return true;
}

}  // namespace

int main(int count, char** arguments) {
  std::size_t inputs = 0;
  for (int i = 1; i < count; ++i) {
    for (fs::path const& file : files_at(arguments[i])) {
      if (!run_on(file)) return 1;
      ++inputs;
    }
  }
  std::cerr << inputs << " inputs ran\n";
  return inputs == 0 ? 1 : 0;
}
