#include "hrefkit/cli/options/choice.h"

#include "hrefkit/cli/options/suggestion.h"

namespace hrefkit::cli {

std::string joined(std::span<std::string const> names, std::string_view separator) {
  std::string list;
  for (std::string const& name : names) {
    if (!list.empty()) list += separator;
    list += name;
  }
  return list;
}

std::string unknown_choice(std::string_view word, std::span<std::string const> names) {
  std::string message = "'";
  message += word;
  message += "' is not one of ";
  message += joined(names);
  return message + did_you_mean(word, names);
}

}  // namespace hrefkit::cli
