#include "hrefkit/net/curl_library.h"

#if !defined(HREFKIT_STATIC_CURL)
#include <dlfcn.h>
#endif

namespace hrefkit::net {

namespace {

#if defined(HREFKIT_STATIC_CURL)

tl::expected<CurlLibrary, std::string> open_library() {
  CurlLibrary library;
#define HREFKIT_BIND(name) library.name = &::name;
  HREFKIT_CURL_FUNCTIONS(HREFKIT_BIND)
#undef HREFKIT_BIND
  return library;
}

#else

tl::expected<CurlLibrary, std::string> open_library() {
#if defined(__APPLE__)
  constexpr char const* file = "libcurl.4.dylib";
#else
  constexpr char const* file = "libcurl.so.4";
#endif
  void* const handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);  // until the process ends
  if (handle == nullptr) {
    char const* const why = dlerror();
    return tl::unexpected(std::string("the network needs ") + file +
                          ", which is not here; on Debian it is in the package libcurl4 (" +
                          (why == nullptr ? "" : why) + ")");
  }
  CurlLibrary library;
#define HREFKIT_LOAD(name)                                                       \
  library.name = reinterpret_cast<decltype(library.name)>(dlsym(handle, #name)); \
  if (library.name == nullptr) {                                                 \
    return tl::unexpected(std::string("the network needs a newer ") + file +     \
                          ", 7.68 or later: this one has no " #name);            \
  }
  HREFKIT_CURL_FUNCTIONS(HREFKIT_LOAD)
#undef HREFKIT_LOAD
  return library;
}

#endif

tl::expected<CurlLibrary, std::string> start_library() {
  auto library = open_library();
  if (library && library->curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    return tl::unexpected(std::string("libcurl does not start"));
  }
  return library;
}

}  // namespace

tl::expected<CurlLibrary, std::string> const& curl_library() {
  static const tl::expected<CurlLibrary, std::string> library = start_library();
  return library;
}

}  // namespace hrefkit::net
