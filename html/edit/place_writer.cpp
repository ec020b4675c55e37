#include "hrefkit/html/edit/place_writer.h"

#include "hrefkit/html/edit/value_text.h"
#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/html/syntax/tag_syntax.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

namespace {

/// The quote of the srcdoc attribute around a context; 0 for the file's own document.
char quote_around(LinkBlock const& block, std::uint32_t context) {
  if (context == 0) return 0;
  LinkContext const& inner = block.contexts[context];
  if (inner.in_text) return 0;
  return find_delimiter(PlaceWriter::text_of(block, inner.parent), inner.source).quote;
}

/// The place in the parent's text of a part of a srcdoc document.
text::Span to_parent(LinkContext const& context, text::Span part) {
  const text::Span written = context.map == nullptr ? part : context.map->to_source(part);
  return {context.source.begin + written.begin, context.source.begin + written.end};
}

/// What brings text that was written as `kind` to where the text after it stands.
std::string_view cdata_border(TextKind kind, bool ends_in_cdata) {
  if ((kind == TextKind::cdata) == ends_in_cdata) return {};
  return ends_in_cdata ? cdata_start : cdata_end;
}

/// True where an element begins in what stands for a part of another element's text.
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

/// An attribute that the document type gives is written into the tag, after the element's name.
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

PlacedText PlaceWriter::lift(LinkBlock const& block, std::uint32_t context, PlacedText text) {
  while (context != 0) {
    LinkContext const& inner = block.contexts[context];
    const std::string_view around = text_of(block, inner.parent);
    text.place = to_parent(inner, text.place);
    const bool is_xml = content_type_ == ContentType::xml && inner.parent == 0;
    if (is_xml && inner.in_text) {
      const InText place{around, inner.parent, inner.source};
      text.value = in_text(sections_around_, place, text, TextKind::xml_text);
    } else {
      const TextKind kind = is_xml ? TextKind::xml_attribute : TextKind::html_attribute;
      std::string written(reference_end(around.substr(0, text.place.begin), text.value, kind));
      append_written(written, text.value, kind, find_delimiter(around, inner.source).quote,
                     around.substr(text.place.end, inner.source.end - text.place.end));
      text.value = std::move(written);
    }
    context = inner.parent;
  }
  return text;
}

/// What is written in the place of a part of an element's text that may have CDATA sections; `kind`
/// is that of the text outside of them.
std::string PlaceWriter::in_text(CdataCursor& sections, InText const& around,
                                 PlacedText const& part, TextKind kind) {
  const auto is_in_section = [&](std::uint32_t at) {
    return sections.is_in_section(around.text, around.context, around.whole.begin, at);
  };
  if (is_in_section(part.place.begin)) kind = TextKind::cdata;
  const bool ends_in_cdata = is_in_section(part.place.end);
  std::string written(reference_end(around.text.substr(0, part.place.begin), part.value, kind));
  append_written(written, part.value, kind, 0,
                 around.text.substr(part.place.end, around.whole.end - part.place.end));
  return written.append(cdata_border(kind, ends_in_cdata));
}

TextKind PlaceWriter::kind_of(Link const& link) const {
  if (content_type_ == ContentType::css || content_type_ == ContentType::manifest) {
    return TextKind::raw_text;
  }
  const bool is_xml = content_type_ == ContentType::xml && link.context == 0;
  if (!link.attribute.empty()) return is_xml ? TextKind::xml_attribute : TextKind::html_attribute;
  if (is_xml) return TextKind::xml_text;
  return link.ns == Namespace::html ? TextKind::raw_text : TextKind::html_text;
}

Delimiter PlaceWriter::delimiter_of(LinkBlock const& block, Link const& link,
                                    LinkPlace const& place) const {
  const bool is_attribute = !link.attribute.empty() && content_type_ != ContentType::manifest;
  return is_attribute ? find_delimiter(text_of(block, link.context), place.value) : Delimiter{};
}

PlacedText const* PlaceWriter::write(LinkBlock const& block, std::size_t number,
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
    written_.value = in_text(sections_, {text, link.context, place.value}, written_, kind);
  } else {
    write_value(block, link, place, kind, reference);
  }
  if (link.context != 0) written_ = lift(block, link.context, std::move(written_));
  edits_.replace(written_.place, written_.value);
  return &written_;
}

/// Writes into the value of an attribute, or into text where nothing is escaped. An unquoted value
/// gets quotes where all of it is replaced; else what is new is written with references, so that
/// all else stays as it is.
void PlaceWriter::write_value(LinkBlock const& block, Link const& link, LinkPlace const& place,
                              TextKind kind, std::string_view reference) {
  const std::string_view text = text_of(block, link.context);
  Delimiter delimiter = delimiter_of(block, link, place);
  const char around = quote_around(block, link.context);
  // Quotes in CSS are the other ones than those around the attribute.
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
                 text.substr(place.url.end, place.value.end - place.url.end));
  if (gets_quotes) written_.value += delimiter.quote;
}

}  // namespace hrefkit::html
