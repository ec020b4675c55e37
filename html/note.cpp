#include "hrefkit/html/note.h"

#include <algorithm>

#include "hrefkit/text/enum_table.h"

namespace hrefkit::html {

namespace {

struct NoteRow {
  NoteKind value;
  std::string_view name;
  NoteSeverity severity;
  bool leaves_out_links = false;
};

constexpr text::EnumTable<NoteKind::module_in_classic, NoteRow> notes({
    {NoteKind::nesting_flattened, "nesting-flattened", NoteSeverity::warning},
    {NoteKind::templates_left, "templates-left", NoteSeverity::warning, true},
    {NoteKind::frame_depth_limit, "frame-depth-limit", NoteSeverity::warning, true},
    {NoteKind::malformed_bytes, "malformed-bytes", NoteSeverity::remark},
    {NoteKind::refused_encoding, "refused-encoding", NoteSeverity::warning, true},
    {NoteKind::undeclared_encoding, "undeclared-encoding", NoteSeverity::remark},
    {NoteKind::not_well_formed, "not-well-formed", NoteSeverity::fault, true},
    {NoteKind::namespace_error, "namespace-error", NoteSeverity::warning},
    {NoteKind::left_out, "left-out", NoteSeverity::warning, true},
    {NoteKind::tree_needed, "tree-needed", NoteSeverity::remark},
    {NoteKind::unusable_base, "unusable-base", NoteSeverity::remark},
    {NoteKind::unescaped_markup, "unescaped-markup", NoteSeverity::warning, true},
    {NoteKind::entity_link, "entity-link", NoteSeverity::warning},
    {NoteKind::script_link, "script-link", NoteSeverity::warning},
    {NoteKind::urls_too_long, "urls-too-long", NoteSeverity::warning, true},
    {NoteKind::loaded_change, "loaded-change", NoteSeverity::warning},
    {NoteKind::unnamed_origin, "unnamed-origin", NoteSeverity::warning},
    {NoteKind::template_link, "template-link", NoteSeverity::warning},
    {NoteKind::template_base, "template-base", NoteSeverity::warning},
    {NoteKind::needed_base, "needed-base", NoteSeverity::warning},
    {NoteKind::script_fault, "script-fault", NoteSeverity::warning, true},
    {NoteKind::module_in_classic, "module-in-classic", NoteSeverity::warning},
});

}  // namespace

std::string_view name(NoteKind kind) {
  return notes[kind].name;
}

NoteSeverity severity(NoteKind kind) {
  return notes[kind].severity;
}

bool leaves_out_links(NoteKind kind) {
  return notes[kind].leaves_out_links;
}

bool has_fault(Notes const& found) {
  return std::any_of(found.begin(), found.end(),
                     [](Note const& note) { return severity(note.kind) == NoteSeverity::fault; });
}

}  // namespace hrefkit::html
