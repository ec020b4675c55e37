// Content Security Policy, as far as it decides which base elements count (base-uri), which URLs
// are loaded, and which are loaded by https instead of http.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/base_url.h"

namespace hrefkit::html {

/// True when one of the policies in `content`, a comma-separated list of them, has a directive of
/// that name (CSP Level 3, 2.2.1 "Parse a serialized CSP").
bool has_directive(std::string_view content, std::string_view name);

/// The one of `names` by which a policy in `content`, a comma-separated list, keeps a page at
/// `page` from loading `url`: the first of them that a policy has decides. Empty if no policy does,
/// and for lists with nonces, hashes or 'strict-dynamic', where the URL alone does not decide.
std::string_view blocking_directive(std::string_view content,
                                    std::span<std::string_view const> names, std::string_view url,
                                    std::string_view page);

/// The base-uri directives of a file's documents. A document obeys a chain of them: those of the
/// documents around it, and its own. Chains share what they have in common.
class PolicyTable {
 public:
  /// Bytes of directives that are compared with URLs: a fixed part, and a part for each
  /// byte of the file.
  static constexpr std::size_t free_work = std::size_t{64} << 20;
  static constexpr std::size_t work_per_file_byte = 64;

  explicit PolicyTable(std::size_t file_bytes)
      : budget_(free_work + work_per_file_byte * file_bytes) {}

  /// The chain `in_force` and the base-uri directive of each policy in `content`: the value of a
  /// Content-Security-Policy header or of such a meta element, a comma-separated list of policies.
  /// `self` is the URL of the policy's document ('self' means that URL's origin). CSP Level
  /// 3, 2.2.1 "Parse a serialized CSP": the first directive of a name counts.
  PolicyId append(PolicyId in_force, std::string_view content, std::string_view self);

  /// CSP Level 3, 6.3.1.1 "Is base allowed for document?": whether every policy of a chain lets
  /// `base`, an absolute URL, be the document's base: `used` or `blocked`, or `over_budget` where
  /// comparing URLs with the policies of this file takes too much time.
  BaseElementStatus judge(PolicyId in_force, std::string_view base);

 private:
  /// A base-uri directive.
  struct Policy {
    PolicyId outer;           // the chain before it
    std::string source_list;  // the directive's value
    std::string_view self;
  };

  std::string_view keep_self(std::string_view self);

  std::size_t budget_;
  std::deque<Policy> policies_;
  std::deque<std::string> selves_;
};

}  // namespace hrefkit::html
