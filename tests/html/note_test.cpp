#include "hrefkit/html/note.h"

#include <catch2/catch.hpp>

namespace hrefkit::html {

TEST_CASE("a note has the name of the output") {
  CHECK(name(NoteKind::nesting_flattened) == "nesting-flattened");
  CHECK(name(NoteKind::unusable_base) == "unusable-base");
  CHECK(name(NoteKind::entity_link) == "entity-link");
  CHECK(name(NoteKind::script_link) == "script-link");
  CHECK(name(NoteKind::urls_too_long) == "urls-too-long");
}

TEST_CASE("a note weighs as much as it changes the answer") {
  CHECK(severity(NoteKind::not_well_formed) == NoteSeverity::fault);
  CHECK(severity(NoteKind::left_out) == NoteSeverity::warning);
  CHECK(severity(NoteKind::undeclared_encoding) == NoteSeverity::remark);
  CHECK(leaves_out_links(NoteKind::templates_left));
  CHECK(!leaves_out_links(NoteKind::nesting_flattened));
}

}  // namespace hrefkit::html
