// What the head of a live site's answer says of its page and the links of it: the fields Refresh,
// Link, Content-Security-Policy and X-Robots-Tag.
//
// Their links stand before those of the body, as those of a file that has no elements: `element` is
// empty, and `attribute` is the name of the field. They resolve against the page's own address.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/link.h"
#include "hrefkit/html/listener.h"
#include "hrefkit/http/fields.h"

namespace hrefkit::site {

/// Of a head that is longer than that, further links are not read.
inline constexpr std::size_t max_answer_head = std::size_t{16} << 10;

inline constexpr std::string_view link_field = "link";
inline constexpr std::string_view refresh_field = "refresh";

/// The lines of a head that count: what of an answer is kept for the check. Mostly empty.
std::string lines_of_links(http::Fields const& fields);

/// Such a head, read.
struct AnswerHead {
  /// A URL in a field.
  struct Link {
    std::string_view field = {};  ///< `refresh_field` or `link_field`
    std::string raw = {};
    std::string rel = {};
    std::optional<std::string> anchor = {};  ///< of a Link field
    html::LinkKind kind = html::LinkKind::refresh;
    html::LinkUse use = html::LinkUse::used;
    std::string hreflang = {};
  };

  std::vector<Link> links = {};
  std::string refresh = {};                ///< the value of the field, as far as the URL
  std::vector<std::string> policies = {};  ///< they may forbid the page's base element
  bool is_noindex = false;                 ///< search engines may not show the page (forbids_index)
  bool upgrades_requests = false;  ///< browsers load by https what the page asks for by http
};

AnswerHead read_answer_head(std::string_view lines);

/// Emits the links to `sink`. `text` is that of the page, `url` its address.
html::Flow emit_answer_links(AnswerHead const& head, std::string const& url, std::string_view text,
                             html::LinkSink const& sink);

/// The field of such a link, "Link" or "Refresh"; empty for all others.
std::string_view field_of(html::Link const& link);

}  // namespace hrefkit::site
