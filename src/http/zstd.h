// Zstandard frames made plain, piece by piece (RFC 8878).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "hrefkit/http/inflate.h"

namespace hrefkit::http {

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

  /// Begins a frame.
  void restart();

  /// As Inflater::run, for one frame. Frames whose window is larger than 128 MiB count as damaged.
  Step run(std::string_view& input, std::span<char> room);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hrefkit::http
