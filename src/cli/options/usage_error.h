// Wrong usage of the command line.
#pragma once

#include <stdexcept>
#include <string>

namespace hrefkit::cli {

/// Options that cannot be followed. The message is for the user; it names the option.
class UsageError : public std::runtime_error {
 public:
  UsageError(std::string const& option, std::string const& message)
      : std::runtime_error(option + ": " + message) {}
};

}  // namespace hrefkit::cli
