// What the cache keeps of an answer, and what an answer that it kept may say. It can only make a
// link fine, redirected, or blocked by a status that stays: whatever else it says is asked for
// again.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/net/client.h"
#include "hrefkit/net/clock.h"
#include "hrefkit/net/next_step.h"
#include "hrefkit/site/external.h"
#include "hrefkit/site/external/targets.h"
#include "hrefkit/site/external/verdict.h"

namespace hrefkit::site {

/// An answer as it is kept.
struct CachedAnswer {
  struct Hop {
    int status = 0;
    std::string url = {};  ///< without fragment, and "***" for userinfo
  };

  std::vector<Hop> hops = {};
  std::string final_url = {};  ///< of the last hop, with the fragment of a redirect
  std::string type = {};
  bool has_body = false;                ///< a redirect without Location, whose body was seen
  bool is_from_get = false;             ///< the ids are known, or it has none
  bool judges_fragments = false;        ///< the page is one of ids
  bool is_built_by_script = false;      ///< else a script builds it
  std::vector<std::uint64_t> ids = {};  ///< sorted; not more than a page's first 10,000
};

/// The bytes of a row.
std::string encode(CachedAnswer const& answer);

/// Nothing for bytes that are no such row: the file may come from anybody.
std::optional<CachedAnswer> decode_answer(std::string_view bytes);

/// What a series leaves for later runs; nothing where it is a failure that may pass.
/// `ids` are those of its page, which is one of ids or not.
std::optional<CachedAnswer> answer_to_keep(net::Series const& series);

/// The series that an answer stands for.
net::Series series_of(CachedAnswer const& answer, net::StatusSet const& accept);

/// True where the verdict on an address may come from the cache.
bool may_come_from_cache(ExternalVerdict const& verdict);

/// The age at which an answer is asked for again: `max_age` less up to a tenth, by the key, so that
/// answers which came together are not asked for again together. 0 asks at once.
std::chrono::seconds age_limit(std::chrono::seconds max_age, std::string_view key);

/// The answers of former runs.
class AnswerCache {
 public:
  /// `options` must outlive this.
  explicit AnswerCache(ExternalOptions const& options);

  /// Answers the target where the cache can, and returns true then.
  bool answer(ExternalTarget& target);

  /// Keeps what came of the target, or forgets what was known of it.
  void keep(ExternalTarget const& target, net::Series const& series,
            std::vector<std::uint64_t> const& ids, bool judges_fragments);

  /// Why the cache is not used any more; empty where it is.
  std::string const& trouble() const { return trouble_; }

 private:
  std::string key_of(std::string_view url) const;

  ExternalOptions const& options_;
  net::Clock const& clock_;
  std::string shape_;
  std::string trouble_;
};

}  // namespace hrefkit::site
