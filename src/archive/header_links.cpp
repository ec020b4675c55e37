#include "hrefkit/archive/header_links.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "hrefkit/html/link_field.h"
#include "hrefkit/html/refresh.h"
#include "hrefkit/http/fields.h"
#include "hrefkit/http/isomorphic.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/span.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::archive {

using http::isomorphic_decode;

namespace {

std::string to_utf8(std::string_view bytes) {
  const bool is_utf8 = text::find_invalid_utf8(bytes) == bytes.size();
  return is_utf8 ? std::string(bytes) : isomorphic_decode(bytes);
}

/// Browsers do so before they parse the URL of a Location.
std::string escape_non_ascii(std::string_view bytes) {
  std::string out;
  url::append_percent_encoded(out, bytes, text::non_ascii);
  return out;
}

/// Fetch Standard, "redirect status".
bool is_redirect(int status) {
  constexpr std::array statuses{301, 302, 303, 307, 308};
  return std::find(statuses.begin(), statuses.end(), status) != statuses.end();
}

/// Collects the links of one head.
class Collector {
 public:
  Collector(http::ResponseHead const& head, std::string_view url) : head_(head), url_(url) {}

  std::vector<HeaderLink> run() {
    for (std::size_t i = 0; i < head_.fields.size(); ++i) add_field(head_.fields[i]);
    return std::move(links_);
  }

 private:
  void add_field(http::Field const& field) {
    const auto is = [&](std::string_view name) {
      return text::equals_ignoring_ascii_case(field.name, name);
    };
    if (is("Location")) {
      if (head_.status / 100 != 3) return;
      add_bytes("location", field.value, html::LinkKind::refresh);
      if (!is_redirect(head_.status)) links_.back().use = html::LinkUse::not_used;
    } else if (is("Link")) {
      add_links(field.value);
    } else if (is("Refresh")) {
      add_refresh();
    } else if (is("Content-Location")) {
      add_bytes("content-location", field.value, html::LinkKind::metadata);
      links_.back().use = html::LinkUse::names_only;
    }
  }

  /// Browsers join Refresh fields with ", " before they parse them, so only one URL results.
  void add_refresh() {
    if (std::exchange(has_refresh_, true)) return;
    const std::string value = isomorphic_decode(head_.fields.joined("Refresh").value_or(""));
    const auto place = html::find_refresh_url(value);
    if (place) add_decoded("refresh", place->in(value), html::LinkKind::refresh);
  }

  /// Link fields are joined, too, so a quoted string may extend into the next field. To keep field
  /// order, a link is added with the field in which its target begins.
  void add_links(std::string_view value) {
    if (!link_value_) {
      link_value_ = isomorphic_decode(head_.fields.joined("Link").value_or(""));
      link_values_ = http::parse_link_header(*link_value_);
    }
    link_end_ += isomorphic_decode(value).size();
    for (; next_link_ < link_values_.size(); ++next_link_) {
      http::LinkValue const& link = link_values_[next_link_];
      if (link.target.data() >= link_value_->data() + link_end_) break;
      add_link(link);
    }
    link_end_ += http::value_separator.size();
  }

  void add_link(http::LinkValue const& link) {
    if (link.anchor && !html::is_anchored_in(*link.anchor, url_)) return;
    for (html::FieldUrl const& url :
         html::urls_of_field_link(link.target, link.rel, link.image_srcset)) {
      add_decoded("link", url.raw, url.kind);
      links_.back().rel = link.rel;
      links_.back().use = url.use;
    }
  }

  /// For Location and Content-Location: the value's bytes are the URL.
  void add_bytes(std::string_view header, std::string_view value, html::LinkKind kind) {
    add({.header = header, .raw = to_utf8(value), .reference = escape_non_ascii(value)}, kind);
  }

  /// Fetch, "get a header value": browsers parse the decoded value.
  void add_decoded(std::string_view header, std::string_view decoded, html::LinkKind kind) {
    add({.header = header, .raw = std::string(decoded), .reference = std::string(decoded)}, kind);
  }

  void add(HeaderLink link, html::LinkKind kind) {
    link.kind = kind;
    link.index = counts_[link.header]++;
    links_.push_back(std::move(link));
  }

  http::ResponseHead const& head_;
  std::string_view url_;
  std::vector<HeaderLink> links_;
  std::map<std::string_view, std::uint32_t> counts_;  // links by field name
  bool has_refresh_ = false;
  std::optional<std::string> link_value_;  // of all Link fields, joined
  std::vector<http::LinkValue> link_values_;
  std::size_t next_link_ = 0;  // the first of `link_values_` not added yet
  std::size_t link_end_ = 0;   // end of the current field in `link_value_`
};

}  // namespace

std::vector<HeaderLink> header_links(http::ResponseHead const& head, std::string_view url) {
  return Collector(head, url).run();
}

HeaderLink const* find_redirect(int status, std::vector<HeaderLink> const& links) {
  if (!is_redirect(status)) return nullptr;
  HeaderLink const* found = nullptr;
  for (HeaderLink const& link : links) {
    if (link.header != "location") continue;
    if (found != nullptr && link.reference != found->reference) return nullptr;
    found = &link;
  }
  return found != nullptr && !found->reference.empty() ? found : nullptr;
}

}  // namespace hrefkit::archive
