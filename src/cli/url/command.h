// A URL's parts as a table for people.
#pragma once

#include <string>
#include <string_view>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/url/any_url.h"

namespace hrefkit::cli {

/// Appends "NAME  VALUE" for the input and each part, one line each. A readable form in parentheses
/// follows a host or path whose characters are encoded.
void append_table(std::string& out, std::string_view input, url::AnyUrl const& url,
                  Display display);

}  // namespace hrefkit::cli
