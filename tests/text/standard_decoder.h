// The Encoding Standard's decoders a second time: its state machines to the letter, one byte a
// step, with "restore" and "end-of-queue". Slow and plain, to judge the library's decoders by. The
// indexes are the library's; they have tests of their own.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/text/encoding.h"

namespace hrefkit::test {

/// What one return of a handler put out, and the bytes that were taken for it, an escape sequence
/// before it included.
struct DecodedPiece {
  std::u32string code_points;
  std::size_t begin;
  std::size_t end;
  bool error;
};

/// "Process a queue" with `bytes`, in "replacement" error mode.
std::vector<DecodedPiece> decode_by_the_standard(std::string_view bytes, text::Encoding encoding);

}  // namespace hrefkit::test
