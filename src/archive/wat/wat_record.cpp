// The order of keys, and where a value is given twice, follows from the order in which the
// reference reads: fields of a warcinfo or metadata record end before their block does, or with it,
// and each length that differs from one known before joins it in an array.
#include "hrefkit/archive/wat_record.h"

#include <algorithm>
#include <array>
#include <vector>

#include "hrefkit/archive/wat/gzip_metadata.h"
#include "hrefkit/archive/wat/json_object.h"
#include "hrefkit/archive/wat/record_block.h"
#include "hrefkit/archive/wat/wat_text.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::archive {

namespace {

using warc::RecordType;

/// The first field of that name, with the value as the reference reads it.
std::string field(warc::Record const& record, std::string_view name) {
  return lax_value(record.field(name));
}

bool is_http_response(warc::Record const& record) {
  const std::string type = field(record, "Content-Type");
  return type == "application/http; msgtype=response" ||
         type == "application/http;msgtype=response";
}

BlockKind kind_of(warc::Record const& record) {
  switch (record.type) {
    case RecordType::warcinfo:
      return BlockKind::info;
    case RecordType::request:
      return BlockKind::request;
    case RecordType::revisit:
      return BlockKind::response;
    case RecordType::metadata:
      return field(record, "Content-Type") == "application/json" ? BlockKind::other
                                                                 : BlockKind::metadata;
    case RecordType::response:
      if (is_http_response(record)) return BlockKind::response;
      return field(record, "Content-Type") == "text/dns" ? BlockKind::dns : BlockKind::other;
    case RecordType::resource:
    case RecordType::conversion:
    case RecordType::continuation:
    case RecordType::other:
      break;
  }
  return BlockKind::other;
}

/// Bytes of the member behind the block; the line ends behind it where records share a member.
std::uint64_t slop_of(warc::Record const& record, WatContainer const& container,
                      std::uint64_t block_length) {
  if (!container.member) return container.line_end_length;
  const std::uint64_t used = record.header_length + block_length;
  return container.member->plain_length - std::min(container.member->plain_length, used);
}

/// One line of a DNS answer: name, TTL, class, type, value.
using DnsEntry = std::array<std::string_view, 5>;

std::optional<DnsEntry> parse_dns_entry(std::string_view line) {
  constexpr text::ByteSet white_space(" \t\n\r\v\f");
  DnsEntry entry;
  for (std::string_view& part : entry) {
    part = text::take_until(line, white_space);
    text::skip(line, white_space);
    if (part.empty()) return std::nullopt;
  }
  const bool has_lifetime = text::parse_decimal<int>(entry[1]).has_value();
  if (!line.empty() || !has_lifetime) return std::nullopt;
  return entry;
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

/// Appends "DNS-Metadata"; false where the text is no answer.
bool append_dns(std::string& out, std::string_view text) {
  constexpr std::array<std::string_view, 5> keys{"Name", "TTL", "Net-Class", "Type", "Value"};
  if (!text::is_ascii(text)) return false;
  std::string all;
  begin_json_object(all += '{', "DNS-Metadata");
  append_json_member(all, "Date", text::strip_ascii_whitespace(take_line(text)));
  bool is_first = true;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (text::strip_ascii_whitespace(line).empty()) continue;
    const auto entry = parse_dns_entry(line);
    if (!entry) return false;
    all += is_first ? ",\"Entries\":[{" : ",{";
    is_first = false;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      append_json_member(all, keys[i], (*entry)[i]);
      if (i != 1) continue;
      // The TTL is the only number that is no string.
      all.resize(all.size() - (*entry)[i].size() - 2);
      all += (*entry)[i];
    }
    all += '}';
  }
  all += is_first ? "}" : "]}";
  if (!out.ends_with('{')) out += ',';
  out += std::string_view(all).substr(1);
  return true;
}

}  // namespace

struct WatRecord::State {
  RecordBlock block;
  /// The reference notices the end of a block in a plain file by the line ends behind it.
  bool knows_end = true;
  std::optional<bool> identified_as_page;

  void append_payload(text::ChunkedText& json, std::uint64_t slop, text::ChunkedText& html) const;
  void append_ends(std::string& out, std::uint64_t slop) const;
  bool append_first_line(std::string& out) const;
  void append_message(text::ChunkedText& json, text::ChunkedText& html) const;
  void append_info(std::string& out, std::uint64_t slop) const;
  void append_metadata(std::string& out, std::uint64_t slop) const;
};

WatRecord::WatRecord() : state_(std::make_unique<State>()) {}
WatRecord::~WatRecord() = default;
WatRecord::WatRecord(WatRecord&&) noexcept = default;
WatRecord& WatRecord::operator=(WatRecord&&) noexcept = default;

void WatRecord::begin(warc::Record const& record) {
  state_->block.begin(kind_of(record));
  const std::string type = field(record, "WARC-Identified-Payload-Type");
  state_->identified_as_page.reset();
  if (!type.empty()) {
    state_->identified_as_page = type == "text/html" || type == "application/xhtml+xml";
  }
}

void WatRecord::add(std::string_view piece) {
  state_->block.add(piece);
}

void WatRecord::finish() {
  state_->block.finish();
}

bool WatRecord::is_page() const {
  if (state_->block.kind() != BlockKind::response) return false;
  if (state_->identified_as_page) return *state_->identified_as_page;
  std::string const* const type = state_->block.fields().find("content-type");
  return type != nullptr && text::to_ascii_lower(*type).find("html") != std::string::npos;
}

void WatRecord::append_json(text::ChunkedText& json, warc::Record const& record,
                            WatContainer const& container, text::ChunkedText& html) const {
  const bool compressed = record.packing != warc::Packing::plain;
  std::string& start = json.tail();
  start += "{\"Container\":{";
  append_json_member(start, "Filename", container.file);
  start += compressed ? ",\"Compressed\":true" : ",\"Compressed\":false";
  append_json_numbers(start, "Offset", {record.place.offset});
  if (container.member) append_gzip_metadata(start, *container.member);
  start += "},\"Envelope\":{";
  begin_json_object(start, "Payload-Metadata");
  const std::uint64_t slop = slop_of(record, container, state_->block.length());
  state_->knows_end = compressed || slop > 0;
  state_->append_payload(json, slop, html);
  std::string& out = json.tail();
  out += '}';
  append_json_member(out, "Format", "WARC/1.0");  // whatever the version is
  append_json_numbers(out, "WARC-Header-Length", {record.header_length});
  std::vector<LaxField> fields(record.fields.size());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    fields[i] = {lax_value(record.fields[i].name), lax_value(record.fields[i].value)};
  }
  append_json_fields(out, "WARC-Header-Metadata", fields);
  out += "}}";
}

void WatRecord::State::append_payload(text::ChunkedText& json, std::uint64_t slop,
                                      text::ChunkedText& html) const {
  std::string& out = json.tail();
  switch (block.kind()) {
    case BlockKind::info:
      return append_info(out, slop);
    case BlockKind::metadata:
      return append_metadata(out, slop);
    case BlockKind::request:
    case BlockKind::response:
      append_message(json, html);
      return append_ends(json.tail(), slop);
    case BlockKind::dns: {
      append_ends(out, slop);
      const std::size_t before = out.size();
      append_json_member(out, "Actual-Content-Type", "text/dns");
      if (!append_dns(out, block.dns_text())) out.resize(before);
      return;
    }
    case BlockKind::other:
      break;
  }
  append_ends(out, slop);
}

void WatRecord::State::append_ends(std::string& out, std::uint64_t slop) const {
  if (!knows_end) return;
  append_json_numbers(out, "Actual-Content-Length", {block.length()});
  append_json_numbers(out, "Trailing-Slop-Length", {slop});
  append_json_member(out, "Block-Digest", labelled(block.digest()));
}

/// Appends what the first line of a message says. False where it is no such line.
bool WatRecord::State::append_first_line(std::string& out) const {
  if (block.kind() == BlockKind::request) {
    const auto request = read_lax_request(block.line());
    if (!request) return false;
    append_json_member(out, "Actual-Content-Type", "application/http; msgtype=request");
    begin_json_object(out, "HTTP-Request-Metadata");
    begin_json_object(out, "Request-Message");
    append_json_member(out, "Method", request->method);
    if (request->path) append_json_member(out, "Path", *request->path);
    append_json_member(out, "Version", request->version);
  } else {
    const LaxStatus status = read_lax_status(block.line());
    append_json_member(out, "Actual-Content-Type", "application/http; msgtype=response");
    begin_json_object(out, "HTTP-Response-Metadata");
    begin_json_object(out, "Response-Message");
    append_json_member(out, "Status", std::int64_t{status.status});
    append_json_member(out, "Version", status.version);
    if (status.reason) append_json_member(out, "Reason", *status.reason);
  }
  out += '}';
  return true;
}

void WatRecord::State::append_message(text::ChunkedText& json, text::ChunkedText& html) const {
  std::string& head = json.tail();
  if (!append_first_line(head)) return;
  append_json_numbers(head, "Headers-Length", {block.told_head_length()});
  if (block.fields().is_corrupt()) head += ",\"Headers-Corrupt\":true";
  append_json_fields(head, "Headers", block.fields().fields());
  if (!html.empty()) {
    head += ",\"HTML-Metadata\":";
    json.append(html);
  }
  std::string& out = json.tail();
  append_json_numbers(out, "Entity-Length", {block.entity_length()});
  append_json_member(out, "Entity-Digest", labelled(block.entity_digest()));
  append_json_numbers(out, "Entity-Trailing-Slop-Length", {block.slop_length()});
  out += '}';
}

void WatRecord::State::append_info(std::string& out, std::uint64_t slop) const {
  const std::uint64_t head = block.fields().length();
  const std::uint64_t rest = block.length() - head;
  if (rest == 0) {
    append_json_numbers(out, "Actual-Content-Length", {head});
    append_json_numbers(out, "Trailing-Slop-Length", {slop});
  } else {
    append_json_numbers(out, "Actual-Content-Length", {head, block.length()});
    append_json_numbers(out, "Trailing-Slop-Length", {slop, rest});
  }
  append_json_member(out, "Block-Digest", labelled(block.digest()));
  if (block.fields().is_corrupt()) out += ",\"Headers-Corrupt\":true";
  append_json_member(out, "Actual-Content-Type", "application/warc-fields");
  append_json_fields(out, "WARC-Info-Metadata", block.fields().fields());
}

void WatRecord::State::append_metadata(std::string& out, std::uint64_t slop) const {
  append_json_member(out, "Actual-Content-Type", "application/metadata-fields");
  begin_json_object(out, "WARC-Metadata-Metadata");
  if (block.fields().is_corrupt()) {
    out += out.ends_with('{') ? "\"FIELDS_CORRUPT\":true" : ",\"FIELDS_CORRUPT\":true";
  }
  bool is_first = true;
  for (LaxField const& entry : block.fields().fields()) {
    if (is_first)
      out += out.ends_with('{') ? "\"Metadata-Records\":[{" : ",\"Metadata-Records\":[{";
    if (!is_first) out += ",{";
    is_first = false;
    append_json_member(out, "Name", entry.name);
    append_json_member(out, "Value", entry.value);
    out += '}';
  }
  out += is_first ? "}" : "]}";
  const std::uint64_t head = block.fields().length();
  const std::uint64_t rest = block.length() - head;
  if (rest == 0) return append_ends(out, slop);
  append_json_numbers(out, "Actual-Content-Length", {block.length(), head});
  append_json_numbers(out, "Trailing-Slop-Length", {slop, rest});
  append_json_member(out, "Block-Digest", labelled(block.digest()));
}

}  // namespace hrefkit::archive
