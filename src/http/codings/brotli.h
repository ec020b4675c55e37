// Brotli data made plain, piece by piece (RFC 7932).
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "hrefkit/http/inflate.h"

namespace hrefkit::http {

/// One stream.
class BrotliDecoder {
 public:
  BrotliDecoder();
  ~BrotliDecoder();
  BrotliDecoder(BrotliDecoder&&) = delete;
  BrotliDecoder& operator=(BrotliDecoder&&) = delete;

  /// As Inflater::run.
  Step run(std::string_view& input, std::span<char> room);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hrefkit::http
