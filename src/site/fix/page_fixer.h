// Writes the repairs of one page: each link is to lead to its target, in the style and with the
// escapes of its place, as `hrefkit rewrite` writes it (html/rewrite.h), and proved as there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/link.h"
#include "hrefkit/html/rewrite.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/check/page_file.h"
#include "hrefkit/site/check/redirect_findings.h"
#include "hrefkit/site/fix/fix_target.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::site {

/// A repair with its own texts.
struct FoundFix {
  std::size_t offset = 0;
  std::size_t length = 0;
  FindingPosition begin = {};
  FindingPosition end = {};
  std::string value = {};
  std::string url = {};
  std::vector<FixEdit> edits = {};
  bool is_in_generated = false;

  /// Gives a finding views of this.
  void add_to(Finding& finding) const;
};

/// True for a text whose bytes a program made: it names its generator.
bool names_generator(std::string_view text);

/// Finds the repairs of findings, page after page. One for each thread.
class FixFinder {
 public:
  /// All must outlive this. `sheets` and `scripts` are those with which the pages were read.
  FixFinder(CheckedSite const& checked, CheckOptions const& options, IdForms& ids,
            SheetEncodings const& sheets, ScriptGraph const& scripts);

  /// Begins a page.
  void begin(std::uint32_t page);

  /// Adds the next finding of the page.
  void add(Finding const& finding);

  /// The repairs of the findings that were added, in their order; shorter where the last ones have
  /// none.
  std::vector<FoundFix> finish();

 private:
  /// So many bytes of targets wait for a page; what follows gets no repair.
  static constexpr std::size_t max_wanted_bytes = std::size_t{8} << 20;

  /// A link that is to lead elsewhere.
  struct Wanted {
    std::size_t number = 0;  ///< of the finding
    std::size_t offset = 0;
    std::uint64_t key = 0;  ///< of what tells it from other links in its place
    std::uint64_t url = 0;  ///< hash of where it led
    std::string target = {};
    std::uint32_t element_key = html::Link::no_element;  ///< once it was met
  };

  Wanted* wanted_for(html::Link const& link, std::string_view url, std::string_view context);
  std::uint64_t key_of(std::string_view raw, std::string_view attribute, std::string_view context,
                       std::uint32_t index) const;
  std::optional<FixEdit> edit_of(html::RewriteEdit const& edit) const;

  CheckedSite checked_;
  FixTargets targets_;
  PageFile page_;
  html::Rewriter rewriter_;
  std::uint32_t number_ = 0;
  std::size_t findings_ = 0;
  std::size_t wanted_bytes_ = 0;
  bool is_own_ = false;         // a file of the folder itself: others are not written
  std::vector<Wanted> wanted_;  // sorted by offset before the page is written
  std::size_t last_met_ = 0;    // of them, whose link came last
  std::uint64_t seed_ = text::random_seed();
};

}  // namespace hrefkit::site
