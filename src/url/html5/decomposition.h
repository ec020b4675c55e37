// The URL decomposition attributes (HTML5 (W3C draft), 2.6.6): reads the parts of a URL that is
// given as a string, and replaces one. Both older drafts use the table of HTML5.
//
//   Decomposition url("http://a.example/x?y");
//   url.get(UrlAttribute::search)      // "?y"
//   url.set(UrlAttribute::port, "81")  // "http://a.example:81/x?y"
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/url/rfc3986/grammar.h"
#include "hrefkit/url/url_attribute.h"

namespace hrefkit::url::html5 {

/// An input that the attributes act on, split once.
class Decomposition {
 public:
  /// `input` is a URL in UTF-8; ill-formed bytes count as U+FFFD.
  explicit Decomposition(std::string_view input);
  // The components are views of the object's own text.
  Decomposition(Decomposition const&) = delete;
  Decomposition& operator=(Decomposition const&) = delete;

  /// The input is an absolute URL. All getters return the empty string otherwise.
  bool is_absolute() const { return absolute_; }
  /// It is a hierarchical URL: "/" follows its scheme and ":", once resolved.
  bool is_hierarchical() const { return hierarchical_; }
  /// It is an authority-based URL: "//" follows its scheme and ":", once resolved.
  bool is_authority_based() const { return authority_based_; }

  /// The attribute on getting. EXTENSION: username and password are the parts of the userinfo
  /// before and after its first ":"; origin is scheme "://" host [ ":" port ], without the default
  /// port, for an authority-based URL whose scheme is a server's but not "file", else "null".
  std::string get(UrlAttribute attribute) const;

  /// The attribute on setting: the "output" for the common setter action. It is the input where the
  /// table's conditions do not hold, and for an attribute without a row. The table's escaping
  /// cannot make every value valid (a scheme has no escapes), so the output may not be a URL:
  /// resolve it before use.
  std::string set(UrlAttribute attribute, std::string_view value) const;

 private:
  std::string origin() const;

  std::string input_;
  std::optional<rfc3986::Reference> reference_;
  bool absolute_ = false;
  bool hierarchical_ = false;
  bool authority_based_ = false;
};

}  // namespace hrefkit::url::html5
