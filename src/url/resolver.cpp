#include "hrefkit/url/resolver.h"

#include <type_traits>

#include "hrefkit/url/living/normal_url.h"
#include "hrefkit/url/living/parser.h"

namespace hrefkit::url {

namespace {

/// Sets `base` to what its standard made of a base URL.
template <class Variant, class Base>
tl::expected<void, Error> store(Variant& base, tl::expected<Base, Error> parsed) {
  if (!parsed) return tl::make_unexpected(parsed.error());
  base = *std::move(parsed);
  return {};
}

}  // namespace

Resolver::Resolver(ResolveOptions options) : options_(options) {}

tl::expected<Resolver, Error> Resolver::with_base(std::string_view base, ResolveOptions options) {
  Resolver resolver(options);
  const auto stored = resolver.set_base(base);
  if (!stored) return tl::make_unexpected(stored.error());
  return resolver;
}

tl::expected<void, Error> Resolver::set_base(std::string_view base) {
  switch (options_.standard) {
    case Standard::whatwg:
      return store(base_,
                   Url::parse(base).map([](Url&& url) { return PreparedUrl(std::move(url)); }));
    case Standard::whatwg_2012:
      return store(base_, whatwg_2012::Base::parse(base));
    case Standard::html5:
      return store(base_, html5::Base::parse(base));
    case Standard::web_address:
      return store(base_, web_address::Base::parse(base));
  }
  return {};
}

std::string_view Resolver::base() const {
  return std::visit(
      [](auto const& base) {
        if constexpr (std::is_same_v<decltype(base), std::monostate const&>) {
          return std::string_view();
        } else {
          return base.href();
        }
      },
      base_);
}

tl::expected<void, Error> Resolver::append_resolved(std::string& out,
                                                    std::string_view reference) const {
  switch (options_.standard) {
    case Standard::whatwg:
      return append_living(out, reference);
    case Standard::whatwg_2012:
      return whatwg_2012::append_resolved(out, reference, std::get_if<whatwg_2012::Base>(&base_),
                                          options_.encoding);
    case Standard::html5:
      return html5::append_resolved(out, reference, std::get_if<html5::Base>(&base_),
                                    options_.encoding);
    case Standard::web_address:
      return web_address::append_resolved(out, reference, std::get_if<web_address::Base>(&base_),
                                          options_.encoding);
  }
  return {};
}

tl::expected<void, Error> Resolver::append_living(std::string& out,
                                                  std::string_view reference) const {
  auto const* base = std::get_if<PreparedUrl>(&base_);
  // FAST: no state machine for what it would copy.
  if (base != nullptr && base->fast.append_resolved(out, base->href(), reference)) return {};
  if (base == nullptr && append_normal_url(out, reference)) return {};
  const ParseOptions options{.base = base == nullptr ? nullptr : &base->url,
                             .encoding = options_.encoding};
  const auto parsed = Parser(reference, options, out).run();
  if (!parsed) return tl::make_unexpected(parsed.error());
  return {};
}

tl::expected<std::string, Error> Resolver::resolve(std::string_view reference) const {
  std::string out;
  const auto resolved = append_resolved(out, reference);
  if (!resolved) return tl::make_unexpected(resolved.error());
  return out;
}

}  // namespace hrefkit::url
