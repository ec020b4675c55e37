// A program that runs beside a test, and ends with it.
#pragma once

#include <sys/types.h>
#include <string>
#include <vector>

namespace hrefkit::test {

class ChildProcess {
 public:
  /// Starts a program, which is looked for in PATH. What it writes, to both outputs, can be read.
  explicit ChildProcess(std::vector<std::string> const& arguments);
  ~ChildProcess();
  ChildProcess(ChildProcess const&) = delete;
  ChildProcess& operator=(ChildProcess const&) = delete;

  /// The first line that has `text` in it; empty where the program ends before, and after 20 s.
  std::string line_with(std::string const& text);

 private:
  pid_t process_ = -1;
  int output_ = -1;
  std::string read_;
};

/// True where a program of that name is in PATH.
bool has_program(std::string const& name);

/// A port of loopback that nobody listens on.
unsigned free_port();

}  // namespace hrefkit::test
