#include "hrefkit/url/resolver.h"

#include <cassert>
#include <functional>
#include <utility>
#include <variant>

#include "hrefkit/url/html5/draft.h"
#include "hrefkit/url/living/fast_path.h"
#include "hrefkit/url/living/parser.h"
#include "hrefkit/url/resolver_base.h"
#include "hrefkit/url/rfc3986/resolution.h"
#include "hrefkit/url/whatwg_2012/parser.h"

namespace hrefkit::url {

namespace {

/// True when `view` begins within the text of `owner`.
bool is_view_of(std::string const& owner, std::string_view view) {
  return std::greater_equal<>()(view.data(), owner.data()) &&
         std::less<>()(view.data(), owner.data() + owner.size());
}

}  // namespace

Result<Resolver> Resolver::with_base(std::string_view base, ResolveOptions options) {
  Resolver resolver(options);
  const auto store = [&resolver](auto prepared) -> Result<Resolver> {
    if (!prepared) return tl::make_unexpected(prepared.error());
    resolver.base_ = std::make_shared<ResolverBase const>(ResolverBase{*std::move(prepared)});
    return std::move(resolver);
  };
  switch (options.standard) {
    case Standard::whatwg:
      return store(Url::parse(base).map([](Url&& url) { return PreparedUrl(std::move(url)); }));
    case Standard::whatwg_2012:
      return store(whatwg_2012::Base::parse(base));
    case Standard::html5:
    case Standard::web_address:
      break;
  }
  return store(html5::Draft::of(options.standard).prepare_base(base));
}

Result<Resolver> Resolver::with_optional_base(std::optional<std::string_view> base,
                                              ResolveOptions options) {
  return base ? with_base(*base, options) : Result<Resolver>(Resolver(options));
}

std::string_view Resolver::base() const& {
  if (base_ == nullptr) return {};
  return std::visit([](auto const& base) { return base.href(); }, base_->url);
}

tl::expected<void, Error> Resolver::append_resolved(std::string& out,
                                                    std::string_view reference) const {
  if (is_view_of(out, reference)) return append_resolved(out, std::string(reference));
  switch (options_.standard) {
    case Standard::whatwg:
      return append_living(out, reference);
    case Standard::whatwg_2012: {
      auto const* base = base_ ? std::get_if<whatwg_2012::Base>(&base_->url) : nullptr;
      return whatwg_2012::append_resolved(out, reference, base, options_.encoding);
    }
    case Standard::html5:
    case Standard::web_address:
      break;
  }
  auto const* base = base_ ? std::get_if<rfc3986::PreparedBase>(&base_->url) : nullptr;
  return html5::Draft::of(options_.standard)
      .append_resolved(out, reference, base, options_.encoding);
}

tl::expected<void, Error> Resolver::append_living(std::string& out,
                                                  std::string_view reference) const {
  auto const* base = base_ ? std::get_if<PreparedUrl>(&base_->url) : nullptr;
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

Result<Url> Resolver::resolve_url(std::string_view reference, ValidationNotes* notes) const {
  assert(options_.standard == Standard::whatwg);
  auto const* base = base_ ? std::get_if<PreparedUrl>(&base_->url) : nullptr;
  // FAST: no state machine for what it would copy.
  if (base != nullptr && base->url.has_host() && notes == nullptr) {
    std::string href;
    if (base->fast.append_resolved(href, base->href(), reference)) {
      return Url::from_serialized(std::move(href));
    }
  }
  return Url::parse(reference, {.base = base == nullptr ? nullptr : &base->url,
                                .encoding = options_.encoding,
                                .notes = notes});
}

}  // namespace hrefkit::url
