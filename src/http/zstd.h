// Decompresses Zstandard frames, chunk by chunk (RFC 8878).
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "hrefkit/http/deflate.h"

namespace hrefkit::http {

/// The first bytes of a frame with data.
inline constexpr std::string_view zstd_magic{"\x28\xB5\x2F\xFD", 4};

/// True where `bytes` begin with a skippable frame, which holds no compressed data (RFC 8878,
/// 3.1.2: the magic numbers 0x184D2A50 to 0x184D2A5F).
bool begins_skippable_frame(std::string_view bytes);

/// One frame after another, with the dictionary that was set last.
class ZstdDecoder {
 public:
  ZstdDecoder();
  ~ZstdDecoder();
  ZstdDecoder(ZstdDecoder&&) noexcept;
  ZstdDecoder& operator=(ZstdDecoder&&) noexcept;

  /// The frames that follow use this dictionary, which is copied: raw content, or in the format of
  /// zstd's trainer. Empty: none. False where it cannot be used.
  bool set_dictionary(std::string_view dictionary);

  /// Starts a new frame.
  void restart();

  /// As Inflater::run, for one frame. Frames whose window is larger than 128 MiB count as damaged.
  Step run(std::string_view& input, std::span<char> room);

  /// True where that window is why the frame counts as damaged.
  bool window_is_too_large() const;

  /// True where the frame counts as damaged since it names a dictionary that was not set.
  bool lacks_dictionary() const;

 private:
  struct State;

  std::unique_ptr<State> state_;
};

}  // namespace hrefkit::http
