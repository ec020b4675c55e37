#include "hrefkit/site/sources/source_references.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link_text.h"
#include "hrefkit/html/page_regions.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/sources/markdown_links.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/source_map.h"

namespace hrefkit::site {

namespace {

using text::Span;

// Comments and code, which become spaces: places stay what they are.

struct CommentMarks {
  std::string_view begin;
  std::string_view end;
};

/// Comments of markup and templates, with the manual that says so (all read 2026-11-30).
constexpr auto template_comments = std::to_array<CommentMarks>({
    {"<!--", "-->"},                            // HTML
    {"{# ", "#}"},                              // Nunjucks, Jinja, Twig, Tera
    {"{#-", "#}"},                              // the same, without the white space around it
    {"{% comment %}", "{% endcomment %}"},      // Liquid
    {"{%- comment -%}", "{%- endcomment -%}"},  // the same
    {"{{/*", "*/}}"},                           // Go templates: Hugo
    {"{{- /*", "*/ -}}"},                       // the same
    {"{{!--", "--}}"},                          // Handlebars
    {"{/*", "*/}"},                             // JSX and MDX
    {"<%#", "%>"},                              // ERB
    {"<%--", "--%>"},                           // EEx, JSP
});

constexpr auto block_comments = std::to_array<CommentMarks>({
    {"/*", "*/"},
});

void blank(std::string& text, std::size_t begin, std::size_t end) {
  end = std::min(end, text.size());
  for (std::size_t i = begin; i < end; ++i) {
    if (text[i] != '\n' && text[i] != '\r') text[i] = ' ';
  }
}

template <std::size_t size>
void blank_comments(std::string& text, std::array<CommentMarks, size> const& comments) {
  for (CommentMarks const& marks : comments) {
    std::size_t at = text.find(marks.begin);
    while (at != text.npos) {
      const std::size_t end = text.find(marks.end, at + marks.begin.size());
      if (end == text.npos) break;  // no comment: nothing behind it has an end
      blank(text, at, end + marks.end.size());
      at = text.find(marks.begin, end + marks.end.size());
    }
  }
}

/// A line of the text.
struct Line {
  std::size_t begin = 0;
  std::size_t end = 0;  // without its end
  std::size_t indent = 0;
  bool is_blank = true;
};

bool next_line(std::string_view text, std::size_t& at, Line& line) {
  if (at >= text.size()) return false;
  line.begin = at;
  line.end = std::min(text.find('\n', at), text.size());
  at = std::min(line.end + 1, text.size());
  if (line.end > line.begin && text[line.end - 1] == '\r') --line.end;
  line.indent = 0;
  std::size_t i = line.begin;
  for (; i < line.end && (text[i] == ' ' || text[i] == '\t'); ++i) {
    line.indent += text[i] == '\t' ? 4 : 1;
  }
  line.is_blank = i == line.end;
  if (at == line.begin) ++at;  // an empty last line
  return true;
}

std::string_view content_of(std::string_view text, Line const& line) {
  return text::strip_ascii_whitespace(text.substr(line.begin, line.end - line.begin));
}

/// Blanks what follows `mark` on its line, where `mark` begins a word.
void blank_line_comments(std::string& text, std::string_view mark) {
  for (std::size_t at = text.find(mark); at != text.npos; at = text.find(mark, at + 1)) {
    const bool begins_word = at == 0 || text::ascii_whitespace.contains(text[at - 1]);
    if (!begins_word) continue;
    blank(text, at, std::min(text.find('\n', at), text.size()));
  }
}

bool has_extension(std::string_view name, std::string_view extensions) {
  const std::size_t dot = name.rfind('.');
  if (dot == name.npos) return false;
  const std::string extension = ' ' + text::to_ascii_lower(name.substr(dot + 1)) + ' ';
  return extensions.find(extension) != extensions.npos;
}

void blank_program_comments(std::string& text, std::string_view name) {
  if (has_extension(name, " js mjs cjs ts mts cts jsx tsx json5 jsonc css scss sass less ")) {
    blank_comments(text, block_comments);
    if (!has_extension(name, " css ")) blank_line_comments(text, "//");
  }
  if (has_extension(name, " yml yaml toml py rb ini cfg ")) blank_line_comments(text, "#");
}

/// True for a line of Markdown whose indented lines go on with it: a list, a note, a tab, a
/// definition (python-markdown.github.io/extensions, read 2026-11-30; CommonMark 0.31, 5.2).
bool holds_indented(std::string_view content) {
  if (content.size() >= 2 && std::string_view("-*+:").find(content[0]) != std::string_view::npos &&
      (content[1] == ' ' || content[1] == '\t')) {
    return true;
  }
  const std::size_t digits = content.find_first_not_of("0123456789");
  const bool is_ordered =
      digits != 0 && digits != content.npos && (content[digits] == '.' || content[digits] == ')');
  return is_ordered || content.starts_with("!!!") || content.starts_with("???") ||
         content.starts_with("===") || content.starts_with("[^") || content.starts_with(":::") ||
         content.starts_with('<') || content.starts_with("{%") || content.starts_with("{{");
}

/// Blanks the code of Markdown that indentation alone marks (CommonMark 0.31, 4.4), as far as no
/// dialect reads it otherwise.
void blank_indented_code(std::string& text, std::size_t from) {
  std::size_t at = from;
  Line line;
  bool after_blank = true;
  bool holds = false;  // the last line without indentation holds what is indented
  bool in_code = false;
  while (next_line(text, at, line)) {
    if (line.is_blank) {
      after_blank = true;
      continue;
    }
    if (line.indent < 4) {
      in_code = false;
      const std::string_view content = content_of(text, line);
      // A paragraph that is indented less than code goes on with a list, too.
      holds = holds_indented(content) || (holds && line.indent >= 2);
      after_blank = content.starts_with('#');
      continue;
    }
    in_code = !holds && (in_code || after_blank);
    if (in_code) blank(text, line.begin, line.end);
    after_blank = false;
  }
}

/// Blanks literal blocks and literals of reStructuredText (docutils, "reStructuredText Markup
/// Specification", read 2026-11-30).
void blank_rst_code(std::string& text) {
  constexpr auto code_directives = std::to_array<std::string_view>(
      {"code", "code-block", "sourcecode", "parsed-literal", "math", "highlight", "prompt",
       "doctest", "testcode", "productionlist", "graphviz", "mermaid"});
  std::size_t at = 0;
  Line line;
  bool in_block = false;
  std::size_t block_indent = 0;
  while (next_line(text, at, line)) {
    if (line.is_blank) continue;
    if (in_block && line.indent > block_indent) {
      blank(text, line.begin, line.end);
      continue;
    }
    in_block = false;
    const std::string_view content = content_of(text, line);
    block_indent = line.indent;
    if (content.starts_with(".. ")) {
      const std::string_view rest = text::strip_ascii_whitespace(content.substr(3));
      const std::size_t colons = rest.find("::");
      const std::string_view name = rest.substr(0, std::min(colons, rest.size()));
      const bool is_code =
          colons != rest.npos &&
          std::find(code_directives.begin(), code_directives.end(), name) != code_directives.end();
      const bool is_target = rest.starts_with('_') || rest.starts_with('[') ||
                             rest.starts_with('|') || rest.starts_with("__");
      const bool is_comment = colons == rest.npos && !is_target;
      in_block = is_code || is_comment;
      if (is_comment) blank(text, line.begin, line.end);
    } else if (content.ends_with("::")) {
      in_block = true;
    }
  }
  for (std::size_t begin = text.find("``"); begin != text.npos;) {
    const std::size_t end = text.find("``", begin + 2);
    if (end == text.npos) break;
    if (text.find("\n\n", begin) > end) blank(text, begin, end + 2);
    begin = text.find("``", end + 2);
  }
}

/// Blanks the listings, literals and comments of AsciiDoc (docs.asciidoctor.org/asciidoc/latest,
/// "Delimited blocks", read 2026-11-30).
void blank_asciidoc_code(std::string& text) {
  std::size_t at = 0;
  Line line;
  std::string fence;
  while (next_line(text, at, line)) {
    const std::string content(content_of(text, line));
    const bool is_fence = content.size() >= 4 &&
                          std::string_view("-./+").find(content[0]) != std::string_view::npos &&
                          content.find_first_not_of(content[0]) == content.npos;
    if (!fence.empty()) {
      blank(text, line.begin, line.end);
      if (content == fence) fence.clear();
    } else if (is_fence) {
      fence = content;
      blank(text, line.begin, line.end);
    } else if (content.starts_with("//") && !content.starts_with("///")) {
      blank(text, line.begin, line.end);
    }
  }
}

/// True where a template computes a text.
bool is_computed(std::string_view text) {
  return text.find("{{") != text.npos || text.find("{%") != text.npos ||
         text.find("${") != text.npos || text.find("<%") != text.npos;
}

void set_text(SourceReference& reference, std::string_view shown) {
  if (is_computed(shown) || shown.find('{') != shown.npos || shown.find('|') != shown.npos) return;
  html::append_letters(reference.letters, shown);
  reference.has_text = !reference.letters.empty();
}

// Links of Markdown.

void add_markdown_links(std::string& masked, std::size_t body,
                        std::vector<SourceReference>& references) {
  const std::string_view text = std::string_view(masked).substr(body);
  const FoundMarkdown found = find_markdown_links(text);
  const auto offset = static_cast<std::uint32_t>(body);
  for (MarkdownLink const& link : found.links) {
    SourceReference reference{
        .place = {link.destination.begin + offset, link.destination.end + offset},
        .value = link.value,
        .begin = link.begin + offset,
        .element = link.is_image ? ReferenceElement::image : ReferenceElement::link,
        .found_as = FoundAs::link};
    // The text of an autolink is its address.
    set_text(reference, link.text);
    references.push_back(std::move(reference));
  }
  for (Span const code : found.code) blank(masked, code.begin + body, code.end + body);
}

// Links of elements.

void add_element_links(std::string const& masked, std::vector<SourceReference>& references) {
  html::Notes notes;
  std::string buffer;
  const auto source = html::decode_source(masked, {.transport_charset = "utf-8"}, buffer, notes);
  if (!source || !source->map.is_identity()) return;
  const html::LinkTexts texts(source->text, false);
  html::DocumentOptions options;
  options.url = "https://site.invalid/";
  const auto add = [&](html::LinkBlock const& block) {
    for (std::size_t i = 0; i < block.links.size(); ++i) {
      html::Link const& link = block.links[i];
      const bool is_outside = link.context != 0 || link.span.end > masked.size();
      if (is_outside || link.element == "base") continue;
      SourceReference reference{.place = link.span,
                                .value = std::string(link.raw),
                                .begin = block.places[i].tag.begin,
                                .found_as = FoundAs::link};
      if (reference.begin == 0 && block.places[i].tag.end == 0) reference.begin = link.span.begin;
      if (link.element == "a") reference.element = ReferenceElement::link;
      if (link.element == "img") reference.element = ReferenceElement::image;
      if (const auto shown = texts.find(block.places[i].tag.begin)) set_text(reference, *shown);
      references.push_back(std::move(reference));
    }
    return html::Flow::go_on;
  };
  html::LinkFinder finder;
  static_cast<void>(finder.find(*source, options, {.links = add, .with_places = true}));
}

// Tokens: pieces of text.

constexpr text::ByteSet token_ends =
    text::ascii_whitespace | text::ByteSet("\"'<>()[]{}`|\\^") | text::ByteSet::range(0, 0x1F);

/// The macros of AsciiDoc, which stand before what they lead to (docs.asciidoctor.org, read
/// 2026-11-30), and the fields of rst that are written without a space.
constexpr auto macros = std::to_array<std::string_view>(
    {"xref:", "link:", "image::", "image:", "video::", "audio::", "include::", "pathname://"});

/// The text before or behind a token that is what readers see of it.
std::optional<std::string_view> text_of_token(std::string_view text, Span token) {
  constexpr std::size_t max_text = 300;
  const std::size_t from = token.begin - std::min<std::size_t>(token.begin, max_text);
  const std::string_view before = text.substr(from, token.begin - from);
  const std::string_view behind = text.substr(token.end, max_text);
  // [text]({{< ref "token" >}}): between the bracket and the token are marks and a word.
  if (const std::size_t close = before.rfind("]("); close != before.npos) {
    const std::string_view between = before.substr(close + 2);
    const bool is_code = between.find(')') == between.npos && between.find('\n') == between.npos;
    const std::size_t open = before.rfind('[', close);
    if (is_code && open != before.npos) return before.substr(open + 1, close - open - 1);
  }
  // `text <token>`
  if (before.ends_with('<') && behind.starts_with(">`")) {
    const std::size_t tick = before.rfind('`');
    if (tick != before.npos && tick + 1 < before.size()) {
      return before.substr(tick + 1, before.size() - tick - 2);
    }
  }
  // xref:token[text], link:token[text]
  if (behind.starts_with('[')) {
    const std::size_t close = behind.find(']');
    if (close != behind.npos && close > 1) return behind.substr(1, close - 1);
  }
  // [[token|text]]
  if (behind.starts_with('|') && before.ends_with("[[")) {
    const std::size_t close = behind.find("]]");
    if (close != behind.npos) return behind.substr(1, close - 1);
  }
  return std::nullopt;
}

/// Reads the tokens of a text.
class TokenReader {
 public:
  TokenReader(std::string_view text, SourceKind kind, std::size_t body,
              std::vector<SourceReference>& references)
      : text_(text), kind_(kind), body_(body), references_(references) {}

  void read() {
    std::size_t at = 0;
    while (at < text_.size()) {
      if (const std::size_t end = spaced_end(at); end != 0) {
        add({static_cast<std::uint32_t>(at + 1), static_cast<std::uint32_t>(end)});
        at = end + 1;
        continue;
      }
      if (token_ends.contains(text_[at])) {
        ++at;
        continue;
      }
      std::size_t end = at + 1;
      while (end < text_.size() && !token_ends.contains(text_[end])) ++end;
      read_token(at, end);
      at = end;
    }
  }

 private:
  static constexpr std::size_t max_token = 2048;

  char before(std::size_t at) const { return at == 0 ? '\n' : text_[at - 1]; }
  char behind(std::size_t end) const { return end >= text_.size() ? '\n' : text_[end]; }

  /// Where a quoted text with spaces in it ends: "my page.md", <my page.md>, [[my page]]. 0 for
  /// none.
  std::size_t spaced_end(std::size_t at) const {
    constexpr std::size_t max_spaced = 300;
    const char open = text_[at];
    const bool is_wiki = open == '[' && before(at) == '[';
    const char close = open == '<' ? '>' : is_wiki ? ']' : open;
    if (!is_wiki && open != '"' && open != '\'' && open != '<') return 0;
    bool has_space = false;
    for (std::size_t end = at + 1; end < std::min(text_.size(), at + max_spaced); ++end) {
      const char c = text_[end];
      if (c == '\n') return 0;
      if (c == close || (is_wiki && c == '|')) {
        const bool is_path =
            has_space && end > at + 1 && text_[at + 1] != ' ' && text_[end - 1] != ' ';
        return is_path && looks_like_path(text_.substr(at + 1, end - at - 1), is_wiki) ? end : 0;
      }
      if (c == '"' || c == '<' || c == '=') return 0;
      has_space |= c == ' ';
    }
    return 0;
  }

  /// True for a text with spaces that may be a path: its last name has an extension.
  static bool looks_like_path(std::string_view text, bool is_wiki) {
    const std::size_t dot = text.rfind('.');
    const bool has_end = dot != text.npos && text.size() - dot <= 10 && dot + 1 < text.size() &&
                         text.find(' ', dot) == text.npos;
    return is_wiki || has_end || (text.starts_with('/') && text.find("  ") == text.npos);
  }

  void read_token(std::size_t begin, std::size_t end) {
    if (end - begin > max_token) return;
    // What ends a sentence ends no reference.
    while (end > begin &&
           std::string_view(".,;:!?").find(text_[end - 1]) != std::string_view::npos) {
      --end;
    }
    for (std::string_view const macro : macros) {
      if (text_.substr(begin, end - begin).starts_with(macro) && macro.size() < end - begin) {
        begin += macro.size();
        break;
      }
    }
    // key=value
    const std::string_view token = text_.substr(begin, end - begin);
    const std::size_t equals = token.find('=');
    const bool is_setting =
        equals != token.npos && equals > 0 && equals + 1 < token.size() &&
        std::all_of(token.begin(), token.begin() + static_cast<std::ptrdiff_t>(equals),
                    [](char c) { return text::ascii_alpha.contains(c); });
    if (is_setting) begin += equals + 1;
    if (begin >= end) return;
    const Span span{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    if (is_reference(span)) add(span);
  }

  bool is_reference(Span span) const {
    const std::string_view token = span.in(text_);
    const char open = before(span.begin);
    const char close = behind(span.end);
    // [[token]], [[token|text]]
    const bool is_wiki = open == '[' && (close == ']' || close == '|') && span.begin >= 2 &&
                         text_[span.begin - 2] == '[';
    if (is_wiki) return true;
    // "token", in code of a template or a program. In prose, a word in quotes is a word.
    const bool is_quoted = (open == '"' && close == '"') || (open == '\'' && close == '\'');
    if (is_quoted && (is_program() || is_in_template(span.begin))) return true;
    // `text <token>`
    if (open == '<' && close == '>' && kind_ == SourceKind::rst) {
      return span.end + 1 < text_.size() && text_[span.end + 1] == '`';
    }
    const bool is_path =
        token.find('/') != token.npos || token.find('#') != token.npos || has_known_end(token);
    if (is_path) return token.size() > 1 || token[0] == '/' || token[0] == '#';
    // {% post_url token %}
    if (is_in_template(span.begin) && token.size() > 2) return true;
    // :doc:`token`
    if (open == '`' && close == '`' && span.begin >= 2) return text_[span.begin - 2] == ':';
    // key: token
    return is_value(span);
  }

  bool is_program() const { return kind_ == SourceKind::data || kind_ == SourceKind::script; }

  /// True for a place in braces of a template: {{< ref "token" >}}, {% link token %}.
  bool is_in_template(std::uint32_t begin) const {
    constexpr std::uint32_t max_before = 100;
    const std::string_view before =
        text_.substr(begin - std::min(begin, max_before), std::min(begin, max_before));
    const std::size_t open = before.rfind('{');
    return open != before.npos && before.find('}', open) == before.npos &&
           before.find('\n', open) == before.npos;
  }

  static bool has_known_end(std::string_view token) {
    const std::size_t dot = token.rfind('.');
    if (dot == token.npos || dot == 0) return false;
    constexpr std::string_view others =
        " png jpg jpeg gif webp avif ico pdf zip gz mp4 webm mp3 ogg woff woff2 csv ";
    return source_kind_of(token) != SourceKind::none || has_extension(token, others);
  }

  /// True for a token that is all of a field or of an item: in front matter, data, and behind a
  /// directive.
  bool is_value(Span span) const {
    std::size_t line_end = span.end;
    while (line_end < text_.size() && (text_[line_end] == ' ' || text_[line_end] == '\r'))
      ++line_end;
    if (line_end < text_.size() && text_[line_end] != '\n') return false;
    std::size_t at = span.begin;
    while (at > 0 && (text_[at - 1] == ' ' || text_[at - 1] == '\t')) --at;
    const char mark = at == 0 ? '\n' : text_[at - 1];
    const bool is_data = kind_ == SourceKind::data || span.begin < body_;
    if (is_data) return mark == ':' || mark == '=' || mark == '-';
    if (kind_ == SourceKind::rst) return mark == ':' || mark == '\n';
    return false;
  }

  /// `.. _name: token` of reStructuredText: the name.
  std::optional<std::string_view> name_of_target(Span token) const {
    constexpr std::uint32_t max_name = 200;
    const std::uint32_t from = token.begin - std::min(token.begin, max_name);
    std::string_view before = text_.substr(from, token.begin - from);
    before = before.substr(before.rfind('\n') + 1);
    before = text::strip_ascii_whitespace(before);
    if (kind_ != SourceKind::rst || !before.starts_with(".. _") || !before.ends_with(':')) {
      return std::nullopt;
    }
    before.remove_prefix(4);
    before.remove_suffix(1);
    return text::strip(before, text::ByteSet("`"));
  }

  /// The fragment behind a template: `{{< ref "token" >}}#fragment`. Empty for none.
  Span fragment_behind(Span token) const {
    constexpr std::size_t max_between = 60;
    if (!is_in_template(token.begin) || token.in(text_).find('#') != std::string_view::npos) {
      return {};
    }
    const std::string_view behind = text_.substr(token.end, max_between);
    const std::size_t line_end = std::min(behind.find('\n'), behind.size());
    std::size_t close = behind.find('}');
    while (close + 1 < line_end && behind[close + 1] == '}') ++close;
    if (close + 1 >= line_end || behind[close + 1] != '#') return {};
    const std::size_t begin = token.end + close + 1;
    std::size_t end = begin;
    while (end < text_.size() && !token_ends.contains(text_[end])) ++end;
    return text::make_span(begin, end);
  }

  void add(Span span) {
    SourceReference reference{
        .place = span, .value = std::string(span.in(text_)), .begin = span.begin};
    if (const Span fragment = fragment_behind(span); fragment.length() != 0) {
      reference.value += fragment.in(text_);
      reference.place.end = fragment.end;
    }
    if (const auto name = name_of_target(span)) {
      set_text(reference, *name);
      reference.is_definition = true;
    } else if (const auto shown = text_of_token(text_, span)) {
      set_text(reference, *shown);
    }
    references_.push_back(std::move(reference));
  }

  std::string_view text_;
  SourceKind kind_;
  std::size_t body_;
  std::vector<SourceReference>& references_;
};

}  // namespace

std::vector<SourceReference> find_source_references(std::string_view text, SourceKind kind,
                                                    std::string_view name, std::size_t body) {
  std::vector<SourceReference> references;
  if (kind == SourceKind::none) return references;
  std::string masked(text);
  const bool is_program =
      kind == SourceKind::data || kind == SourceKind::script || kind == SourceKind::sheet;
  if (!is_program && kind != SourceKind::notebook) blank_comments(masked, template_comments);
  if (is_program || has_extension(name, " jsx tsx ")) blank_program_comments(masked, name);
  if (kind == SourceKind::rst) blank_rst_code(masked);
  if (kind == SourceKind::asciidoc) blank_asciidoc_code(masked);
  if (kind == SourceKind::markdown) {
    blank_indented_code(masked, body);
    add_markdown_links(masked, body, references);
  }
  const bool has_elements = kind == SourceKind::markdown || kind == SourceKind::markup;
  if (has_elements) {
    // The elements stand behind the front matter.
    std::string elements = masked;
    blank(elements, 0, body);
    for (SourceReference const& known : references) {
      blank(elements, known.place.begin, known.place.end);
    }
    add_element_links(elements, references);
  }
  // What is in a reference that a template computes is a token with the reference's text.
  std::vector<SourceReference> computed;
  std::erase_if(references, [&](SourceReference& reference) {
    const bool is_template = is_computed(reference.value) && reference.place.length() > 0;
    if (is_template) computed.push_back(reference);
    return is_template && reference.value.find_first_of("\"'") != std::string::npos;
  });
  for (SourceReference const& known : references) {
    blank(masked, known.place.begin, known.place.end);
  }
  const std::size_t links = references.size();
  TokenReader(masked, kind, body, references).read();
  std::sort(computed.begin(), computed.end(),
            [](auto const& a, auto const& b) { return a.place.begin < b.place.begin; });
  for (std::size_t i = links; i < references.size(); ++i) {
    SourceReference& token = references[i];
    const auto behind = std::upper_bound(
        computed.begin(), computed.end(), token.place.begin,
        [](std::uint32_t at, auto const& around) { return at < around.place.begin; });
    if (behind == computed.begin()) continue;
    SourceReference const& around = *(behind - 1);
    if (token.place.end > around.place.end) continue;
    token.letters = around.letters;
    token.has_text = around.has_text;
    token.element = around.element;
    token.begin = around.begin;
  }
  std::stable_sort(references.begin(), references.end(),
                   [](auto const& a, auto const& b) { return a.begin < b.begin; });
  return references;
}

std::vector<std::string> find_included_names(std::string_view text) {
  // Words of lines that include a file: of Liquid, Nunjucks, rst, AsciiDoc, MyST, Hugo, MDX,
  // PyMdown snippets, VitePress and mdBook (their manuals, read 2026-11-30).
  constexpr auto words =
      std::to_array<std::string_view>({"include", "import", "--8<--", "snippet", "readfile",
                                       "render", "partial", "transclude", "embed"});
  constexpr std::size_t max_names = 1000;
  std::vector<std::string> names;
  bool in_snippets = false;  // between two lines `--8<--`, a name a line
  std::size_t at = 0;
  Line line;
  while (next_line(text, at, line) && names.size() < max_names) {
    const std::string_view content = content_of(text, line);
    if (content == "--8<--" || content == "-8<-") {
      in_snippets = !in_snippets;
      continue;
    }
    const bool has_word = std::any_of(words.begin(), words.end(), [&](std::string_view word) {
      return content.find(word) != content.npos;
    });
    if (!has_word && !in_snippets) continue;
    std::size_t begin = 0;
    while (begin < content.size() && names.size() < max_names) {
      while (begin < content.size() && token_ends.contains(content[begin])) ++begin;
      std::size_t end = begin;
      while (end < content.size() && !token_ends.contains(content[end])) ++end;
      std::string_view token = content.substr(begin, end - begin);
      begin = end;
      for (std::string_view const macro : macros) {
        if (token.starts_with(macro)) token.remove_prefix(macro.size());
      }
      if (const std::size_t equals = token.find('='); equals != token.npos) {
        token.remove_prefix(equals + 1);
      }
      token = token.substr(0, token.find_first_of(":,;#"));
      if (token.ends_with("--")) token.remove_suffix(2);  // of a comment: <!--@include: a.md-->
      const bool is_name = token.find('.') != token.npos || token.find('/') != token.npos;
      if (is_name && token.size() > 2) names.emplace_back(token);
    }
  }
  return names;
}

}  // namespace hrefkit::site
