#include "hrefkit/html/note.h"

#include "hrefkit/text/enum_table.h"

namespace hrefkit::html {

namespace {

struct NoteRow {
  NoteKind value;
  std::string_view name;
  NoteSeverity severity;
};

constexpr text::EnumTable<NoteKind::template_base, NoteRow> notes({
    {NoteKind::nesting_flattened, "nesting-flattened", NoteSeverity::warning},
    {NoteKind::frame_depth_limit, "frame-depth-limit", NoteSeverity::warning},
    {NoteKind::malformed_bytes, "malformed-bytes", NoteSeverity::remark},
    {NoteKind::refused_encoding, "refused-encoding", NoteSeverity::warning},
    {NoteKind::undeclared_encoding, "undeclared-encoding", NoteSeverity::remark},
    {NoteKind::not_well_formed, "not-well-formed", NoteSeverity::fault},
    {NoteKind::namespace_error, "namespace-error", NoteSeverity::warning},
    {NoteKind::left_out, "left-out", NoteSeverity::warning},
    {NoteKind::tree_needed, "tree-needed", NoteSeverity::remark},
    {NoteKind::unusable_base, "unusable-base", NoteSeverity::remark},
    {NoteKind::entity_link, "entity-link", NoteSeverity::warning},
    {NoteKind::script_link, "script-link", NoteSeverity::warning},
    {NoteKind::urls_too_long, "urls-too-long", NoteSeverity::warning},
    {NoteKind::loaded_change, "loaded-change", NoteSeverity::warning},
    {NoteKind::unnamed_origin, "unnamed-origin", NoteSeverity::warning},
    {NoteKind::template_link, "template-link", NoteSeverity::warning},
    {NoteKind::template_base, "template-base", NoteSeverity::warning},
});

}  // namespace

std::string_view name(NoteKind kind) {
  return notes[kind].name;
}

NoteSeverity severity(NoteKind kind) {
  return notes[kind].severity;
}

}  // namespace hrefkit::html
