// The script of the page that `effects --format html` writes: it searches and filters the rows.
#pragma once

#include <string_view>

namespace hrefkit::cli {

/// JavaScript, a module. Without it the page shows everything.
extern std::string_view const effects_script;

/// "sha256-" and its hash in base64 (Content Security Policy 3, section 2.3.1).
extern std::string_view const effects_script_hash;

}  // namespace hrefkit::cli
