// By ISA-L, at its level 1.
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
  std::vector<std::uint8_t> level_memory = std::vector<std::uint8_t>(ISAL_DEF_LVL1_DEFAULT);
  std::array<std::uint8_t, std::size_t{64} << 10> room;
};

GzipPacker::GzipPacker() : state_(std::make_unique<State>()) {}
GzipPacker::~GzipPacker() = default;
GzipPacker::GzipPacker(GzipPacker&&) noexcept = default;
GzipPacker& GzipPacker::operator=(GzipPacker&&) noexcept = default;

void GzipPacker::State::begin() {
  isal_deflate_init(&stream);
  stream.level = 1;
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

void GzipPacker::add(std::string& out, std::string_view bytes) {
  while (!bytes.empty()) {
    const std::string_view step = bytes.substr(0, largest_step);
    bytes.remove_prefix(step.size());
    // ISA-L reads only; its interface has no const.
    isal_zstream& stream = state_->stream;
    stream.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(step.data()));
    stream.avail_in = static_cast<std::uint32_t>(step.size());
    state_->pack(out);
  }
}

void GzipPacker::end_member(std::string& out) {
  state_->stream.end_of_stream = 1;
  state_->pack(out);
  restart();
}

void GzipPacker::restart() {
  state_->begin();
}

}  // namespace hrefkit::http
