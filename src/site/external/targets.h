// The addresses of other sites to which links lead: each once, with the fragments that its links
// want and the pages that have them, and what came of it.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hrefkit/html/link_table.h"
#include "hrefkit/html/usable_content.h"
#include "hrefkit/site/external/sent_content.h"
#include "hrefkit/site/external/verdict.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::site {

/// One address.
struct ExternalTarget {
  /// What is known of it.
  enum class State : std::uint8_t {
    open,      ///< not asked for
    answered,  ///< by its server
    cached,    ///< by the cache
  };

  std::string url;                          ///< without fragment; it may have userinfo
  std::vector<std::string> fragments = {};  ///< that are wanted, each once
  State state = State::open;
  bool is_svg = false;         ///< fragments of pictures are not judged
  bool is_forbidden = false;   ///< by robots.txt
  bool is_too_costly = false;  ///< for robots.txt to match, so it counts as forbidden
  bool is_given_up = false;    ///< not requested, since its host failed before
  bool is_left_out = false;    ///< redirects lead to what the user leaves out
  /// Where the page sends its readers, without fragment; empty where they stay.
  std::string sends_to = {};
  ExternalVerdict verdict = {};
  std::vector<FragmentAnswer> answers = {};  ///< of `fragments`
  ContentNeeds needs = {};                   ///< of its links
  html::SentContent sent = {};               ///< what came, if the address is fine
};

/// All addresses of a check.
class ExternalTargets {
 public:
  /// Adds a link of a page. `url` is absolute; its fragment, if there is one, is wanted. `usable`
  /// is what the link can use.
  void add(std::uint32_t page, std::string_view url,
           html::UsableContent usable = html::UsableContent::anything);

  std::deque<ExternalTarget>& all() { return targets_; }
  std::deque<ExternalTarget> const& all() const { return targets_; }

  /// The target of an absolute URL; null where no page has that link.
  ExternalTarget const* find(std::string_view url) const;

  /// The verdict on a link with that absolute URL; nothing where it is not known.
  /// `asks_for_svg_id`: the fragment is an id where the target is a picture. `usable`: what the
  /// link can use.
  std::optional<ExternalVerdict> verdict(
      std::string_view url, bool asks_for_svg_id,
      html::UsableContent usable = html::UsableContent::anything) const;

  /// The fragments that are not judged since a script builds their page.
  std::size_t left_to_scripts() const;

  /// Calls `visit` with each page that has a link to a target which has something to report.
  template <class Visit>
  void for_each_page_with_finding(Visit const& visit) const {
    for (auto const& [target, page] : uses_) {
      if (has_finding(targets_[target])) visit(page);
    }
  }

 private:
  static bool has_finding(ExternalTarget const& target);

  std::deque<ExternalTarget> targets_;  // which keep their places
  std::unordered_map<std::string_view, std::uint32_t, text::SeededHasher> numbers_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> uses_;  // target and page
  std::vector<std::uint32_t> last_pages_;                      // by target
  /// The number of a fragment among those of its target: "12#top".
  std::unordered_map<std::string, std::uint32_t, text::SeededHasher> fragments_;
};

}  // namespace hrefkit::site
