// What to do about a URL where a file is wanted.
#pragma once

#include <string>
#include <string_view>

namespace hrefkit::cli {

/// True for an http or https URL.
bool is_web_url(std::string_view word);

/// "curl -s URL | hrefkit resolve --url URL -", with the URL quoted for a shell where it must be.
std::string fetch_command(std::string_view url);

}  // namespace hrefkit::cli
