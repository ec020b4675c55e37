// The command on any bytes as its standard input, under any options: it ends with one of its exit
// codes, prints well-formed rows with all that they promise, and says why where it fails.
#include <rapidjson/document.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "fuzz/require.h"
#include "hrefkit/cli/run.h"
#include "hrefkit/text/utf8.h"

using namespace hrefkit;
using fuzz::require;

namespace {

using Words = std::vector<std::string>;

/// Picks options by the bytes at the start of the input.
class Choices {
 public:
  explicit Choices(std::string_view bytes) : bytes_(bytes) {}

  std::string pick(Words const& words) { return words[next() % words.size()]; }
  bool yes() { return next() % 2 == 1; }
  std::string_view rest() const { return bytes_; }

 private:
  unsigned next() {
    if (bytes_.empty()) return 0;
    const unsigned value = static_cast<unsigned char>(bytes_.front());
    bytes_.remove_prefix(1);
    return value;
  }

  std::string_view bytes_;
};

Words make_args(Choices& choices, std::string const& format) {
  Words args{"resolve", "--format", format, "-j", "1", "--standard"};
  args.push_back(choices.pick({"whatwg", "whatwg-2012", "html5", "web-address"}));
  args.insert(args.end(), {"--xml-base", choices.pick({"on", "namespaced", "off"})});
  const auto add = [&](std::string const& option, Words const& values) {
    const std::string value = choices.pick(values);
    if (!value.empty()) args.insert(args.end(), {option, value});
  };
  add("--content-type",
      {"", "text/html", "application/xhtml+xml", "image/svg+xml", "text/html; charset=utf-8",
       "text/html; charset=shift_jis", "application/xml; charset=utf-16le"});
  add("--encoding", {"", "", "", "utf-8", "gb18030", "iso-2022-jp", "utf-16be"});
  add("--encoding-fallback", {"", "auto", "big5"});
  add("--url", {"", "https://example.org/a/b?c#d", "about:blank", "about:srcdoc", "x:y"});
  add("--creator", {"", "http://creator.example/"});
  add("--container", {"", "http://container.example/"});
  add("--also", {"", "meta,jsonld,importmap"});
  add("--fail-on", {"", "unresolvable"});
  add("--color", {"", "always"});
  for (char const* flag : {"--scripting", "--templates", "--unique", "-v"}) {
    if (choices.yes()) args.emplace_back(flag);
  }
  args.emplace_back("-");
  return args;
}

void check_number(rapidjson::Value const& row, char const* key) {
  require(row.HasMember(key) && row[key].IsUint64(), "rows have their numbers");
}

void check_string(rapidjson::Value const& row, char const* key) {
  require(row.HasMember(key) && row[key].IsString(), "rows have their strings");
}

void check_row(rapidjson::Value const& row, std::size_t input_size) {
  require(row.IsObject(), "a row is an object");
  for (char const* key : {"line", "column", "offset", "length", "index"}) check_number(row, key);
  for (char const* key : {"file", "element", "attribute", "raw", "kind", "base", "baseSource"}) {
    check_string(row, key);
  }
  require(row["line"].GetUint64() > 0 && row["column"].GetUint64() > 0, "lines count from 1");
  require(row["offset"].GetUint64() + row["length"].GetUint64() <= input_size,
          "links stand in the input");
  require(row.HasMember("url") && row["url"].IsNull() == row.HasMember("error") &&
              (row["url"].IsNull() || row["url"].IsString()),
          "a row has a URL or an error");
  if (row.HasMember("error")) check_string(row, "error");
  if (row.HasMember("context")) check_string(row, "context");
  if (row.HasMember("ns")) check_string(row, "ns");
}

rapidjson::Document parse(std::string_view json) {
  rapidjson::Document document;
  document.Parse<rapidjson::kParseValidateEncodingFlag>(json.data(), json.size());
  require(!document.HasParseError(), "the output is JSON");
  return document;
}

void check_json(std::string const& out, std::size_t input_size) {
  const rapidjson::Document rows = parse(out);
  require(rows.IsArray(), "the rows are an array");
  for (rapidjson::Value const& row : rows.GetArray()) check_row(row, input_size);
}

void check_json_lines(std::string_view out, std::size_t input_size) {
  require(out.empty() || out.back() == '\n', "lines end");
  while (!out.empty()) {
    const std::size_t end = out.find('\n');
    check_row(parse(out.substr(0, end)), input_size);
    out.remove_prefix(end + 1);
  }
}

/// RFC 4180: every record has as many fields as the header.
void check_csv(std::string_view out) {
  std::size_t fields = 1;
  std::size_t wanted = 0;
  bool quoted = false;
  for (const char c : out) {
    if (c == '"') quoted = !quoted;  // a doubled quote closes and opens again
    if (quoted) continue;
    if (c == ',') ++fields;
    if (c != '\n') continue;
    if (wanted == 0) wanted = fields;
    require(fields == wanted, "records have the fields of the header");
    fields = 1;
  }
  require(!quoted && out.ends_with('\n'), "records end");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  Choices choices({reinterpret_cast<char const*>(data), size});
  const std::string format = choices.pick({"jsonl", "json", "csv", "text"});
  const Words args = make_args(choices, format);
  std::istringstream in{std::string(choices.rest())};
  std::ostringstream out;
  std::ostringstream err;
  const int exit_code = cli::run(args, in, out, err);
  require(exit_code >= 0 && exit_code <= 2, "exit codes are 0, 1 or 2");
  require(exit_code != 2 || !err.str().empty(), "an error is told");
  const std::string rows = out.str();
  require(text::find_invalid_utf8(rows) == rows.size(), "output is UTF-8");
  if (format == "jsonl") check_json_lines(rows, choices.rest().size());
  if (format == "json") check_json(rows, choices.rest().size());
  if (format == "csv") check_csv(rows);
  if (format == "text") require(rows.empty() || rows.ends_with('\n'), "lines end");
  return 0;
}
