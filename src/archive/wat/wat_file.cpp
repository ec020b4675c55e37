// The WARC records that a WAT file consists of.
#include <cstddef>
#include <cstdint>

#include "hrefkit/archive/sha1.h"
#include "hrefkit/archive/wat/lax_fields.h"
#include "hrefkit/archive/wat_record.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::archive {

namespace {

/// A UUID of a name: RFC 9562 section 5.5. The space of names is that of URLs (section 6.6).
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

/// A date of WARC, of the record; a valid one stands in for a record that has none.
std::string date_of(warc::Record const& record) {
  const std::string date = lax_value(record.field("WARC-Date"));
  return date.empty() ? "1970-01-01T00:00:00Z" : date;
}

void append_field(std::string& out, std::string_view name, std::string_view value) {
  if (value.empty()) return;
  out += name;
  out += ": ";
  out += value;
  out += "\r\n";
}

constexpr std::string_view end_of_record = "\r\n\r\n";

/// Ends a head: a block of that length follows.
void append_block_fields(std::string& out, std::string_view type, std::size_t length) {
  append_field(out, "Content-Type", type);
  append_field(out, "Content-Length", std::to_string(length));
  out += "\r\n";
}

/// "a.warc.gz" gives "a.warc.wat.gz", as the reference has it. It stands on one line.
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
               lax_value(record.field(is_info ? "WARC-Filename" : "WARC-Target-URI")));
  append_field(head, "WARC-Date", date_of(record));
  append_field(head, "WARC-Record-ID", uuid_of(name_of(record, file)));
  append_field(head, "WARC-Refers-To", lax_value(record.field("WARC-Record-ID")));
  append_block_fields(head, "application/json", json.size());
  out.append(json);
  out.tail() += end_of_record;
}

}  // namespace hrefkit::archive
