// The style and the script of the HTML report, and their hashes for its content security policy.
#pragma once

#include <string_view>

namespace hrefkit::cli {

std::string_view html_style();
std::string_view html_script();

/// "sha256-" and the hash in base64 (Content Security Policy 3, section 2.3.1).
std::string_view html_style_hash();
std::string_view html_script_hash();

}  // namespace hrefkit::cli
