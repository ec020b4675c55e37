// The README says what is so: it quotes the sample programs as they are, its commands print what it
// shows, and it names the options that the command has.
#include "samples/readme.h"

#include <sys/wait.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "support/outside_data.h"

namespace hrefkit::test {

namespace {

/// The README that is being checked.
std::string readme() {
  return file_bytes(HREFKIT_SOURCE_DIR "/README.md");
}

/// All that a command prints when it runs in the repository, with what was built in its path; after
/// it, where the exit code is not 0, "(exit code N)".
std::string run(std::string const& command) {
  const std::string script = "cd '" HREFKIT_SOURCE_DIR "' && exec 2>&1 && PATH='" HREFKIT_BINARY_DIR
                             "':'" HREFKIT_BINARY_DIR "/samples':$PATH && unset NO_COLOR && " +
                             command;
  std::FILE* pipe = popen(script.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string output;
  char buffer[4096];
  for (std::size_t n = 0; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) {
    output.append(buffer, n);
  }
  const int status = pclose(pipe);
  REQUIRE(WIFEXITED(status));
  if (const int code = WEXITSTATUS(status); code != 0) {
    output += "(exit code " + std::to_string(code) + ")\n";
  }
  return output;
}

std::vector<std::string> sample_programs() {
  std::vector<std::string> names;
  for (auto const& entry : std::filesystem::directory_iterator(HREFKIT_SOURCE_DIR "/samples")) {
    if (entry.path().extension() == ".cpp") {
      names.push_back("samples/" + entry.path().filename().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE("the README quotes every sample program, and files as they are") {
  std::vector<std::string> quoted;
  for (CodeBlock const& block : code_blocks(readme())) {
    if (block.label.empty()) continue;
    CAPTURE(block.label);
    CHECK(block.text == file_bytes(HREFKIT_SOURCE_DIR "/" + block.label));
    quoted.push_back(block.label);
  }
  const auto programs = sample_programs();
  REQUIRE(programs.size() >= 4);
  for (std::string const& program : programs) {
    CAPTURE(program);
    CHECK(std::count(quoted.begin(), quoted.end(), program) == 1);
  }
}

TEST_CASE("the README's commands print what it shows") {
  std::size_t count = 0;
  for (CodeBlock const& block : code_blocks(readme())) {
    if (block.language != "console") continue;
    for (Command const& command : commands(block.text)) {
      CAPTURE(block.line, command.line);
      CHECK(run(command.line) == command.output);
      ++count;
    }
  }
  CHECK(count >= sample_programs().size());
}

TEST_CASE("every sample program is run in the README") {
  std::string consoles;
  for (CodeBlock const& block : code_blocks(readme())) {
    if (block.language == "console") consoles += block.text;
  }
  for (std::string const& program : sample_programs()) {
    const std::string name = std::filesystem::path(program).stem().string();
    CAPTURE(name);
    CHECK(consoles.find("$ " + name + " ") != std::string::npos);
  }
}

TEST_CASE("the README names every option of resolve, and no other") {
  const auto named = inline_options(readme());
  auto listed = listed_options(run("hrefkit resolve --help"));
  REQUIRE(listed.size() > 10);
  for (std::string const& option : listed) {
    CAPTURE(option);
    CHECK(named.count(option) == 1);
  }
  const std::string help = run("hrefkit --help");
  listed.merge(listed_options(help));
  for (std::string const& command : listed_commands(help)) {
    listed.merge(listed_options(run("hrefkit " + command + " --help")));
  }
  for (std::string const& option : named) {
    CAPTURE(option);
    CHECK(listed.count(option) == 1);
  }
}

TEST_CASE("the README names every key of a row") {
  const std::string text = readme();
  const std::string rows = file_bytes(HREFKIT_SOURCE_DIR "/tests/samples/site.jsonl");
  std::size_t count = 0;
  for (std::size_t end = rows.find("\":"); end != std::string::npos;
       end = rows.find("\":", end + 1)) {
    const std::size_t begin = rows.rfind('"', end - 1) + 1;
    const std::string key = rows.substr(begin, end - begin);
    if (key.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") !=
        std::string::npos) {
      continue;
    }
    CAPTURE(key);
    CHECK(text.find("| `" + key + "` |") != std::string::npos);
    ++count;
  }
  CHECK(count > 1000);
}

TEST_CASE("the README names every package that is needed") {
  const std::string text = readme();
  std::istringstream packages(file_bytes(HREFKIT_SOURCE_DIR "/tests/packages"));
  std::size_t count = 0;
  for (std::string package; std::getline(packages, package);) {
    if (package.starts_with('#')) continue;
    CAPTURE(package);
    CHECK(text.find('`' + package + '`') != std::string::npos);
    ++count;
  }
  CHECK(count > 5);
}

TEST_CASE("the README's links lead to its sections and to files") {
  const std::string text = readme();
  const auto fragments = heading_fragments(text);
  const auto targets = link_targets(text);
  CHECK(targets.size() > 10);
  for (std::string const& target : targets) {
    CAPTURE(target);
    const bool exists = std::filesystem::exists(HREFKIT_SOURCE_DIR "/" + target);
    CHECK((target.starts_with('#') ? fragments.count(target) == 1 : exists));
  }
}

TEST_CASE("a README is taken apart") {
  const std::string text =
      "Use `--url URL` and `-j`, not `url`.\n<!-- samples/x.cpp -->\n```cpp\nint x;\n```\n\n"
      "```console\n$ echo a \\\n  b\na b\n$ true\n```\n";
  const auto blocks = code_blocks(text);
  REQUIRE(blocks.size() == 2);
  CHECK(blocks[0].label == "samples/x.cpp");
  CHECK(blocks[0].text == "int x;\n");
  CHECK(blocks[1].label.empty());
  const auto found = commands(blocks[1].text);
  REQUIRE(found.size() == 2);
  CHECK(found[0].line == "echo a \\\n  b");
  CHECK(found[0].output == "a b\n");
  CHECK(run(found[0].line) == found[0].output);
  CHECK(found[1].output.empty());
  CHECK(run("exit 3") == "(exit code 3)\n");
  CHECK(inline_options(text) == std::set<std::string>{"--url"});
  CHECK(
      listed_options("Usage: x --no\n  -h,--help  Print\n  --url URL  As in --help\n  -j N x\n") ==
      std::set<std::string>{"--help", "--url"});
  const std::string prose = "# A URL, \"parsed\"\n[a](#b) [c](d/e.md)\n```sh\n# [x](y)\n```\n";
  CHECK(link_targets(prose) == std::set<std::string>{"#b", "d/e.md"});
  CHECK(heading_fragments(prose) == std::set<std::string>{"#a-url-parsed"});
}

}  // namespace hrefkit::test
