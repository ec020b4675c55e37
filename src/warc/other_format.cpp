#include "hrefkit/warc/other_format.h"

#include <array>
#include <cstddef>

#include "hrefkit/http/deflate.h"
#include "hrefkit/text/enum_table.h"
#include "hrefkit/warc/input/unpacker.h"

namespace hrefkit::warc {

namespace {

using std::string_view_literals::operator""sv;

constexpr std::size_t looked_at = std::size_t{4} << 10;

/// The bytes by which a format is known.
struct Mark {
  OtherFormat format;
  std::size_t place;
  std::string_view bytes;
};

constexpr std::array marks{
    Mark{OtherFormat::arc, 0, "filedesc:"},
    Mark{OtherFormat::zip, 0, "PK\x03\x04"},
    Mark{OtherFormat::tar, 257, "ustar"},
    Mark{OtherFormat::bzip2, 0, "BZh"},
    Mark{OtherFormat::xz, 0,
         "\xFD"
         "7zXZ\0"sv},
    Mark{OtherFormat::lz4, 0, "\x04\x22\x4D\x18"},
    Mark{OtherFormat::index, 0, " CDX "},
};

OtherFormat format_of(std::string_view start) {
  for (Mark const& mark : marks) {
    if (start.substr(0, mark.place).size() != mark.place) continue;
    if (start.substr(mark.place).starts_with(mark.bytes)) return mark.format;
  }
  return OtherFormat::unknown;
}

constexpr text::EnumTable<OtherFormat::index> messages({
    {OtherFormat::unknown, "it is not a WARC file"},
    {OtherFormat::arc, "it is an ARC file, not WARC: convert it first"},
    {OtherFormat::zip,
     "it is a ZIP file: unpack it first (WACZ has its WARC files in the folder archive)"},
    {OtherFormat::tar, "it is a tar file: unpack it first"},
    {OtherFormat::bzip2, "it is packed by bzip2: unpack it first"},
    {OtherFormat::xz, "it is packed by xz: unpack it first"},
    {OtherFormat::lz4, "it is packed by lz4: unpack it first"},
    {OtherFormat::gzip_twice, "it is packed by gzip twice: unpack it once"},
    {OtherFormat::index, "it is an index, not a WARC file; --cdxj takes indexes"},
});

}  // namespace

OtherFormat other_format(ByteSource& source) {
  if (!source.go_to(0) || source.offset() != 0) return OtherFormat::unknown;
  std::string_view start = source.peek(looked_at);
  std::array<char, looked_at> plain;
  if (start.starts_with(gzip_magic)) {
    http::Inflater inflater(http::DeflateFormat::gzip);
    start = {plain.data(), inflater.run(start, plain).made};
    if (start.starts_with(gzip_magic)) return OtherFormat::gzip_twice;
  }
  return format_of(start);
}

std::string_view message(OtherFormat format) {
  return messages[format].name;
}

}  // namespace hrefkit::warc
