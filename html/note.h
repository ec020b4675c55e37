// What happened while reading a document that its reader may want to know: not failures.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hrefkit/html/span.h"

namespace hrefkit::html {

/// What a note is about.
enum class NoteKind : std::uint8_t {
  nesting_flattened,    ///< too deep or too costly a tree: elements were listed, not nested
  frame_depth_limit,    ///< srcdoc documents nested past the limit were left out
  malformed_bytes,      ///< bytes that are no text in the document's encoding became U+FFFD
  undeclared_encoding,  ///< no encoding was declared; the fallback was taken
  not_well_formed,      ///< XML: what stands before the fault was read
  unusable_base,        ///< a base URL was declared that does not count
};

/// The short code, such as "nesting-flattened".
constexpr std::string_view name(NoteKind kind) {
  switch (kind) {
    case NoteKind::nesting_flattened:
      return "nesting-flattened";
    case NoteKind::frame_depth_limit:
      return "frame-depth-limit";
    case NoteKind::malformed_bytes:
      return "malformed-bytes";
    case NoteKind::undeclared_encoding:
      return "undeclared-encoding";
    case NoteKind::not_well_formed:
      return "not-well-formed";
    case NoteKind::unusable_base:
      return "unusable-base";
  }
  return {};
}

/// True for what makes the answer other than asked for; the rest is only worth knowing.
constexpr bool is_warning(NoteKind kind) {
  return kind == NoteKind::nesting_flattened || kind == NoteKind::frame_depth_limit ||
         kind == NoteKind::not_well_formed;
}

/// A note and the place in the file's text that it is about (empty for the whole file).
struct Note {
  NoteKind kind;
  std::string message;
  Span span;
};

using Notes = std::vector<Note>;

}  // namespace hrefkit::html
