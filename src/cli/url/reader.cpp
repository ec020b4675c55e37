#include "hrefkit/cli/url/reader.h"

#include <utility>

#include "hrefkit/url/decomposition.h"
#include "hrefkit/url/whatwg_2012/parser.h"
#include "hrefkit/url/whatwg_2012/url_utils.h"

namespace hrefkit::cli {

namespace {

using url::Error;
using url::Standard;

url::Components components_of(url::Url const& url) {
  return {.href = std::string(url.href()),
          .origin = url.origin(),
          .protocol = std::string(url.protocol()),
          .username = std::string(url.username()),
          .password = std::string(url.password()),
          .host = std::string(url.host()),
          .hostname = std::string(url.hostname()),
          .port = std::string(url.port()),
          .pathname = std::string(url.pathname()),
          .search = std::string(url.search()),
          .hash = std::string(url.hash())};
}

}  // namespace

url::Components components(AnyUrl const& url) {
  struct Visitor {
    url::Components operator()(url::Url const& living) const { return components_of(living); }
    url::Components operator()(url::whatwg_2012::Url const& parsed) const {
      return url::whatwg_2012::components(parsed);
    }
    url::Components operator()(UrlString const& string) const {
      return url::html5::components(string.href);
    }
  };
  return std::visit(Visitor{}, url);
}

bool has_setter(Standard standard, url::UrlAttribute part) {
  if (part == url::UrlAttribute::origin) return false;
  const bool has_record = standard == Standard::whatwg || standard == Standard::whatwg_2012;
  return has_record || part == url::UrlAttribute::href || url::html5_attribute(part);
}

tl::expected<UrlReader, Error> UrlReader::make(std::optional<std::string_view> base,
                                               url::ResolveOptions options) {
  UrlReader reader(options);
  if (base) {
    const auto set = reader.set_base(*base);
    if (!set) return tl::unexpected(set.error());
  }
  return reader;
}

tl::expected<void, Error> UrlReader::set_base(std::string_view base) {
  const auto store = [this](auto parsed) -> tl::expected<void, Error> {
    if (!parsed) return tl::unexpected(parsed.error());
    base_ = *std::move(parsed);
    return {};
  };
  switch (options_.standard) {
    case Standard::whatwg:
      return store(url::Url::parse(base));
    case Standard::whatwg_2012:
      return store(url::whatwg_2012::Base::parse(base));
    case Standard::html5:
      return store(url::html5::Base::parse(base));
    case Standard::web_address:
      return store(url::web_address::Base::parse(base));
  }
  return {};
}

tl::expected<url::Url, Error> UrlReader::read_living(std::string_view input,
                                                     url::ValidationNotes* notes) const {
  return url::Url::parse(
      input,
      {.base = std::get_if<url::Url>(&base_), .encoding = options_.encoding, .notes = notes});
}

tl::expected<AnyUrl, Error> UrlReader::read(std::string_view input,
                                            url::ValidationNotes* notes) const {
  const auto wrap = [](auto parsed) -> tl::expected<AnyUrl, Error> {
    if (!parsed) return tl::unexpected(parsed.error());
    return *std::move(parsed);
  };
  switch (options_.standard) {
    case Standard::whatwg:
      return wrap(read_living(input, notes));
    case Standard::whatwg_2012: {
      auto const* base = std::get_if<url::whatwg_2012::Base>(&base_);
      return wrap(url::whatwg_2012::parse(input, base == nullptr ? nullptr : &base->url(),
                                          options_.encoding));
    }
    case Standard::html5:
    case Standard::web_address:
      break;
  }
  return read_string(input);
}

tl::expected<AnyUrl, Error> UrlReader::read_string(std::string_view input) const {
  UrlString url;
  const auto resolved =
      options_.standard == Standard::html5
          ? url::html5::append_resolved(url.href, input, std::get_if<url::html5::Base>(&base_),
                                        options_.encoding)
          : url::web_address::append_resolved(
                url.href, input, std::get_if<url::web_address::Base>(&base_), options_.encoding);
  if (!resolved) return tl::unexpected(resolved.error());
  return url;
}

tl::expected<void, Error> UrlReader::set(AnyUrl& url, url::UrlAttribute part,
                                         std::string_view value) const {
  struct Visitor {
    UrlReader const& reader;
    url::UrlAttribute part;
    std::string_view value;
    tl::expected<void, Error> operator()(url::Url& living) const {
      return reader.set_living(living, part, value);
    }
    tl::expected<void, Error> operator()(url::whatwg_2012::Url& parsed) const {
      return reader.set_2012(parsed, part, value);
    }
    tl::expected<void, Error> operator()(UrlString& string) const {
      return reader.set_string(string, part, value);
    }
  };
  return std::visit(Visitor{*this, part, value}, url);
}

tl::expected<void, Error> UrlReader::set_living(url::Url& url, url::UrlAttribute part,
                                                std::string_view value) const {
  if (part == url::UrlAttribute::href) return url.set_href(value);
  url::set_attribute(url, part, value, options_.encoding);
  return {};
}

tl::expected<void, Error> UrlReader::set_2012(url::whatwg_2012::Url& url, url::UrlAttribute part,
                                              std::string_view value) const {
  if (part != url::UrlAttribute::href) {
    url::set_attribute(url, part, value, options_.encoding);
    return {};
  }
  auto parsed = read(value);
  if (!parsed) return tl::unexpected(parsed.error());
  url = std::get<url::whatwg_2012::Url>(*std::move(parsed));
  return {};
}

/// HTML5 2.6.6: the attribute takes the setter's output, and reading it resolves that again.
tl::expected<void, Error> UrlReader::set_string(UrlString& url, url::UrlAttribute part,
                                                std::string_view value) const {
  std::string output(value);
  if (const auto attribute = url::html5_attribute(part)) {
    output = url::html5::Decomposition(url.href).set(*attribute, value);
  }
  auto resolved = read_string(output);
  if (!resolved) return tl::unexpected(resolved.error());
  url = std::get<UrlString>(*std::move(resolved));
  return {};
}

}  // namespace hrefkit::cli
