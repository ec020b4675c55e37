#include "hrefkit/html/base/base_table.h"

namespace hrefkit::html {

BaseId BaseTable::add(std::string_view url) {
  if (const auto found = by_url_.find(url); found != by_url_.end()) return found->second;
  const auto id = static_cast<BaseId>(bases_.size());
  BaseUrl const& added = bases_.emplace_back(BaseUrl{
      std::string(url), url::Resolver::with_base(url, options_).value_or(url::Resolver(options_))});
  by_url_.emplace(added.url, id);
  return id;
}

std::optional<BaseId> BaseTable::add_relative(std::string_view reference, BaseId outer) {
  const auto resolved = bases_[outer].resolver.resolve(reference);
  if (!resolved || !url::Resolver::with_base(*resolved, options_)) return std::nullopt;
  return add(*resolved);
}

}  // namespace hrefkit::html
