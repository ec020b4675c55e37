#include "hrefkit/html/element_view.h"

#include "hrefkit/html/dom.h"
#include "hrefkit/html/names/foreign_names.h"
#include "hrefkit/html/syntax/tokenizer.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

std::optional<std::string> ElementView::attribute(std::string_view name) const {
  if (document_ != nullptr) {
    const auto found = document_->find_attribute(at_, name);
    if (!found) return std::nullopt;
    return std::string(found->value);
  }
  if (!only_.name.empty()) {
    return name == only_.name ? std::optional<std::string>(only_.value) : std::nullopt;
  }
  TagTokenizer tokenizer(text_);
  tokenizer.restart(at_);
  Tag tag;
  if (!tokenizer.next(tag)) return std::nullopt;
  // HTML has names in lower case, however they are written; SVG and MathML have some in mixed case,
  // and in namespaces.
  const bool is_foreign = ns_ == Namespace::svg || ns_ == Namespace::mathml;
  const std::string lower = text::to_ascii_lower(name);
  const AdjustedName adjusted =
      is_foreign ? adjust_foreign_attribute(lower, ns_) : AdjustedName{lower};
  if (adjusted.name != name || adjusted.ns != Namespace::none) return std::nullopt;
  return tag.value(text_, name);
}

}  // namespace hrefkit::html
