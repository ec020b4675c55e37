#include "hrefkit/http/codings/coding.h"

#include <brotli/decode.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string_view>

#include "hrefkit/http/deflate.h"
#include "hrefkit/http/zstd.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/encoding.h"

namespace hrefkit::http {

namespace {

// Decompresses Brotli, chunk by chunk (RFC 7932).

/// One stream.
class BrotliDecoder {
 public:
  BrotliDecoder();
  ~BrotliDecoder();
  BrotliDecoder(BrotliDecoder&&) = delete;
  BrotliDecoder& operator=(BrotliDecoder&&) = delete;

  /// As Inflater::run.
  Step run(std::string_view& input, std::span<char> room);

 private:
  struct State;

  std::unique_ptr<State> state_;
};

struct BrotliDecoder::State {
  State() : stream(BrotliDecoderCreateInstance(nullptr, nullptr, nullptr)) {
    if (stream == nullptr) throw std::bad_alloc();
  }
  ~State() { BrotliDecoderDestroyInstance(stream); }
  State(State const&) = delete;
  State& operator=(State const&) = delete;

  BrotliDecoderState* stream;
};

BrotliDecoder::BrotliDecoder() : state_(std::make_unique<State>()) {}
BrotliDecoder::~BrotliDecoder() = default;

// The library emits its output when it asks for more input, but not when it finds damage. So it
// gets little input at a time: the output before the damage is not lost.
Step BrotliDecoder::run(std::string_view& input, std::span<char> room) {
  constexpr std::size_t max_at_once = 1024;
  std::size_t space = room.size();
  auto* out = reinterpret_cast<std::uint8_t*>(room.data());
  BrotliDecoderResult result = BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT;
  std::size_t offered = 0;  // the first calls only emit pending output
  do {
    std::size_t available = offered;
    auto const* next = reinterpret_cast<std::uint8_t const*>(input.data());
    result =
        BrotliDecoderDecompressStream(state_->stream, &available, &next, &space, &out, nullptr);
    input.remove_prefix(offered - available);
    offered = std::min(input.size(), max_at_once);
  } while (result == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT && offered != 0 && space != 0);
  Step step;
  step.made = room.size() - space;
  if (result == BROTLI_DECODER_RESULT_SUCCESS) {
    step.progress = Progress::ended;
  } else if (result == BROTLI_DECODER_RESULT_ERROR) {
    step.progress = Progress::damaged;
  }
  return step;
}

/// A line that says how long a chunk is.
struct SizeLine {
  std::uint64_t size = 0;
  std::size_t length = 0;  // with its end
  bool has_cr = false;
};

/// Parses the line at the front of `rest`: hexadecimal digits, white space, an extension after a
/// semicolon, CRLF or LF. nullopt for any other line.
std::optional<SizeLine> read_size(std::string_view rest) {
  constexpr std::size_t max_line = 16384;
  const std::size_t end = rest.substr(0, max_line).find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  SizeLine line;
  line.length = end + 1;
  std::string_view text = rest.substr(0, end);
  line.has_cr = text.ends_with('\r');
  if (line.has_cr) text.remove_suffix(1);
  text = text.substr(0, text.find(';'));
  while (text.ends_with(' ') || text.ends_with('\t')) text.remove_suffix(1);
  if (text.empty()) return std::nullopt;
  for (const char c : text) {
    const int value = text::hex_value(c);
    if (value < 0 || line.size >> 59 != 0) return std::nullopt;
    line.size = line.size << 4 | static_cast<std::uint64_t>(value);
  }
  return line;
}

/// The length of the line break at the front of `rest`; 0 for anything else.
std::size_t line_break(std::string_view rest) {
  if (rest.starts_with("\r\n")) return 2;
  return rest.starts_with('\n') ? 1 : 0;
}

/// True where the body begins with a chunk: its size and, as far as the body goes, what follows.
bool begins_with_chunk(std::string_view body) {
  const auto first = read_size(body);
  if (!first) return false;
  const std::string_view rest = body.substr(first->length);
  if (first->size == 0) return first->has_cr || rest.empty() || line_break(rest) != 0;
  // Text may begin with a line that is a number; then no line break follows where the chunk ends.
  if (first->size >= rest.size()) return first->has_cr;
  return line_break(rest.substr(static_cast<std::size_t>(first->size))) != 0;
}

}  // namespace

Chunks undo_chunked(std::string& body) {
  if (!begins_with_chunk(body)) return Chunks::missing;
  std::size_t from = 0;
  std::size_t to = 0;
  const auto end = [&](Chunks result) {
    body.resize(to);
    return result;
  };
  while (true) {
    const std::string_view rest = std::string_view(body).substr(from);
    const auto line = read_size(rest);
    if (!line) return end(Chunks::cut);
    if (line->size == 0) return end(Chunks::undone);  // trailers and what follows do not count
    from += line->length;
    const std::size_t left = body.size() - from;
    const bool whole = line->size <= left;
    const std::size_t size = whole ? static_cast<std::size_t>(line->size) : left;
    std::memmove(body.data() + to, body.data() + from, size);
    to += size;
    from += size;
    const std::size_t pause = line_break(std::string_view(body).substr(from));
    if (!whole || pause == 0) return end(Chunks::cut);
    from += pause;
  }
}

namespace {

using namespace std::string_view_literals;

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

/// Larger than the bodies of nearly all pages.
constexpr std::size_t usual_size = std::size_t{8} << 20;

/// The output of a decoder: a string, or a buffer of which only the size of the output is kept.
class Output {
 public:
  enum class Keeps : bool { size, text };

  Output(std::string& text, std::size_t limit, Keeps keeps)
      : text_(text), limit_(limit), keeps_text_(keeps == Keeps::text) {
    text_.clear();
  }

  /// Room for the output of `packed` more bytes. A string grows by half, but not past the limit,
  /// and past its capacity only when that is full.
  std::span<char> room(std::size_t packed) {
    const std::size_t used = keeps_text_ ? size_ : 0;
    if (used == text_.size()) text_.resize(used + std::min(growth(packed), limit_ - size_));
    return {text_.data() + used, std::min(text_.size() - used, limit_ - size_)};
  }

  void commit(std::size_t count) { size_ += count; }

  bool is_at_limit() const { return size_ == limit_; }
  std::size_t size() const { return size_; }

  /// Cuts the string to the output. Call it at the end.
  void finish() { text_.resize(size_); }

 private:
  std::size_t growth(std::size_t packed) const {
    constexpr std::size_t min_room = std::size_t{64} << 10;
    if (!keeps_text_) return min_room;
    const std::size_t wanted = std::max({min_room, size_ / 2, packed * 2});
    const std::size_t at_hand = text_.capacity() - size_;
    return at_hand == 0 ? wanted : std::min(wanted, at_hand);
  }

  std::string& text_;
  std::size_t size_ = 0;
  std::size_t limit_;
  bool keeps_text_;
};

/// Runs a decoder over `input`.
template <typename Decoder>
Decoded run(Decoder& decoder, std::string_view& input, Output& out) {
  while (true) {
    const std::span<char> room = out.room(input.size());
    const Step step = decoder.run(input, room);
    out.commit(step.made);
    const bool is_full = step.made == room.size();
    if (step.progress == Progress::ended) return Decoded::undone;
    if (step.wrong_checksum) return Decoded::wrong_checksum;
    if (step.progress == Progress::damaged) return Decoded::broken;
    if (is_full && out.is_at_limit()) return Decoded::limited;
    if (!is_full && input.empty()) return Decoded::cut;
    if (!is_full && step.made == 0) return Decoded::cut;
  }
}

/// Several members are one text (RFC 1952, 2.2); Chromium reads only the first member. Bytes after
/// the last member are ignored.
Decoded undo_gzip(std::string_view body, Output& out) {
  if (!body.starts_with(gzip_magic)) return Decoded::missing;
  Inflater inflater(DeflateFormat::gzip);
  while (true) {
    const Decoded result = run(inflater, body, out);
    if (result != Decoded::undone || !body.starts_with(gzip_magic)) return result;
    inflater.restart(DeflateFormat::gzip);
  }
}

/// RFC 1950 says zlib's format; many servers send the bare data. Browsers take both.
Decoded undo_deflate(std::string_view body, Output& out) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(body[i]); };
  const bool is_zlib =
      body.size() >= 2 && (byte(0) & 0x0F) == 8 && (byte(0) * 256 + byte(1)) % 31 == 0;
  Inflater inflater(is_zlib ? DeflateFormat::zlib : DeflateFormat::raw);
  return run(inflater, body, out);
}

Decoded undo_brotli(std::string_view body, Output& out) {
  BrotliDecoder decoder;
  return run(decoder, body, out);
}

bool begins_zstd_frame(std::string_view body) {
  return body.starts_with(zstd_magic) || begins_skippable_frame(body);
}

Decoded undo_zstd(std::string_view body, Output& out) {
  if (!begins_zstd_frame(body)) return Decoded::missing;
  ZstdDecoder decoder;
  while (true) {
    const Decoded result = run(decoder, body, out);
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

Decoded undo_into(Coding coding, std::string_view body, Output& out, Part part) {
  // A front may be shorter than the mark, and text may turn out to be no text.
  constexpr std::size_t mark_length = 4;
  const bool has_mark = coding == Coding::gzip || coding == Coding::zstd;
  if (part == Part::front && (has_mark ? body.size() < mark_length : looks_like_text(body))) {
    return Decoded::unclear;
  }
  if (coding == Coding::gzip) return undo_gzip(body, out);
  if (coding == Coding::zstd) return undo_zstd(body, out);
  const Decoded result =
      coding == Coding::brotli ? undo_brotli(body, out) : undo_deflate(body, out);
  const bool whole = result == Decoded::undone || result == Decoded::limited;
  return !whole && looks_like_text(body) ? Decoded::missing : result;
}

Decoded undo_up_to(Coding coding, std::string_view body, std::string& text, std::size_t limit,
                   Part part) {
  Output out(text, limit, Output::Keeps::text);
  const Decoded result = undo_into(coding, body, out, part);
  out.finish();
  return result;
}

/// The size of the body without the coding, up to `limit`.
std::size_t decoded_size(Coding coding, std::string_view body, std::size_t limit) {
  std::string buffer;
  Output out(buffer, limit, Output::Keeps::size);
  undo_into(coding, body, out, Part::whole);
  return out.size();
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

// A string that grows is copied, and needs its memory twice meanwhile. So the size of a large body
// is found first: decoding it twice costs less than finding its links.
Decoded undo(Coding coding, std::string_view body, std::string& out, std::size_t limit, Part part) {
  out.clear();
  if (body.empty()) return Decoded::missing;
  const Decoded result = undo_up_to(coding, body, out, std::min(limit, usual_size), part);
  if (result != Decoded::limited || limit <= usual_size) return result;
  std::string().swap(out);
  out.reserve(decoded_size(coding, body, limit) +
              1);  // one byte more, so that a decoder finds the end
  return undo_up_to(coding, body, out, limit, part);
}

}  // namespace hrefkit::http
