#include "hrefkit/cli/archive/page_links.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "hrefkit/html/find_links.h"
#include "hrefkit/html/script_urls.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/script_graph.h"
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
  options.scripts = reads_scripts(command);
  select_records(command, options);
  return options;
}

bool reads_scripts(ArchiveCommand const& command) {
  auto const& also = command.common.also;
  const bool is_asked_for =
      command.missing || std::find(also.begin(), also.end(), Also::modules) != also.end();
  return is_asked_for && (has_rows(command.format) || command.format == ArchiveFormat::pages);
}

void PageLinks::open(archive::Capture const& capture, ArchiveWriter::Note const& note) {
  base_.reset();
  headers_.clear();
  has_unknown_xml_ = is_run_script_ = false;
  computed_imports_ = 0;
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
  const html::LinkSink sink{
      .links = std::move(links),
      .notes = add_note,
      .scripts =
          [this](html::ScriptFacts const& facts) { computed_imports_ += facts.computed_imports; },
      .with_rels = with_rels_,
      .with_uses = with_uses_,
      .with_surroundings = with_uses_ && html::mentions_source(page_.source().text)};
  const bool runs_on_pages = scripts_ != nullptr && capture.is_script();
  const auto found = runs_on_pages ? find_script_links(capture, sink)
                                   : finder_.find(page_.source(), page_.options(), sink);
  if (!found) note(Kind::body, message(found.error()));
  return found.has_value();
}

tl::expected<void, html::FindError> PageLinks::find_script_links(archive::Capture const& capture,
                                                                 html::LinkSink const& sink) {
  const auto number = scripts_->number_of(capture.uri);
  is_run_script_ = number && scripts_->is_run(*number);
  site::ScriptRuns runs;
  if (number) {
    runs = scripts_->runs_of(*number);
  } else {
    runs.import_maps.push_back(nullptr);
  }
  const std::string site_root = site_root_of(base_->resolver.base());
  runs.site_root = site_root;
  return site::find_script_links(finder_, page_.source(), page_.options(), runs, sink);
}

}  // namespace hrefkit::cli
