// One line of `hrefkit url --batch`:
//
//   {"input":"../x","base":"http://a.example/","set":{"port":"81","hash":"top"}}
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/url/url_attribute.h"

namespace hrefkit::cli {

/// The request of one line. Views are of the line or of this object.
class UrlRequest {
 public:
  /// A part to set.
  struct Change {
    url::UrlAttribute part;
    std::string_view value;
  };

  /// Reads `line`, which must live as long as the request is used. Returns its fault, or the empty
  /// string. Strings may hold any characters; a lone surrogate counts as U+FFFD. A
  /// base, encoding, standard or set of null counts as absent; the later of two equal keys counts.
  std::string read(std::string_view line);

  std::string_view input() const { return input_; }
  std::optional<std::string_view> base() const { return base_; }
  std::optional<std::string_view> encoding() const { return encoding_; }
  std::optional<std::string_view> standard() const { return standard_; }
  std::vector<Change> const& changes() const { return changes_; }
  /// Keys that are not known.
  std::vector<std::string> const& unknown_keys() const { return unknown_keys_; }

 private:
  class Reading;

  void clear();

  std::string_view input_;
  std::optional<std::string_view> base_;
  std::optional<std::string_view> encoding_;
  std::optional<std::string_view> standard_;
  std::vector<Change> changes_;
  std::vector<std::string> unknown_keys_;
  std::deque<std::string> unescaped_;  ///< strings that have escapes in the line
  std::size_t used_ = 0;               ///< how many of them belong to this line
};

}  // namespace hrefkit::cli
