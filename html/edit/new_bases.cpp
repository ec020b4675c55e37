#include "hrefkit/html/edit/new_bases.h"

#include <utility>

namespace hrefkit::html {

NewBases::NewBases(std::string old_page, std::string old_fallback, std::string page,
                   std::string new_fallback)
    : old_page_(std::move(old_page)),
      old_fallback_(std::move(old_fallback)),
      page_(std::move(page)),
      new_fallback_(std::move(new_fallback)) {}

NewBase const& NewBases::of(LinkBlock const& block, std::uint32_t number) {
  if (number >= made_.size()) made_.resize(block.bases.size());
  auto& made = made_[number];
  LinkBase const& old = block.bases[number];
  // Blocks of one page may have several lists of bases.
  if (made && made->source == old.source && made->old.base().data() == old.resolver.base().data()) {
    return made->base;
  }
  const std::string url = url_of(old);
  const bool same = url == old.resolver.base();
  const url::ResolveOptions options = old.resolver.options();
  const url::Resolver resolver =
      same ? old.resolver : url::Resolver::with_base(url, options).value_or(url::Resolver(options));
  made.emplace(Made{old.resolver, old.source, NewBase{resolver, same}});
  if (reads_again_) {
    const bool goes = old.source == BaseSource::base && !declared_;
    made->base.again = goes
                           ? url::Resolver::with_base(old_fallback_, options).value_or(old.resolver)
                           : old.resolver;
  }
  return made->base;
}

std::string NewBases::url_of(LinkBase const& base) const {
  const std::string_view old = base.resolver.base();
  if (keeps_all_) return std::string(old);
  switch (base.source) {
    case BaseSource::document:
      return old == old_page_ ? page_ : std::string(old);
    case BaseSource::base:
      return declared_.value_or(new_fallback_);
    case BaseSource::xml_base:
    case BaseSource::creator:
    case BaseSource::container:
      break;
  }
  return std::string(old);
}

}  // namespace hrefkit::html
