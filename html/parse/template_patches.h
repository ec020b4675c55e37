// Template elements with a `for` attribute, whose content the parser moves elsewhere (HTML
// Standard 13.2.6.4.4, 'A start tag whose tag name is "template"', and "find markers").
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "hrefkit/html/dom.h"

namespace hrefkit::html {

/// True for a comment or instruction, as written, that is the instruction `marker`, `start` or
/// `end`: places that templates name.
bool is_patch_marker(std::string_view written);

/// The marker that a template names: the value of its `for`; nullopt for another element, for a
/// shadow root, and where the value is empty.
std::optional<std::string_view> named_marker(Document const& document, NodeId id);

/// Moves the content of each template whose `for` names a marker to where the parser puts it: in
/// the place of `<?marker name>`, or of all nodes between `<?start name>` and `<?end>`. Such a
/// template is removed from the document in the end. `markers` are the instructions of the document
/// in tree order; none of them is in the tree afterwards. False if that would cost too much: then
/// the document is inconsistent and must not be used.
bool apply_template_patches(Document& document, std::span<NodeId const> markers);

}  // namespace hrefkit::html
