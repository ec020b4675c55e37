// The bytes that the URLs of one page may have.
//
// A base URL of a megabyte is written once in a page, but is part of the URL of each link: the URLs
// of a page of two megabytes would take hundreds of gigabytes. So the URLs of a page, and the base
// URLs that are shown with them, count in one budget. Past it links have no URL.
#pragma once

#include <cstddef>

#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// The budget of one page.
class UrlBudget {
 public:
  /// The budget: a fixed part in bytes, and a part for each byte of the page.
  static constexpr std::size_t free_bytes = std::size_t{512} << 20;
  static constexpr std::size_t bytes_per_page_byte = 64;

  explicit UrlBudget(std::size_t page_bytes)
      : left_(free_bytes + bytes_per_page_byte * page_bytes) {}

  /// Counts the URLs of the link at `link` in the page's text. False, from then on, if they exceed
  /// the budget.
  bool count(std::size_t bytes, text::Span link = {}) {
    if (is_spent_ || bytes > left_) return spend(link);
    left_ -= bytes;
    return true;
  }

  /// True once a link exceeded the budget.
  bool is_spent() const { return is_spent_; }

  /// The first link that did.
  text::Span first_refused() const { return first_refused_; }

 private:
  bool spend(text::Span link) {
    if (!is_spent_) first_refused_ = link;
    is_spent_ = true;
    return false;
  }

  std::size_t left_;
  bool is_spent_ = false;
  text::Span first_refused_ = {};
};

}  // namespace hrefkit::html
