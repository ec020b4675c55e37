#include "hrefkit/url/url.h"

#include <utility>

#include "hrefkit/url/host/host.h"
#include "hrefkit/url/living/normal_url.h"
#include "hrefkit/url/living/parser.h"

namespace hrefkit::url {

Result<Url> Url::parse(std::string_view input, ParseOptions const& options) {
  Result<Url> result{Url()};
  Url& url = *result;
  // FAST: no state machine for what it would copy.
  if (options.notes == nullptr) {
    if (const auto normal = append_normal_url(url.href_, input)) {
      url.at_ = normal->offsets;
      url.kind_ = normal->kind;
      return result;
    }
  }
  const auto parsed = Parser(input, options, url.href_).run();
  if (!parsed) return tl::make_unexpected(parsed.error());
  url.at_ = parsed->offsets;
  url.kind_ = parsed->kind;
  return result;
}

Url Url::from_serialized(std::string href) {
  Url url;
  url.href_ = std::move(href);
  url.at_ = find_offsets(url.href_);
  url.kind_ = url::scheme_kind(url.scheme());
  return url;
}

std::string_view Url::href(Fragment fragment) const& {
  return fragment == Fragment::included ? href() : slice(0, at_.fragment_begin);
}

std::string Url::origin() const {
  switch (kind_) {
    case SchemeKind::ftp:
    case SchemeKind::http:
    case SchemeKind::https:
    case SchemeKind::ws:
    case SchemeKind::wss: {
      std::string origin(protocol());
      origin += "//";
      origin += host();
      return origin;
    }
    case SchemeKind::file:
      return "null";
    case SchemeKind::not_special:
      break;
  }
  if (scheme() == "blob") {
    const auto inner = parse(pathname());
    if (inner && (inner->kind_ == SchemeKind::http || inner->kind_ == SchemeKind::https)) {
      return inner->origin();
    }
  }
  return "null";
}

std::string_view Url::username() const& {
  if (!includes_credentials()) return {};
  return slice(at_.scheme_end + 3, at_.username_end);
}

std::string_view Url::password() const& {
  if (!includes_credentials() || href_[at_.username_end] != ':') return {};
  return slice(at_.username_end + 1, at_.host_begin - 1);
}

std::string_view Url::port() const& {
  if (!has_host() || at_.host_end == at_.path_begin) return {};
  return slice(at_.host_end + 1, at_.path_begin);
}

std::string_view Url::search() const& {
  const std::string_view search = slice(at_.query_begin, at_.fragment_begin);
  return search.size() < 2 ? std::string_view() : search;
}

std::string_view Url::hash() const& {
  const std::string_view hash = std::string_view(href_).substr(at_.fragment_begin);
  return hash.size() < 2 ? std::string_view() : hash;
}

bool Url::has_opaque_path() const {
  return !is_special() && !has_host() && !pathname().starts_with('/');
}

std::optional<std::string_view> Url::query() const& {
  if (at_.query_begin == at_.fragment_begin) return std::nullopt;
  return slice(at_.query_begin + 1, at_.fragment_begin);
}

std::optional<std::string_view> Url::fragment() const& {
  if (at_.fragment_begin == href_.size()) return std::nullopt;
  return std::string_view(href_).substr(at_.fragment_begin + 1);
}

std::string Url::unicode_hostname() const {
  return is_special() ? domain_to_unicode(hostname()) : std::string(hostname());
}

bool equal(Url const& a, Url const& b, Fragment fragment) {
  return a.href(fragment) == b.href(fragment);
}

}  // namespace hrefkit::url
