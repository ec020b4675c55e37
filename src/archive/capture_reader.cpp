// How a record becomes a capture. The HTTP head is read first: it decides whether the body can be a
// document. Only then is the body stored, up to the limit, and decoded; any other block is read in
// pieces and dropped. Of a response without a valid Content-Type, the first bytes are buffered to
// sniff its type.
#include "hrefkit/archive/capture_reader.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "hrefkit/html/media_type.h"
#include "hrefkit/http/computed_type.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/chunked_text.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::archive {

tl::expected<void, std::string> CapturePage::open(Capture const& capture) {
  notes_.clear();
  if (!capture.document) return tl::unexpected(std::string("it is not a document"));
  html::EncodingOptions encoding{.content_type = *capture.document,
                                 .transport_charset = capture.charset,
                                 .fallback = settings_.fallback,
                                 .with_map = settings_.with_map};
  auto source = html::decode_source(capture.body, encoding, buffer_, notes_);
  if (!source) return tl::unexpected(std::string(message(source.error())));
  source_ = std::move(*source);
  options_ = settings_.document;
  options_.url = capture.uri;
  if (capture.head) {
    options_.content_security_policies = content_security_policies(capture.head->fields);
  }
  return {};
}

void CapturePage::release_memory() {
  text::clear_buffer(buffer_);
}

std::vector<std::string> content_security_policies(http::Fields const& fields) {
  std::vector<std::string> policies;
  for (std::string_view value : fields.all("Content-Security-Policy")) {
    while (!value.empty()) {  // CSP 2.2.2: a comma separates policies
      const std::size_t end = std::min(value.find(','), value.size());
      const std::string_view policy = text::strip_ascii_whitespace(value.substr(0, end));
      if (!policy.empty()) policies.emplace_back(policy);
      value.remove_prefix(std::min(end + 1, value.size()));
    }
  }
  return policies;
}

namespace {

using warc::RecordType;

/// Stored bytes that decode to at least http::sniffed_bytes with any usual coding.
constexpr std::size_t sniffed_block = std::size_t{64} << 10;

/// Bytes needed to recognise a status line.
constexpr std::size_t status_line_start = 64;

bool may_have_head(warc::Record const& record) {
  return record.type == RecordType::response || record.type == RecordType::revisit;
}

/// The target URI. If it is not valid UTF-8, it has the bytes that the crawler requested, so they
/// are percent-encoded: decoding them as text would give another URL.
std::string address_of(warc::Record const& record) {
  std::string uri = record.target_uri();
  if (text::find_invalid_utf8(uri) == uri.size()) return uri;
  std::string address;
  url::append_percent_encoded(address, uri, text::non_ascii);
  return address;
}

/// True if the record's Content-Type says that its block is an HTTP message.
bool is_http_message(warc::Record const& record) {
  constexpr std::string_view type = "application/http";
  return text::equals_ignoring_ascii_case(record.field("Content-Type").substr(0, type.size()),
                                          type);
}

}  // namespace

std::string Capture::content_type() const {
  if (head) return head->fields.joined("Content-Type").value_or("");
  return std::string(is_http_message(*record) ? "" : record->field("Content-Type"));
}

CaptureReader::CaptureReader(warc::ByteSource& source, CaptureOptions options)
    : options_(std::move(options)),
      records_(
          source,
          [this](warc::RecordPlace const& place, std::string_view why) {
            if (options_.note) options_.note({RecordNote::Kind::damage, place, why});
          },
          options_.part) {}

bool CaptureReader::next() {
  while (records_.next()) {
    warc::Record const& record = records_.record();
    if (!options_.types.contains(record.type)) {
      if (options_.note && record.field("WARC-Type").empty()) {
        options_.note(
            {RecordNote::Kind::body, record.place, "it has no WARC-Type: it is left out"});
      }
      records_.finish();
      continue;
    }
    release_memory();
    read_block();
    if (records_.finish() != warc::RecordEnd::damaged) return true;
  }
  return false;
}

std::string_view CaptureReader::read() {
  const std::string_view piece = records_.read();
  if (piece.empty()) return piece;
  if (options_.block) options_.block(*capture_.record, piece);
  if (in_payload_) options_.payload(*capture_.record, piece);
  return piece;
}

/// Starts the payload callback with the bytes already read after the head.
void CaptureReader::begin_payload() {
  if (!options_.payload) return;
  options_.payload(*capture_.record, {});
  if (!ahead_.empty()) options_.payload(*capture_.record, ahead_);
  in_payload_ = true;
}

void CaptureReader::read_block() {
  capture_.record = &records_.record();
  if (options_.block) options_.block(*capture_.record, {});
  capture_.uri = address_of(*capture_.record);
  capture_.head.reset();
  capture_.document.reset();
  capture_.media_type.clear();
  capture_.charset.clear();
  capture_.body.clear();
  ahead_ = {};
  in_payload_ = false;
  read_head();
  begin_payload();
  find_type();
  while (!read().empty()) {
  }
}

/// Reads HTTP heads until that of the final response: heads of interim responses (1xx) precede it.
/// Afterwards `ahead_` begins with the body.
void CaptureReader::read_head() {
  if (!may_have_head(*capture_.record)) return;
  while (true) {
    look_ahead(status_line_start);
    ahead_.remove_prefix(http::length_before_status_line(ahead_));
    auto length = http::head_length(ahead_);
    while (!length && ahead_.size() <= http::max_head) {
      const std::size_t before = ahead_.size();
      if (!read_on()) break;
      length = http::head_length(ahead_, before);
    }
    const bool is_too_long = length.value_or(ahead_.size()) > http::max_head;
    const std::size_t end = is_too_long ? http::max_head : length.value_or(ahead_.size());
    auto head = http::parse_response_head(ahead_.substr(0, end));
    if (!head) {
      const bool is_message = is_http_message(*capture_.record);
      if (!ahead_.empty() && is_message) note(RecordNote::Kind::body, "it has no HTTP head");
      return;
    }
    if (is_too_long) {
      note(RecordNote::Kind::body, "its HTTP head is longer than 1 MiB: only the start was read");
    } else if (!length) {
      note(RecordNote::Kind::body, "its HTTP head has no end");
    }
    const bool is_interim = head->status / 100 == 1 && head->status != 101;
    ahead_.remove_prefix(end);
    capture_.head = std::move(head);
    if (!is_interim) return;
    look_ahead(status_line_start);
    if (!http::is_response(ahead_)) return;
  }
}

/// Reads until `ahead_` has `size` bytes or the block ends.
void CaptureReader::look_ahead(std::size_t size) {
  while (ahead_.size() < size && read_on()) {
  }
}

/// Appends the next piece to `ahead_`; false at the end. FAST: bytes are copied only if one piece
/// is not enough. A piece is valid only until the next one is read.
bool CaptureReader::read_on() {
  if (ahead_.empty()) {
    is_kept_ = false;
    ahead_ = read();
    return !ahead_.empty();
  }
  if (is_kept_) {
    kept_.erase(0, kept_.size() - ahead_.size());
  } else {
    kept_.assign(ahead_);
  }
  is_kept_ = true;
  const std::string_view piece = read();
  kept_ += piece;
  ahead_ = kept_;
  return !piece.empty();
}

/// Determines the types of the body, and reads the body if it is wanted.
void CaptureReader::find_type() {
  const bool is_revisit = capture_.record->type == RecordType::revisit;
  if (is_revisit && (!options_.is_page || !options_.is_page())) return;
  const auto type = html::parse_media_type(capture_.content_type(), html::TypeSyntax::browsers);
  if (type) {
    capture_.media_type = type->essence;
    capture_.charset = type->charset.value_or("");
  }
  std::optional<std::string_view> supplied;
  if (type) supplied = type->essence;
  if (http::is_sniffed(supplied)) {
    look_ahead(sniffed_block);
    std::string start(ahead_.substr(0, sniffed_block));
    const http::Fields none;
    http::Fields const& fields = capture_.head ? capture_.head->fields : none;
    http::undo_codings(fields, start, spare_, http::sniffed_bytes);
    capture_.media_type = http::computed_type(supplied, start, http::sniffing_of(fields));
  }
  if (!options_.bodies) return;
  capture_.document = options_.scripts ? html::content_type_of(capture_.media_type)
                                       : html::page_type_of(capture_.media_type);
  if (!capture_.document && options_.is_page && options_.is_page()) {
    capture_.document = html::ContentType::html;
  }
  const bool is_wanted =
      options_.wants_body ? options_.wants_body(capture_) : capture_.document.has_value();
  if (is_wanted) collect();
}

/// Reads the body and undoes its codings. Segments of a record (ISO 28500, 7), which may be in
/// other files, are not joined.
void CaptureReader::collect() {
  std::string& body = capture_.body;
  const std::size_t limit = options_.max_body;
  const std::uint64_t expected = capture_.record->content_length;
  body.reserve(static_cast<std::size_t>(std::min<std::uint64_t>(expected, limit)));
  bool over_limit = false;
  for (std::string_view piece = ahead_.empty() ? read() : ahead_; !piece.empty() && !over_limit;) {
    const std::size_t room = limit - body.size();
    over_limit = piece.size() > room;
    body += piece.substr(0, room);
    piece = read();
  }
  // ISO 28500, 6.7: a revisit without a body refers to the body of another record.
  if (body.empty() && capture_.record->type == RecordType::revisit) return;
  http::BodyNotes notes;
  if (capture_.head) notes = http::undo_codings(capture_.head->fields, body, spare_, limit);
  notes.over_limit |= over_limit;
  const bool is_segment = capture_.record->fields.first("WARC-Segment-Number").has_value();
  if (is_segment) {
    note(RecordNote::Kind::body,
         "it is a segment: its body goes on in continuation records, which are not joined");
  }
  notes.ended_early = !is_segment && (notes.ended_early || is_shorter_than_said());
  note_body(notes);
}

/// True if the crawler truncated the body, or if an uncoded body is shorter than its
/// Content-Length.
bool CaptureReader::is_shorter_than_said() const {
  if (capture_.record->fields.first("WARC-Truncated")) return true;
  if (!capture_.head || capture_.head->status == 304) return false;
  http::Fields const& fields = capture_.head->fields;
  if (fields.first("Transfer-Encoding") || fields.first("Content-Encoding")) return false;
  const auto length =
      text::parse_decimal<std::uint64_t>(fields.first("Content-Length").value_or(""));
  return length && capture_.body.size() < std::min<std::uint64_t>(*length, options_.max_body);
}

void CaptureReader::note(RecordNote::Kind kind, std::string_view why) const {
  if (options_.note) options_.note({kind, capture_.record->place, why});
}

void CaptureReader::note_body(http::BodyNotes const& notes) const {
  using Kind = RecordNote::Kind;
  if (notes.over_limit) {
    note(Kind::body, "its body is longer than the limit: only the start was read");
  } else if (notes.ended_early) {
    note(Kind::body, "its body ends early");
  }
  if (notes.damaged) note(Kind::body, "its compressed body is damaged: only the start was read");
  if (notes.wrong_checksum) note(Kind::body, "its compressed body has a wrong checksum");
  if (notes.unknown_coding) {
    note(Kind::body, "its body has an unknown coding, and was read as it is");
  }
}

/// Frees buffers that grew larger than usual records need.
void CaptureReader::release_memory() {
  for (std::string* buffer : {&capture_.body, &kept_, &spare_}) text::clear_buffer(*buffer);
}

}  // namespace hrefkit::archive
