#include "hrefkit/html/base/base_table.h"

#include <string>

#include "hrefkit/url/resolver.h"

namespace hrefkit::html {

BaseId BaseTable::add(std::string_view url, text::Encoding encoding) {
  Index& index = by_url_[encoding];
  if (const auto found = index.find(url); found != index.end()) return found->second;
  const auto id = static_cast<BaseId>(bases_.size());
  BaseUrl const& added = bases_.emplace_back(url, url::ResolveOptions{standard_, encoding});
  index.emplace(added.url(), id);
  bytes_ += url.size();
  all_bytes_ += url.size();
  return id;
}

tl::expected<BaseId, BaseError> BaseTable::add_within_budget(std::string_view url,
                                                             text::Encoding encoding) {
  const bool is_known = by_url_[encoding].contains(url);
  if (!is_known && bytes_ + url.size() > free_bytes + bytes_per_file_byte * file_bytes_) {
    return tl::make_unexpected(BaseError::over_budget);
  }
  return add(url, encoding);
}

tl::expected<BaseId, BaseError> BaseTable::add_relative(std::string_view reference, BaseId outer) {
  if (!count_work(0)) return tl::make_unexpected(BaseError::over_budget);
  url::Resolver const& resolver = bases_[outer].resolver;
  const auto resolved = resolver.resolve(reference);
  if (!resolved) return tl::make_unexpected(BaseError::unresolvable);
  count_work(resolved->size());
  const text::Encoding encoding = resolver.options().encoding;
  const auto id = add_within_budget(*resolved, encoding);
  if (id && bases_[*id].resolver.base().empty()) {
    return tl::make_unexpected(BaseError::unresolvable);
  }
  return id;
}

BaseId BaseTable::in_encoding(BaseId id, text::Encoding encoding) {
  if (bases_[id].resolver.options().encoding == encoding) return id;
  return add(bases_[id].url(), encoding);
}

bool BaseTable::count_work(std::size_t bytes) {
  work_ += bytes;
  return work_ <= free_work + work_per_file_byte * file_bytes_;
}

void BaseTable::renew_budget() {
  bytes_ = 0;
  work_ = 0;
}

}  // namespace hrefkit::html
