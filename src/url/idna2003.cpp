#include "hrefkit/url/idna2003.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/host/idna.h"

namespace hrefkit::url {

namespace {

constexpr std::size_t max_label = 63;
/// In bytes, far beyond the 255 of DNS.
constexpr std::size_t max_domain = 0x4000;
constexpr text::ByteSet ldh = text::ascii_alphanumeric | text::ByteSet("-");

/// STD3: letters, digits and hyphens, no hyphen first or last (RFC 3490 4.1 step 3, step 8).
bool is_std3_ascii_label(std::string_view label) {
  return !label.empty() && label.size() <= max_label && label.front() != '-' &&
         label.back() != '-' && text::is_made_of(label, ldh);
}

/// A separator (RFC 3490 3.1 (1)) and where it begins.
struct Separator {
  std::size_t offset;
  std::size_t length;
};

/// The first label separator at or after `from`; at the end of `domain`, of length 0, if none.
Separator find_separator(std::string_view domain, std::size_t from) {
  constexpr std::array<std::string_view, 3> wide{"\u3002", "\uFF0E", "\uFF61"};
  for (std::size_t i = from; i < domain.size(); ++i) {
    if (domain[i] == '.') return {i, 1};
    const std::string_view here = domain.substr(i, 3);
    if (std::find(wide.begin(), wide.end(), here) != wide.end()) return {i, 3};
  }
  return {domain.size(), 0};
}

/// ToASCII of a label without other characters consists of steps 3 and 8.
bool is_ascii_label(std::string_view label, Std3Rules rules) {
  if (rules == Std3Rules::on) return is_std3_ascii_label(label);
  return !label.empty() && label.size() <= max_label;
}

bool append_label(std::string& out, std::string_view label, Std3Rules rules) {
  if (text::is_ascii(label)) {
    if (!is_ascii_label(label, rules)) return false;
    out += label;
    return true;
  }
  const std::optional<std::string> ascii = label_to_ascii_2003(label, rules);
  if (!ascii) return false;
  out += *ascii;
  return true;
}

}  // namespace

std::optional<std::string> domain_to_ascii_2003(std::string_view domain, Std3Rules rules) {
  if (is_std3_ascii_domain(domain)) return std::string(domain);
  // OMITTED: longer domains in other scripts. ICU takes quadratic time for combining characters.
  if (domain.size() > max_domain) return std::nullopt;
  std::string out;
  for (std::size_t begin = 0;;) {
    const Separator separator = find_separator(domain, begin);
    const std::string_view label = domain.substr(begin, separator.offset - begin);
    if (!append_label(out, label, rules)) return std::nullopt;
    if (separator.length == 0) return out;
    out += '.';
    begin = separator.offset + separator.length;
    if (begin == domain.size()) return out;
  }
}

bool is_std3_ascii_domain(std::string_view domain) {
  if (!domain.empty() && domain.back() == '.') domain.remove_suffix(1);
  for (;;) {
    const std::size_t dot = domain.find('.');
    if (!is_std3_ascii_label(domain.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    domain.remove_prefix(dot + 1);
  }
}

}  // namespace hrefkit::url
