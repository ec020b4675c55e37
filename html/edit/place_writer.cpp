#include "hrefkit/html/edit/place_writer.h"

#include "hrefkit/html/edit/value_text.h"
#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/html/syntax/tag_syntax.h"

namespace hrefkit::html {

namespace {

/// A quote for a value in a document that stands in an attribute with that quote, or in none.
char other_quote(char around) {
  return around == '"' ? '\'' : '"';
}

/// A quote that `value` needs no references for, if there is one.
char quote_for(std::string_view value, char around) {
  const char first = other_quote(around);
  if (value.find(first) == std::string_view::npos) return first;
  const char second = other_quote(first);
  return value.find(second) == std::string_view::npos ? second : first;
}

/// The quote of the srcdoc attribute around a context; 0 for the file's own document.
char quote_around(LinkBlock const& block, std::uint32_t context) {
  if (context == 0) return 0;
  LinkContext const& inner = block.contexts[context];
  if (inner.in_text) return 0;
  return find_delimiter(PlaceWriter::text_of(block, inner.parent), inner.source).quote;
}

/// The offset in the parent's text of byte `offset` of a srcdoc document.
std::uint32_t to_parent(LinkContext const& context, std::uint32_t offset) {
  return context.source.begin + (context.map == nullptr ? offset : context.map->to_source(offset));
}

/// An attribute that the document type gives is written into the tag, after the element's name.
PlacedText explicit_attribute(Link const& link, LinkPlace const& place, std::string_view text,
                              std::string_view reference) {
  const auto end = static_cast<std::uint32_t>(
      tag_syntax::find_first(text, place.tag.begin, tag_syntax::tag_name_end));
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

/// The kind of the text in which a context's document stands.
TextKind PlaceWriter::kind_around(LinkBlock const& block, LinkContext const& inner,
                                  std::uint32_t at) {
  const bool is_xml = content_type_ == ContentType::xml && inner.parent == 0;
  if (!is_xml) return TextKind::html_attribute;
  if (!inner.in_text) return TextKind::xml_attribute;
  const std::string_view around = text_of(block, inner.parent);
  const bool in_cdata =
      sections_around_.is_in_section(around, inner.parent, inner.source.begin, at);
  return in_cdata ? TextKind::cdata : TextKind::xml_text;
}

PlacedText PlaceWriter::lift(LinkBlock const& block, std::uint32_t context, PlacedText text) {
  while (context != 0) {
    LinkContext const& inner = block.contexts[context];
    const std::string_view around = text_of(block, inner.parent);
    text.place = {to_parent(inner, text.place.begin), to_parent(inner, text.place.end)};
    const char quote = inner.in_text ? '\0' : find_delimiter(around, inner.source).quote;
    std::string written;
    append_written(written, text.value, kind_around(block, inner, text.place.begin), quote,
                   around.substr(text.place.end, inner.source.end - text.place.end));
    text.value = std::move(written);
    context = inner.parent;
  }
  return text;
}

TextKind PlaceWriter::kind_of(Link const& link, LinkPlace const& place, std::string_view text) {
  if (content_type_ == ContentType::css || content_type_ == ContentType::manifest) {
    return TextKind::raw_text;
  }
  const bool is_xml = content_type_ == ContentType::xml && link.context == 0;
  if (!link.attribute.empty()) return is_xml ? TextKind::xml_attribute : TextKind::html_attribute;
  if (!is_xml && link.ns == Namespace::html) return TextKind::raw_text;
  if (sections_.is_in_section(text, link.context, place.value.begin, place.url.begin)) {
    return TextKind::cdata;
  }
  return is_xml ? TextKind::xml_text : TextKind::html_text;
}

Delimiter PlaceWriter::delimiter_of(LinkBlock const& block, Link const& link,
                                    LinkPlace const& place) {
  const bool is_attribute = !link.attribute.empty() && content_type_ != ContentType::manifest;
  if (!is_attribute) return {};
  if (quoted_value_ == std::pair(link.context, place.value.begin)) {
    return {Quoting::quoted, added_quote_};
  }
  return find_delimiter(text_of(block, link.context), place.value);
}

void PlaceWriter::add_quotes(LinkBlock const& block, Link const& link, LinkPlace const& place,
                             char quote) {
  quoted_value_ = {link.context, place.value.begin};
  added_quote_ = quote;
  for (const std::uint32_t at : {place.value.begin, place.value.end}) {
    const PlacedText lifted = lift(block, link.context, {{at, at}, std::string(1, quote)});
    edits_.replace(lifted.place, lifted.value);
  }
}

std::optional<PlacedText> PlaceWriter::write(LinkBlock const& block, std::size_t number,
                                             std::string_view reference) {
  Link const& link = block.links[number];
  LinkPlace const& place = block.places[number];
  const std::string_view text = text_of(block, link.context);
  const TextKind kind = kind_of(link, place, text);
  PlacedText written{place.url};
  if (kind == TextKind::xml_attribute && place.value.begin <= place.tag.begin) {
    if (!place.value.empty() || text[place.tag.begin] != '<') return std::nullopt;
    written = explicit_attribute(link, place, text, reference);
    edits_.replace(written.place, written.value);
    return written;
  }
  Delimiter delimiter = delimiter_of(block, link, place);
  const char around = quote_around(block, link.context);
  // Quotes in CSS are the other ones than those around the attribute.
  const char css_around = delimiter.quote != 0 ? delimiter.quote : other_quote(around);
  const std::string value =
      value_text(place.grammar, reference, place.before,
                 delimiter.quoting == Quoting::not_quoted ? around : css_around);
  const bool is_bare =
      delimiter.quoting != Quoting::quoted && delimiter.quoting != Quoting::not_quoted;
  const bool gets_quotes =
      is_bare && (delimiter.quoting != Quoting::unquoted || needs_quotes(value));
  const bool is_whole = place.url == place.value;
  if (gets_quotes) {
    delimiter.quote = quote_for(value, around);
    if (!is_whole) add_quotes(block, link, place, delimiter.quote);
  }
  if (gets_quotes && is_whole) {
    if (delimiter.quoting == Quoting::valueless) written.value += '=';
    written.value += delimiter.quote;
  }
  append_written(written.value, value, kind, delimiter.quote,
                 text.substr(place.url.end, place.value.end - place.url.end));
  if (gets_quotes && is_whole) written.value += delimiter.quote;
  written = lift(block, link.context, std::move(written));
  edits_.replace(written.place, written.value);
  return written;
}

}  // namespace hrefkit::html
