#include "hrefkit/http/codings/brotli.h"

#include <brotli/decode.h>

#include <algorithm>
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

// The decoder gives what it has made when it asks for more, but not when it finds damage. It gets
// little at a time, so that what stands before the damage is not lost.
Step BrotliDecoder::run(std::string_view& input, std::span<char> room) {
  constexpr std::size_t most_at_once = 1024;
  std::size_t space = room.size();
  auto* out = reinterpret_cast<std::uint8_t*>(room.data());
  BrotliDecoderResult result = BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT;
  std::size_t given = 0;  // at first it gives what there was no room for
  do {
    std::size_t available = given;
    auto const* next = reinterpret_cast<std::uint8_t const*>(input.data());
    result =
        BrotliDecoderDecompressStream(state_->stream, &available, &next, &space, &out, nullptr);
    input.remove_prefix(given - available);
    given = std::min(input.size(), most_at_once);
  } while (result == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT && given != 0 && space != 0);
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
