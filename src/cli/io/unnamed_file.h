// A temporary file without a name: it is gone when it is closed, however the program ends.
#pragma once

#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

namespace hrefkit::cli {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

/// Made by std::tmpfile; null where that fails.
using UnnamedFile = std::unique_ptr<std::FILE, CloseFile>;

/// Throws the system's last error.
[[noreturn]] inline void fail_at_unnamed_file() {
  throw std::system_error(errno, std::generic_category(), "temporary file");
}

}  // namespace hrefkit::cli
