#include "hrefkit/html/import_map.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "hrefkit/html/syntax/import_map_text.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/text/json.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/result.h"
#include "hrefkit/url/url.h"

namespace hrefkit::html {

namespace {

/// Sorts what has keys, and finds of each key the longest other one that it begins with.
template <class Keyed>
void link_keys(std::vector<Keyed>& all, std::uint32_t none) {
  std::sort(all.begin(), all.end(), [](Keyed const& a, Keyed const& b) { return a.key < b.key; });
  std::vector<std::uint32_t> open;  // the keys that the last one begins with, and the last one
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    while (!open.empty() && !all[i].key.starts_with(all[open.back()].key)) open.pop_back();
    all[i].parent = open.empty() ? none : open.back();
    open.push_back(i);
  }
}

/// Calls `use` with each key that `text` begins with, the longest first, until it returns true.
template <class Keyed, class Use>
void for_each_prefix(std::vector<Keyed> const& all, std::string_view text, std::uint32_t none,
                     Use use) {
  const auto behind =
      std::upper_bound(all.begin(), all.end(), text,
                       [](std::string_view asked, Keyed const& each) { return asked < each.key; });
  if (behind == all.begin()) return;
  Keyed const& before = *std::prev(behind);
  const auto common = static_cast<std::size_t>(
      std::mismatch(text.begin(), text.end(), before.key.begin(), before.key.end()).first -
      text.begin());
  auto number = static_cast<std::uint32_t>(std::prev(behind) - all.begin());
  for (; number != none; number = all[number].parent) {
    if (all[number].key.size() <= common && use(all[number])) return;
  }
}

}  // namespace

/// What modules have resolved so far, for one of the rules of the merge.
struct ImportMaps::Bound {
  std::set<std::string, std::less<>> exact;
  std::set<std::string, std::less<>> by_prefix;  // of these, what entries of prefixes serve

  void add(Asked const& asked) {
    exact.insert(asked.normalized);
    if (asked.takes_prefixes) by_prefix.insert(asked.normalized);
  }

  /// True if an entry for `key` would change what a module has resolved.
  bool has(std::string_view key) const {
    if (exact.contains(key)) return true;
    if (!key.ends_with('/')) return false;
    const auto next = by_prefix.lower_bound(key);
    return next != by_prefix.end() && next->starts_with(key);
  }
};

/// Makes the tables of the maps of a document.
class ImportMaps::Merger {
 public:
  Merger(ImportMaps& maps, UrlBudget& budget) : maps_(maps), budget_(budget) {}

  void run(std::vector<MapEvent> const& events) {
    for (MapEvent const& event : events) {
      if (event.type == MapEvent::Type::map) add(event);
    }
    for (auto& [key, entry] : imports_) maps_.imports_.entries.push_back(std::move(entry));
    link_keys(maps_.imports_.entries, no_key);
    for (auto& [prefix, entries] : scopes_) {
      Scope& scope = maps_.scopes_.emplace_back(Scope{.key = prefix});
      for (auto& [key, entry] : entries) scope.table.entries.push_back(std::move(entry));
      link_keys(scope.table.entries, no_key);
    }
    link_keys(maps_.scopes_, no_key);
    if (events.size() > maps_.bases_.size()) bind(events);
  }

 private:
  using Entries = std::map<std::string, Entry, std::less<>>;

  /// HTML Standard, "parse an import map string" and, of the entries, "merge module specifier
  /// maps".
  void add(MapEvent const& event) {
    maps_.bases_.push_back(event.base);
    const auto map = parse_import_map(event.text);
    if (!map) return;
    add(imports_, map->imports, event);
    for (ImportMapScope const& scope : map->scopes) {
      const auto prefix = event.base.resolve(scope.prefix);
      if (prefix && count(prefix->size())) add(scopes_[*prefix], scope.imports, event);
    }
  }

  void add(Entries& entries, std::vector<ImportMapEntry> const& read, MapEvent const& event) {
    const auto number = static_cast<std::uint32_t>(maps_.bases_.size() - 1);
    std::string buffer;
    Entries own;  // of two specifiers of one map with the same URL the later one counts
    for (ImportMapEntry const& each : read) {
      Asked key = ask(each.specifier, event.base);
      if (!count(key.normalized.size())) return;
      Entry entry{.key = key.normalized, .base = number, .is_null = each.is_null};
      if (!each.is_null) {
        entry.address = text::unescaped_json(each.address.in(event.text), buffer);
        const auto url = event.base.resolve(entry.address);
        if (url && !count(url->size())) return;
        entry.is_null = !url || (entry.key.ends_with('/') && !url->ends_with('/'));
      }
      // That of a URL has the colon behind its scheme.
      maps_.may_redirect_urls_ |= entry.key.find(':') != std::string::npos;
      own.insert_or_assign(std::move(key.normalized), std::move(entry));
    }
    entries.merge(own);
  }

  bool count(std::size_t bytes) {
    url_bytes_ += bytes;
    if (url_bytes_ <= max_url_bytes) return true;
    return budget_.count(std::numeric_limits<std::size_t>::max());
  }

  /// Drops the entries for what modules have resolved before.
  void bind(std::vector<MapEvent> const& events) {
    std::vector<std::vector<Entry*>> by_map(maps_.bases_.size());
    for (Entry& entry : maps_.imports_.entries) by_map[entry.base].push_back(&entry);
    std::vector<std::vector<std::pair<Scope*, Entry*>>> scoped(maps_.bases_.size());
    for (Scope& scope : maps_.scopes_) {
      for (Entry& entry : scope.table.entries) scoped[entry.base].emplace_back(&scope, &entry);
    }
    Bound bound;
    std::map<std::string, Bound, std::less<>> by_base;
    std::uint32_t maps = 0;
    for (MapEvent const& event : events) {
      if (event.type == MapEvent::Type::specifier) {
        std::string url;
        if (!maps_.append_resolved(url, event.text, event.base, maps)) continue;
        const Asked asked = ask(event.text, event.base);
        bound.add(asked);
        by_base[std::string(event.base.base())].add(asked);
        continue;
      }
      for (Entry* const entry : by_map[maps]) entry->is_dropped = bound.has(entry->key);
      for (auto const& [scope, entry] : scoped[maps]) {
        entry->is_dropped = is_bound(by_base, *scope, entry->key);
      }
      ++maps;
    }
  }

  /// A page has few base URLs.
  static bool is_bound(std::map<std::string, Bound, std::less<>> const& by_base, Scope const& scope,
                       std::string_view key) {
    const bool is_prefix = scope.key.ends_with('/');
    for (auto next = by_base.lower_bound(scope.key);
         next != by_base.end() && next->first.starts_with(scope.key); ++next) {
      const bool is_in_scope = is_prefix || next->first == scope.key;
      if (is_in_scope && next->second.has(key)) return true;
    }
    return false;
  }

  ImportMaps& maps_;
  UrlBudget& budget_;
  std::size_t url_bytes_ = 0;
  Entries imports_;
  std::map<std::string, Entries, std::less<>> scopes_;
};

ImportMaps::ImportMaps(std::vector<MapEvent> const& events, UrlBudget& budget) {
  Merger(*this, budget).run(events);
}

/// HTML Standard, "resolve a URL-like module specifier".
ImportMaps::Asked ImportMaps::ask(std::string_view specifier, url::Resolver const& base) {
  if (is_url_like_specifier(specifier)) {
    const bool is_relative = url::scheme_length(specifier) == 0;
    const url::Resolver without_base(base.options());
    if (const auto url = (is_relative ? base : without_base).resolve_url(specifier)) {
      return {std::string(url->href()), true, url->is_special()};
    }
  }
  return {std::string(specifier), false, true};
}

/// HTML Standard, "resolve an imports match".
ImportMaps::Entry const* ImportMaps::find(Table const& table, Asked const& asked,
                                          std::uint32_t maps) const {
  Entry const* found = nullptr;
  for_each_prefix(table.entries, asked.normalized, no_key, [&](Entry const& entry) {
    if (entry.is_dropped || entry.base >= maps) return false;
    const bool is_exact = entry.key.size() == asked.normalized.size();
    if (!is_exact && (!entry.key.ends_with('/') || !asked.takes_prefixes)) return false;
    found = &entry;
    return true;
  });
  return found;
}

ImportMaps::Entry const* ImportMaps::find(Asked const& asked, std::string_view base,
                                          std::uint32_t maps) const {
  Entry const* found = nullptr;
  for_each_prefix(scopes_, base, no_key, [&](Scope const& scope) {
    const bool counts = scope.key.size() == base.size() || scope.key.ends_with('/');
    if (counts) found = find(scope.table, asked, maps);
    return found != nullptr;
  });
  return found != nullptr ? found : find(imports_, asked, maps);
}

tl::expected<void, url::Error> ImportMaps::append_address(std::string& out, Entry const& entry,
                                                          Asked const& asked) const {
  if (entry.is_null) return tl::make_unexpected(url::Error::bare_specifier);
  url::Resolver const& base = bases_[entry.base];
  if (entry.key.size() == asked.normalized.size()) return base.append_resolved(out, entry.address);
  const auto prefix = base.resolve(entry.address);
  if (!prefix) return tl::make_unexpected(prefix.error());
  const auto below = url::Resolver::with_base(*prefix, base.options());
  const auto url = below
                       ? below->resolve(std::string_view(asked.normalized).substr(entry.key.size()))
                       : tl::make_unexpected(below.error());
  if (!url) return tl::make_unexpected(url.error());
  // Whoever gets a folder does not get what is beside it.
  if (!url->starts_with(*prefix)) return tl::make_unexpected(url::Error::bare_specifier);
  out += *url;
  return {};
}

tl::expected<void, url::Error> ImportMaps::append_resolved(std::string& out,
                                                           std::string_view specifier,
                                                           url::Resolver const& base,
                                                           std::uint32_t maps) const {
  const Asked asked = ask(specifier, base);
  if (maps != 0 && !empty()) {
    Entry const* const entry = find(asked, base.base(), maps);
    if (entry != nullptr) return append_address(out, *entry, asked);
  }
  if (!asked.is_url) return tl::make_unexpected(url::Error::bare_specifier);
  out += asked.normalized;
  return {};
}

tl::expected<std::string, url::Error> ImportMaps::resolve(std::string_view specifier,
                                                          url::Resolver const& base,
                                                          std::uint32_t maps) const {
  std::string url;
  if (auto resolved = append_resolved(url, specifier, base, maps); !resolved) {
    return tl::make_unexpected(resolved.error());
  }
  return url;
}

std::size_t ImportMaps::bytes() const {
  std::size_t bytes = sizeof(*this);
  const auto add = [&](Table const& table) {
    for (Entry const& entry : table.entries) {
      bytes += sizeof(entry) + entry.key.size() + entry.address.size();
    }
  };
  add(imports_);
  for (Scope const& scope : scopes_) {
    bytes += sizeof(scope) + scope.key.size();
    add(scope.table);
  }
  return bytes;
}

std::string ImportMaps::fingerprint() const {
  if (empty()) return {};
  constexpr std::size_t max_part = std::size_t{1} << 16;
  std::string text;
  const auto fold = [&] {
    const text::Hash128 hash = text::hash128(text, text::process_hash_key());
    text.assign(reinterpret_cast<char const*>(hash.data()), sizeof(hash));
  };
  const auto add = [&](Table const& table) {
    for (Entry const& entry : table.entries) {
      if (entry.is_dropped) continue;
      const auto address =
          entry.is_null ? std::string() : bases_[entry.base].resolve(entry.address).value_or("");
      text.append(entry.key).append("\n").append(address).append("\n");
      if (text.size() > max_part) fold();
    }
  };
  add(imports_);
  for (Scope const& scope : scopes_) {
    text.append("\n").append(scope.key).append("\n");
    add(scope.table);
  }
  fold();
  return text;
}

}  // namespace hrefkit::html
