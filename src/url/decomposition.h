// HTML5's seven URL decomposition attributes (seeds/001 2.6.6; 000 and 002 have the same table):
// reading the parts of a URL given as a string, and replacing one.
//
//   Decomposition url("http://a.example/x?y");
//   url.get(Attribute::search)      // "?y"
//   url.set(Attribute::port, "81")  // "http://a.example:81/x?y"
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/url/components.h"
#include "hrefkit/url/rfc3986/grammar.h"

namespace hrefkit::url::html5 {

/// The attributes, in the table's order.
enum class Attribute : std::uint8_t { protocol, host, hostname, port, pathname, search, hash };

/// An input that the attributes act on, taken apart once.
class Decomposition {
 public:
  /// `input` is a URL in UTF-8; ill-formed bytes count as U+FFFD.
  explicit Decomposition(std::string_view input);
  // The components are views of the object's own text.
  Decomposition(Decomposition const&) = delete;
  Decomposition& operator=(Decomposition const&) = delete;

  /// The input is an absolute URL. All getters give the empty string otherwise.
  bool is_absolute() const { return absolute_; }
  /// It is a hierarchical, an authority-based URL.
  bool is_hierarchical() const { return hierarchical_; }
  bool is_authority_based() const { return authority_based_; }

  /// The attribute on getting.
  std::string get(Attribute attribute) const;

  /// The attribute on setting: the "output" that the common setter action is to be given. It is
  /// the input where the table's conditions do not hold. The table's escaping cannot make every
  /// value fit (a scheme has no escapes), so the output may be no URL: resolve it before use.
  std::string set(Attribute attribute, std::string_view value) const;

  /// The components as the grammar matched them; nothing when the input does not parse.
  std::optional<rfc3986::Reference> const& reference() const { return reference_; }

 private:
  std::string input_;
  std::optional<rfc3986::Reference> reference_;
  bool absolute_ = false;
  bool hierarchical_ = false;
  bool authority_based_ = false;
};

/// The parts of `url`, an absolute URL (UTF-8) that the html5 or the web-address standard resolved,
/// for display: the seven attributes, and beyond HTML5, `username` and `password` from the
/// userinfo (split at its first ":"), and `origin`, which is scheme "://" host [ ":" port ] for an
/// authority-based URL whose scheme has a server-based naming authority other than file's, without
/// the default port, and "null" for others.
Components components(std::string_view url);

}  // namespace hrefkit::url::html5
