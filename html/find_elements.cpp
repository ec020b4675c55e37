#include "hrefkit/html/find_elements.h"

#include <array>

#include "hrefkit/html/links/link_row_table.h"
#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/scan/link_collector.h"
#include "hrefkit/html/scan/tag_filter.h"
#include "hrefkit/html/scan/tag_scanner.h"
#include "hrefkit/html/syntax/tokenizer.h"
#include "hrefkit/html/tree/start_tag.h"
#include "hrefkit/html/tree/tag_stream.h"
#include "hrefkit/text/lanes.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

std::vector<FoundElement> find_elements(std::string_view text, std::string_view name,
                                        bool scripting) {
  std::vector<FoundElement> found;
  const TagName wanted = tag_name(name);
  TagStream tags(text, scripting);
  bool is_open = false;  // the last tag is that of the last element
  bool has_tag = true;
  while (has_tag) {
    has_tag = tags.next();
    if (is_open) found.back().content = tags.preceding_text().in(text);
    is_open = has_tag && !tags.tag().is_end && tags.name() == wanted &&
              tags.outcome().result == TagResult::inserted && !tags.outcome().inert;
    if (is_open) {
      found.push_back({ElementView(text, tags.tag().span.begin, tags.outcome().ns), {}});
    }
  }
  return found;
}

namespace {

/// Reads one start tag for the scanner, as an HTML element.
class OneTag {
 public:
  OneTag(scan::LinkCollector& collector, scan::PageStrings& strings)
      : collector_(collector), strings_(strings) {}

  // As those of scan::Page.

  static scan::TagFilter const& filter() { return scan::every_tag_filter; }
  static constexpr NameFilter const& attribute_filter() { return html::attribute_filter; }
  void text(text::Span) {}
  ContentModel start_tag(scan::WrittenTag const& tag) {
    collector_.collect(scan::ScannedElement(strings_, tag, tag.present, Namespace::html,
                                            strings_.element_name(tag, Namespace::html)));
    return ContentModel::data;
  }
  void end_tag(TagName, text::Span) {}
  static bool plain_tag(TagName, bool, text::Span) { return false; }
  void element_text(text::Span) {}
  static Cdata cdata() { return Cdata::comment; }
  void markup(std::uint32_t) {}
  void end() {}
  static bool given_up() { return true; }

 private:
  scan::LinkCollector& collector_;
  scan::PageStrings& strings_;
};

}  // namespace

bool is_found_by_tag(Link const& link, LinkBlock const& block) {
  return block.tree == nullptr && link.element_key != Link::no_element && link.context == 0 &&
         link.ns == Namespace::html && !link.attribute.empty() && link.element != "body" &&
         link.element != "html" && link.kind != LinkKind::css && !link.local &&
         link.loaded_base == link.base && link.place_base == link.base &&
         link.around == Surroundings();
}

void find_tag_links(std::string_view text, std::span<std::uint32_t const> tags,
                    LinkBase const& base, AlsoFind const& also, LinkSink const& sink) {
  scan::PageStrings strings;
  strings.begin(text);
  scan::LinkCollector collector;
  collector.begin(strings,
                  {.rels = sink.with_rels, .uses = sink.with_uses, .values = WantedValues(also)},
                  SIZE_MAX, {}, {});
  OneTag tag(collector, strings);
  scan::TagScanner<text::Lanes, OneTag> scanner(text, tag);
  for (const std::uint32_t begin : tags) {
    if (begin < text.size()) scanner.scan([] {}, begin);
  }
  std::erase_if(collector.links(),
                [](Link const& link) { return link.kind == LinkKind::css || link.local; });
  for (Link& link : collector.links()) link.base = 0;
  const std::array<LinkContext, 1> contexts{};
  sink.links({.links = collector.links(),
              .bases = std::span(&base, 1),
              .contexts = contexts,
              .text = text});
}

}  // namespace hrefkit::html
