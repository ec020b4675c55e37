#include "hrefkit/html/page_reading.h"

#include <span>
#include <utility>
#include <vector>

#include "hrefkit/text/encoding.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit::html {

namespace {

tl::unexpected<PageFailure> fault(PageError error, std::string detail = {}) {
  return tl::make_unexpected(PageFailure{error, std::move(detail)});
}

}  // namespace

tl::expected<void, PageFailure> PageReading::read_options(std::optional<std::string_view> url,
                                                          PageOptions const& page) {
  if (!page.content_type.empty()) {
    const auto type = parse_media_type(page.content_type, TypeSyntax::browsers);
    const auto parser = type ? content_type_of(type->essence) : std::nullopt;
    if (!parser) return fault(PageError::content_type);
    encoding_.content_type = *parser;
    charset_ = type->charset.value_or("");
    encoding_.transport_charset = charset_;
  }
  if (!page.encoding.empty()) {
    encoding_.encoding = text::encoding_from_label(page.encoding);
    if (!encoding_.encoding) return fault(PageError::encoding);
  }
  encoding_.fallback.utf_8_if_valid = page.utf_8_if_valid;
  if (!page.encoding_fallback.empty()) {
    const auto fallback = text::encoding_from_label(page.encoding_fallback);
    if (!fallback) return fault(PageError::encoding);
    encoding_.fallback.encoding = *fallback;
  }
  is_decoded_ = page.decoded;
  if (url) document_.url = *url;
  document_.standard = page.standard;
  document_.xml_base = page.xml_base;
  document_.scripting = page.scripting;
  document_.templates = page.templates;
  document_.also = page.also;
  document_.creator = page.creator;
  document_.container = page.container;
  document_.content_security_policies.assign(page.content_security_policies.begin(),
                                             page.content_security_policies.end());
  for (const std::string_view name : page.kinds) {
    const auto kind = link_kind_from_name(name);
    if (!kind) return fault(PageError::option, "there is no kind '" + std::string(name) + "'");
    kinds_.insert(*kind);
  }
  elements_ = std::vector<std::string>(page.elements.begin(), page.elements.end());
  for (const std::string_view attribute : page.attributes) {
    if (const auto added = attributes_.add(attribute); !added) {
      return fault(PageError::option, added.error());
    }
  }
  if (!attributes_.empty()) document_.also.attributes = &attributes_;
  const url::Resolver alone({.standard = page.standard});
  for (const auto address : {page.creator, page.container}) {
    if (!address.empty() && !alone.resolve(address)) return fault(PageError::url);
  }
  if (url && !alone.resolve(*url)) return fault(PageError::url);
  return {};
}

tl::expected<SourceText, PageFailure> PageReading::decode(std::string_view bytes,
                                                          std::string& buffer, Notes& notes) const {
  auto source = is_decoded_ ? source_from_decoded(bytes, encoding_, buffer)
                            : decode_source(bytes, encoding_, buffer, notes);
  if (!source) return fault(PageError::too_large);
  return *std::move(source);
}

}  // namespace hrefkit::html
