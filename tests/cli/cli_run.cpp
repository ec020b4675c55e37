#include "cli/cli_run.h"

#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <regex>
#include <sstream>

#include "hrefkit/cli/run.h"

namespace hrefkit::test {

std::ostream& operator<<(std::ostream& stream, CliResult const& result) {
  return stream << "exit code " << result.exit_code << "\n--- out\n"
                << result.out << "--- err\n"
                << result.err << "---";
}

CliResult run_cli(std::vector<std::string> const& args, CliInput const& input) {
  std::istringstream in(input.in);
  std::ostringstream out;
  std::ostringstream err;
  const int exit_code = cli::run(args, {.in = in,
                                        .out = out,
                                        .err = err,
                                        .out_is_terminal = input.out_is_terminal,
                                        .err_is_terminal = input.err_is_terminal,
                                        .no_color = input.no_color,
                                        .force_color = input.force_color,
                                        .is_dumb = input.is_dumb,
                                        .has_runner = input.has_runner,
                                        .width = input.width});
  CliResult result{exit_code, out.str(), err.str()};
  result.summary = cut_summary(result.err);
  return result;
}

int shell(std::string const& command) {
  REQUIRE(::setenv("HREFKIT", HREFKIT_PROGRAM, 1) == 0);
  const int status = std::system(command.c_str());
  REQUIRE(WIFEXITED(status));
  return WEXITSTATUS(status);
}

std::string cut_summary(std::string& err) {
  static const std::regex summary(
      "hrefkit: ([0-9,]+ (links?|documents?)|no affected link) in [0-9,]+ "
      "(files?|documents?)([;].*)?\n");
  const std::size_t end = err.size() < 2 ? 0 : err.size() - 2;
  std::size_t begin = err.rfind('\n', end);
  begin = begin == std::string::npos || err.size() < 2 ? 0 : begin + 1;
  const std::size_t progress = err.rfind("\r\x1B[K");  // the line of progress was there
  if (progress != std::string::npos && progress >= begin) begin = progress + 4;
  const std::string last = err.substr(begin);
  if (!std::regex_match(last, summary)) return {};
  err.resize(begin);
  return last.substr(9, last.size() - 10);
}

}  // namespace hrefkit::test
