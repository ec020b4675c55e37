#include "hrefkit/archive/index_line.h"

#include <algorithm>
#include <cstddef>

#include "hrefkit/archive/surt.h"
#include "hrefkit/http/fields.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::archive {

namespace {

using warc::RecordType;

/// The first 14 digits of a date such as "2020-01-02T03:04:05Z". A shorter date, which WARC 1.1
/// allows, is filled up to the beginning of its day, month or year.
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

/// The value of a field in UTF-8. As other indexers do, this takes invalid UTF-8 for ISO-8859-1.
std::string text_of(std::string_view bytes) {
  if (text::find_invalid_utf8(bytes) == bytes.size()) return std::string(bytes);
  std::string text;
  for (const char c : bytes) text::append_utf8(text, static_cast<unsigned char>(c));
  return text;
}

/// The fields of an HTTP request; bytes after its head are ignored.
http::Fields request_fields(std::string_view head) {
  head = head.substr(0, http::head_length(head).value_or(head.size()));
  return http::Fields::parse(head.substr(std::min(head.find('\n'), head.size())));
}

/// The media type as sent: the value up to a semicolon or white space. `request_head` is used for a
/// request only.
std::optional<std::string> mime_of(Capture const& capture, std::string_view request_head) {
  const RecordType type = capture.record->type;
  if (type == RecordType::revisit) return "warc/revisit";
  const bool is_message = type == RecordType::response || type == RecordType::request;
  http::Fields fields;
  if (type == RecordType::request) fields = request_fields(request_head);
  http::Fields const& own = capture.head ? capture.head->fields : fields;
  const auto value = (is_message ? own : capture.record->fields).first("Content-Type");
  // Without an HTTP head, as in answers of DNS, the type is that of the record.
  std::string type_of_record;
  if (!value && type == RecordType::response) type_of_record = capture.content_type();
  if (!value && type_of_record.empty()) return std::nullopt;
  const std::string_view sent = value.value_or(type_of_record);
  return text_of(sent.substr(0, sent.find_first_of("; \t\r\n")));
}

/// True for a request that is parsed as an HTTP message, whatever the record's Content-Type is.
bool is_http_request(warc::Record const& record) {
  if (record.type != RecordType::request) return false;
  const std::string uri = record.target_uri();
  return uri.starts_with("http:") || uri.starts_with("https:");
}

/// The status as it was sent, which need not be a number.
std::string status_of(Capture const& capture) {
  if (!capture.head) return {};
  if (capture.head->status != 0) return std::to_string(capture.head->status);
  std::string_view const rest = capture.head->reason;
  return text_of(rest.substr(0, rest.find(' ')));
}

/// True if the digest of the payload must be computed. Revisits have no payload of their own.
bool lacks_digest(warc::Record const& record) {
  return record.type != RecordType::revisit && record.type != RecordType::warcinfo &&
         record.field("WARC-Payload-Digest").empty();
}

}  // namespace

void IndexEntry::begin(warc::Record const& record) {
  digests_ = lacks_digest(record);
  if (digests_) sha1_.restart();
  request_head_.clear();
  in_request_head_ = is_http_request(record);
}

/// Digests the payload; the head of a request is not part of it.
void IndexEntry::add_payload(warc::Record const& record, std::string_view piece) {
  if (piece.empty()) return begin(record);
  if (in_request_head_) {
    const std::size_t before = request_head_.size();
    request_head_ += piece;
    const auto length = http::head_length(request_head_, before);
    if (!length && request_head_.size() <= http::max_head) return;
    in_request_head_ = false;
    piece.remove_prefix(length ? *length - before : piece.size());
  }
  if (digests_ && !piece.empty()) sha1_.add(piece);
}

IndexLine IndexEntry::line(Capture const& capture) {
  warc::Record const& record = *capture.record;
  const std::string url = text_of(record.target_uri());
  IndexLine line{.key = surt(url),
                 .time = timestamp(record.field("WARC-Date")),
                 .url = url,
                 .mime = mime_of(capture, request_head_),
                 .status = status_of(capture),
                 .digest = text_of(record.field("WARC-Payload-Digest")),
                 .length = {},
                 .offset = std::to_string(record.place.offset)};
  if (digests_) line.digest = labelled(sha1_.finish());
  if (record.length != 0) line.length = std::to_string(record.length);
  return line;
}

}  // namespace hrefkit::archive
