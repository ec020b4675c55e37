#include "hrefkit/url/html5/web_address.h"

#include "hrefkit/text/span.h"
#include "hrefkit/url/characters/scalar_values.h"
#include "hrefkit/url/html5/resolver.h"
#include "hrefkit/url/html5/web_address_parser.h"

namespace hrefkit::url::web_address {

tl::expected<Base, Error> Base::parse(std::string_view base) {
  std::string href;
  const auto resolved = append_resolved(href, base, nullptr, text::Encoding::utf_8);
  if (!resolved) return tl::unexpected(resolved.error());
  return Base(std::move(href));
}

tl::expected<void, Error> append_resolved(std::string& out, std::string_view reference,
                                          Base const* base, text::Encoding encoding) {
  if (reference.size() > text::max_text_bytes) {
    return tl::unexpected(Error::too_long);
  }
  std::string storage;
  const auto parsed = web_address::parse(as_scalar_values(reference, storage));  // section 3 step 5
  if (!parsed) return tl::unexpected(Error::no_grammar_match);
  // From here on section 3 reads like HTML5's 2.6.3, steps 6 to 13.
  return html5::append_resolved_reference(out, *parsed, base ? &base->prepared() : nullptr,
                                          encoding);
}

}  // namespace hrefkit::url::web_address
