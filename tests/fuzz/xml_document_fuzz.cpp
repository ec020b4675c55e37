// Any text as an XML document: places lie in the text, values without a map are as written, a fault
// is told with its place, and links come out of whatever was read.
#include "fuzz/document_laws.h"
#include "fuzz/link_laws.h"
#include "fuzz/text_input.h"
#include "hrefkit/html/parse/xml_adapter.h"
#include "hrefkit/html/parse/xml_entities.h"

using namespace hrefkit;
using namespace hrefkit::html;
using fuzz::require;

namespace {

void check_values(Document const& document) {
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    Node const& node = document[id];
    require(!node.clone, "XML copies no elements");
    for (Attribute const& attribute : document.attributes(id)) {
      require(attribute.map != nullptr || attribute.value == attribute.span.in(document.text()),
              "a value without a map is as written");
    }
  }
}

void check_notes(Notes const& notes, std::string_view text) {
  for (Note const& note : notes) {
    fuzz::require_inside(note.span, text);
    switch (note.kind) {
      case NoteKind::not_well_formed:
        require(&note == &notes.back(), "reading ends at the first fault");
        break;
      case NoteKind::namespace_error:
      case NoteKind::left_out:
        break;
      default:
        require(false, "XML has no other notes");
    }
  }
  require(notes.size() <= namespace_notes_limit + 3, "there are few notes");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const fuzz::TextInput input(data, size);
  Notes notes;
  const Document document = parse_xml(input.text(), notes);
  fuzz::require_document(document);
  check_values(document);
  check_notes(notes, input.text());
  DocumentOptions options;
  options.url = "https://example.org/a/b?c#d";
  options.templates = input.option(1);
  if (input.option(2)) options.also = {.meta = true, .json_ld = true, .import_map = true};
  if (input.option(3)) options.xml_base = XmlBase::off;
  if (input.option(4)) options.xml_base = XmlBase::automatic;
  fuzz::require_links(source_from_text(input.text(), ContentType::xml), options,
                      [](Link const&, LinkBlock const&) {});
  return 0;
}
