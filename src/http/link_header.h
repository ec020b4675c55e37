// The value of a Link field: RFC 8288, section 3 and appendix B.
//
//   for (auto const& link : http::parse_link_header("</a.css>; rel=stylesheet, <b>; rel=next")) ...
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hrefkit::http {

/// One link of a Link field.
struct LinkValue {
  std::string_view target =
      {};                ///< as stored, between the angle brackets, without white space around
  std::string rel = {};  ///< the first rel parameter, unquoted; empty without one
  /// The first imagesrcset parameter, which is the HTML Standard's, unquoted; empty without one.
  std::string image_srcset = {};
};

/// The links in the value of one Link field, or of several joined by commas, in order. What does
/// not begin with '<' is passed by; reading ends where a link has no '>'. The targets view `value`.
std::vector<LinkValue> parse_link_header(std::string_view value);

}  // namespace hrefkit::http
