// How an answer of a server is sent: as a page of HTML, or as something else.
//
// The type alone tells of most answers what can use them. A picture or a classic script that comes
// as text/html may be one all the same, for browsers look at its bytes: then the start of the body
// is asked for, once.
#pragma once

#include <string>
#include <string_view>

#include "hrefkit/html/link_table.h"
#include "hrefkit/html/usable_content.h"
#include "hrefkit/http/fields.h"
#include "hrefkit/net/client.h"

namespace hrefkit::site {

/// What the head of the last answer of a series says; the bytes are not known.
html::SentContent sent_content(net::Series const& series);

/// Reads so much of a body as shows whether it begins as a page.
class StartReader final : public net::BodyReader {
 public:
  bool begin(net::BodyHead const& head) override;
  bool read(std::string_view bytes) override;
  bool has_enough() override { return true; }

  bool begins_as_page() const { return html::begins_with_markup(bytes_); }

 private:
  std::string bytes_;
};

/// A set of what links can use.
class ContentNeeds {
 public:
  ContentNeeds() = default;
  explicit ContentNeeds(html::UsableContent usable) : bits_(bit(usable)) {}

  void add(html::UsableContent usable) { bits_ |= bit(usable); }

  /// True if a link cannot use what was sent.
  bool has_useless(html::SentContent const& sent) const {
    return any_of([&](html::UsableContent usable) { return is_useless_page(usable, sent, false); });
  }

  /// True if the bytes decide for a link.
  bool wants_start(html::SentContent const& sent) const {
    return sent.is_called_page && any_of([&](html::UsableContent usable) {
             return !is_decided_by_type(usable, sent, usable == html::UsableContent::style_sheet);
           });
  }

 private:
  static unsigned bit(html::UsableContent usable) { return 1U << static_cast<unsigned>(usable); }

  template <typename Predicate>
  bool any_of(Predicate const& predicate) const {
    for (auto usable = html::UsableContent::picture;;
         usable = static_cast<html::UsableContent>(static_cast<unsigned>(usable) + 1)) {
      if ((bits_ & bit(usable)) != 0 && predicate(usable)) return true;
      if (usable == html::UsableContent::manifest) return false;
    }
  }

  unsigned bits_ = 0;
};

}  // namespace hrefkit::site
