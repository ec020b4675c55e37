// Buffers that are used again, but do not keep the memory of the largest text that they had.
#pragma once

#include <cstddef>
#include <string>

namespace hrefkit::text {

/// More memory than this is given back.
inline constexpr std::size_t most_spare_memory = std::size_t{4} << 20;

/// Empties `buffer`. Large memory is given back, which assigning an empty string does not do.
inline void clear_buffer(std::string& buffer) {
  if (buffer.capacity() > most_spare_memory) {
    std::string().swap(buffer);
  } else {
    buffer.clear();
  }
}

}  // namespace hrefkit::text
