// The pages for readers say what is so: they link to the sample programs, quote files as they are,
// their commands print what they show, and they name the options that the commands have.
#include "samples/readme.h"

#include <sys/wait.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hrefkit/site/finding.h"
#include "support/outside_data.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

constexpr std::string_view front_page = "README.md";
constexpr std::string_view all_commands = "src/cli/README.md";

/// The pages for readers by their paths from the top: each README.md of the repository.
std::map<std::string, std::string> const& pages() {
  static const auto all = [] {
    namespace fs = std::filesystem;
    const fs::path top = HREFKIT_SOURCE_DIR;
    std::map<std::string, std::string> found;
    found.emplace(front_page, file_bytes((top / front_page).string()));
    for (const char* folder : {"src", "html", "samples", "tests"}) {
      for (fs::directory_entry const& entry : fs::recursive_directory_iterator(top / folder)) {
        if (entry.path().filename() != "README.md") continue;
        found.emplace(entry.path().lexically_relative(top).string(),
                      file_bytes(entry.path().string()));
      }
    }
    return found;
  }();
  return all;
}

std::string const& page(std::string_view path) {
  return pages().at(std::string(path));
}

/// The page of a command of its own.
std::string const& page_of_command(std::string_view command) {
  return page("src/cli/" + std::string(command) + "/README.md");
}

/// The code blocks of all pages.
std::vector<CodeBlock> all_code_blocks() {
  std::vector<CodeBlock> all;
  for (auto const& [path, text] : pages()) {
    for (CodeBlock& block : code_blocks(text)) all.push_back(std::move(block));
  }
  return all;
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

/// The options that the help text of each command lists.
std::map<std::string, std::set<std::string>> options_of_commands() {
  std::map<std::string, std::set<std::string>> found;
  for (std::string const& command : listed_commands(run("hrefkit --help"))) {
    found.emplace(command, listed_options(run("hrefkit " + command + " --help")));
  }
  return found;
}

/// The sample programs in a language, by its file extension.
std::vector<std::string> sample_programs(std::string_view extension) {
  std::vector<std::string> names;
  for (auto const& entry : std::filesystem::directory_iterator(HREFKIT_SOURCE_DIR "/samples")) {
    if (entry.path().extension() == extension) {
      names.push_back("samples/" + entry.path().filename().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE("the pages quote files as they are") {
  for (CodeBlock const& block : all_code_blocks()) {
    if (block.label.empty()) continue;
    CAPTURE(block.label);
    CHECK(block.text == file_bytes(HREFKIT_SOURCE_DIR "/" + block.label));
  }
}

TEST_CASE("one page links to each sample program") {
  std::multiset<std::string> linked;
  for (auto const& [path, text] : pages()) {
    for (std::string const& target : link_targets(text)) {
      linked.insert(link_target(path, target).path);
    }
  }
  for (std::string_view extension : {".cpp", ".c", ".rs"}) {
    const auto programs = sample_programs(extension);
    CHECK(!programs.empty());
    for (std::string const& program : programs) {
      CAPTURE(program);
      CHECK(linked.count(program) == 1);
    }
  }
}

// What these lines print is tested where their language is: tests/python/recipes_test.py,
// tests/node/recipes.test.mjs and tests/packaging/install_test.sh run them.
TEST_CASE("the page of a library begins with a command that builds it and lines to paste") {
  for (auto const& [path, language] :
       std::map<std::string, std::string>{{"samples/README.md", "cpp"},
                                          {"src/c/README.md", "c"},
                                          {"src/node/README.md", "js"},
                                          {"src/python/README.md", "python"}}) {
    CAPTURE(path);
    const auto blocks = code_blocks(page(path));
    REQUIRE(blocks.size() > 3);
    CHECK(blocks[0].language == "sh");
    CHECK(blocks[0].text.starts_with("./samples/run && "));
    CHECK(blocks[0].line < 15);
    CHECK(blocks[1].language == language);
    CHECK(std::count(blocks[1].text.begin(), blocks[1].text.end(), '\n') <= 10);
    CHECK(blocks[2].language == "text");
    CHECK(blocks[2].text.starts_with("$ "));
  }
}

TEST_CASE("the commands on the pages print what is shown") {
  std::size_t count = 0;
  for (auto const& [path, text] : pages()) {
    for (CodeBlock const& block : code_blocks(text)) {
      if (block.language != "console") continue;
      for (Command const& command : commands(block.text)) {
        CAPTURE(path, block.line, command.line);
        CHECK(run(command.line) == command.output);
        ++count;
      }
    }
  }
  CHECK(count >= sample_programs(".cpp").size());
}

TEST_CASE("every sample program is run on a page") {
  std::string consoles;
  for (CodeBlock const& block : all_code_blocks()) {
    if (block.language == "console") consoles += block.text;
  }
  for (std::string const& program : sample_programs(".cpp")) {
    const std::string name = std::filesystem::path(program).stem().string();
    CAPTURE(name);
    CHECK(consoles.find("$ " + name + " ") != std::string::npos);
  }
}

TEST_CASE("the page of a command and that of all commands name every option of it") {
  const auto shared = inline_options(page(all_commands));
  for (auto const& [command, options] : options_of_commands()) {
    const auto own = inline_options(page_of_command(command));
    REQUIRE(options.size() > 5);
    for (std::string const& option : options) {
      CAPTURE(command, option);
      CHECK(shared.count(option) + own.count(option) > 0);
    }
  }
}

TEST_CASE("the pages of commands name no option that is not there") {
  auto listed = listed_options(run("hrefkit --help"));
  for (auto const& [command, options] : options_of_commands()) {
    listed.insert(options.begin(), options.end());
  }
  for (auto const& [path, text] : pages()) {
    if (path != front_page && !path.starts_with("src/cli/")) continue;
    for (std::string const& option : inline_options(text)) {
      CAPTURE(path, option);
      CHECK(listed.count(option) == 1);
    }
  }
}

TEST_CASE("the scripts on the pages give each command options that it has") {
  const std::set<std::string> scripts = {"sh", "yaml", "make"};
  const auto listed = options_of_commands();
  std::size_t count = 0;
  for (CodeBlock const& block : all_code_blocks()) {
    if (!scripts.contains(block.language)) continue;
    for (CommandUse const& use : command_uses(block.text)) {
      CAPTURE(block.line, use.command);
      REQUIRE(listed.count(use.command) == 1);
      for (std::string const& option : use.options) {
        CAPTURE(option);
        CHECK(listed.at(use.command).count(option) == 1);
      }
      ++count;
    }
  }
  CHECK(count > 10);
}

TEST_CASE("the examples of the help texts run") {
  const TemporaryFolder folder;
  for (char const* file : {"a.html", "public/a.html", "public/index.html", "known.jsonl",
                           "before/a.html", "after/a.html", "public.before/a.html"}) {
    folder.write(file, "");
  }
  folder.write("crawl.warc.gz", file_bytes(HREFKIT_SOURCE_DIR "/samples/letters.warc.gz"));
  const std::string there = "cd '" + folder.path() + "' && ";
  for (std::string const& command : listed_commands(run("hrefkit --help"))) {
    const auto examples = listed_examples(run("hrefkit " + command + " --help"));
    CAPTURE(command);
    CHECK(examples.size() >= 2);
    for (std::string const& example : examples) {
      if (example.starts_with("curl ")) continue;                           // it asks the network
      if (example.find("http://localhost") != std::string::npos) continue;  // nobody listens there
      CAPTURE(example);
      CHECK(run(there + example).find("(exit code 2)") == std::string::npos);
    }
  }
}

TEST_CASE("the commands of the front page run as they are printed") {
  std::size_t count = 0;
  std::string const& text = page(front_page);
  for (std::size_t at = text.find("`hrefkit "); at != std::string::npos;
       at = text.find("`hrefkit ", at + 1)) {
    const std::string command = text.substr(at + 1, text.find('`', at + 1) - at - 1);
    // COMMAND, URL and other words in capitals are for the reader to fill in.
    if (std::regex_search(command, std::regex("[A-Z]{3}"))) continue;
    const TemporaryFolder folder;
    for (char const* site : {"public", "mirror", "old", "new"}) {
      const bool is_written = command.find(std::string(" -o ") + site) != std::string::npos;
      if (!is_written) folder.write(std::string(site) + "/index.html", "<a href=/>x</a>");
    }
    folder.write("a.html", "<a href=b>x</a>");
    for (char const* archive : {"crawl.warc.gz", "crawl.wacz"}) {
      folder.write(archive, file_bytes(HREFKIT_SOURCE_DIR "/samples/letters.warc.gz"));
    }
    CAPTURE(command);
    CHECK(run("cd '" + folder.path() + "' && " + command).find("(exit code 2)") ==
          std::string::npos);
    ++count;
  }
  CHECK(count > 10);
}

TEST_CASE("the page of check names every rule and its severity") {
  const std::string text = page_of_command("check");
  for (std::size_t i = 0; i < site::rule_count; ++i) {
    const auto rule = static_cast<site::Rule>(i);
    const std::string row = "| `" + std::string(name(rule)) + "` | " +
                            std::string(name(site::default_severity(rule))) + " | ";
    CAPTURE(row);
    CHECK(text.find(row) != std::string::npos);
  }
}

TEST_CASE("the page of resolve names every key of a row") {
  const std::string text = page_of_command("resolve");
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

TEST_CASE("the page of the layers names every package that is needed") {
  const std::string text = page("src/README.md");
  std::istringstream packages(file_bytes(HREFKIT_SOURCE_DIR "/tests/packages"));
  std::size_t count = 0;
  for (std::string package; std::getline(packages, package);) {
    if (package.starts_with('#')) continue;
    package = package.substr(0, package.find('|'));
    CAPTURE(package);
    CHECK(text.find('`' + package + '`') != std::string::npos);
    ++count;
  }
  CHECK(count > 5);
}

TEST_CASE("the front page is short, and has the two commands for a newcomer as they are typed") {
  const std::string text = page(front_page);
  CHECK(std::count(text.begin(), text.end(), '\n') <= 130);
  const auto blocks = code_blocks(text);
  for (std::string const command : {"./samples/run", "./tests/run"}) {
    CAPTURE(command);
    // A line of a script that tells how long it takes: "./tests/run      # 7 minutes: ...".
    const auto told = std::find_if(blocks.begin(), blocks.end(), [&](CodeBlock const& block) {
      const std::size_t at = ('\n' + block.text).find('\n' + command + ' ');
      return block.language == "sh" && at != std::string::npos &&
             block.text.substr(at, block.text.find('\n', at) - at).find(" minutes: ") !=
                 std::string::npos;
    });
    CHECK(told != blocks.end());
    // It is a program, and its shell can parse it.
    CHECK(run("test -x " + command + " && $(sed -n '1s/^#!//p' " + command + ") -n " + command)
              .empty());
  }
}

TEST_CASE("the links of the pages lead to files and sections, and to every page") {
  std::set<std::string> reached = {std::string(front_page)};
  for (auto const& [path, text] : pages()) {
    for (std::string const& target : link_targets(text)) {
      CAPTURE(path, target);
      if (target.starts_with("https://")) continue;  // another site: no test asks the network
      const LinkTarget found = link_target(path, target);
      CHECK(std::filesystem::exists(HREFKIT_SOURCE_DIR "/" + found.path));
      reached.insert(found.path);
      if (found.fragment.empty()) continue;
      REQUIRE(pages().count(found.path) == 1);
      CHECK(heading_fragments(page(found.path)).count(found.fragment) == 1);
    }
  }
  for (auto const& [path, text] : pages()) {
    CAPTURE(path);
    CHECK(reached.count(path) == 1);
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
  CHECK(link_target("a/b/README.md", "../README.md#c").path == "a/README.md");
  CHECK(link_target("a/b/README.md", "../README.md#c").fragment == "#c");
  CHECK(link_target("a/README.md", "#c").path == "a/README.md");
  const auto uses =
      command_uses("ls\n  x | hrefkit check -q \\\n --root=a b # --not\nhrefkit url --set A\n");
  REQUIRE(uses.size() == 2);
  CHECK(uses[0].command == "check");
  CHECK(uses[0].options == std::set<std::string>{"--root"});
  CHECK(uses[1].options == std::set<std::string>{"--set"});
}

}  // namespace hrefkit::test
