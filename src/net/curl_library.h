// The functions of libcurl that are used, looked up once a process when there is a first request: a
// command that sends no request does not load it; without it, only the network is missing.
//
//   auto const& library = curl_library();
//   if (library) library->curl_easy_init();
#pragma once

// They are written for C, and warn of options that newer versions name otherwise.
#define CURL_DISABLE_TYPECHECK
#define CURL_DISABLE_DEPRECATION
#include <curl/curl.h>
#include <string>
#include <tl/expected.hpp>

namespace hrefkit::net {

#define HREFKIT_CURL_FUNCTIONS(each)                                                             \
  each(curl_global_init) each(curl_version_info) each(curl_easy_init) each(curl_easy_cleanup)    \
      each(curl_easy_setopt) each(curl_easy_getinfo) each(curl_slist_append)                     \
          each(curl_slist_free_all) each(curl_multi_init) each(curl_multi_cleanup)               \
              each(curl_multi_setopt) each(curl_multi_add_handle) each(curl_multi_remove_handle) \
                  each(curl_multi_perform) each(curl_multi_poll) each(curl_multi_info_read)      \
                      each(curl_multi_wakeup)

struct CurlLibrary {
// NOLINTNEXTLINE(bugprone-macro-parentheses): the name of a member
#define HREFKIT_MEMBER(name) decltype(&::name) name = nullptr;
  HREFKIT_CURL_FUNCTIONS(HREFKIT_MEMBER)
#undef HREFKIT_MEMBER

  long info(CURL* easy, CURLINFO what) const {
    long value = 0;
    curl_easy_getinfo(easy, what, &value);
    return value;
  }
};

/// The library, or why it cannot be used.
tl::expected<CurlLibrary, std::string> const& curl_library();

}  // namespace hrefkit::net
