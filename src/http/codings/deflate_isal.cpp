// By ISA-L, at its level 3, which is half as fast as its level 1. Levels 1 and 2 of version 2.30
// begin with a hash of the address of their own state ("write_first_byte" in
// igzip_icf_body_h1_gr_bt.asm): of some thousands of members, one had other bytes in another run.
#include <isa-l/igzip_lib.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hrefkit/http/deflate.h"

namespace hrefkit::http {

namespace {

constexpr std::size_t largest_step = std::size_t{1} << 30;

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
    const std::string_view step = piece.substr(0, largest_step);
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

}  // namespace hrefkit::http
