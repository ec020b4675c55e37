// A reference is escaped from the inside outwards: by the grammar of the value, by the attribute or
// text that holds the value, and once more for each srcdoc around that. "?x&amp;y," in a srcset:
//
//   ?x&amp;y%2C           value_text: a comma at the end would end the candidate
//   ?x&amp;amp;y%2C       append_written: "&amp;" would begin a reference
//   ?x&amp;amp;amp;y%2C   lift, for a page in a srcdoc
//
// Percent-encoding is for what the grammar cannot escape, and makes another URL: callers ask
// `changes_url`.
#include "hrefkit/html/edit/place_writer.h"

#include <algorithm>
#include <span>
#include <utility>

#include "hrefkit/html/character_reference.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/ascii_search.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/json.h"

namespace hrefkit::html {

namespace {

using text::ByteSet;

constexpr ByteSet ends_unquoted_url = text::c0_control | ByteSet("\"'()\\ \x7F");
constexpr ByteSet newlines{"\n\r\f"};

/// CSS Syntax 3, 4.3.5: what a string token holds.
void append_css_string(std::string& out, std::string_view text, char quote) {
  for (const char c : text) {
    if (newlines.contains(c)) {
      out += c == '\n' ? "\\a " : c == '\r' ? "\\d " : "\\c ";
      continue;
    }
    if (c == quote || c == '\\') out += '\\';
    out += c;
  }
}

std::string css_text(std::string_view reference, char before, char quote) {
  std::string text;
  if (is_quote(before)) {
    append_css_string(text, reference, before);
    return text;
  }
  bool needs_quotes = false;
  for (const char c : reference) needs_quotes |= ends_unquoted_url.contains(c);
  if (!needs_quotes) return std::string(reference);
  const char own = quote == 0 ? quote_for(reference, quote) : other_quote(quote);
  text += own;
  append_css_string(text, reference, own);
  text += own;
  return text;
}

/// Replaces each byte `c` of `text` from `from` on with its escape.
void percent_encode(std::string& text, char c, std::string_view escape, std::size_t from = 0) {
  for (std::size_t at = text.find(c, from); at != std::string::npos; at = text.find(c, at)) {
    text.replace(at, 1, escape);
  }
}

/// True if a refresh would read the start of the URL as its own syntax (HTML Standard, "shared
/// declarative refresh steps", 11.2 to 11.8): the separator of a value that has none yet, `url=`,
/// or a quote.
bool begins_refresh_syntax(std::string_view reference) {
  if (reference.starts_with(';') || reference.starts_with(',')) return true;
  if (!reference.empty() && is_quote(reference[0])) return true;
  if (!text::equals_ignoring_ascii_case(reference.substr(0, 3), "url")) return false;
  const std::string_view rest = text::strip_ascii_whitespace(reference.substr(3));
  return rest.starts_with('=');
}

std::string refresh_text(std::string_view reference, char before) {
  std::string text(reference);
  if (is_quote(before)) {
    percent_encode(text, before, before == '"' ? "%22" : "%27");
  } else if (begins_refresh_syntax(text)) {
    text.insert(0, "./");
  }
  return text;
}

/// ECMA-262 12.9.4, "String Literals", and 12.9.6, "Template Literal Lexical Components". In the
/// text of a script element, `</script` and `<!--` would end it.
std::string script_text(std::string_view reference, char quote) {
  if (!is_quote(quote) && quote != '`') return std::string(reference);  // a comment
  std::string text;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const char c = reference[i];
    if (newlines.contains(c)) {
      text += c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\f";
    } else if (c == '<') {
      text += "\\x3C";
    } else {
      const bool is_substitution = c == '$' && quote == '`' && reference.substr(i + 1, 1) == "{";
      if (c == quote || c == '\\' || is_substitution) text += '\\';
      text += c;
    }
  }
  return text;
}

std::string json_text(std::string_view reference) {
  std::string text;
  text::append_json_escaped(text, reference);
  return text;
}

std::string srcset_text(std::string_view reference) {
  std::string text(reference);
  const std::size_t end = text.find_last_not_of(',') + 1;
  percent_encode(text, ',', "%2C", end);
  if (text.starts_with(',')) text.insert(0, "./");
  return text;
}

/// CommonMark 6.3, "link destination": brackets are balanced, or have a backslash before them.
std::string markdown_text(std::string_view reference) {
  int open = 0;
  bool is_balanced = true;
  for (const char c : reference) {
    open += c == '(' ? 1 : c == ')' ? -1 : 0;
    is_balanced &= open >= 0;
  }
  is_balanced &= open == 0;
  std::string text;
  for (const char c : reference) {
    const bool is_bracket = c == '(' || c == ')';
    if (c == '\\' || (is_bracket && !is_balanced)) text += '\\';
    text += c;
  }
  return text;
}

}  // namespace

std::string_view value_text(std::string& storage, LinkGrammar grammar, std::string_view reference,
                            char before, char quote) {
  switch (grammar) {
    case LinkGrammar::css:
      return storage = css_text(reference, before, quote);
    case LinkGrammar::refresh:
      return storage = refresh_text(reference, before);
    case LinkGrammar::srcset:
      return storage = srcset_text(reference);
    case LinkGrammar::comma_list:
      storage = reference;
      percent_encode(storage, ',', "%2C");
      return storage;
    case LinkGrammar::parameters:
      storage = reference;
      percent_encode(storage, ';', "%3B");
      return storage;
    case LinkGrammar::json_string:
    case LinkGrammar::json_ld:
    case LinkGrammar::import_map:
    case LinkGrammar::speculation_rules:
      return storage = json_text(reference);
    case LinkGrammar::classic_script:
    case LinkGrammar::module_script:
      return storage = script_text(reference, before);
    case LinkGrammar::markdown:
      return storage = markdown_text(reference);
    case LinkGrammar::url:
    case LinkGrammar::trimmed_url:
    case LinkGrammar::space_list:
    case LinkGrammar::url_template:
    case LinkGrammar::document:
      break;
  }
  return reference;
}

bool changes_url(LinkGrammar grammar, std::string_view reference, char before) {
  switch (grammar) {
    case LinkGrammar::refresh:
      return is_quote(before) && reference.find(before) != std::string_view::npos;
    case LinkGrammar::srcset:
      return reference.ends_with(',');
    case LinkGrammar::comma_list:
      return reference.find(',') != std::string_view::npos;
    case LinkGrammar::parameters:
      return reference.find(';') != std::string_view::npos;
    default:
      return false;
  }
}

namespace {

using text::ByteSet;

constexpr ByteSet not_allowed_unquoted = text::ascii_whitespace | ByteSet("\"'=<>`");

/// Maximum length of a named character reference in bytes. Numeric ones may have more digits, but
/// the first ones suffice here.
constexpr std::size_t max_reference = 40;

/// True if the `&` at `at` of `value` would begin a reference.
bool is_read_as_reference(std::string_view value, std::size_t at, ReferencePlace place,
                          std::string_view following) {
  const std::string_view rest = value.substr(at, max_reference);
  if (rest.size() == max_reference || following.empty()) {
    return match_character_reference(rest, place).has_value();
  }
  std::string text(rest);
  text += following.substr(0, max_reference);
  return match_character_reference(text, place).has_value();
}

void append_numeric(std::string& out, char c) {
  out += "&#";
  out += std::to_string(static_cast<unsigned>(static_cast<unsigned char>(c)));
  out += ';';
}

std::string_view quote_reference(char quote) {
  return quote == '"' ? "&quot;" : "&#39;";
}

/// The bytes that may need a character reference in some HTML value.
constexpr ByteSet html_special = text::ascii_whitespace | ByteSet("&<>\"'");

void append_html(std::string& out, std::string_view value, TextKind kind, char quote,
                 std::string_view following, Ampersands ampersands) {
  const bool is_attribute = kind == TextKind::html_attribute;
  const bool is_unquoted = quote == 0 && is_attribute;
  // An `=` after `&lt` keeps it from being a reference, and the reference for `=` would not.
  const auto place =
      is_attribute && !is_unquoted ? ReferencePlace::attribute : ReferencePlace::text;
  const std::size_t plain = is_unquoted ? 0 : text::length_until(value, html_special);
  out += value.substr(0, plain);
  for (std::size_t i = plain; i < value.size(); ++i) {
    const char c = value[i];
    if (c == '&' &&
        (ampersands == Ampersands::always || is_read_as_reference(value, i, place, following))) {
      out += "&amp;";
    } else if (c == '<' && kind == TextKind::html_text) {
      out += "&lt;";
    } else if (quote != 0 && c == quote) {
      out += quote_reference(quote);
    } else if (is_unquoted && not_allowed_unquoted.contains(c)) {
      append_numeric(out, c);
    } else if (c == '\r') {
      out += "&#13;";
    } else {
      out += c;
    }
  }
}

void append_xml(std::string& out, std::string_view value, char quote) {
  for (const char c : value) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>' && quote == 0) {
      out += "&gt;";
    } else if (quote != 0 && c == quote) {
      out += quote_reference(quote);
    } else if (quote != 0 && (c == '\t' || c == '\n' || c == '\r')) {
      append_numeric(out, c);
    } else {
      out += c;
    }
  }
}

}  // namespace

char quote_for(std::string_view value, char around) {
  const char first = other_quote(around);
  if (value.find(first) == std::string_view::npos) return first;
  const char second = other_quote(first);
  return value.find(second) == std::string_view::npos ? second : first;
}

Delimiter find_delimiter(std::string_view text, text::Span value) {
  const std::size_t begin = value.begin;
  const char before = begin == 0 ? '\0' : text[begin - 1];
  if (is_quote(before)) return {Quoting::quoted, before};
  if (!value.empty()) return {Quoting::unquoted, 0};
  std::size_t at = begin;
  while (at > 0 && text::ascii_whitespace.contains(text[at - 1])) --at;
  return {at > 0 && text[at - 1] == '=' ? Quoting::missing : Quoting::valueless, 0};
}

bool needs_quotes(std::string_view value) {
  return value.empty() || std::any_of(value.begin(), value.end(),
                                      [](char c) { return not_allowed_unquoted.contains(c); });
}

void append_written(std::string& out, std::string_view value, TextKind kind, char quote,
                    std::string_view following, Ampersands ampersands) {
  switch (kind) {
    case TextKind::html_attribute:
    case TextKind::html_text:
      append_html(out, value, kind, quote, following, ampersands);
      break;
    case TextKind::xml_attribute:
    case TextKind::xml_text:
      append_xml(out, value, kind == TextKind::xml_attribute ? quote : '\0');
      break;
    case TextKind::raw_text:
    case TextKind::cdata:
      out += value;
      break;
  }
}

bool says_xhtml(std::string_view text) {
  constexpr std::size_t max_head = 16384;
  const std::string_view head = text.substr(0, max_head);
  // A tag or declaration that begins with `start` and holds `word`.
  const auto has = [&](std::string_view start, std::string_view word) {
    for (std::size_t at = text::find_ignoring_ascii_case(head, start); at != head.npos;
         at = text::find_ignoring_ascii_case(head, start, at + 1)) {
      const std::string_view tag = head.substr(at, head.find('>', at) - at);
      if (text::find_ignoring_ascii_case(tag, word) != tag.npos) return true;
    }
    return false;
  };
  return has("<!doctype", "xhtml") || has("<html", "http://www.w3.org/1999/xhtml") ||
         has("<meta", "application/xhtml+xml");
}

std::string_view reference_end(std::string_view before, std::string_view value, TextKind kind) {
  if (kind != TextKind::html_attribute && kind != TextKind::html_text) return {};
  if (value.empty() || before.empty() || !text::ascii_alphanumeric.contains(before.back())) {
    return {};
  }
  const std::string_view last =
      before.substr(before.size() - std::min(before.size(), max_reference));
  const std::size_t begin = last.rfind('&');
  if (begin == std::string_view::npos) return {};
  const auto place =
      kind == TextKind::html_attribute ? ReferencePlace::attribute : ReferencePlace::text;
  std::string reference(last.substr(begin));
  const std::size_t size = reference.size();
  const auto alone = match_character_reference(reference, place);
  if (!alone || alone->length != size) return {};
  const auto joined = match_character_reference(reference.append(value), place);
  return joined && joined->length == size ? std::string_view() : ";";
}

bool CdataCursor::is_in_section(std::string_view text, std::uint32_t context, std::uint32_t begin,
                                std::uint32_t at) {
  if (context != context_ || begin != begin_ || at < since_) {
    context_ = context;
    begin_ = begin;
    since_ = begin;
    in_section_ = text.substr(0, begin).ends_with(cdata_start);
    find_border(text, begin);
  }
  while (border_ < at) step(text);
  return at < since_ ? !in_section_ : in_section_;
}

/// Skips the markup that begins at the border. A comment may hold text that looks like a delimiter.
void CdataCursor::step(std::string_view text) {
  const std::string_view rest = text.substr(border_);
  if (in_section_ || rest.starts_with(cdata_start)) {
    since_ = border_ + (in_section_ ? cdata_end : cdata_start).size();
    in_section_ = !in_section_;
    find_border(text, since_);
  } else if (rest.starts_with("<!--")) {
    find_border(text, skip_markup_declaration(text, border_, Cdata::section));
  } else {
    find_border(text, border_ + 1);
  }
}

void CdataCursor::find_border(std::string_view text, std::size_t from) {
  border_ = std::min(in_section_ ? text.find(cdata_end, from) : text.find('<', from), text.size());
}

namespace {

/// `value` in a string of JSON that was `old`: with escaped slashes if that has them, as PHP
/// writes.
std::string json_like(std::string_view value, std::string_view old) {
  std::string written = json_text(value);
  if (old.find("\\/") == old.npos) return written;
  for (std::size_t at = written.find('/'); at != written.npos; at = written.find('/', at + 2)) {
    written.insert(at, 1, '\\');
  }
  return written;
}

/// The quote of the srcdoc attribute around a context; 0 for the file's own document.
char quote_around(LinkBlock const& block, std::uint32_t context) {
  if (context == 0) return 0;
  LinkContext const& inner = block.contexts[context];
  if (inner.in_text) return 0;
  return find_delimiter(PlaceWriter::text_of(block, inner.parent), inner.source).quote;
}

/// The delimiter to write after text of `kind`, so that the text after it stays inside or outside
/// of a CDATA section as before.
std::string_view cdata_border(TextKind kind, bool ends_in_cdata) {
  if ((kind == TextKind::cdata) == ends_in_cdata) return {};
  return ends_in_cdata ? cdata_start : cdata_end;
}

/// True if a start tag is in this part of an element's text.
bool has_start_tag(std::string_view written, bool in_section) {
  for (std::size_t at = 0; at < written.size(); ++at) {
    if (in_section) {
      at = written.find(cdata_end, at);
      if (at == written.npos) return false;
      at += cdata_end.size() - 1;
      in_section = false;
    } else if (written[at] == '<') {
      in_section = written.substr(at).starts_with(cdata_start);
      if (at + 1 < written.size() && text::ascii_alpha.contains(written[at + 1])) return true;
    }
  }
  return false;
}

/// Writes an attribute into the tag after the element's name, for one that only the document type
/// declares.
PlacedText explicit_attribute(Link const& link, LinkPlace const& place, std::string_view text,
                              std::string_view reference) {
  const std::size_t name = text::length_until(place.tag.in(text), tag_syntax::tag_name_end);
  const std::uint32_t end = place.tag.begin + static_cast<std::uint32_t>(name);
  PlacedText written{{end, end}, " "};
  written.value += link.attribute;
  written.value += "=\"";
  append_written(written.value, reference, TextKind::xml_attribute, '"', {});
  written.value += '"';
  return written;
}

}  // namespace

std::string_view PlaceWriter::text_of(LinkBlock const& block, std::uint32_t context) {
  return context == 0 ? block.text : block.contexts[context].text;
}

/// Whether `value`, which replaces `old`, needs `&amp;` for each ampersand: yes if `old` has
/// `&amp;` or the page declares itself XHTML.
Ampersands PlaceWriter::ampersands(LinkBlock const& block, std::string_view value,
                                   std::string_view old) {
  if (value.find('&') == value.npos) return Ampersands::as_needed;
  if (old.find("&amp;") != old.npos) return Ampersands::always;
  if (!says_xhtml_) says_xhtml_ = says_xhtml(block.text);
  return *says_xhtml_ ? Ampersands::always : Ampersands::as_needed;
}

PlacedText PlaceWriter::lift(LinkBlock const& block, std::uint32_t context, PlacedText text) {
  while (context != 0) {
    LinkContext const& inner = block.contexts[context];
    const std::string_view around = text_of(block, inner.parent);
    text.place = inner.to_parent(text.place);
    const bool is_xml = content_type_ == ContentType::xml && inner.parent == 0;
    if (content_type_ == ContentType::json && inner.parent == 0) {
      text.value = json_like(text.value, inner.source.in(around));
    } else if (is_xml && inner.in_text) {
      const InText place{block, around, inner.parent, inner.source};
      text.value = in_text(sections_around_, place, text, TextKind::xml_text);
    } else {
      const TextKind kind = is_xml ? TextKind::xml_attribute : TextKind::html_attribute;
      std::string written(reference_end(around.substr(0, text.place.begin), text.value, kind));
      append_written(written, text.value, kind, find_delimiter(around, inner.source).quote,
                     around.substr(text.place.end, inner.source.end - text.place.end),
                     ampersands(block, text.value, text.place.in(around)));
      text.value = std::move(written);
    }
    context = inner.parent;
  }
  return text;
}

/// Escapes `part`, a part of an element's text that may have CDATA sections; `kind` is the kind of
/// the text outside of them.
std::string PlaceWriter::in_text(CdataCursor& sections, InText const& around,
                                 PlacedText const& part, TextKind kind) {
  const auto is_in_section = [&](std::uint32_t at) {
    return sections.is_in_section(around.text, around.context, around.whole.begin, at);
  };
  if (is_in_section(part.place.begin)) kind = TextKind::cdata;
  const bool ends_in_cdata = is_in_section(part.place.end);
  std::string written(reference_end(around.text.substr(0, part.place.begin), part.value, kind));
  append_written(written, part.value, kind, 0,
                 around.text.substr(part.place.end, around.whole.end - part.place.end),
                 ampersands(around.block, part.value, part.place.in(around.text)));
  return written.append(cdata_border(kind, ends_in_cdata));
}

TextKind PlaceWriter::kind_of(Link const& link) const {
  const bool is_markup = content_type_ == ContentType::html || content_type_ == ContentType::xml;
  if (!is_markup && link.context == 0) {
    return TextKind::raw_text;
  }
  const bool is_xml = content_type_ == ContentType::xml && link.context == 0;
  if (!link.attribute.empty()) return is_xml ? TextKind::xml_attribute : TextKind::html_attribute;
  if (is_xml) return TextKind::xml_text;
  return link.ns == Namespace::html ? TextKind::raw_text : TextKind::html_text;
}

Delimiter PlaceWriter::delimiter_of(LinkBlock const& block, Link const& link,
                                    LinkPlace const& place) const {
  const bool is_markup = content_type_ == ContentType::html || content_type_ == ContentType::xml;
  const bool is_attribute = !link.attribute.empty() && (is_markup || link.context != 0);
  return is_attribute ? find_delimiter(text_of(block, link.context), place.value) : Delimiter{};
}

TextEdits::Edit const* PlaceWriter::write(LinkBlock const& block, std::size_t number,
                                          std::string_view reference) {
  Link const& link = block.links[number];
  LinkPlace const& place = block.places[number];
  const std::string_view text = text_of(block, link.context);
  const TextKind kind = kind_of(link);
  written_.place = place.url;
  written_.value.clear();
  if (kind == TextKind::xml_attribute && place.value.begin <= place.tag.begin) {
    if (!place.value.empty() || text[place.tag.begin] != '<') return nullptr;
    written_ = explicit_attribute(link, place, text, reference);
  } else if (kind == TextKind::xml_text || kind == TextKind::html_text) {
    const bool in_section =
        sections_.is_in_section(text, link.context, place.value.begin, place.url.begin);
    if (has_start_tag(place.url.in(text), in_section)) return nullptr;
    written_.value = value_text(value_, place.grammar, reference, place.before,
                                quote_around(block, link.context));
    written_.value = in_text(sections_, {block, text, link.context, place.value}, written_, kind);
  } else {
    write_value(block, link, place, kind, reference);
  }
  if (content_type_ == ContentType::json && link.context == 0) {
    written_.value = json_like(reference, place.value.in(text));
  }
  if (link.context != 0) written_ = lift(block, link.context, std::move(written_));
  return &edits_.replace(written_.place, std::move(written_.value));
}

/// Writes into an attribute's value or into raw text. An unquoted value gets quotes if all of it is
/// replaced; otherwise only the new part is escaped, so that the rest keeps its bytes.
void PlaceWriter::write_value(LinkBlock const& block, Link const& link, LinkPlace const& place,
                              TextKind kind, std::string_view reference) {
  const std::string_view text = text_of(block, link.context);
  Delimiter delimiter = delimiter_of(block, link, place);
  const char around = quote_around(block, link.context);
  // CSS uses the quote that the attribute does not.
  const char css_around = delimiter.quote != 0 ? delimiter.quote : other_quote(around);
  const std::string_view value =
      value_text(value_, place.grammar, reference, place.before,
                 delimiter.quoting == Quoting::not_quoted ? around : css_around);
  const bool is_bare =
      delimiter.quoting != Quoting::quoted && delimiter.quoting != Quoting::not_quoted;
  const bool gets_quotes = is_bare && place.url == place.value &&
                           (delimiter.quoting != Quoting::unquoted || needs_quotes(value));
  if (gets_quotes) {
    delimiter.quote = quote_for(value, around);
    if (delimiter.quoting == Quoting::valueless) written_.value += '=';
    written_.value += delimiter.quote;
  }
  written_.value += reference_end(text.substr(0, place.url.begin), value, kind);
  append_written(written_.value, value, kind, delimiter.quote,
                 text.substr(place.url.end, place.value.end - place.url.end),
                 ampersands(block, value, place.url.in(text)));
  if (gets_quotes) written_.value += delimiter.quote;
}

}  // namespace hrefkit::html
