#include "hrefkit/html/links/element_urls.h"

namespace hrefkit::html {

std::span<ElementUrl const> ElementUrls::of(NodeId element) {
  found_.clear();
  values_.clear();
  append_link_values(values_, document_, element, also_);
  for (LinkValue const& value : values_) {
    LinkValueReader reader(document_, element, value);
    while (auto url = reader.next()) {
      if (!reader.raw_is_of_document()) url->raw = strings_.emplace_back(url->raw);
      found_.push_back(*url);
    }
  }
  return found_;
}

}  // namespace hrefkit::html
