#include "hrefkit/site/external/language_tag.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "hrefkit/site/external/language_subtags.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::site {

namespace {

/// The 183 codes of ISO 639-1 in iso-codes 4.15.0 (Debian 12, April 2023), without "bh", which was
/// withdrawn in June 2021. A space follows each.
constexpr std::string_view languages =
    "aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr "
    "cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn "
    "gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki "
    "kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml "
    "mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt "
    "qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te "
    "tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh "
    "zu ";
constexpr std::size_t language_count = 183;
constexpr std::size_t step = 3;  // two letters and a space

constexpr bool are_sorted() {
  for (std::size_t i = step; i < languages.size(); i += step) {
    if (languages.substr(i - step, 2) >= languages.substr(i, 2)) return false;
  }
  return languages.size() == language_count * step;
}
static_assert(are_sorted());

bool is_language(std::string_view text) {
  if (text.size() != 2 || !text::is_made_of(text, text::ascii_alpha)) return false;
  const std::size_t at = languages.find(text::to_ascii_lower(text) + ' ');
  return at != std::string_view::npos;
}

bool is_script(std::string_view text) {
  return text.size() == 4 && text::is_made_of(text, text::ascii_alpha);
}

bool is_region(std::string_view text) {
  return (text.size() == 2 && text::is_made_of(text, text::ascii_alpha)) ||
         (text.size() == 3 && text::is_made_of(text, text::ascii_digit));
}

/// Removes the first part of a tag.
std::string_view next_part(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_of("-_"), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

}  // namespace

bool is_language_tag(std::string_view text) {
  if (text.ends_with('-') || text.ends_with('_')) return false;
  if (!is_language(next_part(text))) return false;
  if (text.empty()) return true;
  std::string_view part = next_part(text);
  if (is_script(part)) {
    if (text.empty()) return true;
    part = next_part(text);
  }
  return text.empty() && is_region(part);
}

namespace {

/// True for a subtag of a list in lower case with a space behind each.
bool is_listed(std::string_view list, std::string_view subtag) {
  if (subtag.empty()) return false;
  const std::string wanted = std::string(subtag) + ' ';
  for (std::size_t at = list.find(wanted); at != list.npos; at = list.find(wanted, at + 1)) {
    if (at == 0 || list[at - 1] == ' ') return true;
  }
  return false;
}

bool is_registered_language(std::string_view subtag) {
  if (subtag.size() == 2) return is_listed(registered_languages, subtag);
  if (subtag.size() != 3) return false;
  if (subtag >= "qaa" && subtag <= "qtz") return true;  // of private use
  std::size_t number = 0;
  for (const char c : subtag) number = 26 * number + static_cast<std::size_t>(c - 'a');
  return ((registered_long_languages[number / 64] >> (number % 64)) & 1U) != 0;
}

bool is_registered_script(std::string_view subtag) {
  const bool is_private = subtag >= "qaaa" && subtag <= "qabx";
  return subtag.size() == 4 && (is_private || is_listed(registered_scripts, subtag));
}

bool is_registered_region(std::string_view subtag) {
  const bool is_private = subtag.size() == 2 && ((subtag >= "qm" && subtag <= "qz") ||
                                                 (subtag >= "xa" && subtag <= "xz"));
  return (subtag.size() == 2 || subtag.size() == 3) &&
         (is_private || is_listed(registered_regions, subtag));
}

}  // namespace

bool is_hreflang(std::string_view text) {
  const std::string value = text::to_ascii_lower(text);
  if (value == "x-default") return true;
  constexpr text::ByteSet allowed = text::ascii_alphanumeric | text::ByteSet("-");
  if (!text::is_made_of(value, allowed) || value.ends_with('-')) return false;
  std::string_view rest = value;
  const std::string_view language = next_part(rest);
  if (!text::is_made_of(language, text::ascii_alpha) || !is_registered_language(language)) {
    return false;
  }
  if (rest.empty()) return true;
  std::string_view part = next_part(rest);
  if (part.size() == 4 && text::is_made_of(part, text::ascii_alpha)) {
    if (!is_registered_script(part)) return false;
    if (rest.empty()) return true;
    part = next_part(rest);
  }
  return rest.empty() && is_registered_region(part);
}

}  // namespace hrefkit::site
