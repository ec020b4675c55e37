#include "hrefkit/text/byte_search.h"

#include <cstring>

namespace hrefkit::text {

namespace {

/// True where <cstring> declares memmem. `Bytes` is a pointer: the name is looked up with it.
template <typename Bytes>
concept HasMemmem = requires(Bytes bytes, std::size_t size) {
  memmem(bytes, size, bytes, size);
};

template <typename Bytes>
std::size_t find(Bytes bytes, std::size_t size, Bytes wanted, std::size_t wanted_size) {
  if constexpr (HasMemmem<Bytes>) {
    if (size == 0) return wanted_size == 0 ? 0 : std::string_view::npos;
    void const* const at = memmem(bytes, size, wanted, wanted_size);
    if (at == nullptr) return std::string_view::npos;
    return static_cast<std::size_t>(static_cast<char const*>(at) - bytes);
  } else {
    return find_bytes_portable({bytes, size}, {wanted, wanted_size});
  }
}

}  // namespace

std::size_t find_bytes(std::string_view bytes, std::string_view wanted) {
  return find(bytes.data(), bytes.size(), wanted.data(), wanted.size());
}

std::size_t find_bytes_portable(std::string_view bytes, std::string_view wanted) {
  return bytes.find(wanted);
}

}  // namespace hrefkit::text
