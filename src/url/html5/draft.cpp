#include "hrefkit/url/html5/draft.h"

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/characters/scalar_values.h"
#include "hrefkit/url/html5/components.h"
#include "hrefkit/url/html5/grammars.h"
#include "hrefkit/url/html5/resolution.h"

namespace hrefkit::url::html5 {

Draft const& Draft::of(Standard standard) {
  static constexpr Draft html5{html5_grammar, Absolute::resolves_alone};
  static constexpr Draft web_address{web_address_grammar, Absolute::resolves_to_itself};
  return standard == Standard::web_address ? web_address : html5;
}

std::optional<rfc3986::Reference> Draft::parse(std::string_view url) const {
  return rfc3986::match(text::strip(url, space_characters), grammar_);
}

tl::expected<void, Error> Draft::append_resolved(std::string& out, std::string_view reference,
                                                 rfc3986::PreparedBase const* base,
                                                 text::Encoding encoding) const {
  if (reference.size() > text::max_text_bytes) {
    return tl::unexpected(Error::too_long);
  }
  std::string storage;
  const auto parsed = parse(as_scalar_values(reference, storage));  // step 5
  if (!parsed) return tl::unexpected(Error::no_grammar_match);
  return append_resolved_reference(out, *parsed, base, encoding);
}

tl::expected<rfc3986::PreparedBase, Error> Draft::prepare_base(std::string_view base) const {
  std::string href;
  const auto resolved = append_resolved(href, base, nullptr, text::Encoding::utf_8);
  if (!resolved) return tl::unexpected(resolved.error());
  return rfc3986::PreparedBase(std::move(href));
}

bool Draft::is_absolute(std::string_view url) const {
  std::string resolved;
  if (!append_resolved(resolved, url, nullptr, text::Encoding::utf_8)) return false;
  return absolute_ == Absolute::resolves_alone || resolved == url;
}

}  // namespace hrefkit::url::html5
