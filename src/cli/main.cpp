#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/exit_code.h"
#include "hrefkit/cli/run.h"
#include "hrefkit/site/replace_file.h"
#include "hrefkit/text/text.h"

namespace {

void write_error(std::string_view text) {
  static_cast<void>(!::write(STDERR_FILENO, text.data(), text.size()));
}

/// An exception that no handler can catch, such as one before main, is an error, never a signal.
[[noreturn]] void end_in_order() {
  hrefkit::site::remove_unfinished_files();
  write_error("hrefkit: error: out of memory, or another failure that cannot be handled\n");
  ::_exit(hrefkit::cli::exit_error);
}

void set_terminate_handler() {
  std::set_terminate(end_in_order);
}

// What the making of static objects throws cannot be caught.
#if defined(__ELF__) && defined(__GLIBC__) && !defined(HREFKIT_FALLBACKS)
/// Runs before the static objects of this program and of the libraries are made.
[[gnu::section(".preinit_array"),
  gnu::used]] void (*const before_static_objects)() = set_terminate_handler;
#else
/// Runs before the static objects of this program are made. Those of shared libraries are
/// constructed earlier; there is no portable hook before them.
[[gnu::constructor(101)]] void before_static_objects() {
  set_terminate_handler();
}
#endif

/// Opens the standard streams that are closed, so that no file takes their place. Reading and
/// writing them stays an error; what goes to standard error is dropped.
void open_standard_streams() {
  constexpr int modes[] = {O_WRONLY, O_RDONLY, O_WRONLY};
  for (int stream = 0; stream < 3; ++stream) {
    if (::fcntl(stream, F_GETFD) == -1 && errno == EBADF) {
      static_cast<void>(::open("/dev/null", modes[stream]));  // takes the lowest number
    }
  }
}

/// The columns of the terminal that standard output is, as COLUMNS or the terminal says.
std::size_t terminal_width() {
  constexpr std::size_t usual = 80;
  constexpr long most = 10'000;
  char const* const columns = std::getenv("COLUMNS");
  const long given = columns != nullptr ? std::strtol(columns, nullptr, 10) : 0;
  if (given > 0 && given <= most) return static_cast<std::size_t>(given);
  struct winsize size {};
  const bool is_known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0;
  return is_known ? size.ws_col : usual;
}

int run(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  char const* const no_color = std::getenv("NO_COLOR");
  char const* const terminal = std::getenv("TERM");
  const auto is_set = [](char const* name) {
    char const* const value = std::getenv(name);
    return value != nullptr && *value != 0 && std::string_view(value) != "0";
  };
  // GitHub Actions, Azure Pipelines, TeamCity.
  const bool has_runner =
      is_set("GITHUB_ACTIONS") || is_set("TF_BUILD") || is_set("TEAMCITY_VERSION");
  const bool has_no_color = no_color != nullptr && *no_color != 0;
  const bool is_dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
  const hrefkit::cli::Environment environment{
      .in = std::cin,
      .out = std::cout,
      .err = std::cerr,
      .out_is_terminal = isatty(STDOUT_FILENO) == 1,
      .err_is_terminal = isatty(STDERR_FILENO) == 1,
      .no_color = is_dumb || has_no_color,
      .force_color = !has_no_color && (is_set("FORCE_COLOR") || is_set("CLICOLOR_FORCE")),
      .is_dumb = is_dumb,
      .has_runner = has_runner,
      .width = terminal_width(),
      .in_descriptor = STDIN_FILENO};
  return hrefkit::cli::run(std::vector<std::string>(argv + 1, argv + argc), environment);
}

}  // namespace

int main(int argc, char** argv) {
  hrefkit::text::use_large_pages();
  open_standard_streams();
  // A closed pipe and a file that grows too large are failed writes, not signals.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return run(argc, argv);
  } catch (std::exception const& error) {
    write_error("hrefkit: error: ");
    write_error(error.what());
    write_error("\n");
    return hrefkit::cli::exit_error;
  }
}
