// Any values for any setters, one after another: the URL always parses to itself.
#include "fuzz/require.h"
#include "fuzz/url_input.h"
#include "hrefkit/url/search_params.h"
#include "hrefkit/url/url.h"

using namespace hrefkit;
using fuzz::require;

namespace {

bool set(url::Url& url, unsigned which, std::string_view value) {
  switch (which % 11) {
    case 0:
      return url.set_href(value).has_value();
    case 1:
      return url.set_protocol(value);
    case 2:
      return url.set_username(value);
    case 3:
      return url.set_password(value);
    case 4:
      return url.set_host(value);
    case 5:
      return url.set_hostname(value);
    case 6:
      return url.set_port(value);
    case 7:
      return url.set_pathname(value);
    case 8:
      return url.set_search(value);
    case 9:
      return url.set_hash(value);
    default:
      url::update_search(url, url::SearchParams(value));
      return true;
  }
}

void check_search_params(std::string_view value) {
  const url::SearchParams params(value);
  url::SearchParams again(params.to_string());
  require(again.size() == params.size() && again.to_string() == params.to_string(),
          "search parameters survive their own string");
  again.sort();
  require(again.size() == params.size(), "sorting loses nothing");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const fuzz::UrlInput input = fuzz::url_input(data, size);
  check_search_params(input.rest);
  auto parsed = url::Url::parse(input.base);
  if (!parsed) return 0;
  // Each value ends at a NUL; its first byte picks the setter.
  for (std::string_view rest = input.rest; !rest.empty();) {
    const std::string_view value = rest.substr(0, rest.find('\0'));
    rest.remove_prefix(std::min(value.size() + 1, rest.size()));
    if (value.empty()) continue;
    const std::string before(parsed->href());
    const bool changed = set(*parsed, static_cast<unsigned char>(value[0]), value.substr(1));
    require(changed || parsed->href() == before, "a refused value changes nothing");
    const auto again = url::Url::parse(parsed->href());
    require(again && again->href() == parsed->href(), "setters make URLs that parse");
    require(again->offsets() == parsed->offsets() && again->scheme_kind() == parsed->scheme_kind(),
            "setters keep the parts in place");
  }
  return 0;
}
