#include "hrefkit/cli/check/sarif_report.h"

#include <cstdint>

#include "hrefkit/cli/format/json_writer.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::cli {

namespace {

constexpr std::string_view schema = "https://json.schemastore.org/sarif-2.1.0.json";

std::string_view level(site::Severity severity) {
  switch (severity) {
    case site::Severity::error:
      return "error";
    case site::Severity::warning:
      return "warning";
    case site::Severity::note:
      return "note";
    case site::Severity::off:
      break;
  }
  return "none";
}

void write_rule(JsonWriter& json, site::Rule rule) {
  json.begin_object();
  json.member("id", name(rule));
  json.key("shortDescription");
  json.begin_object();
  json.member("text", description(rule));
  json.end_object();
  json.key("defaultConfiguration");
  json.begin_object();
  json.member("level", level(default_severity(rule)));
  json.end_object();
  json.end_object();
}

/// FNV-1a over the bytes: the same on every machine, as a fingerprint must be.
std::uint64_t stable_hash(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001B3U;
  }
  return hash;
}

std::string hex(std::uint64_t number) {
  std::string text;
  for (int shift = 56; shift >= 0; shift -= 8) text::append_hex(text, char(number >> shift));
  return text;
}

/// The URI of a file; a path is relative to the root of the repository. A colon in the first name
/// would end a scheme (RFC 3986, 4.2).
std::string uri_of(std::string const& path) {
  std::string reference = url::percent_encode_path(path);
  if (path.starts_with('/')) return "file://" + reference;
  const std::size_t colon = reference.find(':');
  return colon < reference.find('/') ? "./" + reference : reference;
}

void write_location(JsonWriter& json, std::string const& uri, site::Finding const& finding) {
  json.begin_object();
  json.key("physicalLocation");
  json.begin_object();
  json.key("artifactLocation");
  json.begin_object();
  json.member("uri", uri);
  json.end_object();
  json.key("region");
  json.begin_object();
  json.member("startLine", finding.line);
  json.member("startColumn", finding.column);
  json.member("byteOffset", finding.offset);
  json.member("byteLength", finding.length);
  json.end_object();
  json.end_object();
  json.end_object();
}

}  // namespace

bool SarifReport::begin() {
  RowBuffer out;
  JsonWriter json(out);
  json.begin_object();
  json.member("$schema", schema);
  json.member("version", "2.1.0");
  json.key("runs");
  json.begin_array();
  json.begin_object();
  json.key("tool");
  json.begin_object();
  json.key("driver");
  json.begin_object();
  json.member("name", "hrefkit");
  json.member("version", options_.version);
  json.key("rules");
  json.begin_array();
  for (std::size_t i = 0; i < site::rule_count; ++i) write_rule(json, static_cast<site::Rule>(i));
  json.end_array();
  json.end_object();
  json.end_object();
  json.member("columnKind", "unicodeCodePoints");
  json.key("results");
  json.begin_array();
  return write(out.view());
}

bool SarifReport::give(site::Finding const& finding) {
  RowBuffer out;
  out.append(any_ ? ",\n" : "\n");
  any_ = true;
  JsonWriter json(out);
  json.begin_object();
  json.member("ruleId", name(finding.rule));
  json.member("ruleIndex", static_cast<std::size_t>(finding.rule));
  json.member("level", level(finding.severity));
  json.key("message");
  json.begin_object();
  json.member("text", finding.message);
  json.end_object();
  json.key("locations");
  json.begin_array();
  write_location(json, uri_of(paths_.relative(finding.file)), finding);
  json.end_array();
  json.key("partialFingerprints");
  json.begin_object();
  json.member("hrefkit/v1", fingerprint(finding));
  json.end_object();
  json.end_object();
  return write(out.view());
}

bool SarifReport::end(site::CheckSummary const&) {
  return write("]}]}\n");
}

bool SarifReport::write(std::string_view json) {
  return write_(shown_json(json, options_.style.display, shown_));
}

/// The file, the rule, the value and which of equal ones it is: lines may move.
std::string SarifReport::fingerprint(site::Finding const& finding) {
  if (file_ != finding.file) {
    file_ = finding.file;
    seen_.clear();
  }
  std::string key(name(finding.rule));
  key.append("\n").append(finding.raw);
  const std::size_t number = seen_[key]++;
  key.append("\n").append(below(options_.root, finding.file));
  key.append("\n").append(std::to_string(number));
  return hex(stable_hash(key));
}

}  // namespace hrefkit::cli
