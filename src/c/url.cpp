// hrefkit_url and hrefkit_resolver.
#include "hrefkit/url/url.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "hrefkit/c/boundary.h"
#include "hrefkit/c/c.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/relativize.h"
#include "hrefkit/url/resolver.h"

using namespace hrefkit;

struct hrefkit_url {
  explicit hrefkit_url(url::Url parsed) : url(std::move(parsed)) {}
  hrefkit_url(hrefkit_url const& other) : url(other.url) {}
  hrefkit_url& operator=(hrefkit_url const&) = delete;
  ~hrefkit_url() { drop_parts(); }

  /// Drops the parts that were made from the URL.
  void drop_parts() {
    delete origin.exchange(nullptr);
    delete unicode_hostname.exchange(nullptr);
  }

  url::Url url;
  // Parts that are no slices of the URL: made on demand, by any thread.
  mutable std::atomic<std::string*> origin = nullptr;
  mutable std::atomic<std::string*> unicode_hostname = nullptr;
};

namespace {

text::Encoding encoding_of(hrefkit_view label) {
  const auto given = c::optional_text(label, "encoding");
  if (!given) return text::Encoding::utf_8;
  const auto encoding = text::encoding_from_label(*given);
  if (!encoding) {
    throw c::Failure{HREFKIT_E_ENCODING, "encoding: the encoding's label is unknown"};
  }
  return *encoding;
}

/// A part that is made once. Absent if memory is exhausted.
template <class Make>
hrefkit_view made_once(std::atomic<std::string*>& part, Make make) {
  try {
    std::string* known = part.load(std::memory_order_acquire);
    if (known == nullptr) {
      auto made = std::make_unique<std::string>(make());
      // Another thread may have been first.
      if (part.compare_exchange_strong(known, made.get())) known = made.release();
    }
    return c::view_of(*known);
  } catch (...) {
    return c::absent_view;
  }
}

hrefkit_status set_href(url::Url& url, std::string_view value, hrefkit_error* error) {
  const auto set = url.set_href(value);
  return set ? hrefkit_status{HREFKIT_OK} : c::report_url(error, set.error());
}

/// Calls the setter of the part. False where it leaves the URL as it is.
/// A caller in C may pass a number that is no enumerator, which C++ must not read as one.
int number_of(hrefkit_part const& part) noexcept {
  int number = 0;
  static_assert(sizeof number == sizeof part);
  std::memcpy(&number, &part, sizeof number);
  return number;
}

bool set_part(url::Url& url, int part, std::string_view value) {
  switch (part) {
    case HREFKIT_PROTOCOL:
      return url.set_protocol(value);
    case HREFKIT_USERNAME:
      return url.set_username(value);
    case HREFKIT_PASSWORD:
      return url.set_password(value);
    case HREFKIT_HOST:
      return url.set_host(value);
    case HREFKIT_HOSTNAME:
      return url.set_hostname(value);
    case HREFKIT_PORT:
      return url.set_port(value);
    case HREFKIT_PATHNAME:
      return url.set_pathname(value);
    case HREFKIT_SEARCH:
      return url.set_search(value);
    case HREFKIT_HASH:
      return url.set_hash(value);
    case HREFKIT_ORIGIN:
    case HREFKIT_UNICODE_HOSTNAME:
      c::fail_argument("part", "it has no setter");
    case HREFKIT_HREF:
      break;
  }
  c::fail_argument("part", "it has no such value");
}

}  // namespace

hrefkit_status hrefkit_url_parse(hrefkit_view input, const hrefkit_url* base, hrefkit_view encoding,
                                 hrefkit_url** out, hrefkit_error* error) noexcept {
  if (out == nullptr) return c::report(error, HREFKIT_E_ARGUMENT, "out: it is a null pointer");
  *out = nullptr;
  return c::guarded(error, [&] {
    const std::string_view text = c::required_text(input, "input");
    auto url = url::Url::parse(
        text, {.base = base == nullptr ? nullptr : &base->url, .encoding = encoding_of(encoding)});
    if (!url) return c::report_url(error, url.error());
    *out = std::make_unique<hrefkit_url>(std::move(*url)).release();
    return hrefkit_status{HREFKIT_OK};
  });
}

hrefkit_view hrefkit_url_get(const hrefkit_url* handle, hrefkit_part part) noexcept {
  if (handle == nullptr) return c::absent_view;
  url::Url const& url = handle->url;
  switch (number_of(part)) {
    case HREFKIT_HREF:
      return c::view_of(url.href());
    case HREFKIT_ORIGIN:
      return made_once(handle->origin, [&] { return url.origin(); });
    case HREFKIT_PROTOCOL:
      return c::view_of(url.protocol());
    case HREFKIT_USERNAME:
      return c::view_of(url.username());
    case HREFKIT_PASSWORD:
      return c::view_of(url.password());
    case HREFKIT_HOST:
      return c::view_of(url.host());
    case HREFKIT_HOSTNAME:
      return c::view_of(url.hostname());
    case HREFKIT_PORT:
      return c::view_of(url.port());
    case HREFKIT_PATHNAME:
      return c::view_of(url.pathname());
    case HREFKIT_SEARCH:
      return c::view_of(url.search());
    case HREFKIT_HASH:
      return c::view_of(url.hash());
    case HREFKIT_UNICODE_HOSTNAME:
      return made_once(handle->unicode_hostname, [&] { return url.unicode_hostname(); });
  }
  return c::absent_view;
}

hrefkit_status hrefkit_url_set(hrefkit_url* handle, hrefkit_part part, hrefkit_view value,
                               hrefkit_error* error) noexcept {
  const int number = number_of(part);
  return c::guarded(error, [&] {
    c::require(handle, "url");
    const std::string_view text = c::required_text(value, "value");
    hrefkit_status status = HREFKIT_OK;
    if (number == HREFKIT_HREF) {
      status = set_href(handle->url, text, error);
    } else if (!set_part(handle->url, number, text)) {
      status = c::report(error, HREFKIT_UNCHANGED, "the setter leaves the URL as it is");
    }
    if (status != HREFKIT_OK) return status;
    handle->drop_parts();  // the value may have been a view of it
    return status;
  });
}

hrefkit_status hrefkit_url_copy(const hrefkit_url* url, hrefkit_url** out,
                                hrefkit_error* error) noexcept {
  return c::make_handle(out, error, [&] {
    c::require(url, "url");
    return std::make_unique<hrefkit_url>(*url);
  });
}

int hrefkit_url_equal(const hrefkit_url* a, const hrefkit_url* b, int without_fragment) noexcept {
  if (a == nullptr || b == nullptr) return a == b ? 1 : 0;
  const auto fragment = without_fragment != 0 ? url::Fragment::excluded : url::Fragment::included;
  return a->url.href(fragment) == b->url.href(fragment) ? 1 : 0;
}

void hrefkit_url_free(hrefkit_url* url) noexcept {
  delete url;
}

struct hrefkit_resolver {
  explicit hrefkit_resolver(url::Resolver made) : resolver(std::move(made)) {}

  url::Resolver resolver;
  // FAST: a buffer for a resolved URL; a second thread uses its own.
  mutable c::Busy busy = {};
  mutable std::string spare = {};
};

namespace {

/// Writes `text` into the caller's buffer.
void write(hrefkit_buffer& buffer, std::string_view text) {
  if (buffer.capacity <= text.size()) {
    const std::size_t capacity = text.size() + text.size() / 2 + 64;
    void* const more = std::realloc(buffer.data, capacity);
    if (more == nullptr) throw std::bad_alloc();
    buffer.data = static_cast<char*>(more);
    buffer.capacity = capacity;
  }
  std::memcpy(buffer.data, text.data(), text.size());
  buffer.data[text.size()] = 0;
  buffer.size = text.size();
}

void check(hrefkit_resolver const* resolver, hrefkit_buffer const* out) {
  c::require(resolver, "resolver");
  c::require(out, "out");
  const bool fits =
      out->data == nullptr ? out->capacity == 0 && out->size == 0 : out->size < out->capacity;
  if (!fits) c::fail_argument("out", "it is no buffer of this library");
}

hrefkit_status resolve(hrefkit_resolver const& resolver, std::string_view reference,
                       std::string& url, hrefkit_buffer& out, hrefkit_error* error) {
  url.clear();
  const auto resolved = resolver.resolver.append_resolved(url, reference);
  if (!resolved) return c::report_url(error, resolved.error());
  write(out, url);
  return HREFKIT_OK;
}

/// Uses the buffer of a resolver, as long as this lives.
class SpareUse {
 public:
  explicit SpareUse(hrefkit_resolver const& resolver)
      : resolver_(resolver.busy.acquire() ? &resolver : nullptr) {}
  SpareUse(SpareUse const&) = delete;
  SpareUse& operator=(SpareUse const&) = delete;
  ~SpareUse() {
    constexpr std::size_t kept_memory = std::size_t{1} << 16;
    if (resolver_ == nullptr) return;
    if (resolver_->spare.capacity() > kept_memory) std::string().swap(resolver_->spare);
    resolver_->busy.release();
  }

  std::string& text() { return resolver_ != nullptr ? resolver_->spare : own_; }

 private:
  hrefkit_resolver const* resolver_;
  std::string own_;
};

}  // namespace

hrefkit_status hrefkit_resolver_new(hrefkit_view base, hrefkit_view encoding, uint8_t standard,
                                    hrefkit_resolver** out, hrefkit_error* error) noexcept {
  return c::make_handle(out, error, [&] {
    const std::string_view text = c::required_text(base, "base");
    auto resolver = url::Resolver::with_base(
        text, {.standard = c::enumerator<url::Standard>(standard, 4, "standard"),
               .encoding = encoding_of(encoding)});
    if (!resolver) c::fail_url("base", resolver.error());
    return std::make_unique<hrefkit_resolver>(std::move(*resolver));
  });
}

hrefkit_status hrefkit_resolver_resolve(const hrefkit_resolver* resolver, hrefkit_view reference,
                                        hrefkit_buffer* out, hrefkit_error* error) noexcept {
  return c::guarded(error, [&] {
    check(resolver, out);
    const std::string_view text = c::required_text(reference, "reference");
    SpareUse use(*resolver);
    return resolve(*resolver, text, use.text(), *out, error);
  });
}

hrefkit_status hrefkit_resolver_relativize(const hrefkit_resolver* resolver, hrefkit_view url,
                                           hrefkit_buffer* out, hrefkit_error* error) noexcept {
  return c::guarded(error, [&] {
    check(resolver, out);
    const auto reference = url::relativize(c::required_text(url, "url"), resolver->resolver);
    if (!reference) return c::report_url(error, reference.error());
    write(*out, *reference);
    return hrefkit_status{HREFKIT_OK};
  });
}

void hrefkit_resolver_free(hrefkit_resolver* resolver) noexcept {
  delete resolver;
}

void hrefkit_buffer_free(hrefkit_buffer* buffer) noexcept {
  if (buffer == nullptr) return;
  std::free(buffer->data);
  *buffer = {};
}
