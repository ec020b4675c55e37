#include "hrefkit/html/edit/new_bases.h"

#include "hrefkit/html/base_url.h"

namespace hrefkit::html {

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
  const url::Resolver resolver = same ? old.resolver : BaseUrl(url, options).resolver;
  const bool follows = task_.moves() && old.resolver.base() == task_.old_fallback;
  made.emplace(Made{old.resolver, old.source, NewBase{resolver, same, follows}});
  if (task_.is_read_again()) {
    const bool goes = old.source == BaseSource::base && !declared_;
    made->base.again =
        goes ? url::Resolver::with_base(task_.old_fallback, options).value_or(old.resolver)
             : old.resolver;
  }
  return made->base;
}

std::string NewBases::url_of(LinkBase const& base) const {
  const std::string_view old = base.resolver.base();
  if (keeps_all_) return std::string(old);
  if (base.source == BaseSource::base) return declared_.value_or(task_.fallback);
  const bool is_page = base.source == BaseSource::document && old == task_.old_page;
  return is_page ? task_.page : std::string(old);
}

}  // namespace hrefkit::html
