#include "hrefkit/html/links/document_bases.h"

#include "hrefkit/html/base_url.h"

#include <utility>

namespace hrefkit::html {

namespace {

url::ResolveOptions in_utf_8(url::ResolveOptions options) {
  options.encoding = text::Encoding::utf_8;
  return options;
}

}  // namespace

DocumentBases::DocumentBases(std::vector<LinkBase>& bases, std::string_view address,
                             BaseSource fallback_source, url::Resolver resolver)
    : bases_(&bases),
      address_(address),
      fallback_(add(std::move(resolver), fallback_source, {})),
      document_(fallback_),
      own_(fallback_source == BaseSource::document ? fallback_ : not_made) {}

std::uint32_t DocumentBases::add(url::Resolver resolver, BaseSource source, text::Span declared) {
  bases_->push_back({std::move(resolver), source, declared});
  return static_cast<std::uint32_t>(bases_->size() - 1);
}

void DocumentBases::set_document_base(url::Resolver resolver, text::Span declared) {
  document_ = add(std::move(resolver), BaseSource::base, declared);
}

std::uint32_t DocumentBases::add_earlier_base(url::Resolver resolver, text::Span declared) {
  return add(std::move(resolver), BaseSource::base, declared);
}

std::uint32_t DocumentBases::number_for(RelativeTo relative_to, std::uint32_t element_base) {
  switch (relative_to) {
    case RelativeTo::fallback:
      return fallback_;
    case RelativeTo::element_in_utf_8:
      return utf_8_base(element_base);
    case RelativeTo::document:
      return own_address();
    case RelativeTo::element:
    case RelativeTo::place:
      break;
  }
  return element_base;
}

/// The same base URL, for references whose queries are in UTF-8.
std::uint32_t DocumentBases::utf_8_base(std::uint32_t base) {
  LinkBase const& of_element = (*bases_)[base];
  const url::ResolveOptions options = of_element.resolver.options();
  if (text::output_encoding(options.encoding) == text::Encoding::utf_8) return base;
  const auto [made, is_new] = utf_8_bases_.try_emplace(base, not_made);
  if (is_new) {
    made->second = add(BaseUrl(of_element.resolver.base(), in_utf_8(options)).resolver,
                       of_element.source, of_element.declared);
  }
  return made->second;
}

std::uint32_t DocumentBases::own_address() {
  if (own_ == not_made) {
    const url::ResolveOptions options = in_utf_8((*bases_)[fallback_].resolver.options());
    own_ = add(BaseUrl(address_, options).resolver, BaseSource::document, {});
  }
  return own_;
}

}  // namespace hrefkit::html
