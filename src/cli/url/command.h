// `hrefkit url`: prints, changes and compares the parts of URLs under the four standards.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/url/any_url.h"

namespace hrefkit::cli {

/// The options of `url`.
struct UrlCommand {
  CommonOptions common = {};  ///< standard, encoding, and where results and messages go
  std::vector<std::string> urls = {};
  std::string base = {};
  std::vector<std::string> changes = {};  ///< "PART=VALUE", in the order given
  Format format = Format::text;
  bool compare = false;
  bool batch = false;
};

/// Adds the command's options, which are parsed into `command`.
void add_options(OptionSet& options, UrlCommand& command);

/// Runs it. Returns an ExitCode; throws UsageError for options that cannot be followed.
int run_url(UrlCommand const& command, Environment const& environment);

// A URL's parts as a table for people.

/// Appends "NAME  VALUE" for the input and each part, one line each. A readable form in parentheses
/// follows a host or path whose characters are encoded.
void append_table(std::string& out, std::string_view input, url::AnyUrl const& url,
                  Display display);

}  // namespace hrefkit::cli
