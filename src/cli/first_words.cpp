#include "hrefkit/cli/first_words.h"

#include <algorithm>
#include <boost/filesystem/operations.hpp>

#include "hrefkit/cli/options/option_table.h"
#include "hrefkit/cli/options/suggestion.h"
#include "hrefkit/cli/options/web_hint.h"

namespace hrefkit::cli {

namespace {

bool is_one_of(std::span<std::string const> commands, std::string const& word) {
  return std::find(commands.begin(), commands.end(), word) != commands.end();
}

/// The place of the first word that is neither an option nor the value of one.
std::size_t first_argument(std::vector<std::string> const& args) {
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!args[i].starts_with('-') || args[i] == "-") return i;
    if (args[i] == "--") return args.size();
    if (takes_next_word(args[i])) ++i;
  }
  return args.size();
}

bool looks_like_a_path(std::string const& word) {
  boost::system::error_code error;
  return word == "-" || word.find_first_of("./") != std::string::npos ||
         (!word.empty() && boost::filesystem::exists(word, error));
}

}  // namespace

bool is_program_option(std::string const& word) {
  constexpr std::string_view generate = "--generate";
  return word == "-h" || word == "--help" || word == "--version" || word == "-V" ||
         word.substr(0, word.find('=')) == generate;
}

std::vector<std::string> with_command_first(std::vector<std::string> args,
                                            std::span<std::string const> commands) {
  const std::size_t first = first_argument(args);
  if (first >= args.size()) return args;
  if (args[first] == "help") {
    args.erase(args.begin() + static_cast<std::ptrdiff_t>(first));
    if (first < args.size() && is_one_of(commands, args[first])) return {args[first], "--help"};
    if (first < args.size()) return {args[first]};
    return {"--help"};
  }
  if (is_one_of(commands, args[first])) {
    std::rotate(args.begin(), args.begin() + static_cast<std::ptrdiff_t>(first),
                args.begin() + static_cast<std::ptrdiff_t>(first) + 1);
  }
  return args;
}

std::string wrong_command(std::vector<std::string> const& args,
                          std::span<std::string const> commands) {
  if (args.empty()) return "no command given";
  if (is_one_of(commands, args.front())) return {};
  const std::size_t first = first_argument(args);
  if (first == args.size()) {
    if (std::any_of(args.begin(), args.end(), is_program_option)) return {};
    return "no command given: hrefkit COMMAND [OPTIONS] [INPUT...]";
  }
  std::string const& word = args[first];
  const std::string wrong = "'" + word + "' is not a command";
  if (is_web_url(word)) {
    return wrong + "; hrefkit does not use the network: " + fetch_command(word);
  }
  const std::string meant = did_you_mean(word, commands);
  if (!meant.empty()) return wrong + meant;
  if (looks_like_a_path(word)) return wrong + "; did you mean hrefkit resolve " + word + "?";
  return wrong;
}

}  // namespace hrefkit::cli
