#include "hrefkit/url/masked_url.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/scheme_kind.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::url {

namespace {

constexpr std::string_view mask = "***@";

/// "@", percent-encoded, and what IDNA maps to it (UTS 46: U+FE6B, U+FF20): a host with one of
/// these does not parse.
constexpr std::array<std::string_view, 4> at_signs{"@", "%40", "\xEF\xB9\xAB", "\xEF\xBC\xA0"};

/// A part of the text.
struct Part {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The last "@", in any of its forms, of `text` from `begin` to `end`.
std::optional<Part> last_at(std::string_view text, std::size_t begin, std::size_t end) {
  std::optional<Part> last;
  const std::string_view part = text.substr(begin, end - begin);
  for (const std::string_view sign : at_signs) {
    const std::size_t found = part.rfind(sign);
    if (found == std::string_view::npos || (last && begin + found < last->begin)) continue;
    last = {begin + found, begin + found + sign.size()};
  }
  return last;
}

/// The offset of the reference's authority; nullopt if it has none.
std::optional<std::size_t> authority_of(std::string_view reference) {
  std::size_t i = 0;
  while (i < reference.size() && c0_control_or_space.contains(reference[i])) ++i;
  const std::size_t begin = i;
  std::string scheme;
  constexpr std::size_t max_special = 5;
  for (; i < reference.size(); ++i) {
    const char c = reference[i];
    if (ascii_tab_or_newline.contains(c)) continue;
    const bool is_of_scheme =
        text::ascii_alphanumeric.contains(c) || c == '+' || c == '-' || c == '.';
    if (!is_of_scheme) break;
    if (scheme.size() <= max_special) scheme += text::to_ascii_lower(c);
  }
  const bool has_scheme = !scheme.empty() && i < reference.size() && reference[i] == ':';
  const bool is_special_scheme = !has_scheme || is_special(scheme_kind(scheme));
  i = has_scheme ? i + 1 : begin;
  // The parser is lenient with the slashes of special schemes: none, backslashes, many.
  std::size_t slashes = 0;
  for (; i < reference.size(); ++i) {
    const char c = reference[i];
    if (ascii_tab_or_newline.contains(c)) continue;
    if (c != '/' && !(is_special_scheme && c == '\\')) break;
    if (!is_special_scheme && slashes == 2) break;
    ++slashes;
  }
  const std::size_t needed = has_scheme && is_special_scheme ? 0 : 2;
  return slashes >= needed ? std::optional(i) : std::nullopt;
}

/// True for an authority whose port is not a number: its ":" may be that of a password.
bool has_bad_port(std::string_view authority) {
  const std::size_t colon = authority.find(':');
  if (authority.starts_with('[') || colon == std::string_view::npos) return false;
  const std::string_view port = authority.substr(colon + 1);
  return std::any_of(port.begin(), port.end(), [](char c) {
    return !text::ascii_digit.contains(c) && !ascii_tab_or_newline.contains(c);
  });
}

std::size_t authority_end(std::string_view text, std::size_t begin) {
  return std::min(text.find_first_of("/\\?#", begin), text.size());
}

/// The userinfo of an authority, with its "@".
std::optional<Part> userinfo_at(std::string_view text, std::size_t begin) {
  const std::size_t end = authority_end(text, begin);
  auto at = last_at(text, begin, end);
  if (!at && has_bad_port(text.substr(begin, end - begin))) at = last_at(text, end, text.size());
  if (!at) return std::nullopt;
  return Part{begin, at->end};
}

}  // namespace

bool may_have_userinfo(std::string_view reference) {
  return std::any_of(at_signs.begin(), at_signs.end(), [reference](std::string_view sign) {
    return reference.find(sign) != std::string_view::npos;
  });
}

std::string masked_url(std::string_view reference) {
  constexpr std::string_view before = "://";
  if (!may_have_userinfo(reference)) return std::string(reference);
  std::string masked;
  std::size_t done = 0;
  const auto put_mask = [&](std::optional<Part> userinfo) {
    if (!userinfo) return;
    masked += reference.substr(done, userinfo->begin - done);
    masked += mask;
    done = userinfo->end;
  };
  std::size_t next = 0;
  if (const auto authority = authority_of(reference)) {
    put_mask(userinfo_at(reference, *authority));
    next = std::max(done, *authority);
  }
  // URLs within the URL: of a blob, in an archive, in a query.
  while ((next = reference.find(before, next)) != std::string_view::npos) {
    next += before.size();
    const std::size_t end = authority_end(reference, next);
    if (const auto at = last_at(reference, next, end)) put_mask(Part{next, at->end});
    next = std::max(next, done);
  }
  masked += reference.substr(done);
  return masked;
}

}  // namespace hrefkit::url
