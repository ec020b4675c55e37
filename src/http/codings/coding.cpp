#include "hrefkit/http/codings/coding.h"

#include <algorithm>

#include "hrefkit/http/codings/brotli.h"
#include "hrefkit/http/inflate.h"
#include "hrefkit/http/zstd.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/encoding.h"

namespace hrefkit::http {

namespace {

using std::string_view_literals::operator""sv;

constexpr std::string_view gzip_magic = "\x1F\x8B"sv;

Coding coding_of(std::string_view name) {
  const auto is = [&](std::string_view other) {
    return text::equals_ignoring_ascii_case(name, other);
  };
  if (is("gzip") || is("x-gzip")) return Coding::gzip;
  if (is("deflate")) return Coding::deflate;
  if (is("br")) return Coding::brotli;
  if (is("zstd")) return Coding::zstd;
  if (is("chunked")) return Coding::chunked;
  if (is("identity") || is("none") || is("binary") || is("8bit")) return Coding::identity;
  return Coding::unknown;
}

/// Runs a decoder over `input`. The output grows by half, but never past the limit.
template <typename Decoder>
Decoded run(Decoder& decoder, std::string_view& input, std::string& out, std::size_t limit) {
  constexpr std::size_t least_room = std::size_t{64} << 10;
  std::size_t size = out.size();
  while (true) {
    const std::size_t room = std::max({least_room, size / 2, input.size() * 2});
    out.resize(std::min(limit, size + room));
    const Step step = decoder.run(input, {out.data() + size, out.size() - size});
    size += step.made;
    const bool is_full = size == out.size();
    out.resize(is_full ? out.size() : size);
    if (step.progress == Progress::ended) return Decoded::undone;
    if (step.wrong_checksum) return Decoded::wrong_checksum;
    if (step.progress == Progress::damaged) return Decoded::broken;
    if (is_full && size == limit) return Decoded::limited;
    if (!is_full && input.empty()) return Decoded::cut;
    if (!is_full && step.made == 0) return Decoded::cut;
  }
}

/// Several members are one text (RFC 1952, 2.2), of which Chromium reads the first member only.
/// What follows the last does not count.
Decoded undo_gzip(std::string_view body, std::string& out, std::size_t limit) {
  if (!body.starts_with(gzip_magic)) return Decoded::missing;
  Inflater inflater(DeflateFormat::gzip);
  while (true) {
    const Decoded result = run(inflater, body, out, limit);
    if (result != Decoded::undone || !body.starts_with(gzip_magic)) return result;
    inflater.restart(DeflateFormat::gzip);
  }
}

/// RFC 1950 says zlib's format; many servers send the bare data. Browsers take both.
Decoded undo_deflate(std::string_view body, std::string& out, std::size_t limit) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(body[i]); };
  const bool is_zlib =
      body.size() >= 2 && (byte(0) & 0x0F) == 8 && (byte(0) * 256 + byte(1)) % 31 == 0;
  Inflater inflater(is_zlib ? DeflateFormat::zlib : DeflateFormat::raw);
  return run(inflater, body, out, limit);
}

Decoded undo_brotli(std::string_view body, std::string& out, std::size_t limit) {
  BrotliDecoder decoder;
  return run(decoder, body, out, limit);
}

bool begins_zstd_frame(std::string_view body) {
  return body.starts_with(zstd_magic) || begins_skippable_frame(body);
}

Decoded undo_zstd(std::string_view body, std::string& out, std::size_t limit) {
  if (!begins_zstd_frame(body)) return Decoded::missing;
  ZstdDecoder decoder;
  while (true) {
    const Decoded result = run(decoder, body, out, limit);
    if (result != Decoded::undone || !begins_zstd_frame(body)) return result;
    decoder.restart();
  }
}

/// True where the first bytes are text. In data of the codings without a mark of their own every
/// tenth byte is a control character. Text in ISO-2022-JP has escapes, text in UTF-16 a byte order
/// mark, and pages may have some bytes that do not belong there.
bool looks_like_text(std::string_view body) {
  constexpr std::size_t looked_at = 512;
  constexpr std::size_t bytes_per_control = 64;
  constexpr text::ByteSet control =
      text::c0_control - text::ascii_whitespace - text::ByteSet("\x1B");
  if (text::find_byte_order_mark(body)) return true;
  const std::string_view start = body.substr(0, looked_at);
  const auto count =
      std::count_if(start.begin(), start.end(), [&](char c) { return control.contains(c); });
  return static_cast<std::size_t>(count) * bytes_per_control <= start.size();
}

}  // namespace

std::vector<Coding> codings_in(std::string_view value) {
  std::vector<Coding> codings;
  while (!value.empty()) {
    const std::size_t end = std::min(value.find(','), value.size());
    std::string_view name = value.substr(0, end);
    value.remove_prefix(std::min(end + 1, value.size()));
    name = text::strip_ascii_whitespace(name.substr(0, name.find(';')));
    if (!name.empty()) codings.push_back(coding_of(name));
  }
  return codings;
}

Decoded undo(Coding coding, std::string_view body, std::string& out, std::size_t limit) {
  out.clear();
  if (body.empty()) return Decoded::missing;
  if (coding == Coding::gzip) return undo_gzip(body, out, limit);
  if (coding == Coding::zstd) return undo_zstd(body, out, limit);
  const Decoded result =
      coding == Coding::brotli ? undo_brotli(body, out, limit) : undo_deflate(body, out, limit);
  const bool whole = result == Decoded::undone || result == Decoded::limited;
  return !whole && looks_like_text(body) ? Decoded::missing : result;
}

}  // namespace hrefkit::http
