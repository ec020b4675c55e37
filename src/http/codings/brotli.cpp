#include "hrefkit/http/codings/brotli.h"

#include <brotli/decode.h>

#include <cstdint>
#include <new>

namespace hrefkit::http {

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

Step BrotliDecoder::run(std::string_view& input, std::span<char> room) {
  std::size_t available = input.size();
  auto const* next = reinterpret_cast<std::uint8_t const*>(input.data());
  std::size_t space = room.size();
  auto* out = reinterpret_cast<std::uint8_t*>(room.data());
  const BrotliDecoderResult result =
      BrotliDecoderDecompressStream(state_->stream, &available, &next, &space, &out, nullptr);
  input.remove_prefix(input.size() - available);
  Step step;
  step.made = room.size() - space;
  if (result == BROTLI_DECODER_RESULT_SUCCESS) {
    step.progress = Progress::ended;
  } else if (result == BROTLI_DECODER_RESULT_ERROR) {
    step.progress = Progress::damaged;
  }
  return step;
}

}  // namespace hrefkit::http
