// A page for readers (README.md) as data: its code blocks, links and what it says of options.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace hrefkit::test {

/// A fenced block of code.
struct CodeBlock {
  std::string language;
  std::string text;
  std::string label;     ///< what the comment on the line before says: "<!-- samples/x.cpp -->"
  std::size_t line = 0;  ///< of its fence, from 1
};

std::vector<CodeBlock> code_blocks(std::string_view markdown);

/// A command of a "console" block and all that is shown to come of it.
struct Command {
  std::string line;
  std::string output;
};

/// The commands of a console block: lines that begin with "$ ", continued after a backslash.
std::vector<Command> commands(std::string_view console);

/// The options that inline code begins with: `--url URL` gives "--url".
std::set<std::string> inline_options(std::string_view markdown);

/// Where the links outside of code blocks lead: "#speed", "html/README.md".
std::set<std::string> link_targets(std::string_view markdown);

/// The fragments that lead to a heading, as GitHub makes them: "## The URL!" has "#the-url".
std::set<std::string> heading_fragments(std::string_view markdown);

/// Where the link `target` on the page at `page` leads, as a path from the top and a fragment:
/// "../README.md#types" on "src/cli/check/README.md" gives "src/cli/README.md" and "#types". The
/// path of a fragment alone is that of the page.
struct LinkTarget {
  std::string path;
  std::string fragment;  ///< with its "#"; empty without one
};
LinkTarget link_target(std::string_view page, std::string_view target);

/// A use of the command in a script: "hrefkit check -q --root public" gives "check" and "--root".
struct CommandUse {
  std::string command;
  std::set<std::string> options;
};

/// The uses in a code block, one for each line that has "hrefkit COMMAND".
std::vector<CommandUse> command_uses(std::string_view code);

/// The long options that a help text lists.
std::set<std::string> listed_options(std::string_view help);

/// The examples that a help text lists, each with the lines that go on after a backslash.
std::vector<std::string> listed_examples(std::string_view help);

/// The commands that a help text lists.
std::vector<std::string> listed_commands(std::string_view help);

}  // namespace hrefkit::test
