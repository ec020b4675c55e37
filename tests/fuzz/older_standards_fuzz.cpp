// Any bytes as a reference and a base under html5, web-address and whatwg-2012: nothing crashes, a
// failure leaves the output alone, and short references agree with the tests' second
// implementations. The attributes and predicates run on the same bytes.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "fuzz/require.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/any_url.h"
#include "hrefkit/url/html5/decomposition.h"
#include "hrefkit/url/html5/draft.h"
#include "hrefkit/url/predicates.h"
#include "hrefkit/url/whatwg_2012/parser.h"
#include "hrefkit/url/whatwg_2012/url_utils.h"
#include "url/html5/model.h"
#include "url/random_reference.h"
#include "url/whatwg_2012/model.h"

using namespace hrefkit;
using fuzz::require;

namespace {

/// A byte that picks the encoding, a line with the base, and the reference.
struct Input {
  text::Encoding encoding = text::Encoding::utf_8;
  std::string_view base;
  std::string_view rest;
};

Input read_input(std::string_view bytes) {
  if (bytes.empty()) return {};
  Input input;
  input.encoding =
      test::random_encodings[static_cast<unsigned char>(bytes[0]) % test::random_encodings.size()];
  const std::size_t line = bytes.find('\n');
  if (line == std::string_view::npos) {
    input.rest = bytes.substr(1);
  } else {
    input.base = bytes.substr(1, std::max<std::size_t>(line, 1) - 1);
    input.rest = bytes.substr(line + 1);
  }
  return input;
}

/// The models try every split of the input.
constexpr std::size_t max_for_models = 60;

using Model = std::optional<std::string> (*)(std::string_view, std::string const*, text::Encoding);

void check_draft(Input const& input, url::Standard standard, Model model) {
  url::html5::Draft const& draft = url::html5::Draft::of(standard);
  const auto base = draft.prepare_base(input.base);
  std::string out = "kept";
  const auto result =
      draft.append_resolved(out, input.rest, base ? &*base : nullptr, input.encoding);
  require(result || out == "kept", "a failure leaves the output as it is");
  if (input.base.size() + input.rest.size() > max_for_models) return;
  const auto expected_base = model(input.base, nullptr, text::Encoding::utf_8);
  require(base.has_value() == expected_base.has_value(), "the base agrees with the model's");
  const auto expected =
      model(input.rest, expected_base ? &*expected_base : nullptr, input.encoding);
  require(result.has_value() == expected.has_value(), "success agrees with the model");
  require(!expected || out == "kept" + *expected, "the URL agrees with the model's");
}

void check_2012(Input const& input) {
  const auto base = url::whatwg_2012::Base::parse(input.base);
  std::string out = "kept";
  const auto result =
      url::whatwg_2012::append_resolved(out, input.rest, base ? &*base : nullptr, input.encoding);
  require(result || out == "kept", "a failure leaves the output as it is");
  test::Url2012 model_base;
  const bool has_base = parse_2012(input.base, nullptr, text::Encoding::utf_8, model_base);
  require(base.has_value() == has_base, "the base agrees with the model's");
  test::Url2012 model;
  const bool parsed =
      parse_2012(input.rest, has_base ? &model_base : nullptr, input.encoding, model);
  require(result.has_value() == parsed, "success agrees with the model");
  require(!parsed || out == "kept" + serialize_2012(model), "the URL agrees with the model's");
}

void check_2012_setters(Input const& input) {
  using namespace url::whatwg_2012;
  const auto base = Base::parse(input.base);
  if (!base) return;
  Url url = base->url();
  for (std::string_view name : url::url_attribute_names) {
    set_attribute(url, *url::url_attribute_from_name(name), input.rest, input.encoding);
  }
  std::string serialized;
  append_serialized(serialized, url);
  std::string href;
  append_attribute(href, url, url::UrlAttribute::href);
  require(href == serialized, "the href attribute is the serialised URL");
}

void check_attributes(Input const& input) {
  const url::html5::Decomposition url(input.base);
  for (std::string_view name : url::url_attribute_names) {
    const url::UrlAttribute attribute = *url::url_attribute_from_name(name);
    const std::string before = url.get(attribute);
    require(url.is_absolute() || before.empty(), "the attributes of other URLs are empty");
    const std::string output = url.set(attribute, input.rest);
    require(text::find_invalid_utf8(output) == output.size(), "the output is UTF-8");
  }
}

void check_any_url(Input const& input) {
  for (url::Standard standard : url::all_standards) {
    const url::Resolver resolver({.standard = standard, .encoding = input.encoding});
    auto url = url::AnyUrl::parse(input.base, resolver);
    require(url.has_value() == resolver.resolve(input.base).has_value(),
            "AnyUrl and Resolver agree");
    if (!url) continue;
    for (std::string_view name : url::url_attribute_names) {
      const std::string before(url->href());
      const bool set = url->set(*url::url_attribute_from_name(name), input.rest).has_value();
      require(set || url->href() == before, "a failure leaves the URL as it is");
    }
    std::string storage;
    require(url->values(storage)[url::UrlAttribute::href] == url->href(), "values are the URL's");
  }
}

void check_predicates(Input const& input) {
  const std::string_view text = input.rest;
  const bool valid = url::is_valid_url(text, text::Encoding::utf_8);
  require(!valid || url::html5::Draft::of(url::Standard::html5).parse(text),
          "what is valid parses");
  require(!url::is_uri_reference(text) || url::is_iri_reference(text),
          "a URI reference is an IRI reference");
  require(!url::is_authority_based_url(text) || url::is_hierarchical_url(text),
          "an authority-based URL is hierarchical");
  require(!url::is_absolute_url(text, url::Standard::web_address) ||
              url::is_absolute_url(text, url::Standard::html5),
          "an absolute Web address is an absolute URL");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const Input input = read_input({reinterpret_cast<char const*>(data), size});
  check_draft(input, url::Standard::html5, test::html5_resolve);
  check_draft(input, url::Standard::web_address, test::web_address_resolve);
  check_2012(input);
  check_2012_setters(input);
  check_attributes(input);
  check_any_url(input);
  check_predicates(input);
  return 0;
}
