// tl::expected for values that return views, which must not outlive the value.
#pragma once

#include <tl/expected.hpp>

#include "hrefkit/url/error.h"

namespace hrefkit::url {

/// tl::expected for a value whose getters return views. "->" does not compile on a temporary
/// result, because the view would outlive the value:
///
///   std::string_view href = Url::parse("http://h/")->href();  // does not compile
///   const auto url = Url::parse("http://h/");                 // write this instead
///   if (url) use(url->href());
template <typename T>
class [[nodiscard]] Result : public tl::expected<T, Error> {
 public:
  using tl::expected<T, Error>::expected;

  T* operator->() & { return &**this; }
  T const* operator->() const& { return &**this; }
  T const* operator->() const&& = delete;

  friend bool operator==(Result const& a, Result const& b) {
    using Expected = tl::expected<T, Error>;
    return static_cast<Expected const&>(a) == static_cast<Expected const&>(b);
  }
  friend bool operator==(Result const& a, tl::unexpected<Error> const& b) {
    return !a && a.error() == b.value();
  }
};

}  // namespace hrefkit::url
