// zstd does not report how much output it has when it finds damage. So that the output before the
// damage is not lost, it gets one block at a time.
//
// FAST: at the beginning of a frame it gets all input at once; a frame that proves damaged is read
// again by blocks.
#include "hrefkit/http/zstd.h"

#include <zstd.h>
#include <zstd_errors.h>
#include <algorithm>
#include <cstddef>
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

  std::size_t next_size() const;
  Progress decompress(ZSTD_outBuffer& out, ZSTD_inBuffer& in);
  Step run_all(std::string_view& input, std::span<char> room);
  Step run_blocks(std::string_view& input, std::span<char> room);

  ZSTD_DStream* stream;
  bool at_start = true;      // of a frame
  std::size_t wanted = 0;    // bytes that zstd asks for next
  bool filled_room = false;  // there may be more output than there was room for
  ZSTD_ErrorCode error = ZSTD_error_no_error;
};

/// Bytes up to the end of a header or a block. Behind a block, zstd asks for the next block's
/// header, too.
std::size_t ZstdDecoder::State::next_size() const {
  constexpr std::size_t min_frame_header = 5;
  constexpr std::size_t block_header = 3;
  if (filled_room) return 0;
  if (wanted == 0) return min_frame_header;
  return wanted > block_header ? wanted - block_header : wanted;
}

Progress ZstdDecoder::State::decompress(ZSTD_outBuffer& out, ZSTD_inBuffer& in) {
  const std::size_t result = ZSTD_decompressStream(stream, &out, &in);
  error = ZSTD_getErrorCode(result);
  if (ZSTD_isError(result)) return Progress::damaged;
  wanted = result;
  filled_room = out.pos == out.size;
  return result == 0 ? Progress::ended : Progress::going;
}

Step ZstdDecoder::State::run_all(std::string_view& input, std::span<char> room) {
  ZSTD_inBuffer in{input.data(), input.size(), 0};
  ZSTD_outBuffer out{room.data(), room.size(), 0};
  Step step;
  while (true) {
    const std::size_t taken_before = in.pos;
    const std::size_t made_before = out.pos;
    step.progress = decompress(out, in);
    const bool goes_on = step.progress == Progress::going && !filled_room && in.pos < in.size;
    if (!goes_on || (in.pos == taken_before && out.pos == made_before)) break;
  }
  input.remove_prefix(in.pos);
  step.made = out.pos;
  return step;
}

Step ZstdDecoder::State::run_blocks(std::string_view& input, std::span<char> room) {
  ZSTD_inBuffer in{input.data(), 0, 0};
  ZSTD_outBuffer out{room.data(), room.size(), 0};
  Step step;
  do {
    in.size = std::min(input.size(), in.pos + next_size());
    step.progress = decompress(out, in);
  } while (step.progress == Progress::going && !filled_room && in.pos < input.size());
  input.remove_prefix(in.pos);
  step.made = out.pos;
  return step;
}

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
  state_->at_start = true;
  state_->wanted = 0;
  state_->filled_room = false;
}

Step ZstdDecoder::run(std::string_view& input, std::span<char> room) {
  if (state_->at_start) {
    std::string_view rest = input;
    const Step step = state_->run_all(rest, room);
    state_->at_start = step.made == 0 && rest.size() == input.size();
    if (step.progress != Progress::damaged) {
      input = rest;
      return step;
    }
    restart();
    state_->at_start = false;
  }
  return state_->run_blocks(input, room);
}

bool ZstdDecoder::window_is_too_large() const {
  return state_->error == ZSTD_error_frameParameter_windowTooLarge;
}

bool ZstdDecoder::lacks_dictionary() const {
  return state_->error == ZSTD_error_dictionary_wrong;
}

}  // namespace hrefkit::http
