#include "hrefkit/cli/usage/generated.h"

#include <array>

#include "hrefkit/cli/usage/completion.h"
#include "hrefkit/cli/usage/manual.h"

namespace hrefkit::cli {

template <>
std::span<Choice<Generated> const> choices<Generated>() {
  static constexpr std::array<Choice<Generated>, 4> table{{{Generated::man, "man"},
                                                           {Generated::bash, "bash"},
                                                           {Generated::zsh, "zsh"},
                                                           {Generated::fish, "fish"}}};
  return table;
}

std::string generated_text(Generated what, CommandOutline const& program,
                           std::string_view version) {
  switch (what) {
    case Generated::man:
      return manual_page(program, version);
    case Generated::bash:
      return bash_completion(program);
    case Generated::zsh:
      return zsh_completion(program);
    case Generated::fish:
      return fish_completion(program);
  }
  return {};
}

}  // namespace hrefkit::cli
