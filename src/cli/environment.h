// What the command is attached to.
#pragma once

#include <cstddef>
#include <iosfwd>

namespace hrefkit::cli {

/// The streams of one run, and what they are attached to.
struct Environment {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  bool no_color = false;     ///< NO_COLOR is set and not empty, or the terminal is dumb
  bool force_color = false;  ///< FORCE_COLOR or CLICOLOR_FORCE is set, NO_COLOR is not
  bool is_dumb = false;      ///< TERM is "dumb": a terminal that cannot go back in its line
  bool has_runner = false;   ///< a CI runner reads `out` and `err`, and obeys commands in them
  std::size_t width = 80;    ///< columns of the terminal
  int in_descriptor = -1;    ///< of `in`; -1 when it has no descriptor
};

}  // namespace hrefkit::cli
