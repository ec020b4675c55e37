// URLs of the URL Living Standard: parsing, getting and setting parts, comparing.
//
//   auto url = hrefkit::url::Url::parse("../x?q", {.base = &base});
//   if (url) std::cout << url->href() << ' ' << url->hostname() << '\n';
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/text/encoding.h"
#include "hrefkit/url/about_url.h"       // IWYU pragma: export
#include "hrefkit/url/error.h"           // IWYU pragma: export
#include "hrefkit/url/ip_address.h"      // IWYU pragma: export
#include "hrefkit/url/masked_url.h"      // IWYU pragma: export
#include "hrefkit/url/percent_decode.h"  // IWYU pragma: export
#include "hrefkit/url/percent_encode.h"  // IWYU pragma: export
#include "hrefkit/url/result.h"          // IWYU pragma: export
#include "hrefkit/url/scheme_kind.h"
#include "hrefkit/url/scheme_syntax.h"     // IWYU pragma: export
#include "hrefkit/url/standard.h"          // IWYU pragma: export
#include "hrefkit/url/url_attribute.h"     // IWYU pragma: export
#include "hrefkit/url/url_offsets.h"       // IWYU pragma: export
#include "hrefkit/url/validation_error.h"  // IWYU pragma: export

namespace hrefkit::url {

class Url;
struct UrlRecord;

/// Options of a parse. The URL does not keep the pointers.
struct ParseOptions {
  Url const* base = nullptr;  ///< for relative references
  /// The encoding of the document, which serves the query of special URLs.
  text::Encoding encoding = text::Encoding::utf_8;
  ValidationNotes* notes = nullptr;  ///< the parser appends the validation errors to it
};

/// Whether a serialisation or a comparison counts the fragment.
enum class Fragment { included, excluded };

/// A URL record in its serialised form. The getters return views that live until the object is
/// changed, moved or destroyed, so they do not compile on a temporary. An object that was moved
/// from may only be assigned to or destroyed.
class Url {
 public:
  /// "Basic URL parser" (URL standard 4.4) on `input` (UTF-8; ill-formed bytes count as U+FFFD).
  static Result<Url> parse(std::string_view input, ParseOptions const& options = {});

  /// The serialised URL (4.5), always ASCII.
  std::string_view href() const& { return href_; }
  std::string_view href() const&& = delete;
  std::string_view href(Fragment fragment) const&;
  std::string_view href(Fragment fragment) const&& = delete;

  /// The serialised origin (4.7): "https://example.com:81", or "null" for an opaque one.
  std::string origin() const;

  // The API's getters (6.1).
  std::string_view protocol() const& { return slice(0, at_.scheme_end + 1); }
  std::string_view protocol() const&& = delete;
  std::string_view username() const&;
  std::string_view username() const&& = delete;
  std::string_view password() const&;
  std::string_view password() const&& = delete;
  std::string_view host() const& { return slice(at_.host_begin, port_end()); }
  std::string_view host() const&& = delete;
  std::string_view hostname() const& { return slice(at_.host_begin, at_.host_end); }
  std::string_view hostname() const&& = delete;
  std::string_view port() const&;
  std::string_view port() const&& = delete;
  std::string_view pathname() const& { return slice(at_.path_begin, at_.query_begin); }
  std::string_view pathname() const&& = delete;
  std::string_view search() const&;
  std::string_view search() const&& = delete;
  std::string_view hash() const&;
  std::string_view hash() const&& = delete;

  // The record's parts where they differ from the API's strings: null and empty differ.
  std::string_view scheme() const& { return slice(0, at_.scheme_end); }
  std::string_view scheme() const&& = delete;
  SchemeKind scheme_kind() const { return kind_; }
  bool is_special() const { return url::is_special(kind_); }
  bool has_host() const { return at_.has_host(); }
  bool has_opaque_path() const;
  bool includes_credentials() const { return at_.username_end != at_.host_begin; }
  std::optional<std::string_view> query() const&;
  std::optional<std::string_view> query() const&& = delete;
  std::optional<std::string_view> fragment() const&;
  std::optional<std::string_view> fragment() const&& = delete;
  UrlOffsets const& offsets() const& { return at_; }
  UrlOffsets const& offsets() const&& = delete;

  // The API's setters (6.1). `value` is UTF-8; ill-formed bytes count as U+FFFD; it may be a view
  // of this URL. They return false when the standard leaves the URL as it is, or when it would be
  // longer than 4 GiB. No setter makes a URL that does not parse.
  tl::expected<void, Error> set_href(std::string_view value);
  bool set_protocol(std::string_view value);
  bool set_username(std::string_view value);
  bool set_password(std::string_view value);
  /// Sets the host and, where the value has one, the port; a bad port is ignored.
  bool set_host(std::string_view value);
  bool set_hostname(std::string_view value);
  bool set_port(std::string_view value);
  bool set_pathname(std::string_view value);
  /// `encoding` is for the setters of HTML's hyperlinks; the URL API has UTF-8 only.
  bool set_search(std::string_view value, text::Encoding encoding = text::Encoding::utf_8);
  bool set_hash(std::string_view value);

  /// The hostname with its labels in their own scripts, for display ("domain to Unicode", 3.3).
  std::string unicode_hostname() const;

 private:
  friend class Resolver;
  enum class HostSetter { host, hostname };

  Url() = default;
  /// A serialised URL that has a host.
  static Url from_serialized(std::string href);

  UrlRecord parts() const;
  bool assign(UrlRecord const& parts);
  bool set_host_and_port(std::string_view value, HostSetter setter);
  std::string_view slice(std::uint32_t begin, std::uint32_t end) const {
    return std::string_view(href_).substr(begin, end - begin);
  }
  std::uint32_t port_end() const { return at_.has_host() ? at_.path_begin : at_.host_end; }

  std::string href_;
  UrlOffsets at_;
  SchemeKind kind_ = SchemeKind::not_special;
};

/// All attributes of `url`; `origin` takes its origin. Valid while both live unchanged.
UrlAttributeValues attribute_values(Url const& url, std::string& origin);
UrlAttributeValues attribute_values(Url const&& url, std::string& origin) = delete;

/// True when the setter of `attribute` in HTML's API for hyperlinks (HTML Standard 4.6.3)
/// reaches its last step, which updates href. href and origin have no setter here.
bool is_settable(Url const& url, UrlAttribute attribute);

/// Calls the setter of `attribute`, if it has one here. `encoding` is the document's and serves
/// search.
void set_attribute(Url& url, UrlAttribute attribute, std::string_view value,
                   text::Encoding encoding);

/// "Equals" (4.6).
bool equal(Url const& a, Url const& b, Fragment fragment = Fragment::included);
inline bool operator==(Url const& a, Url const& b) {
  return a.href() == b.href();
}

}  // namespace hrefkit::url
