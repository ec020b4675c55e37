#include "hrefkit/url/whatwg_2012/base.h"

#include "hrefkit/text/span.h"
#include "hrefkit/url/whatwg_2012/parser.h"

namespace hrefkit::url::whatwg_2012 {

tl::expected<Base, Error> Base::parse(std::string_view base) {
  auto url = whatwg_2012::parse(base, nullptr);
  if (!url) return tl::make_unexpected(url.error());
  return Base(*std::move(url));
}

Base::Base(Url url) : url_(std::move(url)) {
  append_serialized(href_, url_);
}

tl::expected<void, Error> append_resolved(std::string& out, std::string_view reference,
                                          Base const* base, text::Encoding encoding) {
  const auto url = whatwg_2012::parse(reference, base ? &base->url() : nullptr, encoding);
  if (!url) return tl::make_unexpected(url.error());
  const std::size_t begin = out.size();
  append_serialized(out, *url);
  if (out.size() - begin > text::max_text_bytes) {
    out.resize(begin);
    return tl::make_unexpected(Error::too_long);
  }
  return {};
}

}  // namespace hrefkit::url::whatwg_2012
