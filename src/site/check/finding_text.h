// What users read about findings: the sentence and the line of the file, and the advice on each
// rule (advice_on of site/finding.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/site/check/file_view.h"
#include "hrefkit/site/check/suggestion.h"
#include "hrefkit/site/finding.h"
#include "hrefkit/text/span.h"

namespace hrefkit::site {

/// What a sentence is about.
struct FindingText {
  Rule rule = Rule::missing_file;
  std::string_view raw = {};
  std::string_view url = {};
  std::string_view later_url =
      {};  ///< where a link leads that was loaded from `url` before the base
  std::string_view missing_url = {};  ///< of the two, the one that does not work, where one does
  std::string_view target = {};       ///< path below the root
  std::string_view fragment = {};     ///< decoded
  std::string_view error = {};        ///< why a URL does not resolve
  std::string_view site_url = {};
  std::span<std::string const> index_names = {};  ///< of index files
  std::string_view end = {};                      ///< path to which redirects lead
  std::string_view element = {};
  std::string_view attribute = {};
  std::string_view field = {};   ///< of HTTP, for a link in the head of an answer
  bool is_css = false;           ///< the URL is one of CSS
  bool is_lost = false;          ///< a redirect leaves the fragment behind
  bool is_unpublished = false;   ///< the file is there, and the host leaves it out
  bool may_ignore_case = false;  ///< the host is said to find files in any letter case
  PathSuggestion const* path = nullptr;
  std::string_view suggestion = {};            ///< of an id, or of a path below the root
  FileObstacle obstacle = FileObstacle::none;  ///< of `not_from_files`
  std::string_view requirement = {};           ///< the same, see FileView
  std::optional<html::BaseElementStatus> base_status = {};     ///< where it is known
  html::UsableContent wanted = html::UsableContent::anything;  ///< of `wrong_type`
  bool is_by_catch_all = false;                                ///< a rule for all addresses answers
  std::string_view dangling_link = {};    ///< the symbolic link to nothing on the way to `target`
  std::string_view dangling_target = {};  ///< and what it names
  // What a server answered.
  std::uint16_t status = 0;
  std::string_view reason = {};
  std::string_view final_url = {};  ///< where redirects lead; empty where there were none
};

/// A sentence for people, without a full stop. It names the reference as written.
std::string sentence(FindingText const& text);

/// The sentence with the reference before it, unless it names it: "'../a.html': a.html does not
/// exist". A very long reference is cut.
std::string with_reference(std::string_view raw, std::string sentence);

// The rows of one page, kept until it is the page's turn.

/// Findings with their texts.
class PageRows {
 public:
  /// So many rows, and about so many bytes, wait at most; a page with more is read again when its
  /// turn has come.
  static constexpr std::size_t max_rows = 2048;
  static constexpr std::size_t max_bytes = std::size_t{2} << 20;

  bool is_full() const { return rows_.size() >= max_rows || bytes() >= max_bytes; }
  std::size_t size() const { return rows_.size(); }
  /// The bytes of memory that the rows take.
  std::size_t bytes() const { return rows_.size() * sizeof(Row) + texts_.size(); }
  void clear();
  void add(Finding const& finding);
  /// Inserts a row by the place of its link.
  void insert(Finding const& finding);

  /// The row with that number; its views live until this changes.
  Finding at(std::size_t number) const;

 private:
  struct Row {
    Finding finding;      // of its views only the sizes hold
    std::size_t begin{};  // where its texts begin in `texts_`, one behind the other
  };

  std::vector<Row> rows_;
  std::string texts_;
};

// The line of a source text around a place, cut where it is very long.

/// A part of one line, and where the place stands in it.
struct SourceExcerpt {
  std::string_view text;
  text::Span span;
};

/// The line of `text` (valid UTF-8) that `place` begins on: at most 120 bytes before the place and
/// 240 from it on, cut between code points. A place that goes on to the next line is cut at its
/// end.
SourceExcerpt excerpt_of(std::string_view text, text::Span place);

/// Has `finding` show the excerpt, whose text must live as long.
void show_line(SourceExcerpt const& excerpt, Finding& finding);

}  // namespace hrefkit::site
