#include "hrefkit/html/tree/quirks_mode.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

namespace {

/// Prefixes of public identifiers that select quirks mode, in any ASCII case.
constexpr auto quirky_prefixes = std::to_array<std::string_view>({
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
});

/// More prefixes, for doctypes without a system identifier.
constexpr auto quirky_prefixes_alone = std::to_array<std::string_view>({
    "-//w3c//dtd html 4.01 frameset//",
    "-//w3c//dtd html 4.01 transitional//",
});

/// Whole public identifiers.
constexpr auto quirky_identifiers = std::to_array<std::string_view>({
    "-//w3o//dtd w3 html strict 3.0//en//",
    "-/w3c/dtd html 4.0 transitional/en",
    "html",
});

constexpr std::string_view quirky_system =
    "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

// No prefix begins with another one: a text begins with the last one before it, or with none.
static_assert(std::is_sorted(quirky_prefixes.begin(), quirky_prefixes.end()));
static_assert(std::adjacent_find(quirky_prefixes.begin(), quirky_prefixes.end(),
                                 [](auto a, auto b) { return b.starts_with(a); }) ==
              quirky_prefixes.end());

bool begins_with_one_of(std::string_view text, auto const& prefixes) {
  const auto* const behind = std::upper_bound(prefixes.begin(), prefixes.end(), text);
  return behind != prefixes.begin() && text.starts_with(*(behind - 1));
}

/// Parses a doctype (13.2.5.53 to 13.2.5.68), from the lower-case text after `<!doctype`.
class Doctype {
 public:
  explicit Doctype(std::string_view text) : rest_(text) { read(); }

  bool is_quirky() const {
    if (is_broken_ || name_ != "html") return true;
    if (system_ && *system_ == quirky_system) return true;
    if (!public_) return false;
    return std::count(quirky_identifiers.begin(), quirky_identifiers.end(), *public_) != 0 ||
           begins_with_one_of(*public_, quirky_prefixes) ||
           (!system_ && begins_with_one_of(*public_, quirky_prefixes_alone));
  }

 private:
  void read() {
    text::skip(rest_, tag_syntax::white_space);
    name_ = text::read_until(rest_, tag_syntax::white_space | text::ByteSet(">"));
    text::skip(rest_, tag_syntax::white_space);
    if (rest_.starts_with("public")) {
      rest_.remove_prefix(6);
      public_ = read_identifier();
      if (!is_broken_ && !at_end() && is_quote()) system_ = read_identifier();
    } else if (rest_.starts_with("system")) {
      rest_.remove_prefix(6);
      system_ = read_identifier();
    } else if (!at_end()) {
      is_broken_ = true;
    }
    // After the public identifier only a quote or the end may follow.
    if (public_ && !system_ && !at_end()) is_broken_ = true;
  }

  /// The text in quotes, which must come next.
  std::optional<std::string_view> read_identifier() {
    text::skip(rest_, tag_syntax::white_space);
    const std::size_t end = is_quote() ? rest_.find(rest_.front(), 1) : rest_.npos;
    const std::size_t greater_than = rest_.find('>');
    if (end == rest_.npos || greater_than < end) {
      is_broken_ = true;
      return std::nullopt;
    }
    const std::string_view identifier = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    text::skip(rest_, tag_syntax::white_space);
    return identifier;
  }

  bool at_end() const { return rest_.starts_with('>'); }
  bool is_quote() const { return rest_.starts_with('"') || rest_.starts_with('\''); }

  std::string_view rest_;
  std::string_view name_;
  std::optional<std::string_view> public_;
  std::optional<std::string_view> system_;
  bool is_broken_ = false;
};

}  // namespace

bool asks_for_quirks(std::string_view before_first_tag) {
  constexpr std::string_view opening = "<!doctype";
  std::string_view rest = before_first_tag;
  while (true) {
    text::skip(rest, tag_syntax::white_space);
    const bool is_comment = rest.starts_with("<!") || rest.starts_with("<?") ||
                            (rest.starts_with("</") && rest.size() > 2);
    if (!is_comment) return true;
    const std::size_t end = rest.starts_with("<!")
                                ? skip_markup_declaration(rest, 0, Cdata::comment)
                                : skip_bogus_comment(rest, rest.starts_with("</") ? 2 : 1);
    if (text::equals_ignoring_ascii_case(rest.substr(0, opening.size()), opening)) {
      const std::string doctype = text::to_ascii_lower(rest.substr(0, end));
      return Doctype(std::string_view(doctype).substr(opening.size())).is_quirky();
    }
    rest.remove_prefix(end);
  }
}

}  // namespace hrefkit::html
