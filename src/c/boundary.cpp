#include "hrefkit/c/boundary.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <exception>
#include <new>
#include <stdexcept>
#include <utility>

#include "hrefkit/html/find_links.h"
#include "hrefkit/text/text.h"

namespace hrefkit::c {

namespace {

/// The errors that no parser has, with their numbers.
constexpr std::array<std::pair<url::Error, hrefkit_url_error>, 4> other_errors{
    {{url::Error::empty, 200},
     {url::Error::too_long, 201},
     {url::Error::bare_specifier, 202},
     {url::Error::page_base, 203}}};

/// The error with that number; nullopt for an unknown one.
std::optional<url::Error> url_error(hrefkit_url_error number) {
  for (auto const& [error, own] : other_errors) {
    if (own == number) return error;
  }
  if (number == 0 || number > static_cast<std::size_t>(url::Error::too_long)) return std::nullopt;
  return static_cast<url::Error>(number - 1);
}

constexpr char const* unknown = "unknown";

/// A name as a C string: those of the library are literals, which end with a zero.
char const* zero_terminated(std::string_view name) {
  return name.data();
}

/// The name of an enumerator of `count`.
template <class Enum>
char const* name_of(std::size_t value, std::size_t count) {
  return value < count ? zero_terminated(name(static_cast<Enum>(value))) : unknown;
}

/// The length of the longest part of `text` that has at most `max` bytes and ends behind a whole
/// character.
std::size_t whole_characters(std::string_view text, std::size_t max) {
  if (text.size() <= max) return text.size();
  while (max > 0 && text::is_continuation_byte(text[max])) --max;
  return max;
}

}  // namespace

void fail_argument(std::string_view what, std::string_view why) {
  throw Failure{HREFKIT_E_ARGUMENT, std::string(what).append(": ").append(why)};
}

hrefkit_url_error number_of(url::Error error) {
  for (auto const& [other, number] : other_errors) {
    if (other == error) return number;
  }
  return static_cast<hrefkit_url_error>(static_cast<unsigned>(error) + 1);
}

hrefkit_status report_url(hrefkit_error* error, url::Error why) {
  return report(error, HREFKIT_E_URL, message(why), number_of(why));
}

void fail_url(std::string_view what, url::Error why) {
  throw Failure{HREFKIT_E_URL, std::string(what).append(": ").append(message(why)), number_of(why)};
}

void fail_io(std::string message) {
  const int number = errno;
  if (number == ENOMEM) throw std::bad_alloc();
  throw Failure{HREFKIT_E_IO, std::move(message), number};
}

hrefkit_status report(hrefkit_error* error, hrefkit_status status, std::string_view message,
                      std::int64_t detail, std::uint64_t offset) noexcept {
  if (!fits(error)) return status;
  error->status = status;
  error->detail = detail;
  error->offset = offset;
  const std::size_t length = whole_characters(message, sizeof(error->message) - 1);
  if (length != 0) std::memcpy(error->message, message.data(), length);
  error->message[length] = 0;
  return status;
}

hrefkit_status report_exception(hrefkit_error* error) noexcept {
  try {
    throw;
  } catch (Failure const& failure) {
    return report(error, failure.status, failure.message, failure.detail, failure.offset);
  } catch (CallbackEnd const& end) {
    if (end.answer > 0) return report(error, HREFKIT_STOPPED, "a callback stopped the call");
    return report(error, HREFKIT_E_CALLBACK, "a callback failed", end.answer);
  } catch (std::bad_alloc const&) {
    return report(error, HREFKIT_E_MEMORY, "out of memory");
  } catch (std::length_error const&) {  // larger than a container can be
    return report(error, HREFKIT_E_MEMORY, "out of memory");
  } catch (std::exception const& exception) {
    return report(error, HREFKIT_E_INTERNAL, exception.what());
  } catch (...) {
    return report(error, HREFKIT_E_INTERNAL, "an unknown exception");
  }
}

std::string_view page_bytes(void const* bytes, std::size_t size) {
  return optional_text({static_cast<char const*>(bytes), size}, "bytes").value_or("");
}

void check_struct(void const* given, std::size_t size, std::size_t min_size, std::size_t known,
                  std::string_view name) {
  if (size < min_size || size > max_struct_size) fail_argument(name, "its size does not fit");
  char const* const bytes = static_cast<char const*>(given);
  if (size > known && std::any_of(bytes + known, bytes + size, [](char c) { return c != 0; })) {
    fail_argument(name, "it has fields that this version of the library does not know");
  }
}

/// Room in a new chunk.
}  // namespace hrefkit::c

using namespace hrefkit;

// Names, the same as those of the command.

hrefkit_view hrefkit_text(const char* zero_terminated) noexcept {
  if (zero_terminated == nullptr) return c::absent_view;
  return {zero_terminated, std::strlen(zero_terminated)};
}

uint32_t hrefkit_version_number() noexcept {
  return HREFKIT_C_VERSION_NUMBER;
}

const char* hrefkit_version() noexcept {
  return HREFKIT_VERSION;
}

const char* hrefkit_status_name(hrefkit_status status) noexcept {
  switch (status) {
    case HREFKIT_OK:
      return "ok";
    case HREFKIT_END:
      return "end";
    case HREFKIT_STOPPED:
      return "stopped";
    case HREFKIT_UNCHANGED:
      return "unchanged";
    case HREFKIT_E_ARGUMENT:
      return "argument";
    case HREFKIT_E_MEMORY:
      return "memory";
    case HREFKIT_E_URL:
      return "url";
    case HREFKIT_E_CONTENT_TYPE:
      return "content-type";
    case HREFKIT_E_ENCODING:
      return "encoding";
    case HREFKIT_E_TOO_LARGE:
      return "too-large";
    case HREFKIT_E_NOT_PROVED:
      return "not-proved";
    case HREFKIT_E_SELECTOR:
      return "selector";
    case HREFKIT_E_IO:
      return "io";
    case HREFKIT_E_FORMAT:
      return "format";
    case HREFKIT_E_BUSY:
      return "busy";
    case HREFKIT_E_CALLBACK:
      return "callback";
    case HREFKIT_E_EMPTY:
      return "empty";
    case HREFKIT_E_INTERNAL:
      return "internal";
    default:
      return c::unknown;
  }
}

const char* hrefkit_kind_name(hrefkit_kind kind) noexcept {
  return c::name_of<html::LinkKind>(kind, html::link_kind_count);
}

const char* hrefkit_base_source_name(hrefkit_base_source source) noexcept {
  return c::name_of<html::BaseSource>(source, HREFKIT_BASE_ITEM + 1);
}

const char* hrefkit_ns_name(hrefkit_ns ns) noexcept {
  constexpr std::array names{"html", "svg", "mathml", "other"};
  return ns < names.size() ? names[ns] : c::unknown;
}

const char* hrefkit_url_error_code(hrefkit_url_error error) noexcept {
  if (error == 0) return "none";
  const auto known = c::url_error(error);
  return known ? c::zero_terminated(code(*known)) : c::unknown;
}

const char* hrefkit_url_error_message(hrefkit_url_error error) noexcept {
  if (error == 0) return "there is no error";
  const auto known = c::url_error(error);
  return known ? c::zero_terminated(message(*known)) : c::unknown;
}
