// The parts of Content Security Policy that concern links: which base elements apply (base-uri),
// which URLs may be loaded, and whether http URLs are upgraded to https.
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <string>
#include <string_view>

#include "hrefkit/html/base_url.h"

namespace hrefkit::html {

/// True if a policy in `content`, a comma-separated list of policies, has a directive of that name
/// (CSP Level 3, 2.2.1 "Parse a serialized CSP").
bool has_directive(std::string_view content, std::string_view name);

/// The directive by which a policy in `content`, a comma-separated list of policies, keeps a page
/// at `page` from loading `url`. Of each policy, the first directive of `names` that it has
/// decides. Empty if no policy blocks the URL, and for source lists with nonces, hashes or
/// 'strict-dynamic', which do not decide by the URL alone.
std::string_view blocking_directive(std::string_view content,
                                    std::span<std::string_view const> names, std::string_view url,
                                    std::string_view page);

/// The base-uri directives of all documents of a file. A document obeys a chain of directives:
/// those of the documents around it and its own. Chains share their common beginnings.
class PolicyTable {
 public:
  /// Budget for comparing URLs with directives, in bytes of directives: a fixed part and a part for
  /// each byte of the file.
  static constexpr std::size_t free_work = std::size_t{64} << 20;
  static constexpr std::size_t work_per_file_byte = 64;

  explicit PolicyTable(std::size_t file_bytes)
      : budget_(free_work + work_per_file_byte * file_bytes) {}

  /// Extends the chain `in_force` by the base-uri directive of each policy in `content`, the value
  /// of a Content-Security-Policy header or meta element (a comma-separated list of policies), and
  /// returns the new chain. `self` is the URL of the policy's document, whose origin 'self' means.
  /// CSP Level 3, 2.2.1 "Parse a serialized CSP": the first directive of a name applies.
  PolicyId append(PolicyId in_force, std::string_view content, std::string_view self);

  /// CSP Level 3, 6.3.1.1 "Is base allowed for document?": `used` if every policy of a chain allows
  /// `base`, an absolute URL, as the document's base; else `blocked`, or `over_budget` if the
  /// budget above is used up.
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
