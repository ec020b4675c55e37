#include "hrefkit/archive/wat/gzip_metadata.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "hrefkit/archive/wat/wat_text.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/little_endian.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::archive {

namespace {

/// The optional fields of a gzip header (RFC 1952 section 2.3).
struct OptionalFields {
  struct Extra {
    std::string_view name;
    std::string_view value;
  };
  std::vector<Extra> extras = {};
  std::optional<std::string_view> file_name = {};  // with its NUL
  std::optional<std::size_t> comment_length = {};
  std::optional<std::uint64_t> crc = {};
  std::uint64_t declared_length = 10;  // as the reference extractor counts the header
};

std::string_view read_bytes(std::string_view& bytes, std::size_t count) {
  const std::string_view front = bytes.substr(0, count);
  bytes.remove_prefix(front.size());
  return front;
}

/// Reads the subfields of the extra field, up to one that is longer than the rest.
void read_extras(OptionalFields& fields, std::string_view bytes) {
  constexpr std::size_t head = 4;
  fields.declared_length += 2;
  while (bytes.size() >= head) {
    const std::string_view name = read_bytes(bytes, 2);
    const std::uint64_t length = text::little_endian(read_bytes(bytes, 2));
    if (length > bytes.size()) return;
    fields.extras.push_back({name, read_bytes(bytes, static_cast<std::size_t>(length))});
    fields.declared_length += head + length;
  }
}

OptionalFields read_header(std::string_view header) {
  OptionalFields fields;
  if (header.size() < 10) return fields;
  const auto flags = static_cast<unsigned char>(header[3]);
  header.remove_prefix(10);
  // RFC 1952 section 2.3.1: 4 FEXTRA, 8 FNAME, 16 FCOMMENT, 2 FHCRC, in this order.
  if ((flags & 4) != 0) {
    const std::uint64_t length = text::little_endian(read_bytes(header, 2));
    read_extras(fields, read_bytes(header, static_cast<std::size_t>(length)));
  }
  if ((flags & 8) != 0) fields.file_name = read_bytes(header, header.find('\0') + 1);
  if ((flags & 16) != 0) fields.comment_length = read_bytes(header, header.find('\0') + 1).size();
  if ((flags & 2) != 0) {
    fields.crc = text::little_endian(read_bytes(header, 2));
    fields.declared_length += 2;
  }
  fields.declared_length +=
      fields.file_name.value_or("").size() + fields.comment_length.value_or(0);
  return fields;
}

std::string hex(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) text::append_hex(text, c);
  return text;
}

void append_extras(std::string& out, std::vector<OptionalFields::Extra> const& extras) {
  if (extras.empty()) return;
  WatJson json(out);
  json.key("F-Extra");
  json.begin_array();
  for (OptionalFields::Extra const& extra : extras) {
    json.begin_object();
    json.member("Name", text::to_valid_utf8(extra.name));
    json.key("Value");
    if (extra.name == "SL" || extra.name == "LX") {
      out += std::to_string(static_cast<std::int32_t>(text::little_endian(extra.value)));
    } else {
      json.string(hex(extra.value));
    }
    json.end_object();
  }
  json.end_array();
}

/// The low 32 bits as a signed number.
std::string signed_text(std::uint64_t bits) {
  return std::to_string(static_cast<std::int32_t>(static_cast<std::uint32_t>(bits)));
}

}  // namespace

void append_gzip_metadata(std::string& out, warc::GzipMember const& member) {
  const OptionalFields fields = read_header(member.header);
  WatJson json(out);
  json.key("Gzip-Metadata");
  json.begin_object();
  if (fields.file_name) json.member("Filename", text::to_valid_utf8(*fields.file_name));
  if (fields.comment_length) append_numbers(json, "Comment-Length", {*fields.comment_length});
  if (fields.crc) append_numbers(json, "Header-CRC", {*fields.crc});
  append_extras(out, fields.extras);
  append_numbers(json, "Deflate-Length",
                 {member.length - member.header_length + fields.declared_length});
  append_numbers(json, "Header-Length", {fields.declared_length});
  json.member("Footer-Length", "8");
  json.member("Inflated-CRC", signed_text(member.crc));
  json.member("Inflated-Length", signed_text(member.plain_length));
  json.end_object();
}

}  // namespace hrefkit::archive
