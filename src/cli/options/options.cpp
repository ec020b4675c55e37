#include "hrefkit/cli/options/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <sstream>

#include "hrefkit/html/media_type.h"
#include "hrefkit/site/file.h"
#include "hrefkit/site/walk.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/standard.h"

namespace hrefkit::cli {

namespace {

html::XmlBase xml_base_from_name(std::string const& name) {
  if (name == "namespaced") return html::XmlBase::namespaced;
  return name == "off" ? html::XmlBase::off : html::XmlBase::on;
}

/// The lines of the file that --files-from names; "-" is standard input.
std::vector<std::string> read_list(std::string const& path, std::istream& standard_input) {
  std::string bytes;
  const auto read =
      path == "-" ? site::read_stream(standard_input, bytes) : site::read_file(path, bytes);
  if (!read) {
    throw CLI::ValidationError("--files-from", path + ": " + read.error());
  }
  std::vector<std::string> lines;
  std::istringstream list(bytes);
  for (std::string line; std::getline(list, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

/// The address of a folder's root, as relative paths are appended to it.
std::string folder_url(std::string const& option, std::string const& value,
                       url::Standard standard) {
  std::string url = absolute_url(option, value, standard);
  if (url.empty()) return url;
  url.resize(std::min(url.size(), url.find_first_of("?#")));
  if (!url.ends_with('/')) url += '/';
  const auto base = url::Resolver::with_base(url, {.standard = standard});
  if (!base || !base->resolve("page")) {
    throw CLI::ValidationError(option, "'" + value + "' cannot be the address of a folder");
  }
  return url;
}

/// Results must not overwrite what is still to be read, nor be read themselves.
void check_output(CommonOptions const& options, std::vector<std::string> const& inputs) {
  std::string const& output = options.output;
  if (output.empty()) return;
  boost::system::error_code error;
  const bool exists = boost::filesystem::is_regular_file(output, error);
  const auto is_output = [&](std::string const& path) {
    return exists && boost::filesystem::equivalent(output, path, error);
  };
  if (is_output(options.files_from)) {
    throw CLI::ValidationError("--output", "'" + output + "' is the list of the inputs");
  }
  for (std::string const& input : inputs) {
    if (is_output(input)) {
      throw CLI::ValidationError("--output", "'" + output + "' is one of the inputs");
    }
    if (site::is_walked(output, input)) {
      throw CLI::ValidationError("--output",
                                 "'" + output + "' is one of the pages of '" + input + "'");
    }
  }
}

std::string check_label(std::string const& label) {
  return text::encoding_from_label(label) ? "" : "'" + label + "' is no encoding's label";
}

void add_standard_option(CLI::App& command, CommonOptions& options) {
  command
      .add_option("--standard", options.standard,
                  "How URLs are read: whatwg, whatwg-2012, html5, web-address [whatwg]")
      ->option_text("NAME")
      ->check(CLI::IsMember({"whatwg", "whatwg-2012", "html5", "web-address"}));
}

}  // namespace

void add_url_options(CLI::App& command, CommonOptions& options) {
  add_standard_option(command, options);
  command
      .add_option("--encoding", options.encoding,
                  "Encoding of the document around the URL, for its query [utf-8]")
      ->option_text("LABEL")
      ->check(CLI::Validator(check_label, ""));
}

std::string absolute_url(std::string const& option, std::string const& value,
                         url::Standard standard) {
  if (value.empty()) return {};
  const auto url = url::Resolver({.standard = standard}).resolve(value);
  if (!url) {
    throw CLI::ValidationError(
        option, "'" + value + "' is no absolute URL: " + std::string(message(url.error())));
  }
  return *url;
}

void take_list(CLI::Option& option) {
  option.delimiter(',')->transform(CLI::Validator(
      [](std::string& item) {
        item = std::string(text::strip_ascii_whitespace(item));
        return item.empty() ? std::string("an item of the list is empty") : std::string();
      },
      ""));
}

void add_input_options(CLI::App& command, CommonOptions& options) {
  command.add_option("INPUT", options.inputs, "Files, folders, or - for standard input");
  command.add_option("--files-from", options.files_from, "Read more inputs from FILE, one a line")
      ->option_text("FILE");
  command.add_option("--url", options.url, "Address of the one input")->option_text("URL");
  command
      .add_option("--site-url", options.site_url,
                  "Address of a folder's root: a file's address is this and its relative path")
      ->option_text("URL");
  add_standard_option(command, options);
  command
      .add_option("--xml-base", options.xml_base,
                  "Whether xml:base counts: on, namespaced, off [on]")
      ->option_text("WHEN")
      ->check(CLI::IsMember({"on", "namespaced", "off"}));
  command
      .add_option("--content-type", options.content_type,
                  "The inputs' media type, as in a Content-Type header")
      ->option_text("TYPE");
  command
      .add_option("--encoding", options.encoding,
                  "The inputs' encoding, whatever they declare (a byte order mark wins)")
      ->option_text("LABEL")
      ->check(CLI::Validator(check_label, ""));
  command
      .add_option("--encoding-fallback", options.encoding_fallback,
                  "The encoding of undeclared pages; auto is UTF-8 where it fits [windows-1252]")
      ->option_text("LABEL")
      ->check(CLI::Validator(
          [](std::string const& label) { return label == "auto" ? "" : check_label(label); }, ""));
  command.add_option("--creator", options.creator, "Base URL of the creator of about:blank")
      ->option_text("URL");
  command.add_option("--container", options.container, "Base URL around about:srcdoc")
      ->option_text("URL");
  command.add_flag("--scripting", options.scripting, "Take noscript content for text");
  command.add_flag("--templates", options.templates, "Report links in template content, too");
  command.add_flag("--follow-outside", options.follow_outside,
                   "Follow links that lead out of a folder that is walked");
  take_list(*command
                 .add_option("--also", options.also,
                             "Report these URLs, too: meta (social cards), jsonld, importmap")
                 ->option_text("WHAT,...")
                 ->check(CLI::IsMember({"meta", "jsonld", "importmap"})));
}

void add_output_options(CLI::App& command, CommonOptions& options) {
  add_result_options(command, options);
  command.add_option("-j,--jobs", options.jobs, "Work on N files at once [one a core]")
      ->option_text("N")
      ->check(CLI::Range(1, 1024));
  command.add_option("--progress", options.progress, "Count files on stderr: auto, always, never")
      ->option_text("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
}

void add_result_options(CLI::App& command, CommonOptions& options) {
  command.add_option("-o,--output", options.output, "Write results to FILE")
      ->option_text("FILE")
      ->transform(CLI::Validator(
          [](std::string& file) {
            if (file == "-") file.clear();  // standard output, as without the option
            return std::string();
          },
          ""));
  auto* quiet = command.add_flag("-q,--quiet", options.quiet, "Say only what failed");
  command.add_flag("-v,--verbose", options.verbose, "Say what was noticed, too")->excludes(quiet);
  command.add_option("--color", options.color, "Use colours: auto, always, never")
      ->option_text("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  command.add_option("--config", options.config, "Read options from FILE [.hrefkit.toml]")
      ->option_text("FILE");
}

html::DocumentOptions document_options(CommonOptions const& options) {
  html::DocumentOptions document;
  const url::Standard standard = *url::standard_from_name(options.standard);
  document.resolve.standard = standard;
  document.creator = absolute_url("--creator", options.creator, standard);
  document.container = absolute_url("--container", options.container, standard);
  document.xml_base = xml_base_from_name(options.xml_base);
  document.scripting = options.scripting;
  document.templates = options.templates;
  for (std::string const& what : options.also) {
    if (what == "meta") document.also.meta = true;
    if (what == "jsonld") document.also.json_ld = true;
    if (what == "importmap") document.also.import_map = true;
  }
  return document;
}

site::InputOptions input_options(CommonOptions const& options, std::istream& standard_input) {
  site::InputOptions inputs;
  const url::Standard standard = *url::standard_from_name(options.standard);
  inputs.paths = options.inputs;
  if (!options.files_from.empty()) {
    const std::vector<std::string> more = read_list(options.files_from, standard_input);
    inputs.paths.insert(inputs.paths.end(), more.begin(), more.end());
  }
  if (inputs.paths.empty()) {
    throw CLI::ValidationError("INPUT", "no input: name files, folders, or - for standard input");
  }
  inputs.walk.follow_outside = options.follow_outside;
  inputs.url = absolute_url("--url", options.url, standard);
  inputs.site_url = folder_url("--site-url", options.site_url, standard);
  if (!inputs.url.empty()) {
    boost::system::error_code error;
    if (inputs.paths.size() > 1 || boost::filesystem::is_directory(inputs.paths.front(), error)) {
      throw CLI::ValidationError("--url",
                                 "is the address of one document; use --site-url for several");
    }
  }
  check_output(options, inputs.paths);
  return inputs;
}

ReadOptions read_options(CommonOptions const& options) {
  ReadOptions read;
  if (!options.content_type.empty()) {
    const auto type = html::parse_media_type(options.content_type);
    if (type) read.content_type = html::content_type_of(type->essence);
    if (!read.content_type) {
      throw CLI::ValidationError("--content-type",
                                 "'" + options.content_type + "' is no type of HTML or XML");
    }
    read.transport_charset = type->charset.value_or("");
  }
  if (!options.encoding.empty()) read.encoding = text::encoding_from_label(options.encoding);
  if (options.encoding_fallback == "auto") {
    read.fallback.utf_8_if_valid = true;
  } else if (!options.encoding_fallback.empty()) {
    read.fallback.encoding = *text::encoding_from_label(options.encoding_fallback);
  }
  return read;
}

html::EncodingOptions ReadOptions::for_input(site::Input const& input) const {
  return {.content_type = content_type.value_or(input.content_type),
          .encoding = encoding,
          .transport_charset = transport_charset,
          .fallback = fallback};
}

bool is_on(std::string const& choice, bool automatic) {
  return choice == "always" || (choice == "auto" && automatic);
}

}  // namespace hrefkit::cli
