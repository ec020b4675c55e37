// Detects template code in values: text that a program replaces before a browser reads the page.
#pragma once

#include <string_view>

namespace hrefkit::html {

/// True if the text holds code of a template language: `{{ }}` and `{% %}` (Jinja, Liquid,
/// Handlebars), `<% %>` (ERB, JSP), `<? ?>` (PHP), `${ }` (JSP, JavaScript), `*| |*` (mail merge),
/// `[[ ]]`. Those up to `<? ?>` also match without their ends, because a quote in the code may have
/// ended the value, and no URL contains their beginnings. Takes linear time.
bool holds_template(std::string_view text);

}  // namespace hrefkit::html
