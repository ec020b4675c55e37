#include "hrefkit/site/sources/front_matter.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::site {

namespace {

/// What a key of front matter says.
enum class KeyMeaning : std::uint8_t { nothing, address, slug, alias, title };

struct KeyRow {
  std::string_view key;  // in lower case
  KeyMeaning meaning;
};

/// The keys of generators that name a page, with the manual that says so (all read 2026-11-30).
constexpr auto key_rows = std::to_array<KeyRow>({
    {"alias", KeyMeaning::alias},             // Metalsmith, metalsmith-alias
    {"aliases", KeyMeaning::alias},           // gohugo.io/content-management/urls; getzola.org
    {"id", KeyMeaning::slug},                 // docusaurus.io/docs/create-doc
    {"page-permalink", KeyMeaning::address},  // jekyll-asciidoc
    {"path", KeyMeaning::address},            // getzola.org/documentation/content/page
    {"permalink", KeyMeaning::address},    // jekyllrb.com/docs/permalinks; 11ty.dev/docs/permalinks
    {"redirect_from", KeyMeaning::alias},  // jekyll-redirect-from
    {"save_as", KeyMeaning::address},      // docs.getpelican.com/en/latest/content.html
    {"slug", KeyMeaning::slug},  // gohugo.io, docusaurus.io, getnikola.com, docs.astro.build
    {"title", KeyMeaning::title},
    {"url", KeyMeaning::address},  // gohugo.io/content-management/urls
});

KeyMeaning meaning_of(std::string_view key) {
  const std::string lower = text::to_ascii_lower(key);
  const auto found = std::find_if(key_rows.begin(), key_rows.end(),
                                  [&](KeyRow const& row) { return row.key == lower; });
  return found == key_rows.end() ? KeyMeaning::nothing : found->meaning;
}

/// The lines of a text, one after the other.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  bool next() {
    if (at_ >= text_.size()) return false;
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    line_ = text_.substr(at_, end - at_);
    if (line_.ends_with('\r')) line_.remove_suffix(1);
    at_ = std::min(end + 1, text_.size());
    ++number_;
    return true;
  }

  std::string_view line() const { return line_; }
  std::size_t number() const { return number_; }
  std::size_t end() const { return at_; }

 private:
  std::string_view text_;
  std::string_view line_;
  std::size_t at_ = 0;
  std::size_t number_ = 0;
};

/// A scalar of YAML or TOML without its quotes and the comment behind it; nullopt where a quote
/// does not end.
std::optional<std::string_view> unquoted(std::string_view value) {
  value = text::strip_ascii_whitespace(value);
  if (value.starts_with('"') || value.starts_with('\'')) {
    std::size_t end = 1;
    while (end < value.size() && value[end] != value[0]) {
      end += value[0] == '"' && value[end] == '\\' ? 2 : 1;
    }
    if (end >= value.size()) return std::nullopt;
    return value.substr(1, end - 1);
  }
  if (const std::size_t comment = value.find(" #"); comment != value.npos) {
    value = text::strip_ascii_whitespace(value.substr(0, comment));
  }
  return value;
}

/// True for a value that the generator computes.
bool is_computed_value(std::string_view value) {
  return value.find('{') != value.npos || value.find("/:") != value.npos ||
         value.starts_with(':') || value.find("://") != value.npos;
}

void add_value(FrontMatter& front, KeyMeaning meaning, std::string_view value) {
  constexpr std::size_t max_values = 200;
  if (value.empty() || value == "false" || value == "null" || value == "~") return;
  if (meaning == KeyMeaning::title) {
    if (front.title.empty()) front.title = value;
    return;
  }
  if (is_computed_value(value)) return;
  auto& values = meaning == KeyMeaning::address ? front.addresses
                 : meaning == KeyMeaning::slug  ? front.slugs
                                                : front.aliases;
  if (values.size() < max_values) values.emplace_back(value);
}

/// Adds a value that may be a list in brackets.
void add_values(FrontMatter& front, KeyMeaning meaning, std::string_view value) {
  value = text::strip_ascii_whitespace(value);
  if (!value.starts_with('[') || !value.ends_with(']')) {
    if (const auto scalar = unquoted(value)) add_value(front, meaning, *scalar);
    return;
  }
  value = value.substr(1, value.size() - 2);
  while (!value.empty()) {
    const std::size_t comma = std::min(value.find(','), value.size());
    if (const auto item = unquoted(value.substr(0, comma))) add_value(front, meaning, *item);
    value.remove_prefix(std::min(comma + 1, value.size()));
  }
}

constexpr text::ByteSet key_bytes =
    text::ascii_alphanumeric | text::ByteSet("_-./ \"'$@") | text::ByteSet::range(0x80, 0xFF);

/// The key of a line, up to `mark`; nullopt where the line has none.
std::optional<std::string_view> key_before(std::string_view line, char mark) {
  const std::size_t end = line.find(mark);
  if (end == 0 || end == line.npos) return std::nullopt;
  const std::string_view key = text::strip_ascii_whitespace(line.substr(0, end));
  if (key.empty()) return std::nullopt;
  const bool is_key =
      std::all_of(key.begin(), key.end(), [](char c) { return key_bytes.contains(c); });
  return is_key ? std::optional(text::strip(key, text::ByteSet("\"'"))) : std::nullopt;
}

void note_fault(FrontMatter& front, std::size_t line, std::string why) {
  if (!front.fault.empty()) return;
  front.fault = std::move(why);
  front.fault_line = line;
}

/// Reads the lines up to the one that is `fence`. `mark` separates keys from values.
void read_fenced(Lines& lines, std::string_view fence, char mark, FrontMatter& front) {
  KeyMeaning list = KeyMeaning::nothing;  // whose items follow
  bool in_table = false;                  // of TOML
  const std::size_t first = lines.number();
  while (lines.next()) {
    const std::string_view line = lines.line();
    const std::string_view content = text::strip_ascii_whitespace(line);
    if (content == fence || (fence == "---" && line == "...")) {
      front.end = lines.end();
      return;
    }
    if (content.empty() || content.starts_with('#')) continue;
    if (content.starts_with("- ") && list != KeyMeaning::nothing) {
      if (const auto item = unquoted(content.substr(2))) add_value(front, list, *item);
      continue;
    }
    if (mark == '=' && content.starts_with('[')) {
      in_table = true;
      continue;
    }
    const bool is_inside = line.front() == ' ' || line.front() == '\t' || in_table;
    const bool is_rest = content.find_first_of("]}") == 0 || content.starts_with('-');
    if (is_inside || is_rest) continue;
    list = KeyMeaning::nothing;
    const auto key = key_before(line, mark);
    if (!key) {
      note_fault(front, lines.number(), "its front matter does not parse");
      continue;
    }
    const std::string_view value = text::strip_ascii_whitespace(line.substr(line.find(mark) + 1));
    const bool opens_quote = value.starts_with('"') || value.starts_with('\'');
    if (opens_quote && !value.starts_with("\"\"\"") && !value.starts_with("'''") &&
        !unquoted(value)) {
      note_fault(front, lines.number(), "its front matter does not parse: a quote does not end");
      continue;
    }
    const KeyMeaning meaning = meaning_of(*key);
    if (meaning == KeyMeaning::nothing) continue;
    if (value.empty()) {
      list = meaning;
    } else {
      add_values(front, meaning, value);
    }
  }
  // No line ends it: a line of dashes is a thematic break, too.
  const bool was_meant = !front.title.empty() || !front.slugs.empty() || !front.addresses.empty();
  front = {};
  if (was_meant) note_fault(front, first, "its front matter has no end");
}

/// Fields at the top: `:slug: x`, `.. slug: x`, `Slug: x`. Pelican and Nikola have them.
void read_fields(std::string_view text, FrontMatter& front) {
  constexpr std::size_t max_lines = 40;
  Lines lines(text);
  while (lines.next() && lines.number() <= max_lines) {
    std::string_view line = lines.line();
    const bool is_field = line.starts_with(':');
    const bool is_comment = line.starts_with(".. ");
    if (is_field) line.remove_prefix(1);
    if (is_comment) line.remove_prefix(3);
    // A page of Markdown begins with its fields.
    if (!is_field && !is_comment && line.empty() && lines.number() == 1) return;
    const auto key = key_before(line, ':');
    if (!key) continue;
    const KeyMeaning meaning = meaning_of(*key);
    const std::string_view value = line.substr(line.find(':') + 1);
    if (meaning == KeyMeaning::nothing || value.starts_with(':')) continue;
    const bool begins = meaning == KeyMeaning::title || !front.title.empty();
    if (is_field || is_comment || begins) add_values(front, meaning, value);
  }
}

bool is_underline(std::string_view line) {
  constexpr std::string_view marks = "=-~^\"'`#*+.:_";
  return line.size() >= 3 && marks.find(line[0]) != marks.npos &&
         line.find_first_not_of(line[0]) == line.npos;
}

/// The first heading: `# Title`, `= Title`, or a line with an underline.
std::string first_heading(std::string_view text, SourceKind kind) {
  constexpr std::size_t max_lines = 200;
  Lines lines(text);
  std::string_view before;
  while (lines.next() && lines.number() <= max_lines) {
    const std::string_view line = text::strip_ascii_whitespace(lines.line());
    const std::string_view mark = kind == SourceKind::asciidoc ? "= " : "# ";
    if (kind != SourceKind::rst && line.starts_with(mark)) {
      std::string_view title = line.substr(mark.size());
      if (const std::size_t id = title.rfind(" {#"); id != title.npos) title = title.substr(0, id);
      return std::string(text::strip(title, text::ByteSet(" #")));
    }
    const bool is_mark = line.starts_with("===") || kind == SourceKind::rst;
    if (is_mark && is_underline(line) && !before.empty() && !is_underline(before)) {
      return std::string(before);
    }
    before = line;
  }
  return {};
}

}  // namespace

FrontMatter read_front_matter(std::string_view text, SourceKind kind) {
  constexpr std::string_view mark = text::utf8_byte_order_mark;
  FrontMatter front;
  const std::size_t skipped = text.starts_with(mark) ? mark.size() : 0;
  text.remove_prefix(skipped);
  Lines lines(text);
  if (lines.next()) {
    const std::string_view first = text::strip(lines.line(), text::ByteSet(" \t"));
    if (first == "---") read_fenced(lines, "---", ':', front);
    if (first == "+++") read_fenced(lines, "+++", '=', front);
  }
  const bool has_fields =
      kind == SourceKind::rst || kind == SourceKind::markdown || kind == SourceKind::asciidoc;
  if (front.end == 0 && has_fields) read_fields(text, front);
  if (front.title.empty()) front.title = first_heading(text.substr(front.end), kind);
  if (front.end != 0) front.end += skipped;
  return front;
}

}  // namespace hrefkit::site
