// Gzip and deflate by zlib, where ISA-L is absent.
#include <zlib.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <new>

#include "hrefkit/http/deflate.h"

namespace hrefkit::http {

namespace {

// By zlib, at its level 1, where there is no ISA-L.

constexpr std::size_t max_step = std::size_t{1} << 30;
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
    const std::string_view step = piece.substr(0, max_step);
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

namespace {

int window_of(DeflateFormat format) {
  switch (format) {
    case DeflateFormat::gzip:
      return MAX_WBITS + 16;
    case DeflateFormat::zlib:
      return MAX_WBITS;
    case DeflateFormat::raw:
      break;
  }
  return -MAX_WBITS;
}

uInt length_of(std::size_t size) {
  return static_cast<uInt>(std::min<std::size_t>(size, std::numeric_limits<uInt>::max()));
}

/// zlib reports a wrong checksum, or the wrong length beside it, by its message alone.
bool is_about_checksum(char const* message) {
  const std::string_view text = message == nullptr ? "" : message;
  return text == "incorrect data check" || text == "incorrect length check";
}

}  // namespace

struct Inflater::State {
  State() {
    if (inflateInit2(&stream, MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  ~State() { inflateEnd(&stream); }
  State(State const&) = delete;
  State& operator=(State const&) = delete;

  z_stream stream{};
};

Inflater::Inflater(DeflateFormat format) : state_(std::make_unique<State>()) {
  restart(format);
}

Inflater::~Inflater() = default;
Inflater::Inflater(Inflater&&) noexcept = default;
Inflater& Inflater::operator=(Inflater&&) noexcept = default;

void Inflater::restart(DeflateFormat format) {
  inflateReset2(&state_->stream, window_of(format));
}

Step Inflater::run(std::string_view& input, std::span<char> room) {
  z_stream& stream = state_->stream;
  // zlib reads only; its interface has no const.
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<Bytef const*>(input.data()));
  stream.avail_in = length_of(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(room.data());
  stream.avail_out = length_of(room.size());
  const uInt given = stream.avail_in;
  const uInt space = stream.avail_out;
  const int result = inflate(&stream, Z_NO_FLUSH);
  input.remove_prefix(given - stream.avail_in);
  Step step;
  step.made = space - stream.avail_out;
  if (result == Z_STREAM_END) {
    step.progress = Progress::ended;
  } else if (result != Z_OK && result != Z_BUF_ERROR) {
    step.progress = Progress::damaged;
    step.wrong_checksum = is_about_checksum(stream.msg);
  }
  return step;
}

}  // namespace hrefkit::http
