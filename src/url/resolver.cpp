#include "hrefkit/url/resolver.h"

#include "hrefkit/url/parser.h"

namespace hrefkit::url {

Resolver::Resolver(ResolveOptions options) : options_(options) {}

tl::expected<Resolver, Error> Resolver::with_base(std::string_view base, ResolveOptions options) {
  Resolver resolver(options);
  // The older standards have parsers of their own, which are not dispatched to yet.
  if (options.standard != Standard::whatwg) return tl::make_unexpected(Error::no_grammar_match);
  auto parsed = Url::parse(base);
  if (!parsed) return tl::make_unexpected(parsed.error());
  resolver.base_ = *std::move(parsed);
  resolver.fast_ = FastBase(*resolver.base_);
  return resolver;
}

tl::expected<void, Error> Resolver::append_resolved(std::string& out,
                                                    std::string_view reference) const {
  // As above.
  if (options_.standard != Standard::whatwg) return tl::make_unexpected(Error::no_grammar_match);
  if (base_ && fast_.append_resolved(out, base_->href(), reference)) return {};
  ParseOptions parse_options{.base = base_ ? &*base_ : nullptr, .encoding = options_.encoding};
  Parser parser(reference, parse_options, out);
  const auto parsed = parser.run();
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
