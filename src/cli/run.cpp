#include "hrefkit/cli/run.h"

#include <exception>
#include <new>
#include <optional>
#include <ostream>
#include <string_view>

#include "hrefkit/cli/command_line.h"
#include "hrefkit/cli/exit_code.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/io/log_commands.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/options/options.h"

namespace hrefkit::cli {

namespace {

std::string error_line(std::string_view message, Environment const& environment) {
  std::string text = "hrefkit: error: ";
  append_printable(text, shown_message(message),
                   environment.err_is_terminal ? Display::terminal : Display::stream);
  return text + '\n';
}

int say_wrong_usage(std::string_view command, std::string_view message,
                    Environment const& environment) {
  std::string text = error_line(message, environment);
  text += "Run 'hrefkit ";
  text += command;
  text += command.empty() ? "" : " ";
  text += "--help' for more information.\n";
  environment.err << text << std::flush;
  return exit_error;
}

int print(std::string const& text, Environment const& environment) {
  Output output("", environment.out);
  output.write(text);
  output.finish(1);  // the text itself
  if (!output.error()) return exit_clean;
  environment.err << "hrefkit: error: " << *output.error() << '\n';
  return exit_error;
}

int parse_and_run(std::vector<std::string> const& args, Environment const& environment) {
  CommandLine line(environment.out_is_terminal ? environment.width : 80);
  const ParsedLine parsed = line.parse(args);
  switch (parsed.outcome) {
    case ParsedLine::Outcome::wrong_usage:
      return say_wrong_usage(line.command(), parsed.text, environment);
    case ParsedLine::Outcome::no_command:
      environment.err << error_line(parsed.text, environment) << std::flush;
      return exit_error;
    case ParsedLine::Outcome::text:
      return print(parsed.text, environment);
    case ParsedLine::Outcome::command:
      break;
  }
  try {
    return line.run(environment);
  } catch (UsageError const& error) {
    return say_wrong_usage(line.command(), error.what(), environment);
  }
}

}  // namespace

int run(std::vector<std::string> const& args, Environment const& environment) {
  std::optional<LogFilter> out;
  std::optional<LogFilter> err;
  if (environment.has_runner) {
    out.emplace(environment.out);
    err.emplace(environment.err);
  }
  try {
    return parse_and_run(args, environment);
  } catch (std::bad_alloc const&) {
    environment.err << "hrefkit: error: out of memory\n";
  } catch (std::exception const& error) {
    environment.err << "hrefkit: error: " << error.what() << '\n';
  }
  environment.err.flush();
  return exit_error;
}

int run(std::vector<std::string> const& args, std::istream& in, std::ostream& out,
        std::ostream& err) {
  return run(args, Environment{.in = in, .out = out, .err = err});
}

}  // namespace hrefkit::cli
