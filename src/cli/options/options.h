// The options that the commands share, and where they are read from.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "hrefkit/cli/environment.h"
#include "hrefkit/html/context.h"
#include "hrefkit/html/encoding.h"
#include "hrefkit/site/input.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace hrefkit::cli {

/// The common options of design section 5, as given.
struct CommonOptions {
  std::vector<std::string> inputs;
  std::string files_from;
  std::string url;
  std::string site_url;
  std::string standard = "whatwg";
  std::string xml_base = "on";
  std::string content_type;
  std::string encoding;
  std::string encoding_fallback;
  std::string creator;
  std::string container;
  bool scripting = false;
  bool templates = false;
  bool follow_outside = false;
  std::vector<std::string> also;
  std::string output;
  std::size_t jobs = 0;  ///< 0: one a core
  bool quiet = false;
  bool verbose = false;
  std::string progress = "auto";
  std::string color = "auto";
  std::string config;  ///< read before the other options: see config.h
};

/// How the bytes of documents are read.
struct ReadOptions {
  std::optional<html::ContentType> content_type;  ///< of all inputs; else the name tells
  std::string transport_charset;
  std::optional<text::Encoding> encoding;
  html::EncodingFallback fallback;

  /// The options for one input.
  html::EncodingOptions for_input(site::Input const& input) const;
};

/// The absolute URL that `value` of the option `option` is, serialised; nothing for nothing. Throws
/// CLI::ValidationError for one that does not parse.
std::string absolute_url(std::string const& option, std::string const& value,
                         url::Standard standard);

/// Has the option take several values, with commas between: white space around each is dropped.
void take_list(CLI::Option& option);

/// Adds the options that say which documents are read and how.
void add_input_options(CLI::App& command, CommonOptions& options);

/// Adds the options that say how URLs are read that stand in no document: --standard, --encoding.
void add_url_options(CLI::App& command, CommonOptions& options);

/// Adds the options that say where results and messages go.
void add_result_options(CLI::App& command, CommonOptions& options);

/// The same, and those for work on many files.
void add_output_options(CLI::App& command, CommonOptions& options);

/// What the options come to. Throws CLI::ValidationError for values that are no good.
html::DocumentOptions document_options(CommonOptions const& options);
ReadOptions read_options(CommonOptions const& options);
/// `standard_input` serves --files-from -.
site::InputOptions input_options(CommonOptions const& options, std::istream& standard_input);

/// "auto", "always" or "never" for a stream that is or is not a terminal.
bool is_on(std::string const& choice, bool automatic);

}  // namespace hrefkit::cli
