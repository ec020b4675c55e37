#include "hrefkit/cli/archive/index_rows.h"

#include <algorithm>
#include <array>
#include <optional>

#include "hrefkit/archive/surt.h"
#include "hrefkit/cli/format/json_string.h"
#include "hrefkit/http/fields.h"
#include "hrefkit/site/path_parts.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::cli {

namespace {

using warc::RecordType;

/// The first 14 digits of a date such as "2020-01-02T03:04:05Z". A date without a time, as WARC 1.1
/// allows it, is the beginning of its day, month or year.
std::string timestamp(std::string_view date) {
  constexpr std::string_view earliest = "00000101000000";
  constexpr std::size_t year = 4;
  std::string digits;
  for (const char c : date) {
    if (text::ascii_digit.contains(c) && digits.size() < earliest.size()) digits += c;
  }
  if (digits.size() >= year) digits += earliest.substr(digits.size());
  return digits;
}

/// The value of a field as text. The field's indexers read it as UTF-8, and as ISO-8859-1 where it
/// is no UTF-8.
std::string text_of(std::string_view bytes) {
  if (text::find_invalid_utf8(bytes) == bytes.size()) return std::string(bytes);
  std::string text;
  for (const char c : bytes) text::append_utf8(text, static_cast<unsigned char>(c));
  return text;
}

/// The fields of the HTTP request that a head begins with. What stands behind the head does not
/// count.
http::Fields request_fields(std::string_view head) {
  head = head.substr(0, http::head_length(head).value_or(head.size()));
  return http::Fields::parse(head.substr(std::min(head.find('\n'), head.size())));
}

/// The media type as it was sent: the value up to a semicolon or white space. `request_head` is
/// that of a request.
std::optional<std::string> mime_of(archive::Capture const& capture, std::string_view request_head) {
  const RecordType type = capture.record->type;
  if (type == RecordType::revisit) return "warc/revisit";
  const bool is_message = type == RecordType::response || type == RecordType::request;
  http::Fields fields;
  if (type == RecordType::request) fields = request_fields(request_head);
  http::Fields const& own = capture.head ? capture.head->fields : fields;
  const auto value = (is_message ? own : capture.record->fields).first("Content-Type");
  if (!value) return std::nullopt;
  return text_of(value->substr(0, value->find_first_of("; \t\r\n")));
}

/// True for a request that is read as an HTTP message, whatever its record says of its type.
bool is_http_request(warc::Record const& record) {
  if (record.type != RecordType::request) return false;
  const std::string uri = record.target_uri();
  return uri.starts_with("http:") || uri.starts_with("https:");
}

/// The status as it was sent, which need not be a number.
std::string status_of(archive::Capture const& capture) {
  if (!capture.head) return {};
  if (capture.head->status != 0) return std::to_string(capture.head->status);
  std::string_view const rest = capture.head->reason;
  return text_of(rest.substr(0, rest.find(' ')));
}

/// True where the digest of the payload is worked out: revisits have none of their own.
bool lacks_digest(warc::Record const& record) {
  return record.type != RecordType::revisit && record.type != RecordType::warcinfo &&
         record.field("WARC-Payload-Digest").empty();
}

/// A field that stands between spaces.
std::string_view or_dash(std::string_view text) {
  return text.empty() ? "-" : text;
}

}  // namespace

struct ArchiveIndexRows::Line {
  std::string key;
  std::string time;
  std::string url;
  std::optional<std::string> mime;
  std::string status;
  std::string digest;
  std::string length;
  std::string offset;
};

archive::CaptureOptions ArchiveIndexRows::reading() {
  archive::CaptureOptions options;
  options.bodies = false;
  options.payload = [this](warc::Record const& record, std::string_view piece) {
    if (piece.empty()) {
      begin_payload(record);
    } else {
      add_payload(piece);
    }
  };
  options.types.add(RecordType::metadata);
  if (settings_.command.records.empty()) return options;
  options.types = {};
  for (const RecordType type : settings_.command.records) options.types.add(type);
  return options;
}

void ArchiveIndexRows::begin_payload(warc::Record const& record) {
  digests_ = lacks_digest(record);
  if (digests_) sha1_.restart();
  request_head_.clear();
  in_request_head_ = is_http_request(record);
}

/// The head of a request is no part of its payload.
void ArchiveIndexRows::add_payload(std::string_view piece) {
  if (in_request_head_) {
    const std::size_t before = request_head_.size();
    request_head_ += piece;
    const auto length = http::head_length(request_head_, before);
    if (!length && request_head_.size() <= http::longest_head) return;
    in_request_head_ = false;
    piece.remove_prefix(length ? *length - before : piece.size());
  }
  if (digests_ && !piece.empty()) sha1_.add(piece);
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
  const bool may_be = record.type == RecordType::resource || record.type == RecordType::metadata;
  if (settings_.command.records.empty() && may_be && is_about_records) return;
  if (capture.uri.empty()) return;
  const std::string url = text_of(record.target_uri());
  Line line{.key = archive::surt(url),
            .time = timestamp(record.field("WARC-Date")),
            .url = url,
            .mime = mime_of(capture, request_head_),
            .status = status_of(capture),
            .digest = text_of(record.field("WARC-Payload-Digest")),
            .length = {},
            .offset = std::to_string(record.place.offset)};
  if (digests_) line.digest = archive::labelled(sha1_.finish());
  if (record.length != 0) line.length = std::to_string(record.length);
  if (settings_.command.format == ArchiveFormat::cdxj) {
    write_json(line);
  } else {
    write_fields(line);
  }
  pause();
}

/// The members and the white space are those of the field's indexers.
void ArchiveIndexRows::write_json(Line const& line) {
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

/// The fields are apart by spaces: one in a field is percent-encoded.
void ArchiveIndexRows::write_fields(Line const& line) {
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

}  // namespace hrefkit::cli
