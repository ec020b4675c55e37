#include "hrefkit/cli/archive/page_links.h"

#include <string>
#include <string_view>
#include <utility>

#include "hrefkit/html/find_links.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/url.h"
#include "hrefkit/warc/record_reader.h"

namespace hrefkit::cli {

void select_records(ArchiveCommand const& command, archive::CaptureOptions& options) {
  if (command.records.empty()) return;
  options.types = {};
  for (const warc::RecordType type : command.records) options.types.add(type);
}

archive::CaptureOptions link_records(ArchiveCommand const& command) {
  archive::CaptureOptions options;
  options.max_body = command.max_body;
  select_records(command, options);
  return options;
}

void PageLinks::open(archive::Capture const& capture, ArchiveWriter::Note const& note) {
  base_.reset();
  headers_.clear();
  has_unknown_xml_ = false;
  auto resolver = url::Resolver::with_base(capture.uri, {});
  if (!resolver) {
    return note(archive::RecordNote::Kind::body,
                "its URI is not an absolute URL: no links were looked for");
  }
  base_.emplace(html::LinkBase{.resolver = std::move(*resolver)});
  if (capture.head) headers_ = archive::header_links(*capture.head, capture.uri);
}

bool PageLinks::find(archive::Capture& capture, html::Listener<html::LinkBlock const&> links,
                     ArchiveWriter::Note const& note) {
  using Kind = archive::RecordNote::Kind;
  if (!capture.document) return false;
  if (const auto opened = page_.open(capture); !opened) {
    note(Kind::body, opened.error());
    return false;
  }
  const auto add_note = [&](html::Note const& found) {
    note(html::leaves_out_links(found.kind) ? Kind::body : Kind::remark, found.message);
  };
  for (html::Note const& found : page_.notes()) add_note(found);
  if (page_.source().content_type == html::ContentType::xml) {
    const std::string_view root = html::unknown_xml_root(page_.source().text, true);
    has_unknown_xml_ = !root.empty();
    if (has_unknown_xml_) {
      note(Kind::remark, "it is XML of a kind that is not known (its root element is '" +
                             std::string(root) + "')");
    }
  }
  const auto found =
      finder_.find(page_.source(), page_.options(),
                   {.links = std::move(links),
                    .notes = add_note,
                    .with_rels = with_rels_,
                    .with_uses = with_uses_,
                    .with_surroundings = with_uses_ && html::mentions_source(page_.source().text)});
  if (!found) note(Kind::body, message(found.error()));
  return found.has_value();
}

}  // namespace hrefkit::cli
