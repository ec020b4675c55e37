// Any text as a script of each goal: the places of what it names rise, do not overlap and lie
// between the quotes that are there, values that are read again are the same, and what stands
// behind a fault changes nothing of what was found before it.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/document_laws.h"
#include "fuzz/text_input.h"
#include "hrefkit/html/script_urls.h"
#include "hrefkit/html/syntax/script_tokenizer.h"
#include "hrefkit/text/utf8.h"

using namespace hrefkit;
using namespace hrefkit::html;
using fuzz::require;

namespace {

struct ScriptFound {
  text::Span span;
  std::string value;
  ScriptForm form;
  bool operator==(ScriptFound const&) const = default;
};

std::vector<ScriptFound> check_script(std::string_view script, ScriptGoal goal) {
  std::vector<ScriptFound> all;
  ScriptUrls urls(script, goal);
  std::uint32_t end = 0;
  std::string value;
  while (const auto url = urls.next()) {
    fuzz::require_inside(url->span, script);
    require(url->span.begin >= end, "places rise and do not overlap");
    end = url->span.end;
    if (url->quote != '\0') {
      require(script[url->span.begin - 1] == url->quote && script[url->span.end] == url->quote,
              "URLs stand between quotes");
      require(unescape_script(url->span.in(script), url->quote, value), "escapes are right");
      require(value == url->value, "a value that is read again is the same");
    }
    require(text::find_invalid_utf8(url->value) == url->value.size(), "values are UTF-8");
    all.push_back({url->span, std::string(url->value), url->form});
  }
  require(!urls.next(), "after the end there is nothing");
  if (const auto fault = urls.fault()) {
    require(fault->offset <= script.size(), "a fault is in the text");
  }
  if (!may_name_urls(script)) require(all.empty() && !urls.module_syntax(), "the filter is right");
  if (goal == ScriptGoal::module) require(urls.is_module(), "a module is one");
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const fuzz::TextInput input(data, size);
  const std::string_view script = input.text();
  check_script(script, ScriptGoal::unknown);
  check_script(script, ScriptGoal::classic);
  const std::vector<ScriptFound> found = check_script(script, ScriptGoal::module);
  // What is behind a fault is not read. A source map may be, so that it is left out here.
  ScriptUrls urls(script, ScriptGoal::module);
  if (const auto fault = urls.fault()) {
    const std::string longer = std::string(script) + " import('a')";
    for (ScriptFound const& url : check_script(longer, ScriptGoal::module)) {
      require(
          url.span.begin < script.size() || fault->kind != ScriptFaultKind::unexpected_character,
          "nothing is found behind a character that begins no token");
    }
  }
  // White space of another kind changes no value.
  const std::string spaced = "\n\xE2\x80\xA8 " + std::string(script);
  if (!script.starts_with("#!")) {
    std::vector<ScriptFound> moved = check_script(spaced, ScriptGoal::module);
    for (ScriptFound& url : moved) {
      url.span.begin -= 5;
      url.span.end -= 5;
    }
    require(moved == found, "white space in front moves places, and changes nothing else");
  }
  return 0;
}
