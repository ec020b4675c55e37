// `hrefkit url --batch` on any lines: each is answered with one line of JSON, a URL with all its
// parts or an error, and the href of an answer is answered with itself.
#include <rapidjson/document.h>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/require.h"
#include "hrefkit/cli/format/json_writer.h"
#include "hrefkit/cli/run.h"
#include "hrefkit/url/url_attribute.h"

using namespace hrefkit;
using fuzz::require;

namespace {

std::string run_batch(std::string const& lines, std::string const& standard) {
  std::istringstream in(lines);
  std::ostringstream out;
  std::ostringstream err;
  const int exit_code = cli::run({"url", "--batch", "--standard", standard}, in, out, err);
  require(exit_code == 0 || exit_code == 2, "exit codes are 0 or 2");
  require(exit_code != 2 || !err.str().empty(), "an error is told");
  return out.str();
}

std::size_t count_lines(std::string_view text) {
  const auto ends = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  return text.empty() || text.back() == '\n' ? ends : ends + 1;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  require(text.empty() || text.back() == '\n', "lines end");
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines;
}

/// The href of an answer, or the empty string for an error.
std::string href_of(std::string_view line) {
  rapidjson::Document answer;
  answer.Parse<rapidjson::kParseValidateEncodingFlag>(line.data(), line.size());
  require(!answer.HasParseError() && answer.IsObject(), "an answer is a JSON object");
  if (answer.HasMember("error")) {
    require(answer["error"].IsString() && answer.MemberCount() == 1, "an error is a code");
    return {};
  }
  require(answer.MemberCount() == url::url_attribute_names.size(), "a URL has all its parts");
  for (std::string_view part : url::url_attribute_names) {
    const rapidjson::Value key(part.data(), static_cast<rapidjson::SizeType>(part.size()));
    require(answer.HasMember(key) && answer[key].IsString(), "parts are strings");
  }
  return {answer["href"].GetString(), answer["href"].GetStringLength()};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  if (size == 0) return 0;
  constexpr char const* standards[] = {"whatwg", "whatwg-2012", "html5", "web-address"};
  const std::string standard = standards[data[0] % 4];
  const std::string lines(reinterpret_cast<char const*>(data) + 1, size - 1);
  const std::string out = run_batch(lines, standard);
  const auto answers = lines_of(out);
  require(answers.size() == count_lines(lines), "each line has one answer");
  for (std::string_view answer : answers) {
    const std::string href = href_of(answer);
    if (href.empty() || standard != "whatwg" || lines.find("standard") != std::string::npos) {
      continue;  // the older standards' hrefs need not parse, or not to themselves
    }
    cli::RowBuffer again;
    again.literal("{\"input\":");
    text::append_json_string(again, href);
    again.literal("}\n");
    require(href_of(lines_of(run_batch(std::string(again.view()), standard)).at(0)) == href,
            "an href is answered with itself");
  }
  return 0;
}
