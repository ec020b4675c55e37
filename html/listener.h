// A function that is called with parts of a document, and says whether to go on.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>

namespace hrefkit::html {

/// The answer of a listener: whether to go on with the document.
enum class Flow : std::uint8_t { go_on, stop };

/// A callable with one argument; it returns Flow, or void, which means `go_on`. The
/// argument, and all that it refers to, lives until the call ends. A null pointer and an empty
/// std::function give an empty listener.
template <class Argument>
class Listener {
 public:
  /// An empty listener, which is never called.
  Listener() = default;

  template <std::invocable<Argument> Function>
  requires(!std::same_as<std::remove_cvref_t<Function>, Listener>)
      Listener(Function&& function) {  // NOLINT: lambdas are written where listeners are expected
    if constexpr (std::constructible_from<std::remove_cvref_t<Function>, std::nullptr_t>) {
      if (function == nullptr) return;
    }
    if constexpr (std::is_void_v<std::invoke_result_t<Function&, Argument>>) {
      function_ = [function = std::forward<Function>(function)](Argument argument) mutable {
        function(argument);
        return Flow::go_on;
      };
    } else {
      function_ = std::forward<Function>(function);
    }
  }

  /// True where there is something to call.
  explicit operator bool() const { return static_cast<bool>(function_); }

  Flow operator()(Argument argument) const { return function_ ? function_(argument) : Flow::go_on; }

 private:
  std::function<Flow(Argument)> function_;
};

}  // namespace hrefkit::html
