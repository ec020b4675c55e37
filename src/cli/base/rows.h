// The browsing contexts of a file with their base URLs and why they are what they are, as text or
// JSON Lines.
#pragma once

#include <string>
#include <string_view>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/html/context.h"

namespace hrefkit::cli {

/// How contexts are printed.
struct BaseRowOptions {
  bool json = false;  ///< one object a line, else text
  Display display = Display::stream;
  bool color = false;  ///< text only
};

/// Appends all contexts of `tree`, which was read with `document`, as rows of the file `file`.
void append_base_rows(std::string& out, std::string_view file, html::ContextTree const& tree,
                      html::DocumentOptions const& document, BaseRowOptions const& options);

}  // namespace hrefkit::cli
