// A folder for one test.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace hrefkit::test {

/// Makes an empty folder and works in it; at the end goes back and removes it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(TemporaryFolder const&) = delete;
  TemporaryFolder& operator=(TemporaryFolder const&) = delete;

  /// Its absolute path, without symbolic links.
  std::string path() const { return path_.native(); }

  /// Writes the file `name` (a relative path; its folders are made).
  void write(std::string const& name, std::string_view bytes) const;

  /// The bytes of the file `name`.
  std::string read(std::string const& name) const;

 private:
  std::filesystem::path before_;
  std::filesystem::path path_;
};

}  // namespace hrefkit::test
