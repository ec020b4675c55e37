// Gzip and deflate by ISA-L, which reads the members of a web archive at 1,015 MB/s; zlib reads
// them at 452.
#include <isa-l/igzip_lib.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/http/deflate.h"

namespace hrefkit::http {

namespace {

// By ISA-L, at its level 3, which is half as fast as its level 1. Levels 1 and 2 of version 2.30
// begin with a hash of the address of their own state ("write_first_byte" in
// igzip_icf_body_h1_gr_bt.asm): of some thousands of members, one had other bytes in another run.

constexpr std::size_t max_step = std::size_t{1} << 30;

}  // namespace

struct GzipPacker::State {
  State() { begin(); }
  void begin();
  void pack(std::string& out);

  isal_zstream stream{};  // isal_deflate_init does not set all of it
  std::vector<std::uint8_t> level_memory = std::vector<std::uint8_t>(ISAL_DEF_LVL3_DEFAULT);
  std::array<std::uint8_t, std::size_t{64} << 10> room;
};

GzipPacker::GzipPacker() = default;
GzipPacker::~GzipPacker() = default;
GzipPacker::GzipPacker(GzipPacker&&) noexcept = default;
GzipPacker& GzipPacker::operator=(GzipPacker&&) noexcept = default;

void GzipPacker::State::begin() {
  isal_deflate_init(&stream);
  stream.level = 3;
  stream.level_buf = level_memory.data();
  stream.level_buf_size = static_cast<std::uint32_t>(level_memory.size());
  stream.gzip_flag = IGZIP_GZIP;
  stream.flush = NO_FLUSH;
}

void GzipPacker::State::pack(std::string& out) {
  do {
    stream.next_out = room.data();
    stream.avail_out = static_cast<std::uint32_t>(room.size());
    isal_deflate(&stream);
    const std::size_t made = room.size() - stream.avail_out;
    out.append(reinterpret_cast<char const*>(room.data()), made);
  } while (stream.avail_out == 0 || stream.avail_in != 0);
}

void GzipPacker::add(std::string& out, std::string_view piece, bool is_last) {
  if (!state_) state_ = std::make_unique<State>();
  isal_zstream& stream = state_->stream;
  do {
    const std::string_view step = piece.substr(0, max_step);
    piece.remove_prefix(step.size());
    // ISA-L reads only; its interface has no const.
    stream.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(step.data()));
    stream.avail_in = static_cast<std::uint32_t>(step.size());
    stream.end_of_stream = is_last && piece.empty() ? 1 : 0;
    state_->pack(out);
  } while (!piece.empty());
  if (is_last) restart();
}

void GzipPacker::restart() {
  if (state_) state_->begin();
}

namespace {

std::uint32_t flag_of(DeflateFormat format) {
  switch (format) {
    case DeflateFormat::gzip:
      return ISAL_GZIP;
    case DeflateFormat::zlib:
      return ISAL_ZLIB;
    case DeflateFormat::raw:
      break;
  }
  return ISAL_DEFLATE;
}

std::uint32_t length_of(std::size_t size) {
  return static_cast<std::uint32_t>(
      std::min<std::size_t>(size, std::numeric_limits<std::int32_t>::max()));
}

}  // namespace

struct Inflater::State {
  /// Decompresses as much as fits, and returns all output before damage ahead of the error.
  int run() {
    if (damage == ISAL_DECOMP_OK) {
      const int result = inflate();
      if (result == ISAL_DECOMP_OK || result == ISAL_END_INPUT) return result;
      damage = result;
    } else {
      flush_pending();
    }
    return pending() > 0 ? ISAL_DECOMP_OK : damage;
  }

  /// The library can read the gzip header, but forgets between two calls which optional fields it
  /// has: so the header is read here.
  int inflate() {
    if (stream.crc_flag == ISAL_GZIP && !has_header) {
      const int result = isal_read_gzip_header(&stream, &header);
      if (result != ISAL_DECOMP_OK) return result;
      has_header = true;
    }
    return isal_inflate(&stream);
  }

  /// The output that the library keeps because there was no room. It keeps it when it finds damage,
  /// too.
  std::uint32_t pending() const {
    return static_cast<std::uint32_t>(stream.tmp_out_valid - stream.tmp_out_processed);
  }

  void flush_pending() {
    const std::uint32_t count = std::min(pending(), stream.avail_out);
    std::copy_n(stream.tmp_out_buffer + stream.tmp_out_processed, count, stream.next_out);
    stream.tmp_out_processed += static_cast<std::int32_t>(count);
    stream.next_out += count;
    stream.avail_out -= count;
  }

  inflate_state stream;
  isal_gzip_header header;
  bool has_header = false;
  int damage = ISAL_DECOMP_OK;
};

Inflater::Inflater(DeflateFormat format) : state_(std::make_unique<State>()) {
  isal_inflate_init(&state_->stream);
  restart(format);
}

Inflater::~Inflater() = default;
Inflater::Inflater(Inflater&&) noexcept = default;
Inflater& Inflater::operator=(Inflater&&) noexcept = default;

void Inflater::restart(DeflateFormat format) {
  isal_inflate_reset(&state_->stream);
  state_->stream.crc_flag = flag_of(format);
  state_->stream.avail_in = 0;
  isal_gzip_header_init(&state_->header);
  state_->has_header = false;
  state_->damage = ISAL_DECOMP_OK;
}

Step Inflater::run(std::string_view& input, std::span<char> room) {
  inflate_state& stream = state_->stream;
  // ISA-L reads only; its interface has no const.
  stream.next_in = const_cast<std::uint8_t*>(reinterpret_cast<std::uint8_t const*>(input.data()));
  stream.avail_in = length_of(input.size());
  stream.next_out = reinterpret_cast<std::uint8_t*>(room.data());
  stream.avail_out = length_of(room.size());
  const std::uint32_t given = stream.avail_in;
  const std::size_t later = input.size() - given;
  const std::uint32_t space = stream.avail_out;
  const int result = state_->run();
  // At the end of a stream the library returns the bytes that it read ahead; these may begin before
  // `input`.
  input = {reinterpret_cast<char const*>(stream.next_in), stream.avail_in + later};
  Step step;
  step.made = space - stream.avail_out;
  if (result != ISAL_DECOMP_OK && result != ISAL_END_INPUT) {
    step.progress = Progress::damaged;
    step.wrong_checksum = result == ISAL_INCORRECT_CHECKSUM;
  } else if (stream.block_state == ISAL_BLOCK_FINISH) {
    step.progress = Progress::ended;
  }
  return step;
}

}  // namespace hrefkit::http
