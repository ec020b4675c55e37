#include "hrefkit/url/html5/base.h"

#include "hrefkit/text/span.h"
#include "hrefkit/url/characters/scalar_values.h"
#include "hrefkit/url/html5/parser.h"
#include "hrefkit/url/html5/resolver.h"

namespace hrefkit::url::html5 {

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
  const auto parsed = html5::parse(as_scalar_values(reference, storage));  // 2.6.3 step 5
  if (!parsed) return tl::unexpected(Error::no_grammar_match);
  return append_resolved_reference(out, *parsed, base ? &base->prepared() : nullptr, encoding);
}

}  // namespace hrefkit::url::html5
