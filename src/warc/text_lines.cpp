#include "hrefkit/warc/text_lines.h"

#include <array>
#include <cstddef>
#include <optional>

#include "hrefkit/http/deflate.h"
#include "hrefkit/text/enum_table.h"
#include "hrefkit/text/mime_message.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/warc/byte_source.h"
#include "hrefkit/warc/input/unpacker.h"

namespace hrefkit::warc {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t sniffed_size = std::size_t{4} << 10;

/// The magic bytes of a format.
struct Mark {
  OtherFormat format;
  std::size_t offset;
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
  if (text::begins_mime_message(start)) return OtherFormat::mhtml;
  for (Mark const& mark : marks) {
    if (start.substr(0, mark.offset).size() != mark.offset) continue;
    if (start.substr(mark.offset).starts_with(mark.bytes)) return mark.format;
  }
  return OtherFormat::unknown;
}

constexpr text::EnumTable<OtherFormat::mhtml> messages({
    {OtherFormat::unknown, "it is not a WARC file"},
    {OtherFormat::arc, "it is an ARC file, not WARC: convert it first"},
    {OtherFormat::zip,
     "it is a ZIP package, such as WACZ, which is read from a file only: save it and name it"},
    {OtherFormat::tar, "it is a tar file: unpack it first"},
    {OtherFormat::bzip2, "it is packed by bzip2: unpack it first"},
    {OtherFormat::xz, "it is packed by xz: unpack it first"},
    {OtherFormat::lz4, "it is packed by lz4: unpack it first"},
    {OtherFormat::gzip_twice, "it is packed by gzip twice: unpack it once"},
    {OtherFormat::index, "it is an index, not a WARC file; --cdxj takes indexes"},
    {OtherFormat::mhtml,
     "it is MHTML or a mail, not WARC: save the page as HTML, or the site with wget --warc-file"},
});

}  // namespace

OtherFormat other_format(ByteSource& source) {
  if (!source.go_to(0) || source.offset() != 0) return OtherFormat::unknown;
  std::string_view start = source.peek(sniffed_size);
  std::array<char, sniffed_size> plain;
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

namespace {

constexpr std::size_t max_line = std::size_t{16} << 20;

/// Splits a text that comes in pieces into lines.
class LineSplitter {
 public:
  explicit LineSplitter(std::function<void(std::string_view)> const& emit) : emit_(emit) {}

  void add(std::string_view piece) {
    while (!piece.empty()) {
      const std::size_t end = piece.find('\n');
      if (end == std::string_view::npos) {
        append(piece);
        return;
      }
      append(piece.substr(0, end));
      emit_line();
      piece.remove_prefix(end + 1);
    }
  }

  void end() {
    if (!line_.empty()) emit_line();
  }

 private:
  void append(std::string_view piece) { line_ += piece.substr(0, max_line - line_.size()); }

  void emit_line() {
    std::string_view line = line_;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (is_first_ && line.starts_with(text::utf8_byte_order_mark)) {
      line.remove_prefix(text::utf8_byte_order_mark.size());
    }
    is_first_ = false;
    emit_(line);
    line_.clear();
  }

  std::function<void(std::string_view)> const& emit_;
  std::string line_;
  bool is_first_ = true;
};

tl::expected<void, std::string> read_gzip(ByteSource& source, LineSplitter& lines) {
  http::Inflater inflater(http::DeflateFormat::gzip);
  std::string buffer(std::size_t{128} << 10, '\0');
  bool filled = false;
  while (true) {
    std::string_view input = filled ? source.buffered() : source.peek(1);
    const http::Step step = inflater.run(input, {buffer.data(), buffer.size()});
    source.go_on_at(input.data());
    lines.add(std::string_view(buffer).substr(0, step.made));
    filled = step.made == buffer.size();
    if (step.progress == http::Progress::damaged) {
      return tl::unexpected(std::string("its compressed data is damaged"));
    }
    if (step.progress == http::Progress::ended) {
      if (source.peek(1).empty()) return {};
      inflater.restart(http::DeflateFormat::gzip);
    } else if (!filled && source.peek(1).empty()) {
      return tl::unexpected(source.error().value_or("it ends early"));
    }
  }
}

}  // namespace

tl::expected<void, std::string> for_each_line(std::string const& path,
                                              std::function<void(std::string_view)> const& emit) {
  auto source = open_source(path);
  if (!source) return tl::unexpected(source.error());
  LineSplitter lines(emit);
  if (source->peek(gzip_magic.size()).starts_with(gzip_magic)) {
    if (auto read = read_gzip(*source, lines); !read) return read;
  } else {
    for (auto piece = source->peek(1); !piece.empty(); piece = source->peek(1)) {
      lines.add(piece);
      source->consume(piece.size());
    }
  }
  lines.end();
  if (source->error()) return tl::unexpected(*source->error());
  return {};
}

}  // namespace hrefkit::warc
