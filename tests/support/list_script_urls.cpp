// Prints what hrefkit finds in scripts, for tests/judge/script_urls.mjs: one JSON object a line.
//
//   list_script_urls < PACKED
//
// PACKED has for each script a line with its goal (classic, module, unknown) and its length in
// bytes, then the script. A line of output:
//
// {"module":false,"computed":0,"fault":null,"base":null,"urls":[["form","type","quote",begin,end,"value"]]}
#include <array>
#include <cstddef>
#include <ios>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/script_urls.h"
#include "hrefkit/text/json.h"

using namespace hrefkit;

namespace {

constexpr std::array<std::string_view, 10> form_names{
    "static_import", "dynamic_import", "meta_url",       "meta_resolve", "worker_meta_url",
    "worker",        "service_worker", "import_scripts", "source_map",   "vite_dep"};
constexpr std::array<std::string_view, 5> type_names{"none", "json", "css", "module", "other"};

html::ScriptGoal goal_named(std::string_view name) {
  if (name == "classic") return html::ScriptGoal::classic;
  return name == "module" ? html::ScriptGoal::module : html::ScriptGoal::unknown;
}

std::string quoted(std::string_view text) {
  std::string json;
  text::append_json_string(json, text);
  return json;
}

void print(std::string_view script, html::ScriptGoal goal) {
  html::ScriptUrls urls(script, goal);
  std::cout << "{\"module\":" << (urls.is_module() ? "true" : "false")
            << ",\"computed\":" << urls.computed_imports() << ",\"fault\":";
  if (const auto fault = urls.fault()) {
    std::cout << '[' << quoted(message(fault->kind)) << ',' << fault->offset << ']';
  } else {
    std::cout << "null";
  }
  std::cout << ",\"base\":" << (urls.vite_base() ? quoted(*urls.vite_base()) : "null")
            << ",\"urls\":[";
  bool is_first = true;
  while (const auto url = urls.next()) {
    std::cout << (is_first ? "" : ",") << "[\"" << form_names[static_cast<std::size_t>(url->form)]
              << "\",\"" << type_names[static_cast<std::size_t>(url->type)] << "\","
              << quoted(url->quote == '\0' ? "" : std::string(1, url->quote)) << ','
              << url->span.begin << ',' << url->span.end << ',' << quoted(url->value) << ']';
    is_first = false;
  }
  std::cout << "]}\n";
}

}  // namespace

int main() {
  std::string goal;
  std::size_t length = 0;
  while (std::cin >> goal >> length && std::cin.get() == '\n') {
    // A block of its own size: a sanitizer sees any read past it.
    std::vector<char> script(length);
    std::cin.read(script.data(), static_cast<std::streamsize>(length));
    print({script.data(), script.size()}, goal_named(goal));
  }
  return 0;
}
