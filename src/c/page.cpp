#include "hrefkit/c/page.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/html/source_text.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/url.h"

namespace hrefkit::c {

namespace {

constexpr std::uint32_t known_flags = HREFKIT_FEED_BASE_ITEM | HREFKIT_DECODED | HREFKIT_SCRIPTING |
                                      HREFKIT_TEMPLATES | HREFKIT_ALSO_META | HREFKIT_ALSO_JSON_LD |
                                      HREFKIT_ALSO_IMPORT_MAP | HREFKIT_ALSO_EMPTY_ACTIONS |
                                      HREFKIT_ALSO_SPECULATION_RULES | HREFKIT_FALLBACK_AUTO |
                                      HREFKIT_NO_LINKS | HREFKIT_TEXT | HREFKIT_TEXT_CONTENT;

constexpr std::size_t min_find_options = offsetof(hrefkit_find_options, encoding);
constexpr std::size_t first_row_size = offsetof(hrefkit_link, text);  // before it grew
constexpr std::size_t max_row = 4096;                                 // bytes; more is garbage
constexpr std::uint64_t all_kinds = (std::uint64_t{1} << html::link_kind_count) - 1;

text::Encoding encoding_of(std::string_view label, std::string_view option) {
  const auto encoding = text::encoding_from_label(label);
  if (!encoding) {
    throw Failure{HREFKIT_E_ENCODING,
                  std::string(option).append(": the encoding's label is unknown")};
  }
  return *encoding;
}

void read_content_type(std::string_view value, FindRequest& request) {
  const auto type = html::parse_media_type(value, html::TypeSyntax::browsers);
  const auto parser = type ? html::content_type_of(type->essence) : std::nullopt;
  if (!parser) {
    throw Failure{HREFKIT_E_CONTENT_TYPE,
                  "content_type: it is not that of HTML, XML, CSS, JavaScript or a manifest"};
  }
  request.encoding.content_type = *parser;
  request.charset = type->charset.value_or("");
  request.encoding.transport_charset = request.charset;
}

[[noreturn]] void fail_too_large() {
  throw Failure{HREFKIT_E_TOO_LARGE, "the page or its text is larger than 4 GiB"};
}

}  // namespace

FindRequest::FindRequest(hrefkit_find_options const* given) {
  const hrefkit_find_options defaults = HREFKIT_FIND_OPTIONS_INIT;
  const hrefkit_find_options options =
      read_options(given, min_find_options, defaults, "find options");
  row_size = options.row_size;
  const bool fits = row_size == first_row_size || row_size >= sizeof(hrefkit_link);
  if (!fits || row_size > max_row || row_size % alignof(hrefkit_link) != 0)
    fail_argument("row_size", "it does not fit");
  if ((options.flags & ~known_flags) != 0) fail_argument("flags", "it has an unknown flag");
  is_decoded = (options.flags & HREFKIT_DECODED) != 0;
  document.standard = enumerator<url::Standard>(options.standard, 4, "standard");
  document.xml_base = enumerator<html::XmlBase>(options.xml_base, 5, "xml_base");
  unit = enumerator<OffsetUnit>(options.offsets, 3, "offsets");
  if (unit != OffsetUnit::bytes && !is_decoded) {
    fail_argument("offsets", "only decoded text has offsets that are not bytes");
  }
  engine = enumerator<html::Engine>(options.engine, 3, "engine");
  document.scripting = (options.flags & HREFKIT_SCRIPTING) != 0;
  document.templates = (options.flags & HREFKIT_TEMPLATES) != 0;
  const bool by_item = (options.flags & HREFKIT_FEED_BASE_ITEM) != 0;
  document.feed_base = by_item ? html::FeedBase::item : html::FeedBase::feed;
  document.also = {.meta = (options.flags & HREFKIT_ALSO_META) != 0,
                   .json_ld = (options.flags & HREFKIT_ALSO_JSON_LD) != 0,
                   .import_map = (options.flags & HREFKIT_ALSO_IMPORT_MAP) != 0,
                   .speculation_rules = (options.flags & HREFKIT_ALSO_SPECULATION_RULES) != 0,
                   .empty_values = (options.flags & HREFKIT_ALSO_EMPTY_ACTIONS) != 0};
  if (const auto type = optional_text(options.content_type, "content_type")) {
    read_content_type(*type, *this);
  }
  if (const auto label = optional_text(options.encoding, "encoding")) {
    encoding.encoding = encoding_of(*label, "encoding");
  }
  encoding.fallback.utf_8_if_valid = (options.flags & HREFKIT_FALLBACK_AUTO) != 0;
  if (const auto label = optional_text(options.encoding_fallback, "encoding_fallback")) {
    encoding.fallback.encoding = encoding_of(*label, "encoding_fallback");
  }
  document.creator = optional_text(options.creator, "creator").value_or("");
  document.container = optional_text(options.container, "container").value_or("");
  for (hrefkit_view const& policy : array(options.csp, options.csp_count, "csp")) {
    document.content_security_policies.emplace_back(required_text(policy, "csp"));
  }
  if ((options.kinds & ~all_kinds) != 0) fail_argument("kinds", "it has an unknown kind");
  kinds = options.kinds == 0 ? all_kinds : options.kinds;
  if ((options.flags & HREFKIT_NO_LINKS) != 0) kinds = 0;
  with_texts = (options.flags & (HREFKIT_TEXT | HREFKIT_TEXT_CONTENT)) != 0;
  if ((options.flags & HREFKIT_TEXT_CONTENT) != 0) text_parts = html::TextParts::content;
  std::vector<std::string> names;
  for (hrefkit_view const& name : array(options.elements, options.element_count, "elements")) {
    names.emplace_back(required_text(name, "elements"));
  }
  elements = std::move(names);
  for (hrefkit_view const& text :
       array(options.attributes, options.attribute_count, "attributes")) {
    const auto added = attributes.add(required_text(text, "attributes"));
    if (!added) fail_argument("attributes", added.error());
  }
  if (!attributes.empty()) document.also.attributes = &attributes;
  for (hrefkit_view const& name :
       array(options.element_attributes, options.element_attribute_count, "element_attributes")) {
    element_attributes.push_back(
        text::to_ascii_lower(text::to_valid_utf8(required_text(name, "element_attributes"))));
  }
  poll_ = options.poll;
  poll_user_ = options.poll_user;
}

bool FindRequest::wants(html::Link const& link) const {
  return wants(link.kind) && (elements.empty() || html::is_selected({}, elements, link));
}

void check_addresses(html::DocumentOptions const& document) {
  const url::Resolver alone({.standard = document.standard});
  for (std::string const* address : {&document.url, &document.creator, &document.container}) {
    if (address->empty() && address != &document.url) continue;
    if (const auto resolved = alone.resolve(*address); !resolved) {
      fail_url("the address of the page, its creator or its container is not an absolute URL",
               resolved.error());
    }
  }
}

html::SourceText read_source(std::string_view bytes, FindRequest const& request,
                             std::string& buffer, html::Notes& notes) {
  auto source = request.is_decoded ? html::source_from_decoded(bytes, request.encoding, buffer)
                                   : html::decode_source(bytes, request.encoding, buffer, notes);
  if (!source) fail_too_large();
  return std::move(*source);
}

void fail(html::FindError error, html::DocumentOptions const& document) {
  if (error == html::FindError::too_large) fail_too_large();
  check_addresses(document);  // with a better message
  throw Failure{HREFKIT_E_URL, std::string(message(error)),
                number_of(url::Error::relative_without_base)};
}

Places::Places(html::SourceText const& source, OffsetUnit unit)
    : source_(source),
      unit_(unit),
      is_identity_(unit == OffsetUnit::bytes && source.map.is_identity()),
      cursor_(source.text) {}

/// The units of the input before byte `offset` of the text. A byte order mark is one.
std::uint64_t Places::units_before(std::uint32_t offset) {
  const auto count = [&](std::uint32_t begin, std::uint32_t end) {
    std::uint64_t units = text::count_code_points(source_.text, begin, end);
    if (unit_ == OffsetUnit::utf_16) {
      constexpr unsigned char first_of_four = 0xF0;
      for (const char byte : source_.text.substr(begin, end - begin)) {
        units += static_cast<unsigned char>(byte) >= first_of_four ? 1 : 0;
      }
    }
    return units;
  };
  if (offset >= offset_) {
    units_ += count(offset_, offset);
  } else {
    units_ -= count(offset, offset_);
  }
  offset_ = offset;
  return units_ + (source_.encoding.mark_length != 0 ? 1 : 0);
}

std::vector<hrefkit_note> note_rows(html::Notes const& notes, Places& places, TextArena& arena) {
  std::vector<hrefkit_note> rows;
  rows.reserve(notes.size());
  for (html::Note const& note : notes) {
    hrefkit_note row{};
    row.code = view_of(name(note.kind));
    row.message = arena.keep_view(note.message);
    row.severity = static_cast<std::uint8_t>(severity(note.kind));
    row.count = static_cast<std::uint32_t>(std::min<std::size_t>(note.count, UINT32_MAX));
    places.set(row, note.span);
    rows.push_back(row);
  }
  return rows;
}

}  // namespace hrefkit::c
