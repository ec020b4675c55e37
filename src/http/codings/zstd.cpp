#include "hrefkit/http/zstd.h"

#include <zstd.h>

#include <new>

namespace hrefkit::http {

bool begins_skippable_frame(std::string_view bytes) {
  constexpr std::string_view behind_first = "\x2A\x4D\x18";
  return bytes.size() > behind_first.size() && (bytes[0] & 0xF0) == 0x50 &&
         bytes.substr(1).starts_with(behind_first);
}

struct ZstdDecoder::State {
  State() : stream(ZSTD_createDStream()) {
    if (stream == nullptr) throw std::bad_alloc();
  }
  ~State() { ZSTD_freeDStream(stream); }
  State(State const&) = delete;
  State& operator=(State const&) = delete;

  ZSTD_DStream* stream;
};

ZstdDecoder::ZstdDecoder() : state_(std::make_unique<State>()) {}
ZstdDecoder::~ZstdDecoder() = default;
ZstdDecoder::ZstdDecoder(ZstdDecoder&&) noexcept = default;
ZstdDecoder& ZstdDecoder::operator=(ZstdDecoder&&) noexcept = default;

bool ZstdDecoder::set_dictionary(std::string_view dictionary) {
  restart();
  return !ZSTD_isError(
      ZSTD_DCtx_loadDictionary(state_->stream, dictionary.data(), dictionary.size()));
}

void ZstdDecoder::restart() {
  ZSTD_DCtx_reset(state_->stream, ZSTD_reset_session_only);
}

Step ZstdDecoder::run(std::string_view& input, std::span<char> room) {
  ZSTD_inBuffer in{input.data(), input.size(), 0};
  ZSTD_outBuffer out{room.data(), room.size(), 0};
  Step step;
  while (true) {
    const std::size_t taken_before = in.pos;
    const std::size_t made_before = out.pos;
    const std::size_t result = ZSTD_decompressStream(state_->stream, &out, &in);
    if (ZSTD_isError(result)) {
      step.progress = Progress::damaged;
    } else if (result == 0) {
      step.progress = Progress::ended;
    } else if (out.pos < out.size && in.pos < in.size &&
               (in.pos != taken_before || out.pos != made_before)) {
      continue;
    }
    break;
  }
  input.remove_prefix(in.pos);
  step.made = out.pos;
  return step;
}

}  // namespace hrefkit::http
