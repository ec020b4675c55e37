// Detects template code in values: text that a program replaces before a browser reads the page.
#pragma once

#include <string_view>

namespace hrefkit::html {

/// True for text that holds code of a template language: `{{ }}` and `{% %}` (Jinja, Liquid,
/// Handlebars), `<% %>` (ERB, JSP), `<? ?>` (PHP), `${ }` (JSP, JavaScript), `*| |*` (mail
/// merge), `[[ ]]`. The first four count without their ends, too: a quote in the code may have
/// ended the value, and no URL holds their beginnings. Takes time linear in the length.
bool holds_template(std::string_view text);

}  // namespace hrefkit::html
