// Warnings about many pages: one line a kind, with the first place and the number of links and
// pages; with --verbose a line for each page.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "hrefkit/cli/io/messages.h"

namespace hrefkit::cli {

class WarningGroups {
 public:
  /// `messages` must outlive this.
  WarningGroups(Messages& messages, bool lists_all) : messages_(messages), lists_all_(lists_all) {}

  /// Adds a warning about the page `page`: `sentence`, about `links` of its links; 0 if it is about
  /// the page. Warnings of one `kind` are one group; its first sentence is printed for all of them.
  /// `place` is where on the page ("FILE:LINE:COLUMN"), or empty. Pages come one after the other.
  void add(std::string const& kind, std::string const& page, std::string const& sentence,
           std::size_t links, std::string const& place = {});

  /// `add` without a place, as a function.
  auto adder() {
    return [this](auto const&... warning) { add(warning...); };
  }

  /// Prints the groups, in the order in which they began.
  void print();

 private:
  struct Group {
    std::string place;
    std::string sentence;
    std::size_t links = 0;
    std::size_t pages = 0;
    std::string last_page = {};
  };

  Messages& messages_;
  bool lists_all_;
  std::map<std::string, std::size_t> numbers_;  // of groups, by their kinds
  std::vector<Group> groups_;
};

}  // namespace hrefkit::cli
