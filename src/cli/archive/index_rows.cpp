// The formats cdxj and cdx: an index line per record, for replay tools and crawlers.
//
//   com,example)/ 20240102030405 {"url": "https://example.com/", "mime": "text/html", ...}
//
// Bodies are not decoded: the digest of the payload is all that is computed.

#include "hrefkit/cli/archive/writer.h"

#include <array>
#include <string>
#include <string_view>

#include "hrefkit/archive/capture_index.h"
#include "hrefkit/archive/capture_reader.h"
#include "hrefkit/cli/archive/command.h"
#include "hrefkit/cli/archive/page_links.h"
#include "hrefkit/cli/format/json_writer.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/url.h"
#include "hrefkit/warc/record_reader.h"

namespace hrefkit::cli {

namespace {

class ArchiveIndexRows : public ArchiveWriter {
 public:
  explicit ArchiveIndexRows(WriterSettings const& settings) : settings_(settings) {}

  archive::CaptureOptions reading() override;
  void begin(std::string_view file, FileRows& rows, bool) override;
  void write(archive::CaptureReader& reader, Pause const& pause, Note const& note) override;

 private:
  void write_json(archive::IndexLine const& line);
  void write_fields(archive::IndexLine const& line);

  WriterSettings settings_;
  std::string file_;  // base name of the archive file
  FileRows* rows_ = nullptr;
  archive::IndexEntry entry_;
};

/// The text, or "-" for an empty field of a CDX line.
std::string_view or_dash(std::string_view text) {
  return text.empty() ? "-" : text;
}

archive::CaptureOptions ArchiveIndexRows::reading() {
  archive::CaptureOptions options;
  options.bodies = false;
  options.payload = [this](warc::Record const& record, std::string_view piece) {
    entry_.add_payload(record, piece);
  };
  options.types.add(warc::RecordType::metadata);
  select_records(settings_.command, options);
  return options;
}

void ArchiveIndexRows::begin(std::string_view file, FileRows& rows, bool) {
  file_ = text::to_valid_utf8(site::name_part(file));
  rows_ = &rows;
}

void ArchiveIndexRows::write(archive::CaptureReader& reader, Pause const& pause, Note const&) {
  archive::Capture& capture = reader.capture();
  warc::Record const& record = *capture.record;
  const bool is_about_records =
      text::to_ascii_lower(record.field("Content-Type")).starts_with("application/warc-fields");
  const bool may_be =
      record.type == warc::RecordType::resource || record.type == warc::RecordType::metadata;
  if (settings_.command.records.empty() && may_be && is_about_records) return;
  if (capture.uri.empty()) return;
  const archive::IndexLine line = entry_.line(capture);
  if (settings_.command.format == ArchiveFormat::cdxj) {
    write_json(line);
  } else {
    write_fields(line);
  }
  pause();
}

/// Members and white space are those that other indexers write.
void ArchiveIndexRows::write_json(archive::IndexLine const& line) {
  RowBuffer& out = rows_->rows;
  out.append(line.key);
  out.literal(" ");
  out.append(line.time);
  out.literal(" {");
  bool is_first = true;
  const auto append = [&](std::string_view name, std::string_view value) {
    if (!is_first) out.literal(", ");
    is_first = false;
    out.literal("\"");
    out.append(name);
    out.literal("\": ");
    append_ascii_json_string(out, value);
  };
  const auto member = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) append(name, value);
  };
  member("url", line.url);
  if (line.mime) append("mime", *line.mime);
  member("status", line.status);
  member("digest", line.digest);
  member("length", line.length);
  member("offset", line.offset);
  member("filename", file_);
  out.literal("}\n");
}

/// Fields are separated by spaces, so spaces in a field are percent-encoded.
void ArchiveIndexRows::write_fields(archive::IndexLine const& line) {
  const std::string_view digest = std::string_view(line.digest).substr(line.digest.rfind(':') + 1);
  const std::string mime = line.mime.value_or("");
  const std::array<std::string_view, 11> fields{line.key,    line.time,   line.url, mime,
                                                line.status, digest,      "",       "",
                                                line.length, line.offset, file_};
  RowBuffer& out = rows_->rows;
  std::string encoded;
  bool is_first = true;
  for (const std::string_view field : fields) {
    if (!is_first) out.literal(" ");
    is_first = false;
    encoded.clear();
    url::append_percent_encoded(encoded, field, text::c0_control | text::ascii_whitespace);
    out.append(or_dash(encoded));
  }
  out.literal("\n");
}

}  // namespace

std::unique_ptr<ArchiveWriter> make_index_writer(WriterSettings const& settings) {
  return std::make_unique<ArchiveIndexRows>(settings);
}

}  // namespace hrefkit::cli
