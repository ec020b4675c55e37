// By zlib, at its level 1, where there is no ISA-L.
#include <zlib.h>

#include <array>
#include <cstddef>
#include <new>

#include "hrefkit/http/deflate.h"

namespace hrefkit::http {

namespace {

constexpr std::size_t largest_step = std::size_t{1} << 30;
constexpr int gzip_window = 15 + 16;

}  // namespace

struct GzipPacker::State {
  State() {
    if (deflateInit2(&stream, 1, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~State() { deflateEnd(&stream); }
  State(State const&) = delete;
  State& operator=(State const&) = delete;

  void pack(std::string& out, int flush);

  z_stream stream{};
  std::array<unsigned char, std::size_t{64} << 10> room;
};

GzipPacker::GzipPacker() = default;
GzipPacker::~GzipPacker() = default;
GzipPacker::GzipPacker(GzipPacker&&) noexcept = default;
GzipPacker& GzipPacker::operator=(GzipPacker&&) noexcept = default;

void GzipPacker::State::pack(std::string& out, int flush) {
  do {
    stream.next_out = room.data();
    stream.avail_out = static_cast<unsigned>(room.size());
    deflate(&stream, flush);
    const std::size_t made = room.size() - stream.avail_out;
    out.append(reinterpret_cast<char const*>(room.data()), made);
  } while (stream.avail_out == 0);
}

void GzipPacker::add(std::string& out, std::string_view piece, bool is_last) {
  if (!state_) state_ = std::make_unique<State>();
  z_stream& stream = state_->stream;
  do {
    const std::string_view step = piece.substr(0, largest_step);
    piece.remove_prefix(step.size());
    // zlib reads only; its interface has no const.
    stream.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(step.data()));
    stream.avail_in = static_cast<unsigned>(step.size());
    state_->pack(out, is_last && piece.empty() ? Z_FINISH : Z_NO_FLUSH);
  } while (!piece.empty());
  if (is_last) restart();
}

void GzipPacker::restart() {
  if (state_) deflateReset(&state_->stream);
}

}  // namespace hrefkit::http
