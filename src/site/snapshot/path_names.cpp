#include "hrefkit/site/snapshot/path_names.h"

#include <algorithm>

#include "hrefkit/url/percent_decode.h"

namespace hrefkit::site {

bool PathNames::next() {
  rest_.remove_prefix(std::min(rest_.find_first_not_of('/'), rest_.size()));
  if (rest_.empty()) return false;
  const std::size_t end = std::min(rest_.find('/'), rest_.size());
  name_ = written_ = rest_.substr(0, end);
  rest_.remove_prefix(end);
  if (name_.find('%') != std::string_view::npos) {
    decoded_ = url::percent_decode(name_);
    name_ = decoded_;
  }
  return true;
}

bool PathNames::is_possible() const {
  return name_.find('/') == std::string_view::npos && name_.find('\0') == std::string_view::npos &&
         name_ != "." && name_ != "..";
}

}  // namespace hrefkit::site
