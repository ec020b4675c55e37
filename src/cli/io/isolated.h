// Work in a process of its own: what ends that process, be it a signal or a failed assertion, does
// not end this one.
//
//   const auto failure = run_isolated(
//       [&](PieceSink& out) { out.give('r', rows_of(file)); },
//       [&](char tag, std::string_view bytes) { return print(bytes); });
//   if (failure) report(file, *failure);  // "the worker process ended by signal 6 (Aborted)"
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace hrefkit::cli {

/// Where a worker process hands over its results.
class PieceSink {
 public:
  explicit PieceSink(int descriptor) : descriptor_(descriptor) {}

  /// Hands over `bytes` of any content under a tag of the caller's. False when nobody takes
  /// them.
  bool give(char tag, std::string_view bytes);

 private:
  int descriptor_;
};

/// Runs `work` in a process that is forked from this one, and calls `take` here with each piece
/// that it gives, in order, until `take` returns false. The views are valid during the call.
///
/// Returns nothing when the worker ended as it should, or why it did not. Pieces that came whole
/// before that were taken. What `work` changes in memory is lost. May be called by several threads;
/// `work` must not wait for another thread.
std::optional<std::string> run_isolated(
    std::function<void(PieceSink&)> const& work,
    std::function<bool(char tag, std::string_view bytes)> const& take);

}  // namespace hrefkit::cli
