// The encodings of style sheets that do not tell their own: that of a document which refers to the
// sheet counts (CSS Syntax 3, section 3.2, the environment encoding). Sheets whose bytes are UTF-8
// are read as UTF-8; the others wait until their referrers are read. A sheet that waits may be the
// referrer of another: there are rounds.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "hrefkit/text/encoding.h"

namespace hrefkit::site {

/// `find` may be called by several threads, the others by one, and `begin_round` between the
/// rounds.
class SheetEncodings {
 public:
  /// The encoding of a sheet whose turn has come.
  std::optional<text::Encoding> find(std::uint32_t sheet) const;

  /// Tells of a reference to a sheet from a document in that encoding. The first one counts.
  void refer(std::uint32_t sheet, text::Encoding encoding);

  /// Tells of a sheet that cannot be read yet.
  void wait(std::uint32_t sheet);

  /// True while a sheet cannot be read yet.
  bool has_waiting() const { return !waiting_.empty(); }

  /// The sheets whose turn has come, in the order of their numbers. Those that no document in a
  /// legacy encoding refers to are last, as UTF-8. Empty at the end. All rounds together take time
  /// in proportion to the sheets.
  std::vector<std::uint32_t> begin_round();

 private:
  using Encodings = std::unordered_map<std::uint32_t, text::Encoding>;

  Encodings known_;
  Encodings referrers_;
  std::set<std::uint32_t> waiting_;
  std::vector<std::uint32_t> ready_;  // of those that wait: the ones with a referrer
};

}  // namespace hrefkit::site
