// The boundary between C++ and C: how every entry point of c.h checks its arguments and returns.
//
//   hrefkit_status hrefkit_url_copy(const hrefkit_url *url, hrefkit_url **out, hrefkit_error
//   *error) {
//     return c::make_handle(out, error, [&] {
//       c::require(url, "url");
//       return std::make_unique<hrefkit_url>(*url);
//     });
//   }
//
// Inside, a call that fails throws Failure, or CallbackEnd if a callback ends it. No exception
// passes `guarded`.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hrefkit/c/c.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/url.h"

/// The object that a callback of c.h fills in, while it runs: the address of a link (`LinkAnswer`,
/// rewrite.cpp) or the answer to a request (`RequestAnswer`, check.cpp). A function of c.h refuses
/// the other kind.
struct hrefkit_answer {
  enum class To : std::uint8_t { link, request };

  To to = To::link;
};

namespace hrefkit::c {

// How a call ends.

/// Ends the call with a status. The message is a sentence, or its parts.
struct Failure {
  hrefkit_status status = HREFKIT_E_INTERNAL;
  std::string message = {};
  std::int64_t detail = 0;
  std::uint64_t offset = 0;
};

/// Ends the call because a callback returned `answer`, which is not 0.
struct CallbackEnd {
  int answer = 0;
};

[[noreturn]] void fail_argument(std::string_view what, std::string_view why);

/// Throws CallbackEnd if a callback returned something other than 0.
inline void go_on_if(int answer) {
  if (answer != 0) throw CallbackEnd{answer};
}

/// The number of an error, as in rows.
hrefkit_url_error number_of(url::Error error);

/// The status HREFKIT_E_URL with its reason. It allocates nothing.
hrefkit_status report_url(hrefkit_error* error, url::Error why);

/// Fails with HREFKIT_E_IO and errno, or for lack of memory where errno says so.
[[noreturn]] void fail_io(std::string message);

[[noreturn]] void fail_url(std::string_view what, url::Error why);

/// True for an error of the caller that can be filled.
inline bool fits(hrefkit_error const* error) {
  return error != nullptr && error->struct_size >= sizeof(hrefkit_error);
}

/// Clears `error`, if there is one that fits.
inline void clear(hrefkit_error* error) {
  if (!fits(error)) return;
  error->status = HREFKIT_OK;
  error->detail = 0;
  error->offset = 0;
  error->message[0] = 0;
}

/// Fills `error`, if there is one that fits, and returns `status`. A message that is too long is
/// cut after a whole character.
hrefkit_status report(hrefkit_error* error, hrefkit_status status, std::string_view message,
                      std::int64_t detail = 0, std::uint64_t offset = 0) noexcept;

/// The status of the exception that is being handled.
hrefkit_status report_exception(hrefkit_error* error) noexcept;

/// Runs `call`, which returns a status, and converts its exceptions to one.
template <class Call>
hrefkit_status guarded(hrefkit_error* error, Call call) noexcept {
  clear(error);
  try {
    return call();
  } catch (...) {
    return report_exception(error);
  }
}

/// The same for a call that returns a std::unique_ptr to a new handle, which `out` gets.
template <class Handle, class Call>
hrefkit_status make_handle(Handle** out, hrefkit_error* error, Call call) noexcept {
  if (out == nullptr) return report(error, HREFKIT_E_ARGUMENT, "out: it is a null pointer");
  *out = nullptr;
  return guarded(error, [&] {
    std::unique_ptr<Handle> made = call();
    *out = made.release();
    return HREFKIT_OK;
  });
}

// Arguments.

template <class Pointer>
void require(Pointer pointer, std::string_view name) {
  if (pointer == nullptr) fail_argument(name, "it is a null pointer");
}

/// The text of a view; nullopt where it is absent.
inline std::optional<std::string_view> optional_text(hrefkit_view view, std::string_view name) {
  if (view.data == nullptr) {
    if (view.size != 0) fail_argument(name, "it is a null pointer with a size");
    return std::nullopt;
  }
  if (view.size > PTRDIFF_MAX) fail_argument(name, "the size is too large");
  return std::string_view(view.data, view.size);
}

/// The same for a text that is required.
inline std::string_view required_text(hrefkit_view view, std::string_view name) {
  const auto text = optional_text(view, name);
  if (!text) fail_argument(name, "it is absent");
  return *text;
}

/// The bytes of a page.
std::string_view page_bytes(void const* bytes, std::size_t size);

/// The elements of an array, which may be null where it has none.
template <class Element>
std::span<Element const> array(Element const* elements, std::size_t count, std::string_view name) {
  if (elements == nullptr && count != 0) fail_argument(name, "it is a null pointer with a count");
  if (count > PTRDIFF_MAX / sizeof(Element)) fail_argument(name, "the count is too large");
  return {elements, count};
}

/// The value of an enumerator of `count`, which count from 0.
template <class Enum>
Enum enumerator(std::uint64_t value, std::size_t count, std::string_view name) {
  if (value >= count) fail_argument(name, "it has no such value");
  return static_cast<Enum>(value);
}

/// True for 1, false for 0.
inline bool flag(std::uint8_t value, std::string_view name) {
  if (value > 1) fail_argument(name, "it is neither 0 nor 1");
  return value == 1;
}

/// Larger struct sizes of callers are errors.
inline constexpr std::size_t max_struct_size = 4096;

/// Throws unless a struct of the caller has a valid size, and the bytes behind the `known` ones are
/// zero.
void check_struct(void const* given, std::size_t size, std::size_t min_size, std::size_t known,
                  std::string_view name);

/// A copy of the caller's options in the library's version of the struct: members that the caller
/// does not have are zero. Null: `defaults`.
template <class Options>
Options read_options(Options const* given, std::size_t min_size, Options const& defaults,
                     std::string_view name) {
  if (given == nullptr) return defaults;
  const std::size_t size = given->struct_size;
  check_struct(given, size, min_size, sizeof(Options), name);
  Options options;
  std::memset(&options, 0, sizeof options);
  std::memcpy(&options, given, size < sizeof options ? size : sizeof options);
  return options;
}

/// Writes a struct that begins with its size in the caller's version; `min_size` is that of the
/// first version. Members of the caller that the library does not have become zero.
template <class Struct>
void write_struct(Struct* to, Struct value, std::size_t min_size, std::string_view name) {
  const std::size_t size = to->struct_size;
  if (size < min_size || size > max_struct_size) fail_argument(name, "its size does not fit");
  value.struct_size = to->struct_size;
  std::memcpy(to, &value, size < sizeof value ? size : sizeof value);
  if (size > sizeof value) {
    std::memset(reinterpret_cast<char*>(to) + sizeof value, 0, size - sizeof value);
  }
}

// Results.

inline constexpr hrefkit_view absent_view{nullptr, 0};

/// A view of a text that is present, even if empty.
inline hrefkit_view view_of(std::string_view text) {
  return {text.data() == nullptr ? "" : text.data(), text.size()};
}

inline hrefkit_view optional_view(std::optional<std::string_view> text) {
  return text ? view_of(*text) : absent_view;
}

/// The texts of rows. They live until the arena ends, or is cleared, and do not move.
class TextArena {
 public:
  /// A copy of `text`.
  std::string_view keep(std::string_view text) { return texts_.keep(text); }
  hrefkit_view keep_view(std::string_view text) { return view_of(keep(text)); }
  /// A copy of `pairs`, whose texts are in the arena already.
  hrefkit_pair const* keep_pairs(std::vector<hrefkit_pair> pairs) {
    return pairs_.emplace_back(std::move(pairs)).data();
  }

  /// Drops all texts and keeps some memory.
  void clear() {
    texts_.clear();
    pairs_.clear();
  }

 private:
  text::StringArena texts_;
  std::vector<std::vector<hrefkit_pair>> pairs_;
};

/// A flag for a handle that one call at a time may use.
class Busy {
 public:
  /// Marks the handle as used; false if it already was.
  bool acquire() { return !is_used_.exchange(true, std::memory_order_acquire); }
  void release() { is_used_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> is_used_ = false;
};

/// Uses a handle that has members `busy` and `is_freed` as long as this lives. Throws
/// HREFKIT_E_BUSY where another call uses it. A handle that was freed meanwhile is deleted with
/// this.
template <class Handle>
class HandleUse {
 public:
  explicit HandleUse(Handle& handle) : handle_(handle) {
    if (!handle.busy.acquire())
      throw Failure{HREFKIT_E_BUSY, "the handle is in use by another call"};
  }
  HandleUse(HandleUse const&) = delete;
  HandleUse& operator=(HandleUse const&) = delete;
  ~HandleUse() {
    if (handle_.is_freed) {
      delete &handle_;
    } else {
      handle_.busy.release();
    }
  }

 private:
  Handle& handle_;
};

/// Frees such a handle; one that is in use, by its own callback, is freed when its call ends.
template <class Handle>
void free_handle(Handle* handle) {
  if (handle == nullptr) return;
  if (handle->busy.acquire()) {
    delete handle;
  } else {
    handle->is_freed = true;
  }
}

}  // namespace hrefkit::c
