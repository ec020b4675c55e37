// Where the module specifiers of a document lead (HTML Standard 8.1.6.3, "resolve a module
// specifier"): its import maps say it of names such as "vue", and of URLs that they redirect.
//
//   ImportMaps maps({MapEvent::map(R"({"imports": {"vue": "/vue.js"}})", base)}, budget);
//   maps.resolve("vue", base);        // https://h.example/vue.js
//   maps.resolve("react", base);      // Error::bare_specifier
//   maps.resolve("./x.js", base);     // like a URL
//
// A document may have several maps, each for what comes behind it. Of two entries for one specifier
// the earlier counts, so a map that is added changes no answer but those of names that had none,
// and of prefixes. So one table serves all moments: each entry knows the number of its map, and
// whoever asks says how many maps there were. What a module resolved, a later map does not change:
// entries for it are dropped ("merge existing and new import maps").
//
// An entry of a prefix ("lib/") serves all that begins with it, the longest prefix first. The keys
// are sorted, and each knows the longest other key that it begins with: the key before the place of
// a specifier, and the chain of those from there, are all that can match. A lookup takes a binary
// search and a step for each key of that chain, which is at most the root of twice the map's bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/html/url_budget.h"
#include "hrefkit/url/error.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit::html {

/// Something in a document that counts for its import maps, in the order of the source.
struct MapEvent {
  enum class Type : std::uint8_t {
    map,        ///< an import map
    specifier,  ///< what an inline module imports before the next map is read
  };

  static MapEvent map(std::string_view json, url::Resolver base) {
    return {Type::map, std::string(json), std::move(base)};
  }
  static MapEvent specifier(std::string_view text, url::Resolver base) {
    return {Type::specifier, std::string(text), std::move(base)};
  }

  Type type = Type::map;
  std::string text = {};  ///< the text of the map, or the specifier
  url::Resolver base;     ///< what relative references in it are relative to
};

/// The import maps of one document. Const members may be called by several threads at once.
class ImportMaps {
 public:
  /// All maps count.
  static constexpr std::uint32_t all = std::numeric_limits<std::uint32_t>::max();

  /// Without maps.
  ImportMaps() = default;

  /// What is no import map counts as an empty one. Takes time in proportion to the bytes of the
  /// events and of their URLs; where these exceed `max_url_bytes`, the rest has no entries, and
  /// `budget` is spent.
  ImportMaps(std::vector<MapEvent> const& events, UrlBudget& budget);

  /// True if there is no entry.
  bool empty() const { return imports_.entries.empty() && scopes_.empty(); }

  /// False only if no entry is for a URL: specifiers that are like URLs then lead there.
  bool may_redirect_urls() const { return may_redirect_urls_; }

  /// Appends the URL of `specifier`, imported by a script whose base URL is `base`, to `out`, as
  /// the first `maps` maps have it. Error::bare_specifier for a name without an entry, or whose
  /// entry leads nowhere. On an error `out` stays.
  tl::expected<void, url::Error> append_resolved(std::string& out, std::string_view specifier,
                                                 url::Resolver const& base,
                                                 std::uint32_t maps = all) const;

  /// The same as a new string.
  tl::expected<std::string, url::Error> resolve(std::string_view specifier,
                                                url::Resolver const& base,
                                                std::uint32_t maps = all) const;

  /// The memory that this takes, about.
  std::size_t bytes() const;

  /// A hash, of this process, that is the same for maps with the same entries: for programs that
  /// judge a script once for all pages with such maps. Empty without entries.
  std::string fingerprint() const;

  static constexpr std::size_t max_url_bytes = std::size_t{64} << 20;

 private:
  static constexpr std::uint32_t no_key = UINT32_MAX;

  /// An entry of a specifier map.
  struct Entry {
    std::string key = {};      ///< a specifier, or the URL of one that is like a URL
    std::string address = {};  ///< a reference, relative to `base`
    std::uint32_t base = 0;    ///< the number of its map
    bool is_null = false;      ///< it leads nowhere
    bool is_dropped = false;   ///< a module resolved it before
    std::uint32_t parent = no_key;
  };
  /// A specifier map: entries, sorted by their keys.
  struct Table {
    std::vector<Entry> entries = {};
  };
  struct Scope {
    std::string key = {};  ///< a URL
    Table table = {};
    std::uint32_t parent = no_key;
  };
  /// A specifier as entries are looked up by it.
  struct Asked {
    std::string normalized = {};  ///< the URL of one that is like a URL, else the specifier
    bool is_url = false;
    bool takes_prefixes = false;  ///< it is no URL, or one of a special scheme
  };
  class Merger;
  struct Bound;

  static Asked ask(std::string_view specifier, url::Resolver const& base);
  Entry const* find(Table const& table, Asked const& asked, std::uint32_t maps) const;
  Entry const* find(Asked const& asked, std::string_view base, std::uint32_t maps) const;
  tl::expected<void, url::Error> append_address(std::string& out, Entry const& entry,
                                                Asked const& asked) const;

  std::vector<url::Resolver> bases_;  // of the maps, by their numbers
  Table imports_;
  std::vector<Scope> scopes_;  // sorted by their keys
  bool may_redirect_urls_ = false;
};

}  // namespace hrefkit::html
