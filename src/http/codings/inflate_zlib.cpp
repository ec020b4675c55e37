// By zlib, where ISA-L is absent.
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

#include "hrefkit/http/inflate.h"

namespace hrefkit::http {

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

/// zlib tells a wrong checksum, or a wrong length beside it, by a message alone.
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
  // zlib takes bytes that it does not change by a pointer to bytes that may be changed.
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
