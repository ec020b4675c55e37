#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "hrefkit/cli/run.h"

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  // A closed pipe is a failed write, which ends the run in order, not a signal.
  std::signal(SIGPIPE, SIG_IGN);
  char const* no_color = std::getenv("NO_COLOR");
  const hrefkit::cli::Environment environment{.in = std::cin,
                                              .out = std::cout,
                                              .err = std::cerr,
                                              .out_is_terminal = isatty(STDOUT_FILENO) == 1,
                                              .err_is_terminal = isatty(STDERR_FILENO) == 1,
                                              .no_color = no_color != nullptr && *no_color != 0};
  return hrefkit::cli::run(std::vector<std::string>(argv + 1, argv + argc), environment);
}
