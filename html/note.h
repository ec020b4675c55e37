// Notes about a document, such as malformed bytes. They are not errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// What a note is about.
enum class NoteKind : std::uint8_t {
  nesting_flattened,  ///< too deep or too costly a tree: elements were listed, not nested
  templates_left,     ///< templates with a `for` attribute stay inert: their search was too costly
  frame_depth_limit,  ///< srcdoc documents nested past the limit were left out
  malformed_bytes,    ///< bytes that the document's encoding does not have became U+FFFD
  refused_encoding,   ///< browsers refuse the encoding: the text is one U+FFFD
  undeclared_encoding,  ///< no encoding was declared; the fallback was used
  not_well_formed,      ///< XML: only the text before the fault was read
  namespace_error,      ///< XML: a name or declaration breaks the rules of namespaces
  left_out,             ///< XML: the document type asks for more than the limits allow
  tree_needed,          ///< the scan engine could not read the document
  unusable_base,        ///< a declared base URL does not count
  unescaped_markup,     ///< a feed holds HTML that is not escaped, in which no links are found
  entity_link,     ///< rewriting: a link comes from an entity or has tags in it, and keeps its form
  script_link,     ///< rewriting: a URL in a script stays, and does not lead to its target
  urls_too_long,   ///< the page's URLs exceed their budget (url_budget.h): links have none
  loaded_change,   ///< rewriting: a link before the base element is loaded from another URL
  unnamed_origin,  ///< rewriting: a link stays, as it needs an address that is not known
  template_link,  ///< rewriting: a value with template code stays, and loses the base that it needs
  template_base,  ///< rewriting: a base element with template code stays
  needed_base,    ///< rewriting: a base stays, as references lead nowhere only because of it
  script_fault,  ///< a script that is not JavaScript from some place on: what it names is not known
  module_in_classic,  ///< a classic script with an import, an export or import.meta: it does not
                      ///< run
};

inline constexpr std::size_t note_kind_count =
    static_cast<std::size_t>(NoteKind::module_in_classic) + 1;

/// The short code, such as "nesting-flattened".
std::string_view name(NoteKind kind);

/// The severity of a note.
enum class NoteSeverity : std::uint8_t {
  fault,    ///< the document is broken: only a part of it is reported
  warning,  ///< the result differs from what was asked for
  remark,   ///< worth knowing
};

/// The severity of notes of that kind.
NoteSeverity severity(NoteKind kind);

/// True for notes after which links of the document may be missing.
bool leaves_out_links(NoteKind kind);

/// A note and the place in the file's text to which it refers (empty: the whole file).
struct Note {
  NoteKind kind = NoteKind::tree_needed;
  std::string message = {};
  text::Span span = {};
  std::size_t count = 1;  ///< of the places; `span` is the first one
};

using Notes = std::vector<Note>;

/// True if one of the notes is a fault.
bool has_fault(Notes const& notes);

}  // namespace hrefkit::html
