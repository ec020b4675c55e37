// What the answers of servers mean for the links that lead there: a pure function of a series of
// answers, and the rules of fragments.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/net/client.h"
#include "hrefkit/site/finding.h"

namespace hrefkit::site {

/// What came of an address, or of a link to it.
struct ExternalVerdict {
  std::optional<Rule> rule = {};  ///< nothing: it is fine
  int status = 0;                 ///< of HTTP, the last one; 0: there was none
  std::string_view reason = {};   ///< a word of rows; empty where the answer is accepted
  std::string final_url = {};     ///< where redirects lead, without fragment; empty without one
  std::string fragment = {};      ///< of a redirect: it is looked for in place of the link's
  std::string suggestion = {};    ///< of `external_redirected`; it may have a fragment
};

/// Judges an address by its answers, whatever fragments its links have. The URLs have their
/// userinfo: net::masked_url is for people.
ExternalVerdict judge(net::Series const& series, bool is_insecure);

/// Where the redirects at the beginning lead that are to last: those with 301 or 308, and those to
/// the same URL with https. Empty where there is none.
std::string moved_to(net::Series const& series);

/// True where redirects end at a page to log in.
bool leads_to_login(std::string_view first, std::string_view last);

/// True where redirects end at a page that is shown in place of one that is missing.
bool is_soft_404(std::string_view first, std::string_view last);

/// True for a fragment that a remote page must have an element for: not empty, "top", of a script,
/// or one of the forms that scripts of code hosts read, such as L10 and L10-L20.
bool is_wanted_fragment(std::string_view fragment);

/// What is known of a fragment of a remote page.
enum class FragmentAnswer : std::uint8_t {
  not_judged,  ///< the page is not one with ids
  of_script,   ///< nor this, since a script builds the page
  found,
  missing,
  body_limit,  ///< not in the part of the page that was read
  truncated,   ///< not in what has come of the page
  timed_out,   ///< the same, and the rest did not come in time
  coding,      ///< the page's content coding is not known here
};

/// The verdict on a link with a fragment: that on the address, unless the fragment is missing.
ExternalVerdict with_fragment(ExternalVerdict const& address, FragmentAnswer fragment);

/// True for an address that is there, and may have moved.
bool is_of_address(ExternalVerdict const& address);

/// The verdict on a link to such an address that cannot use the page which is sent.
ExternalVerdict with_wrong_type(ExternalVerdict const& address);

}  // namespace hrefkit::site
