// A URL's parts as a table for people.
#pragma once

#include <string>
#include <string_view>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/url/reader.h"

namespace hrefkit::cli {

/// Appends "NAME  VALUE" for the input and each part, a line each; beside a host or path in ASCII
/// stands, in parentheses, the form that its readers know.
void append_table(std::string& out, std::string_view input, AnyUrl const& url, Display display);

/// A path with its percent-encoded characters outside of ASCII as themselves. What is not UTF-8 or
/// not safe to show stays encoded.
std::string readable_path(std::string_view path);

/// A domain with its labels in their own scripts; as it is where that is not possible.
std::string readable_domain(std::string_view domain);

}  // namespace hrefkit::cli
