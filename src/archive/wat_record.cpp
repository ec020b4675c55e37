// The reference extractor determines the order of keys and which values are arrays: it writes a
// length when the fields of a warcinfo or metadata record end, and again at the end of the block;
// if the two differ, both form an array.
#include "hrefkit/archive/wat_record.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/archive/sha1.h"
#include "hrefkit/archive/wat/gzip_metadata.h"
#include "hrefkit/archive/wat/lax_fields.h"
#include "hrefkit/archive/wat/wat_text.h"
#include "hrefkit/http/fields.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::archive {

namespace {

// The facts about a record's block that are collected while it is read.

/// How a block is read.
enum class BlockKind : std::uint8_t {
  other,     ///< not parsed
  request,   ///< an HTTP request
  response,  ///< an HTTP response
  info,      ///< fields of a warcinfo record
  metadata,  ///< fields of a metadata record
  dns,       ///< the answer of a name server
};

/// Parses one block after another, each in any pieces. Only a block's head is stored.
class RecordBlock {
 public:
  void begin(BlockKind kind);
  void add(std::string_view piece);

  /// Call once, after the last piece.
  void finish();

  BlockKind kind() const { return kind_; }
  bool is_message() const { return kind_ == BlockKind::request || kind_ == BlockKind::response; }
  bool has_fields() const { return kind_ != BlockKind::other && kind_ != BlockKind::dns; }

  std::uint64_t length() const { return length_; }
  Sha1::Digest const& digest() const { return digest_; }

  /// The first line of a message.
  std::optional<std::string_view> line() const { return line_.line(); }
  LaxFields const& fields() const { return fields_; }
  /// The head's length as the reference extractor reports it: for a request, without the line end
  /// of its first line.
  std::uint64_t reported_head_length() const;

  /// The bytes after the head of a message up to its Content-Length, and (slop) those beyond.
  std::uint64_t entity_length() const { return entity_length_; }
  Sha1::Digest const& entity_digest() const { return entity_digest_; }
  std::uint64_t slop_length() const { return slop_length_; }

  /// The text of a DNS answer; at most 1 MiB.
  std::string_view dns_text() const { return dns_text_; }

 private:
  std::string_view read_fields(std::string_view piece);
  void begin_entity();

  BlockKind kind_ = BlockKind::other;
  Sha1 sha1_;
  Sha1 entity_sha1_;
  Sha1::Digest digest_{};
  Sha1::Digest entity_digest_{};
  std::uint64_t length_ = 0;
  LaxLine line_;
  LaxFields fields_;
  bool in_entity_ = false;
  std::uint64_t entity_limit_ = 0;
  std::uint64_t entity_length_ = 0;
  std::uint64_t slop_length_ = 0;
  std::string dns_text_;
};

constexpr std::size_t max_dns_text = std::size_t{1} << 20;

/// Content-Length as Java's Long.parseLong reads it; nullopt if it is no number or negative.
std::optional<std::uint64_t> content_length(LaxFields const& fields) {
  std::string const* const value = fields.find("content-length");
  if (value == nullptr) return std::nullopt;
  std::string_view text = *value;
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto length = text::parse_decimal<std::int64_t>(text);
  if (!length || *length < 0) return std::nullopt;
  return static_cast<std::uint64_t>(*length);
}

void RecordBlock::begin(BlockKind kind) {
  kind_ = kind;
  sha1_.restart();
  entity_sha1_.restart();
  length_ = entity_length_ = slop_length_ = 0;
  line_.clear();
  fields_.clear();
  in_entity_ = false;
  dns_text_.clear();
}

void RecordBlock::add(std::string_view piece) {
  length_ += piece.size();
  if (kind_ == BlockKind::dns) {
    dns_text_ += piece.substr(0, max_dns_text - std::min(max_dns_text, dns_text_.size()));
  }
  const std::string_view entity = has_fields() ? read_fields(piece) : std::string_view();
  Sha1::add_to_both(sha1_, piece, entity_sha1_, is_message() ? entity : std::string_view());
}

/// Parses the part of the piece that belongs to the head, and returns the part that belongs to the
/// entity.
std::string_view RecordBlock::read_fields(std::string_view piece) {
  if (is_message()) line_.read(piece);
  fields_.read(piece);
  if (piece.empty()) return {};
  if (!in_entity_) begin_entity();
  const std::size_t count = static_cast<std::size_t>(
      std::min<std::uint64_t>(piece.size(), entity_limit_ - entity_length_));
  entity_length_ += count;
  slop_length_ += piece.size() - count;
  return piece.substr(0, count);
}

void RecordBlock::begin_entity() {
  in_entity_ = true;
  entity_limit_ = UINT64_MAX;
  if (kind_ == BlockKind::response) entity_limit_ = content_length(fields_).value_or(UINT64_MAX);
}

std::uint64_t RecordBlock::reported_head_length() const {
  const std::uint64_t length = line_.length() + fields_.length();
  const auto line = line_.line();
  if (kind_ != BlockKind::request || !line) return length;
  return length - (line->ends_with("\r\n") ? 2 : 1);
}

void RecordBlock::finish() {
  digest_ = sha1_.finish();
  entity_digest_ = entity_sha1_.finish();
}

// The WARC records that a WAT file consists of.

/// The version 5 UUID of a name (RFC 9562 section 5.5) in the name space of URLs (section 6.6).
std::string uuid_of(std::string_view name) {
  constexpr std::string_view url_names(
      "\x6b\xa7\xb8\x11\x9d\xad\x11\xd1\x80\xb4\x00\xc0\x4f\xd4\x30\xc8", 16);
  Sha1 sha1;
  sha1.add(url_names);
  sha1.add(name);
  Sha1::Digest digest = sha1.finish();
  digest[6] = static_cast<std::uint8_t>((digest[6] & 0x0F) | 0x50);
  digest[8] = static_cast<std::uint8_t>((digest[8] & 0x3F) | 0x80);
  std::string uuid = "<urn:uuid:";
  for (std::size_t i = 0; i < 16; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) uuid += '-';
    text::append_hex(uuid, static_cast<char>(digest[i]));
  }
  return uuid + ">";
}

/// The record's WARC-Date; the epoch if it has none, since the field is mandatory.
std::string date_of(warc::Record const& record) {
  const std::string date = lax_value(record.field("WARC-Date"));
  return date.empty() ? "1970-01-01T00:00:00Z" : date;
}

/// The value of WARC-Target-URI. Non-ASCII bytes are percent-encoded, because dropping them, as the
/// reference extractor does, would make different URIs equal.
std::string uri_value(std::string_view value) {
  std::string uri;
  url::append_percent_encoded(uri, value, text::non_ascii);
  return lax_value(uri);
}

bool is_target_uri(std::string_view name) {
  return text::equals_ignoring_ascii_case(name, "WARC-Target-URI");
}

void append_field(std::string& out, std::string_view name, std::string_view value) {
  if (value.empty()) return;
  out += name;
  out += ": ";
  out += value;
  out += "\r\n";
}

constexpr std::string_view end_of_record = "\r\n\r\n";

/// Appends the last fields of a head and its empty line, for a block of `length` bytes.
void append_block_fields(std::string& out, std::string_view type, std::size_t length) {
  append_field(out, "Content-Type", type);
  append_field(out, "Content-Length", std::to_string(length));
  out += "\r\n";
}

/// "a.warc.gz" gives "a.warc.wat.gz", as in the reference extractor. Line ends are escaped.
std::string wat_name(std::string_view file) {
  const bool is_packed = file.ends_with(".gz");
  std::string name;
  url::append_percent_encoded(name, file.substr(0, file.size() - (is_packed ? 3 : 0)),
                              text::c0_control);
  return name + ".wat.gz";
}

std::string name_of(warc::Record const& record, std::string_view file) {
  return "hrefkit wat " + std::string(file) + " " + std::to_string(record.place.offset) + " " +
         std::string(record.field("WARC-Record-ID"));
}

}  // namespace

void append_wat_info(std::string& out, std::string_view file, warc::Record const& first) {
  out += "WARC/1.0\r\n";
  append_field(out, "WARC-Type", "warcinfo");
  append_field(out, "WARC-Date", date_of(first));
  append_field(out, "WARC-Filename", wat_name(file));
  append_field(out, "WARC-Record-ID", uuid_of(name_of(first, file) + " warcinfo"));
  std::string block;
  append_field(block, "software", "hrefkit");
  append_field(block, "format", "WARC File Format 1.0");
  append_field(block, "conformsTo",
               "http://bibnum.bnf.fr/WARC/WARC_ISO_28500_version1_latestdraft.pdf");
  block += "\r\n";
  append_block_fields(out, "application/warc-fields", block.size());
  out += block;
  out += end_of_record;
}

void append_wat_record(text::ChunkedText& out, warc::Record const& record, std::string_view file,
                       text::ChunkedText& json) {
  const bool is_info = record.type == warc::RecordType::warcinfo;
  std::string& head = out.tail();
  head += "WARC/1.0\r\n";
  append_field(head, "WARC-Type", "metadata");
  append_field(head, "WARC-Target-URI",
               is_info ? lax_value(record.field("WARC-Filename"))
                       : uri_value(record.field("WARC-Target-URI")));
  append_field(head, "WARC-Date", date_of(record));
  append_field(head, "WARC-Record-ID", uuid_of(name_of(record, file)));
  append_field(head, "WARC-Refers-To", lax_value(record.field("WARC-Record-ID")));
  append_block_fields(head, "application/json", json.size());
  out.append(json);
  out.tail() += end_of_record;
}

namespace {

using warc::RecordType;

/// The value of the first field of that name, as the reference extractor reads it.
std::string field(warc::Record const& record, std::string_view name) {
  return lax_value(record.field(name));
}

/// ARC files have the type of the body only.
bool is_http_response(warc::Record const& record) {
  if (record.version.starts_with("ARC/")) return record.target_uri().starts_with("http");
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

/// Bytes of the member after the block; if records share a member, bytes of the line ends after it.
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
    part = text::read_until(line, white_space);
    text::skip(line, white_space);
    if (part.empty()) return std::nullopt;
  }
  const bool has_lifetime = text::parse_decimal<int>(entry[1]).has_value();
  if (!line.empty() || !has_lifetime) return std::nullopt;
  return entry;
}

std::string_view read_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

/// Appends "DNS-Metadata"; false where the text is no answer, then with a part of it.
bool append_dns(std::string& out, std::string_view text) {
  constexpr std::array<std::string_view, 5> keys{"Name", "TTL", "Net-Class", "Type", "Value"};
  if (!text::is_ascii(text)) return false;
  WatJson json(out);
  json.key("DNS-Metadata");
  json.begin_object();
  json.member("Date", text::strip_ascii_whitespace(read_line(text)));
  bool is_first = true;
  while (!text.empty()) {
    const std::string_view line = read_line(text);
    if (text::strip_ascii_whitespace(line).empty()) continue;
    const auto entry = parse_dns_entry(line);
    if (!entry) return false;
    if (is_first) {
      json.key("Entries");
      json.begin_array();
    }
    is_first = false;
    json.begin_object();
    for (std::size_t i = 0; i < keys.size(); ++i) {
      json.key(keys[i]);
      if (keys[i] == "TTL") {
        out += (*entry)[i];  // the only number that is no string
      } else {
        json.string((*entry)[i]);
      }
    }
    json.end_object();
  }
  if (!is_first) json.end_array();
  json.end_object();
  return true;
}

}  // namespace

struct WatRecord::State {
  RecordBlock block;
  /// The reference extractor finds the end of a block in a plain file only by the line ends after
  /// it.
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
  start += '{';
  WatJson head(start);
  head.key("Container");
  head.begin_object();
  head.member("Filename", container.file);
  head.member("Compressed", compressed);
  append_numbers(head, "Offset", {record.place.offset});
  if (container.member) append_gzip_metadata(start, *container.member);
  head.end_object();
  head.key("Envelope");
  head.begin_object();
  head.key("Payload-Metadata");
  head.begin_object();
  const std::uint64_t slop = slop_of(record, container, state_->block.length());
  state_->knows_end = compressed || slop > 0;
  state_->append_payload(json, slop, html);
  WatJson out(json.tail());
  out.end_object();
  out.member("Format", "WARC/1.0");  // whatever the version is
  append_numbers(out, "WARC-Header-Length", {record.header_length});
  std::vector<LaxField> fields(record.fields.size());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::string name = lax_value(record.fields[i].name);
    const std::string_view value = record.fields[i].value;
    fields[i] = {name, is_target_uri(name) ? uri_value(value) : lax_value(value)};
  }
  append_fields(out, "WARC-Header-Metadata", fields);
  out.end_object();
  out.end_object();
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
      WatJson(out).member("Actual-Content-Type", "text/dns");
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
  WatJson json(out);
  append_numbers(json, "Actual-Content-Length", {block.length()});
  append_numbers(json, "Trailing-Slop-Length", {slop});
  json.member("Block-Digest", labelled(block.digest()));
}

/// Appends the members for the first line of a message; false if it is no request line.
bool WatRecord::State::append_first_line(std::string& out) const {
  WatJson json(out);
  if (block.kind() == BlockKind::request) {
    const auto request = read_lax_request(block.line());
    if (!request) return false;
    json.member("Actual-Content-Type", "application/http; msgtype=request");
    json.key("HTTP-Request-Metadata");
    json.begin_object();
    json.key("Request-Message");
    json.begin_object();
    json.member("Method", request->method);
    if (request->path) json.member("Path", *request->path);
    json.member("Version", request->version);
  } else {
    const LaxStatus status = read_lax_status(block.line());
    json.member("Actual-Content-Type", "application/http; msgtype=response");
    json.key("HTTP-Response-Metadata");
    json.begin_object();
    json.key("Response-Message");
    json.begin_object();
    json.member("Status", std::to_string(status.status));
    json.member("Version", status.version);
    if (status.reason) json.member("Reason", *status.reason);
  }
  json.end_object();
  return true;
}

void WatRecord::State::append_message(text::ChunkedText& json, text::ChunkedText& html) const {
  if (!append_first_line(json.tail())) return;
  WatJson head(json.tail());
  append_numbers(head, "Headers-Length", {block.reported_head_length()});
  if (block.fields().is_corrupt()) head.member("Headers-Corrupt", true);
  append_fields(head, "Headers", block.fields().fields());
  if (!html.empty()) {
    head.key("HTML-Metadata");
    json.append(html);
    json.tail() += ',';  // the tail may be empty here
  }
  WatJson out(json.tail());
  append_numbers(out, "Entity-Length", {block.entity_length()});
  out.member("Entity-Digest", labelled(block.entity_digest()));
  append_numbers(out, "Entity-Trailing-Slop-Length", {block.slop_length()});
  out.end_object();
}

void WatRecord::State::append_info(std::string& out, std::uint64_t slop) const {
  const std::uint64_t head = block.fields().length();
  const std::uint64_t rest = block.length() - head;
  WatJson json(out);
  if (rest == 0) {
    append_numbers(json, "Actual-Content-Length", {head});
    append_numbers(json, "Trailing-Slop-Length", {slop});
  } else {
    append_numbers(json, "Actual-Content-Length", {head, block.length()});
    append_numbers(json, "Trailing-Slop-Length", {slop, rest});
  }
  json.member("Block-Digest", labelled(block.digest()));
  if (block.fields().is_corrupt()) json.member("Headers-Corrupt", true);
  json.member("Actual-Content-Type", "application/warc-fields");
  append_fields(json, "WARC-Info-Metadata", block.fields().fields());
}

void WatRecord::State::append_metadata(std::string& out, std::uint64_t slop) const {
  WatJson json(out);
  json.member("Actual-Content-Type", "application/metadata-fields");
  json.key("WARC-Metadata-Metadata");
  json.begin_object();
  if (block.fields().is_corrupt()) json.member("FIELDS_CORRUPT", true);
  if (!block.fields().fields().empty()) {
    json.key("Metadata-Records");
    json.begin_array();
    for (LaxField const& entry : block.fields().fields()) {
      json.begin_object();
      json.member("Name", entry.name);
      json.member("Value", entry.value);
      json.end_object();
    }
    json.end_array();
  }
  json.end_object();
  const std::uint64_t head = block.fields().length();
  const std::uint64_t rest = block.length() - head;
  if (rest == 0) return append_ends(out, slop);
  append_numbers(json, "Actual-Content-Length", {block.length(), head});
  append_numbers(json, "Trailing-Slop-Length", {slop, rest});
  json.member("Block-Digest", labelled(block.digest()));
}

}  // namespace hrefkit::archive
