#include "samples/readme.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "hrefkit/text/ascii.h"

namespace hrefkit::test {

namespace {

constexpr std::string_view fence = "```";
constexpr std::string_view name_characters = "abcdefghijklmnopqrstuvwxyz0123456789-";

/// What stands in "<!-- ... -->", if the line is that.
std::string comment_of(std::string_view line) {
  if (!line.starts_with("<!-- ") || !line.ends_with(" -->")) return {};
  return std::string(line.substr(5, line.size() - 9));
}

/// The option at the start of `text`, or an empty string.
std::string option_at(std::string_view text) {
  if (!text.starts_with("--")) return {};
  const std::size_t end = text.find_first_not_of(name_characters);
  const std::string_view option = text.substr(0, end);
  return option.size() > 2 ? std::string(option) : std::string();
}

/// The text with each backslash at the end of a line, and the line's end, replaced by a space.
std::string joined_lines(std::string_view code) {
  std::string joined(code);
  for (std::size_t at = 0; (at = joined.find("\\\n", at)) != std::string::npos;) {
    joined.replace(at, 2, " ");
  }
  return joined;
}

/// The lines outside of code blocks.
std::vector<std::string> prose_lines(std::string_view markdown) {
  std::vector<std::string> prose;
  std::istringstream lines{std::string(markdown)};
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(fence)) {
      inside = !inside;
    } else if (!inside) {
      prose.push_back(line);
    }
  }
  return prose;
}

}  // namespace

std::vector<CodeBlock> code_blocks(std::string_view markdown) {
  std::vector<CodeBlock> blocks;
  std::istringstream lines{std::string(markdown)};
  std::string previous;
  bool inside = false;
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line); previous = line) {
    ++number;
    if (line.starts_with(fence)) {
      if (!inside) blocks.push_back({line.substr(fence.size()), {}, comment_of(previous), number});
      inside = !inside;
    } else if (inside) {
      blocks.back().text += line + '\n';
    }
  }
  return blocks;
}

std::vector<Command> commands(std::string_view console) {
  std::vector<Command> found;
  std::istringstream lines{std::string(console)};
  bool continued = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("$ ")) {
      found.push_back({line.substr(2), {}});
    } else if (continued) {
      found.back().line += '\n' + line;
    } else if (!found.empty()) {
      found.back().output += line + '\n';
      continue;
    }
    continued = line.ends_with('\\');
  }
  return found;
}

std::set<std::string> inline_options(std::string_view markdown) {
  std::set<std::string> options;
  for (std::size_t at = markdown.find('`'); at != std::string_view::npos;
       at = markdown.find('`', at + 1)) {
    if (std::string option = option_at(markdown.substr(at + 1)); !option.empty()) {
      options.insert(std::move(option));
    }
  }
  return options;
}

std::set<std::string> link_targets(std::string_view markdown) {
  std::set<std::string> targets;
  for (std::string const& line : prose_lines(markdown)) {
    for (std::size_t at = line.find("]("); at != std::string::npos; at = line.find("](", at + 2)) {
      targets.insert(line.substr(at + 2, line.find(')', at) - at - 2));
    }
  }
  return targets;
}

std::set<std::string> heading_fragments(std::string_view markdown) {
  std::set<std::string> fragments;
  for (std::string const& line : prose_lines(markdown)) {
    const std::size_t begin = line.find_first_not_of('#');
    if (begin == 0 || begin == std::string::npos || line[begin] != ' ') continue;
    std::string fragment = "#";
    for (const char c : text::to_ascii_lower(line.substr(begin + 1))) {
      if (c == ' ') fragment += '-';
      if (name_characters.find(c) != std::string_view::npos) fragment += c;
    }
    fragments.insert(std::move(fragment));
  }
  return fragments;
}

LinkTarget link_target(std::string_view page, std::string_view target) {
  const std::size_t hash = std::min(target.find('#'), target.size());
  LinkTarget found = {std::string(page), std::string(target.substr(hash))};
  if (hash > 0) {
    const auto folder = std::filesystem::path(page).parent_path();
    found.path = (folder / target.substr(0, hash)).lexically_normal().generic_string();
  }
  return found;
}

std::vector<CommandUse> command_uses(std::string_view code) {
  constexpr std::string_view program = "hrefkit ";
  std::vector<CommandUse> uses;
  std::istringstream lines(joined_lines(code));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find(program);
    if (begin == std::string::npos) continue;
    std::istringstream words(line.substr(begin + program.size()));
    CommandUse use;
    words >> use.command;
    for (std::string word; words >> word && word != "|" && word != "#";) {
      if (std::string option = option_at(word); !option.empty()) use.options.insert(option);
    }
    uses.push_back(std::move(use));
  }
  return uses;
}

std::set<std::string> listed_options(std::string_view help) {
  std::set<std::string> options;
  std::istringstream lines{std::string(help)};
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin == 0 || begin == std::string::npos || line[begin] != '-') continue;
    const std::size_t dashes = line.find("--", begin);
    if (dashes > begin + std::string_view("-o, ").size()) continue;
    options.insert(option_at(std::string_view(line).substr(dashes)));
  }
  return options;
}

std::vector<std::string> listed_examples(std::string_view help) {
  std::vector<std::string> examples;
  std::istringstream lines(joined_lines(help));
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(' ')) {
      inside = line == "Examples:";
    } else if (inside) {
      examples.push_back(line.substr(2));
    }
  }
  return examples;
}

std::vector<std::string> listed_commands(std::string_view help) {
  std::vector<std::string> commands;
  std::istringstream lines{std::string(help)};
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(' ')) {
      inside = line == "Commands:";
    } else if (inside && line.find_first_not_of(' ') == 2) {
      commands.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
  }
  return commands;
}

}  // namespace hrefkit::test
