#include "hrefkit/cli/url_reader.h"

#include <utility>

#include "hrefkit/url/decomposition.h"
#include "hrefkit/url/whatwg_2012_parser.h"
#include "hrefkit/url/whatwg_2012_url_utils.h"

namespace hrefkit::cli {

namespace {

using url::Error;
using url::Standard;

/// HTML5's attribute for a part, if it has one.
std::optional<url::html5::Attribute> html5_attribute(UrlPart part) {
  using url::html5::Attribute;
  switch (part) {
    case UrlPart::protocol:
      return Attribute::protocol;
    case UrlPart::host:
      return Attribute::host;
    case UrlPart::hostname:
      return Attribute::hostname;
    case UrlPart::port:
      return Attribute::port;
    case UrlPart::pathname:
      return Attribute::pathname;
    case UrlPart::search:
      return Attribute::search;
    case UrlPart::hash:
      return Attribute::hash;
    case UrlPart::href:
    case UrlPart::origin:
    case UrlPart::username:
    case UrlPart::password:
      break;
  }
  return std::nullopt;
}

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

bool has_setter(Standard standard, UrlPart part) {
  if (part == UrlPart::origin) return false;
  const bool has_record = standard == Standard::whatwg || standard == Standard::whatwg_2012;
  return has_record || part == UrlPart::href || html5_attribute(part);
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

tl::expected<void, Error> UrlReader::set(AnyUrl& url, UrlPart part, std::string_view value) const {
  struct Visitor {
    UrlReader const& reader;
    UrlPart part;
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

tl::expected<void, Error> UrlReader::set_living(url::Url& url, UrlPart part,
                                                std::string_view value) const {
  switch (part) {
    case UrlPart::href:
      return url.set_href(value);
    case UrlPart::protocol:
      url.set_protocol(value);
      break;
    case UrlPart::username:
      url.set_username(value);
      break;
    case UrlPart::password:
      url.set_password(value);
      break;
    case UrlPart::host:
      url.set_host(value);
      break;
    case UrlPart::hostname:
      url.set_hostname(value);
      break;
    case UrlPart::port:
      url.set_port(value);
      break;
    case UrlPart::pathname:
      url.set_pathname(value);
      break;
    case UrlPart::search:
      url.set_search(value, options_.encoding);
      break;
    case UrlPart::hash:
      url.set_hash(value);
      break;
    case UrlPart::origin:
      break;
  }
  return {};
}

tl::expected<void, Error> UrlReader::set_2012(url::whatwg_2012::Url& url, UrlPart part,
                                              std::string_view value) const {
  using namespace url::whatwg_2012;
  switch (part) {
    case UrlPart::href: {
      auto parsed = read(value);
      if (!parsed) return tl::unexpected(parsed.error());
      url = std::get<url::whatwg_2012::Url>(*std::move(parsed));
      break;
    }
    case UrlPart::protocol:
      set_protocol(url, value);
      break;
    case UrlPart::username:
      set_username(url, value);
      break;
    case UrlPart::password:
      set_password(url, value);
      break;
    case UrlPart::host:
      set_host(url, value);
      break;
    case UrlPart::hostname:
      set_hostname(url, value);
      break;
    case UrlPart::port:
      set_port(url, value);
      break;
    case UrlPart::pathname:
      set_pathname(url, value);
      break;
    case UrlPart::search:
      set_search(url, value, options_.encoding);
      break;
    case UrlPart::hash:
      set_hash(url, value);
      break;
    case UrlPart::origin:
      break;
  }
  return {};
}

/// HTML5 2.6.6: the attribute takes the setter's output, and reading it resolves that again.
tl::expected<void, Error> UrlReader::set_string(UrlString& url, UrlPart part,
                                                std::string_view value) const {
  std::string output(value);
  if (const auto attribute = html5_attribute(part)) {
    output = url::html5::Decomposition(url.href).set(*attribute, value);
  }
  auto resolved = read_string(output);
  if (!resolved) return tl::unexpected(resolved.error());
  url = std::get<UrlString>(*std::move(resolved));
  return {};
}

}  // namespace hrefkit::cli
