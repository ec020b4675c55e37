#include "hrefkit/html/formats/manifest_links.h"

#include "hrefkit/html/formats/manifest_urls.h"

namespace hrefkit::html {

namespace {

/// What is wrong with the file as a manifest.
Notes notes_of(std::string_view json) {
  ManifestUrls urls(json);
  while (urls.next()) {
  }
  if (const auto fault = urls.fault()) {
    return {{NoteKind::not_well_formed, "not JSON: the rest of the manifest is not read", *fault}};
  }
  if (!urls.is_other_json()) return {};
  return {{NoteKind::left_out, "the JSON is not an object, and so not a web app manifest", {}}};
}

}  // namespace

Flow give_manifest_links(LinkSource const& source) {
  // Notes come before links.
  if (give(source.sink, notes_of(source.source.text)) == Flow::stop) return Flow::stop;
  LinkWriter writer(source);
  ManifestUrls urls(source.source.text);
  while (const auto url = urls.next()) {
    const Link link{.element = url->row->object,
                    .attribute = url->row->member,
                    .raw = url->value,
                    .span = url->span,
                    .index = url->index,
                    .ns = Namespace::none,
                    .kind = url->row->kind};
    const Flow flow = writer.add(link, RelativeTo::element, LinkGrammar::json_string, url->span);
    if (flow == Flow::stop) return Flow::stop;
  }
  return writer.finish();
}

}  // namespace hrefkit::html
