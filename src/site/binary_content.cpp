#include "hrefkit/site/binary_content.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/mime_message.h"

namespace hrefkit::site {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t header_length = 1445;  // MIME Sniffing Standard 5.2, the resource header

/// How sure a pattern is.
enum class Strength : std::uint8_t {
  sure,      ///< no text begins so
  with_nul,  ///< a text could begin so; the bytes must hold a NUL, too
};

struct Pattern {
  std::size_t place;
  std::string_view bytes;
  std::string_view what;
  Strength strength = Strength::sure;
};

constexpr std::string_view web_archive = "a web archive, which hrefkit archive reads";

// clang-format off
constexpr std::array patterns{
    Pattern{0, "\x1F\x8B"sv, "a gzip file"},
    Pattern{0, "PK\x03\x04"sv, "a zip file"},
    Pattern{0, "PK\x05\x06"sv, "a zip file"},
    Pattern{0, "WARC/1."sv, web_archive},
    Pattern{0, "warc/1."sv, web_archive},
    Pattern{0, "filedesc://"sv, web_archive},
    Pattern{0, "%PDF-"sv, "a PDF document"},
    Pattern{0, "\x89PNG\r\n\x1A\n"sv, "a PNG picture"},
    Pattern{0, "\xFF\xD8\xFF"sv, "a JPEG picture"},
    Pattern{0, "GIF87a"sv, "a GIF picture"},
    Pattern{0, "GIF89a"sv, "a GIF picture"},
    Pattern{8, "WEBPVP"sv, "a WebP picture"},
    Pattern{4, "ftypavif"sv, "an AVIF picture"},
    Pattern{4, "ftyp"sv, "a film or sound", Strength::with_nul},
    Pattern{0, "BM"sv, "a BMP picture", Strength::with_nul},
    Pattern{0, "\0\0\1\0"sv, "an icon"},
    Pattern{0, "\0\0\2\0"sv, "an icon"},
    Pattern{0, "II*\0"sv, "a TIFF picture"},
    Pattern{0, "MM\0*"sv, "a TIFF picture"},
    Pattern{8, "WAVE"sv, "sound", Strength::with_nul},
    Pattern{0, "ID3"sv, "sound", Strength::with_nul},
    Pattern{0, "OggS\0"sv, "a film or sound"},
    Pattern{0, "fLaC"sv, "sound", Strength::with_nul},
    Pattern{0, "\x1A\x45\xDF\xA3"sv, "a film"},
    Pattern{0, "wOFF"sv, "a font", Strength::with_nul},
    Pattern{0, "wOF2"sv, "a font", Strength::with_nul},
    Pattern{0, "OTTO"sv, "a font", Strength::with_nul},
    Pattern{0, "\0\1\0\0"sv, "a font"},
    Pattern{0, "Rar!\x1A\x07"sv, "a RAR file"},
    Pattern{0, "7z\xBC\xAF\x27\x1C"sv, "a 7z file"},
    Pattern{0, "\xFD" "7zXZ\0"sv, "an xz file"},
    Pattern{0, "\x28\xB5\x2F\xFD"sv, "a zstd file"},
    Pattern{0, "BZh"sv, "a bzip2 file", Strength::with_nul},
    Pattern{4, "1AY&SY"sv, "a bzip2 file"},
    Pattern{0, "\x7F" "ELF"sv, "a program"},
    Pattern{0, "\0asm"sv, "a program"},
    Pattern{0, "SQLite format 3\0"sv, "an SQLite database"},
};
// clang-format on

bool starts_at(std::string_view bytes, std::size_t place, std::string_view pattern) {
  return bytes.size() >= place && bytes.substr(place).starts_with(pattern);
}

bool is_letter(char c) {
  const char lower = text::to_ascii_lower(c);
  return lower >= 'a' && lower <= 'z';
}

/// True for a tag, a comment, a declaration or a processing instruction after white space.
bool begins_as_markup(std::string_view bytes) {
  const std::size_t first = bytes.find_first_not_of("\t\n\f\r ");
  if (first == std::string_view::npos) return true;
  if (bytes[first] != '<' || first + 1 >= bytes.size()) return false;
  const char next = bytes[first + 1];
  return next == '!' || next == '?' || next == '/' || is_letter(next);
}

/// True when nearly every second byte is NUL, as in text of Latin letters in UTF-16.
bool looks_like_utf_16(std::string_view bytes) {
  std::array<std::size_t, 2> nuls{};
  for (std::size_t i = 0; i < bytes.size(); ++i) nuls.at(i % 2) += bytes[i] == '\0' ? 1U : 0U;
  const std::size_t half = bytes.size() / 2;
  return half >= 2 && std::max(nuls[0], nuls[1]) >= half - half / 8 &&
         std::min(nuls[0], nuls[1]) <= half / 8;
}

}  // namespace

std::optional<std::string_view> binary_content(std::string_view bytes, ContentHints const& hints) {
  bytes = bytes.substr(0, header_length);
  if (begins_as_markup(bytes) || text::find_byte_order_mark(bytes)) return std::nullopt;
  const bool has_nul = bytes.find('\0') != std::string_view::npos;
  for (Pattern const& pattern : patterns) {
    if (pattern.strength == Strength::with_nul && !has_nul) continue;
    if (starts_at(bytes, pattern.place, pattern.bytes)) return pattern.what;
  }
  // What is in the message is encoded: no byte of a page may change.
  if (text::begins_mime_message(bytes)) return "a web archive (MHTML) or a mail";
  if (!has_nul || hints.is_encoding_known) return std::nullopt;
  if (!looks_like_utf_16(bytes)) return "binary data";
  // XML 1.0 appendix F: UTF-16 without a byte order mark shows in the first '<'.
  const bool is_xml = bytes.starts_with("<\0"sv) || bytes.starts_with("\0<"sv);
  if (is_xml && hints.type == html::ContentType::xml) return std::nullopt;
  return "UTF-16 without a byte order mark, which --encoding utf-16le or utf-16be reads";
}

bool begins_as_html(std::string_view bytes) {
  constexpr std::array<std::string_view, 17> starts{"<!doctype html",
                                                    "<html",
                                                    "<head",
                                                    "<script",
                                                    "<iframe",
                                                    "<h1",
                                                    "<div",
                                                    "<font",
                                                    "<table",
                                                    "<a",
                                                    "<style",
                                                    "<title",
                                                    "<b",
                                                    "<body",
                                                    "<br",
                                                    "<p",
                                                    "<!--"};
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  while (!bytes.empty() && text::ascii_whitespace.contains(bytes[0])) bytes.remove_prefix(1);
  return std::any_of(starts.begin(), starts.end(), [&](std::string_view start) {
    if (!text::equals_ignoring_ascii_case(bytes.substr(0, start.size()), start)) return false;
    const bool is_comment = start == "<!--";
    const std::string_view rest = bytes.substr(start.size());
    return is_comment ||
           (!rest.empty() && (rest[0] == '>' || text::ascii_whitespace.contains(rest[0])));
  });
}

}  // namespace hrefkit::site
