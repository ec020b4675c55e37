// Fits one rule's path to a URL's path: placeholders and the splat.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/site/redirects.h"
#include "hrefkit/url/form_urlencoded.h"

namespace hrefkit::site {

/// A URL's path and query, taken apart once for all rules.
class PatternSubject {
 public:
  PatternSubject(std::string_view path, std::string_view query);

  /// Names between the slashes, decoded.
  std::vector<std::string> const& names() const { return names_; }
  std::vector<url::FormEntry> const& parameters() const { return parameters_; }

 private:
  std::vector<std::string> names_;
  std::vector<url::FormEntry> parameters_;
};

/// The rule's target with the placeholders filled in, when the rule fits.
std::optional<std::string> apply_pattern(Redirect const& rule, PatternSubject const& subject);

}  // namespace hrefkit::site
