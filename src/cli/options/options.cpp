#include "hrefkit/cli/options/options.h"

#include <algorithm>
#include <boost/filesystem/operations.hpp>

#include "hrefkit/cli/options/usage_error.h"
#include "hrefkit/html/media_type.h"
#include "hrefkit/site/file.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit::cli {

namespace {

constexpr std::size_t most_jobs = 1024;

Parsed<text::Encoding> parse_label(std::string const& label) {
  if (const auto encoding = text::encoding_from_label(label)) return *encoding;
  return tl::unexpected("unknown encoding label '" + label + "'");
}

Parsed<html::EncodingFallback> parse_fallback(std::string const& label) {
  html::EncodingFallback fallback;
  if (label == "auto") {
    fallback.utf_8_if_valid = true;
    return fallback;
  }
  const auto encoding = parse_label(label);
  if (!encoding) return tl::unexpected(encoding.error());
  fallback.encoding = *encoding;
  return fallback;
}

Parsed<GivenType> parse_content_type(std::string const& value) {
  if (const auto media = html::parse_media_type(value)) {
    if (const auto type = html::content_type_of(media->essence)) {
      return GivenType{*type, media->charset.value_or("")};
    }
  }
  return tl::unexpected("'" + value +
                        "' is not a media type of HTML, XML, CSS or web app manifests");
}

/// "-" is standard output, as without the option.
Parsed<std::string> parse_output(std::string const& file) {
  return file == "-" ? std::string() : file;
}

/// The lines of the file that --files-from names; "-" is standard input.
std::vector<std::string> read_list(std::string const& path, std::istream& standard_input) {
  std::string bytes;
  const auto read =
      path == "-" ? site::read_stream(standard_input, bytes) : site::read_file(path, bytes);
  if (!read) throw UsageError("--files-from", path + ": " + read.error());
  std::vector<std::string> lines;
  for (std::string_view rest = bytes; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) lines.emplace_back(line);
  }
  return lines;
}

void add_standard_option(OptionSet& options, CommonOptions& common) {
  options.choice(OptionId::standard, common.standard);
}

}  // namespace

void add_input_options(OptionSet& options, CommonOptions& common) {
  options.arguments("INPUT", common.inputs, "Files, folders, or - for standard input");
  options.text(OptionId::files_from, common.files_from);
  options.text(OptionId::url, common.url);
  options.text(OptionId::site_url, common.site_url);
  options.parsed(OptionId::content_type, common.content_type, parse_content_type);
  options.parsed(OptionId::encoding, common.encoding, parse_label);
  options.parsed(OptionId::encoding_fallback, common.encoding_fallback, parse_fallback);
  add_standard_option(options, common);
  options.choice(OptionId::xml_base, common.xml_base);
  options.text(OptionId::creator, common.creator);
  options.flag(OptionId::follow_outside, common.follow_outside);
  options.text(OptionId::container, common.container);
  options.flag(OptionId::scripting, common.scripting);
  options.choices_list(OptionId::also, common.also);
  options.flag(OptionId::templates, common.templates);
}

void add_url_options(OptionSet& options, CommonOptions& common) {
  add_standard_option(options, common);
  options.parsed(OptionId::query_encoding, common.encoding, parse_label);
}

void add_output_options(OptionSet& options, CommonOptions& common) {
  add_result_options(options, common);
  options.number(OptionId::jobs, common.jobs, 1, most_jobs);
  options.choice(OptionId::progress, common.progress);
}

void add_running_options(OptionSet& options, CommonOptions& common) {
  add_message_options(options, common);
  options.number(OptionId::jobs, common.jobs, 1, most_jobs);
  options.choice(OptionId::progress, common.progress);
}

void add_result_options(OptionSet& options, CommonOptions& common) {
  options.parsed(OptionId::output, common.output, parse_output);
  add_message_options(options, common);
}

void add_message_options(OptionSet& options, CommonOptions& common) {
  options.flag(OptionId::quiet, common.quiet);
  options.flag(OptionId::verbose, common.verbose);
  options.exclude(OptionId::verbose, OptionId::quiet);
  options.choice(OptionId::color, common.color);
  options.text(OptionId::config, common.config);
}

std::string absolute_url(std::string const& option, std::string const& value,
                         url::Standard standard) {
  if (value.empty()) return {};
  const auto url = url::Resolver({.standard = standard}).resolve(value);
  if (url) return *url;
  throw UsageError(option,
                   "'" + value + "' is not an absolute URL: " + std::string(message(url.error())));
}

std::string folder_url(std::string const& option, std::string const& value,
                       url::Standard standard) {
  std::string url = absolute_url(option, value, standard);
  if (url.empty()) return url;
  url.resize(std::min(url.size(), url.find_first_of("?#")));
  if (!url.ends_with('/')) url += '/';
  const auto base = url::Resolver::with_base(url, {.standard = standard});
  if (!base || !base->resolve("page")) {
    throw UsageError(option, "'" + value + "' cannot be the address of a folder");
  }
  return url;
}

std::vector<std::string> listed_inputs(CommonOptions const& common, std::istream& standard_input) {
  if (common.files_from.empty()) return {};
  return read_list(common.files_from, standard_input);
}

html::DocumentOptions document_options(CommonOptions const& common) {
  html::DocumentOptions document;
  document.standard = common.standard;
  document.creator = absolute_url("--creator", common.creator, common.standard);
  document.container = absolute_url("--container", common.container, common.standard);
  document.xml_base = common.xml_base;
  document.scripting = common.scripting;
  document.templates = common.templates;
  for (const Also also : common.also) {
    document.also.meta |= also == Also::meta;
    document.also.json_ld |= also == Also::json_ld;
    document.also.import_map |= also == Also::import_map;
  }
  return document;
}

html::EncodingOptions encoding_options(CommonOptions const& common, site::Input const& input) {
  html::EncodingOptions options{.content_type = input.content_type,
                                .encoding = common.encoding,
                                .fallback = common.encoding_fallback};
  if (common.content_type) {
    options.content_type = common.content_type->type;
    options.transport_charset = common.content_type->charset;
  }
  return options;
}

site::InputOptions input_options(CommonOptions const& common, std::istream& standard_input) {
  site::InputOptions inputs;
  inputs.paths = common.inputs;
  if (!common.files_from.empty()) {
    const std::vector<std::string> more = read_list(common.files_from, standard_input);
    inputs.paths.insert(inputs.paths.end(), more.begin(), more.end());
  }
  if (inputs.paths.empty()) {
    throw UsageError("INPUT", "no input: name files, folders, or - for standard input");
  }
  inputs.walk.follow_outside = common.follow_outside;
  inputs.url = absolute_url("--url", common.url, common.standard);
  inputs.site_url = folder_url("--site-url", common.site_url, common.standard);
  if (!inputs.url.empty()) {
    boost::system::error_code error;
    if (inputs.paths.size() > 1 || boost::filesystem::is_directory(inputs.paths.front(), error)) {
      throw UsageError("--url", "is the address of one document; use --site-url for several");
    }
  }
  return inputs;
}

RowStyle row_style(Format format, CommonOptions const& common, Environment const& environment) {
  const bool to_terminal = environment.out_is_terminal && common.output.empty();
  return {
      .format = format,
      .display = to_terminal ? Display::terminal : Display::stream,
      .color = format == Format::text && is_on(common.color, to_terminal && !environment.no_color)};
}

bool is_on(When when, bool automatic) {
  return when == When::always || (when == When::automatic && automatic);
}

}  // namespace hrefkit::cli
