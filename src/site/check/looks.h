// What looks at pages, lent to the threads of one step after the other.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "hrefkit/site/check/first_look.h"

namespace hrefkit::site {

/// What looks at pages, in one thread at a time, and waits here in between.
class Looks {
 public:
  using Make = std::function<std::unique_ptr<FirstLook>()>;

  explicit Looks(Make make) : make_(std::move(make)) {}

  /// One for a thread, which gives it back at its end.
  class Lent {
   public:
    Lent() = default;
    Lent(Lent const&) = delete;
    Lent& operator=(Lent const&) = delete;
    ~Lent() {
      if (look_) from_->take_back(std::move(look_));
    }

    FirstLook& from(Looks& looks) {
      if (!look_) look_ = looks.lend();
      from_ = &looks;
      return *look_;
    }

   private:
    Looks* from_ = nullptr;
    std::unique_ptr<FirstLook> look_;
  };

 private:
  std::unique_ptr<FirstLook> lend() {
    const std::lock_guard lock(mutex_);
    if (waiting_.empty()) return make_();
    auto look = std::move(waiting_.back());
    waiting_.pop_back();
    return look;
  }

  /// Without memory for the list, the next thread makes its own.
  void take_back(std::unique_ptr<FirstLook> look) noexcept {
    const std::lock_guard lock(mutex_);
    try {
      waiting_.push_back(std::move(look));
    } catch (std::bad_alloc const&) {
    }
  }

  Make make_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<FirstLook>> waiting_;
};

}  // namespace hrefkit::site
