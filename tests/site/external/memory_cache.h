// A cache in memory.
#pragma once

#include <map>
#include <string>

#include "hrefkit/net/cache.h"

namespace hrefkit::site {

class MemoryCache final : public net::Cache {
 public:
  tl::expected<std::optional<Entry>, std::string> get(std::string_view key) override {
    if (fails) return tl::make_unexpected(std::string("broken"));
    const auto found = rows.find(std::string(key));
    return found == rows.end() ? std::nullopt : std::optional(found->second);
  }
  tl::expected<void, std::string> put(std::string_view key, std::string_view value,
                                      std::int64_t time) override {
    if (fails) return tl::make_unexpected(std::string("broken"));
    rows[std::string(key)] = {std::string(value), time};
    return {};
  }
  tl::expected<void, std::string> remove(std::string_view key) override {
    rows.erase(std::string(key));
    return {};
  }
  tl::expected<void, std::string> remove_before(std::int64_t time) override {
    std::erase_if(rows, [&](auto const& row) { return row.second.time < time; });
    return {};
  }

  std::map<std::string, Entry> rows;
  bool fails = false;
};

}  // namespace hrefkit::site
