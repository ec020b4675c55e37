#include "hrefkit/cli/run.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>

#include "hrefkit/cli/config.h"
#include "hrefkit/cli/exit_code.h"
#include "hrefkit/cli/resolve_command.h"

namespace hrefkit::cli {

namespace {

/// An option that is given twice takes the later value, so that arguments win over the config file.
void let_later_values_win(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    if (option->get_items_expected_max() == 1) option->take_last();
  }
}

int parse_and_run(std::vector<std::string> const& args, Environment const& environment) {
  CLI::App app("Finds every link in HTML, XHTML and SVG and resolves it as a browser does.",
               "hrefkit");
  app.set_version_flag("--version", std::string("hrefkit ") + HREFKIT_VERSION);
  app.require_subcommand(1);
  app.footer("Exit codes: 0 done and clean, 1 findings, 2 wrong usage or an unreadable input.");
  ResolveCommand resolve;
  CLI::App* resolve_app = add_resolve_command(app, resolve);
  for (CLI::App* command : app.get_subcommands([](CLI::App const*) { return true; })) {
    let_later_values_win(*command);
  }
  try {
    std::vector<std::string> all = with_config(app, args);
    std::reverse(all.begin(), all.end());  // CLI11 takes arguments from the back
    app.parse(all);
    if (resolve_app->parsed()) return run_resolve(resolve, environment);
    return exit_error;
  } catch (CLI::ParseError const& error) {
    // --help and --version come this way, too, with exit code 0.
    return app.exit(error, environment.out, environment.err) == 0 ? exit_clean : exit_error;
  }
}

}  // namespace

int run(std::vector<std::string> const& args, Environment const& environment) {
  try {
    return parse_and_run(args, environment);
  } catch (std::bad_alloc const&) {
    environment.err << "hrefkit: error: out of memory\n";
    return exit_error;
  }
}

int run(std::vector<std::string> const& args, std::istream& in, std::ostream& out,
        std::ostream& err) {
  return run(args, Environment{.in = in, .out = out, .err = err});
}

}  // namespace hrefkit::cli
