// Findings that are known and accepted, so that only new ones fail.
//
// The file has one JSON object a line, sorted, so that its differences are easy to review:
//
//   {"file":"guide/index.html","rule":"missing-file","raw":"intro.html","count":1}
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <tuple>

#include "hrefkit/site/finding.h"

namespace hrefkit::site {

/// The findings of one file, rule and reference.
struct KnownFinding {
  std::string const& file;
  std::string const& rule;
  std::string const& raw;
  std::size_t count;
};

class Baseline {
 public:
  /// Reads the text of a baseline file, or says what is wrong with it.
  tl::expected<void, std::string> read(std::string_view text);

  /// True when the finding is known. Each line of the file covers as many findings as it counts.
  /// `file` is the path below the root.
  bool covers(Finding const& finding, std::string_view file);

  /// Adds a finding.
  void add(Finding const& finding, std::string_view file);

  /// Adds what another baseline has and `covers` did not ask it for.
  void add_rest(Baseline const& other);

  /// How many findings there are.
  std::size_t size() const;

  /// Calls `visit` with what this has and `other` has not, or less often.
  void for_each_lacking_in(Baseline const& other,
                           std::function<void(KnownFinding const&)> const& visit) const;
  std::size_t count_lacking_in(Baseline const& other) const;

  /// The text of the file.
  std::string text() const;

 private:
  using Key = std::tuple<std::string, std::string, std::string>;  // file, rule, raw

  std::map<Key, std::size_t> counts_;
};

}  // namespace hrefkit::site
