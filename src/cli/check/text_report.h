// Findings for people: page by page, each with its source line. A link that is broken on many
// pages, as in a menu, is printed once.
//
//   public/guide/index.html:12:15: error: intro.html does not exist [missing-file]
//      12 | <p>See <a href="intro.html">the introduction</a>.
//         |                 ^^^^^^^^^^
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "hrefkit/cli/check/report.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::cli {

class TextReport : public Report {
 public:
  /// So many findings, and about so many bytes of them, wait at most to see whether they come again
  /// on other pages.
  static constexpr std::size_t most_waiting = 50'000;
  static constexpr std::size_t most_waiting_bytes = std::size_t{16} << 20;

  /// A finding that comes on so many pages is printed once.
  static constexpr std::size_t least_pages = 4;

  /// So many of its places are printed.
  static constexpr std::size_t most_places = 3;

  TextReport(ReportOptions const& options, WriteText write);
  bool begin() override { return true; }
  bool give(site::Finding const& finding) override;
  bool end(site::CheckSummary const& summary) override;

 private:
  /// The same broken link, wherever it stands.
  struct Group {
    std::size_t number = 0;  // in the order of the first findings
    std::size_t pages = 0;
    std::string last_file;
    std::vector<std::string> places;  // "file:line:column" of the first
    std::string headline;
  };
  struct Waiting {
    std::string file;
    std::string text;
    Group const* group = nullptr;
  };

  bool wait(site::Finding const& finding);
  void count(Group& group, site::Finding const& finding) const;
  static bool is_grouped(Group const& group) { return group.pages >= least_pages; }
  bool print_waiting();
  bool print(std::string const& file, std::string const& text);
  bool print_groups();
  std::string text_of(site::Finding const& finding) const;
  std::string place_of(site::Finding const& finding) const;
  std::string headline_of(site::Finding const& finding) const;
  void append_source(std::string& out, site::Finding const& finding) const;
  void append_colored(std::string& out, std::string_view color, std::string_view text) const;

  ReportOptions options_;
  WriteText write_;
  std::unordered_map<std::string, Group, text::SeededHasher> groups_;
  std::vector<Waiting> waiting_;
  std::size_t waiting_bytes_ = 0;  // of the findings that wait, and of the groups
  bool is_waiting_ = true;
  std::string last_file_;  // of the finding that was printed last
};

}  // namespace hrefkit::cli
