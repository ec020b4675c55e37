// The names of files that may stand in the strings of a script.
//
//   find_script_names("f('/assets/p.png?x')", use);   // use("p.png")
//
// Such a string is no link: nobody knows what a script does with it. But a file with such a name
// is not proved to be of no use.
#pragma once

#include <functional>
#include <string_view>

namespace hrefkit::html {

/// Calls `found` with the last segment of the path of each string, as it is in a file's name:
/// without escapes and percent-encoding. The view lives until the call ends.
///
/// Strings are told apart by their quotes alone, so that texts between two strings and in comments
/// are taken for some, too. Takes time linear in the length; segments of more than 255 bytes of the
/// name are left out.
void find_script_names(std::string_view script,
                       std::function<void(std::string_view name)> const& found);

/// The same for the start tags of custom elements in an HTML text: their scripts alone know what
/// their attributes are for.
void find_custom_element_names(std::string_view page,
                               std::function<void(std::string_view name)> const& found);

}  // namespace hrefkit::html
