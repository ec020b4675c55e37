#include "hrefkit/html/links/link_values.h"

#include "hrefkit/html/links/feed_values.h"
#include "hrefkit/html/media_type.h"
#include "hrefkit/html/metadata_urls.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

// Rows of links that are reported only on request. They are not in the table, which is always used.
constexpr LinkRow card_row{.element = "meta",
                           .attribute = "content",
                           .kind = LinkKind::metadata,
                           .grammar = LinkGrammar::url,
                           .source = "The Open Graph protocol; Twitter cards"};
constexpr LinkRow json_ld_row{.element = "script",
                              .kind = LinkKind::metadata,
                              .grammar = LinkGrammar::json_ld,
                              .source = "JSON-LD 1.1, 7 Embedding JSON-LD in HTML"};
constexpr LinkRow import_map_row{.element = "script",
                                 .kind = LinkKind::script,
                                 .grammar = LinkGrammar::import_map,
                                 .source = "HTML, import maps"};

/// An element of a document, as rows ask about it.
class DocumentElement final : public LinkElement {
 public:
  DocumentElement(Document const& document, NodeId id) : document_(document), id_(id) {}

  std::optional<std::string_view> value_of(AttributeName attribute) const override {
    return value_of(name(attribute));
  }
  std::string_view local_name() const override { return document_[id_].name; }
  bool is_in_shadow_tree() const override { return document_[id_].in_shadow; }

  std::optional<std::string_view> value_of(std::string_view attribute) const {
    const auto found = document_.find_attribute(id_, attribute);
    if (!found) return std::nullopt;
    return found->value;
  }

 private:
  Document const& document_;
  NodeId id_;
};

/// Appends the element's text, where there is any.
void append_text(std::vector<LinkValue>& values, Document const& document, NodeId element,
                 LinkRow const& row) {
  const NodeId text = first_text(document, element);
  if (text == no_node) return;
  values.push_back({&row, LinkValue::text, document.text_of(text).span.begin});
}

bool is_card(DocumentElement const& meta, std::string_view content) {
  return is_url_property(meta.value_of("property").value_or(""), content) ||
         is_url_property(meta.value_of("name").value_or(""), content);
}

void append_card(std::vector<LinkValue>& values, Document const& document, NodeId element) {
  const auto attributes = document.attributes(element);
  for (std::uint32_t i = 0; i < attributes.size(); ++i) {
    Attribute const& attribute = attributes[i];
    if (attribute.name != "content" || attribute.ns != Namespace::none) continue;
    if (is_card(DocumentElement(document, element), attribute.value)) {
      values.push_back({&card_row, i, attribute.span.begin});
    }
    return;
  }
}

/// JSON-LD 1.1 7 and the registration of its media type: parameters, such as `profile`, may follow.
bool is_json_ld(std::string_view type) {
  const auto media_type = parse_media_type(type);
  return media_type && media_type->essence == "application/ld+json";
}

void append_script(std::vector<LinkValue>& values, Document const& document, NodeId element,
                   AlsoFind const& also) {
  const std::string_view type = text::strip_ascii_whitespace(
      DocumentElement(document, element).value_of("type").value_or(""));
  if (also.json_ld && is_json_ld(type)) {
    append_text(values, document, element, json_ld_row);
  } else if (also.import_map && text::equals_ignoring_ascii_case(type, "importmap")) {
    append_text(values, document, element, import_map_row);
  }
}

}  // namespace

NodeId first_text(Document const& document, NodeId element) {
  NodeId child = document[element].first_child;
  while (child != no_node && document[child].type != NodeType::text) child = document[child].next;
  return child;
}

void append_link_values(std::vector<LinkValue>& values, Document const& document, NodeId element,
                        AlsoFind const& also) {
  Node const& node = document[element];
  if (node.ns >= Namespace::atom) return append_feed_values(values, document, element);
  const DocumentElement facts(document, element);
  const auto attributes = document.attributes(element);
  for (std::uint32_t i = 0; i < attributes.size(); ++i) {
    Attribute const& attribute = attributes[i];
    LinkRow const* row = find_link_row(node.ns, node.name, attribute.name, attribute.ns);
    if (row == nullptr || row->grammar == LinkGrammar::document) continue;
    if (also.empty_values) row = &with_empty_values(*row);
    if (row_counts(*row, facts)) values.push_back({row, i, attribute.span.begin});
  }
  if (LinkRow const* row = find_link_row(node.ns, node.name, {}, Namespace::none)) {
    if (also.empty_values) row = &with_empty_values(*row);
    if (row_counts(*row, facts)) append_text(values, document, element, *row);
  }
  if (also.meta && document.is_html(element, "meta")) append_card(values, document, element);
  if (document.is_html(element, "script")) append_script(values, document, element, also);
}

LinkValueReader::LinkValueReader(Document const& document, NodeId element, LinkValue const& value)
    : row_(value.row),
      kind_(kind_of(*value.row, DocumentElement(document, element))),
      at_once_(fetches_at_once(*value.row, kind_, DocumentElement(document, element))),
      string_(string_of(document, element, value)),
      urls_(*value.row, string_.value) {}

SourcedString LinkValueReader::string_of(Document const& document, NodeId element,
                                         LinkValue const& value) {
  if (value.attribute != LinkValue::text) return document.attributes(element)[value.attribute];
  // The text nodes are pieces of one style sheet or script.
  std::vector<SourcedString const*> pieces;
  for (NodeId child = first_text(document, element); child != no_node;
       child = document[child].next) {
    if (document[child].type == NodeType::text) pieces.push_back(&document.text_of(child));
  }
  return pieces.size() == 1 ? *pieces.front() : join(pieces);
}

/// One string of several, with a map that leads to each.
SourcedString LinkValueReader::join(std::vector<SourcedString const*> const& pieces) {
  const std::uint32_t begin = pieces.front()->span.begin;
  std::uint32_t source_end = begin;
  for (SourcedString const* piece : pieces) {
    // A changed document may hold pieces in any order, or pieces that are not from the source.
    if (piece->span.begin > source_end) {
      joined_map_.append_skipped(piece->span.begin - source_end);
    }
    joined_map_.append_skipped(piece->to_text(0) - piece->span.begin);
    for (std::uint32_t i = 0; i < piece->value.size(); ++i) {
      const text::Span written = piece->to_text(text::Span{i, i + 1});
      joined_map_.append_character(1, written.length());
      joined_map_.append_skipped(piece->to_text(i + 1) - written.end);
    }
    joined_ += piece->value;
    source_end = piece->span.end;
  }
  return {joined_, {begin, source_end}, &joined_map_};
}

std::optional<ElementUrl> LinkValueReader::next() {
  const auto url = urls_.next();
  if (!url) return std::nullopt;
  raw_is_of_document_ =
      joined_.empty() && url->value.data() == string_.value.data() + url->span.begin;
  byte_before_ = url->span.begin == 0 ? 0 : string_.value[url->span.begin - 1];
  text::Span written;
  if (string_.span != text::Span()) {
    written = string_.to_text(url->span);
  }
  return ElementUrl{row_,     url->value,
                    written,  index_++,
                    kind_,    relative_to(*row_, url->value),
                    at_once_, is_unfetched_empty(*row_, url->value)};
}

}  // namespace hrefkit::html
