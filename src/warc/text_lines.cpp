#include "hrefkit/warc/text_lines.h"

#include <array>
#include <cstddef>
#include <optional>

#include "hrefkit/http/deflate.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/enum_table.h"
#include "hrefkit/text/json.h"
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
    Mark{OtherFormat::zim, 0, "ZIM\x04"},
    Mark{OtherFormat::seven_zip, 0, "7z\xBC\xAF\x27\x1C"},
    Mark{OtherFormat::rar, 0, "Rar!\x1A\x07"},
    Mark{OtherFormat::safari, 0, "bplist0"},
};

/// True for a line of an index: its second word is a date, and its first is a SURT key or a URL, or
/// a JSON object follows.
bool is_index_line(std::string_view line) {
  constexpr std::size_t date_size = 14;
  line = line.substr(0, line.find('\n'));
  const std::size_t end = line.find(' ');
  if (end == std::string_view::npos) return false;
  const std::string_view date = line.substr(end + 1, date_size);
  const std::string_view key = line.substr(0, end);
  return date.size() == date_size && text::is_made_of(date, text::ascii_digit) &&
         (key.find(')') != key.npos || key.find("://") != key.npos || key.find(',') != key.npos ||
          line.find(" {") != line.npos);
}

/// True for the start of a JSON object whose first member is "log", as HAR requires.
bool begins_har(std::string_view start) {
  text::JsonReader reader(start);
  return reader.next().type == text::JsonTokenType::begin_object &&
         reader.next().text.in(start) == "log" &&
         reader.next().type == text::JsonTokenType::begin_object;
}

OtherFormat format_of(std::string_view start) {
  if (text::begins_mime_message(start)) return OtherFormat::mhtml;
  for (Mark const& mark : marks) {
    if (start.substr(0, mark.offset).size() != mark.offset) continue;
    if (start.substr(mark.offset).starts_with(mark.bytes)) return mark.format;
  }
  if (start.starts_with(text::utf8_byte_order_mark)) {
    start.remove_prefix(text::utf8_byte_order_mark.size());
  }
  if (begins_har(start)) return OtherFormat::har;
  return is_index_line(start) ? OtherFormat::index : OtherFormat::unknown;
}

constexpr text::EnumTable<OtherFormat::mhtml> messages({
    {OtherFormat::unknown, "it is not a WARC file"},
    {OtherFormat::arc, "it is an ARC file without a sound record"},
    {OtherFormat::zip,
     "it is a ZIP package, such as WACZ, which is read from a file only: save it and name it"},
    {OtherFormat::tar,
     "it is a tar file: unpack it first (tar -xf), and name the folder with its files"},
    {OtherFormat::bzip2, "it is packed by bzip2: unpack it first (bunzip2)"},
    {OtherFormat::xz, "it is packed by xz: unpack it first (unxz)"},
    {OtherFormat::lz4, "it is packed by lz4: unpack it first (unlz4)"},
    {OtherFormat::gzip_twice, "it is packed by gzip twice: unpack it once (gunzip)"},
    {OtherFormat::index,
     "it is an index, not a WARC file: name the files that it lists, or give it to --cdxj"},
    {OtherFormat::har,
     "it is a HAR file, not WARC: convert it first (har2warc in.har out.warc.gz)"},
    {OtherFormat::zim,
     "it is a ZIM file, not WARC: unpack it first (zimdump dump --dir=DIR), and let hrefkit check "
     "read the folder"},
    {OtherFormat::seven_zip, "it is packed by 7-Zip: unpack it first (7z x)"},
    {OtherFormat::rar, "it is packed by RAR: unpack it first (unrar x)"},
    {OtherFormat::safari,
     "it is a property list, such as a web archive of Safari, not WARC: convert it first "
     "(textutil -convert html), and let hrefkit resolve read the page"},
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
