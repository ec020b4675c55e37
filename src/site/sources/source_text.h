// A source that was read: its text and references, and how much of its prose stands on a page.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hrefkit/site/sources/source_match.h"
#include "hrefkit/site/sources/source_references.h"
#include "hrefkit/site/sources/source_tree.h"
#include "hrefkit/text/line_index.h"

namespace hrefkit::site {

/// A reference with its key.
struct KeyedReference {
  SourceReference reference;
  ReferenceKey key;
  /// The same with the names of the page of the source that it names, where front matter gives that
  /// page another address.
  std::optional<ReferenceKey> moved = {};
};

/// The names of the page of a source, given by a path that a reference has; null where that is no
/// source, or front matter does not name its page.
using AddressOf = std::function<std::vector<std::string> const*(std::string_view path)>;

/// Where the lines of a text begin.
class LineBegins {
 public:
  LineBegins() = default;
  explicit LineBegins(std::string_view text);

  /// The place of a byte of the same text, as text::LineCursor gives it. A byte order mark is no
  /// column.
  text::LineColumn at(std::string_view text, std::size_t offset) const;

  /// The column in bytes, from 1.
  std::size_t byte_column(std::size_t offset) const {
    offset = std::max<std::size_t>(offset, begins_[0]);
    return offset - *(std::upper_bound(begins_.begin(), begins_.end(), offset) - 1) + 1;
  }

 private:
  std::vector<std::uint32_t> begins_ = {0};
};

/// One source.
struct ReadSource {
  std::string text;
  LineBegins lines = {};
  std::size_t body = 0;  ///< where the text behind front matter begins
  std::vector<KeyedReference> references = {};
  /// The references by hashes_of_source.
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> by_hash = {};
};

/// Reads sources, each about once: the ones that were used last are kept.
class SourceTexts {
 public:
  SourceTexts(std::span<SourceFile const> files, SourceReport const& report, AddressOf address_of)
      : files_(files), report_(report), address_of_(std::move(address_of)) {}

  /// The source; null where it cannot be read or is no text, which is reported once. It lives until
  /// `max_kept` others were asked for.
  ReadSource const* get(std::uint32_t source);

  /// The text of a source without its references, for one look at it; nullopt as above.
  std::optional<std::string> read(std::uint32_t source);

  static constexpr std::size_t max_kept = 48;

 private:
  static constexpr std::size_t max_bytes = std::size_t{64} << 20;

  std::span<SourceFile const> files_;
  SourceReport const& report_;
  AddressOf address_of_;
  std::list<std::pair<std::uint32_t, ReadSource>> kept_;  // the last used first
  std::unordered_map<std::uint32_t, std::list<std::pair<std::uint32_t, ReadSource>>::iterator>
      places_;
  std::set<std::uint32_t> faulty_;
};

// Whether a page was made from a source: an author's prose stands on the page, whatever the
// generator did to it. Compared are runs of three words.

/// The runs of words of a page.
class PageWords {
 public:
  explicit PageWords(std::string_view page);

  /// The part of the source's runs that stands on the page, from 0 to 1; nullopt for a source with
  /// too few words to tell.
  std::optional<double> share_of(std::string_view source) const;

 private:
  std::unordered_set<std::uint64_t> runs_;
};

}  // namespace hrefkit::site
