#include "hrefkit/html/dom_links.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hrefkit/html/css_urls.h"
#include "hrefkit/html/link_rel.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/metadata_urls.h"
#include "hrefkit/html/refresh.h"
#include "hrefkit/html/srcset.h"
#include "hrefkit/html/url_list.h"
#include "hrefkit/html/xml_base.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

// Rows of what is a link only where asked for: they are in no table that is always looked up.
constexpr LinkRow card_row{Namespace::html,
                           "meta",
                           Namespace::none,
                           "content",
                           LinkKind::metadata,
                           LinkGrammar::url,
                           "The Open Graph protocol; Twitter cards"};
constexpr LinkRow json_ld_row{Namespace::html,
                              "script",
                              Namespace::none,
                              "",
                              LinkKind::metadata,
                              LinkGrammar::url,
                              "JSON-LD 1.1, 7 Embedding JSON-LD in HTML"};
constexpr LinkRow import_map_row{Namespace::html,  "script",         Namespace::none,    "",
                                 LinkKind::script, LinkGrammar::url, "HTML, import maps"};

/// Collects the links of all contexts.
class Collector {
 public:
  Collector(ContextTree const& tree, DocumentOptions const& options, Notes& notes)
      : tree_(tree), options_(options), notes_(notes) {}

  void collect() {
    for (std::size_t i = 0; i < tree_.contexts().size(); ++i) collect_context(i);
    const auto by_place = [](Link const& a, Link const& b) { return a.span.begin < b.span.begin; };
    if (!std::is_sorted(links_.begin(), links_.end(), by_place)) {
      std::stable_sort(links_.begin(), links_.end(), by_place);
    }
  }

  void give(text::SourceMap const* map, LinkSink const& sink) const {
    sink({links_, bases_, contexts_, tree_.contexts().front().document.text(), map});
  }

 private:
  void collect_context(std::size_t index) {
    Context const& context = tree_.contexts()[index];
    context_ = index;
    document_ = &context.document;
    contexts_.push_back({context.path});
    add_bases(context);
    const BaseScopes scopes(*document_, options_.xml_base, document_base_, bases_, notes_);
    for (NodeId id = document_->root(); id != no_node; id = document_->next_in_tree(id)) {
      Node const& node = (*document_)[id];
      if (node.type != NodeType::element || node.clone) continue;
      if (node.inert && !options_.templates) continue;
      base_ = scopes.at(id);
      collect_element(id);
    }
  }

  void add_bases(Context const& context) {
    url::ResolveOptions resolve = options_.resolve;
    resolve.encoding = context.encoding;
    DocumentBase const& base = context.base;
    const auto add = [&](std::string_view url, BaseSource source, Span declared) {
      bases_.push_back({url::Resolver::with_base(url, resolve).value_or(url::Resolver(resolve)),
                        source, declared});
      return static_cast<std::uint32_t>(bases_.size() - 1);
    };
    fallback_base_ = add(base.fallback.url, base.fallback.source, {});
    document_base_ = fallback_base_;
    if (base.source == BaseSource::base) {
      const Span declared = document_->find_attribute(base.element, "href")->span;
      document_base_ = add(base.url, base.source, declared);
    }
  }

  void collect_element(NodeId id) {
    Node const& node = (*document_)[id];
    for (Attribute const& attribute : document_->attributes(id)) {
      if (LinkRow const* row = find_link_row(node.ns, node.name, attribute.name, attribute.ns)) {
        collect_value(id, *row, attribute);
      }
    }
    if (LinkRow const* row = find_link_row(node.ns, node.name, {}, Namespace::none)) {
      collect_text(id, *row);
    }
    if (options_.also.meta && document_->is_html(id, "meta")) collect_card(id);
    if (document_->is_html(id, "script")) collect_script(id);
  }

  /// An attribute's value, or nothing.
  std::string_view value_of(NodeId id, std::string_view name) const {
    Attribute const* attribute = document_->find_attribute(id, name);
    return attribute == nullptr ? std::string_view() : attribute->value;
  }

  void collect_card(NodeId id) {
    Attribute const* content = document_->find_attribute(id, "content");
    if (content == nullptr) return;
    if (is_url_property(value_of(id, "property"), content->value) ||
        is_url_property(value_of(id, "name"), content->value)) {
      collect_value(id, card_row, *content);
    }
  }

  void collect_script(NodeId id) {
    const std::string_view type = text::strip_ascii_whitespace(value_of(id, "type"));
    if (options_.also.json_ld && text::equals_ignoring_ascii_case(type, "application/ld+json")) {
      if (const auto text = text_within(id)) {
        collect_found(id, json_ld_row, *text, JsonLdUrls(text->value));
      }
    } else if (options_.also.import_map && text::equals_ignoring_ascii_case(type, "importmap")) {
      if (const auto text = text_within(id)) {
        collect_found(id, import_map_row, *text, ImportMapUrls(text->value));
      }
    }
  }

  /// The URLs that `urls` finds in `value`, which may differ from how they are written there.
  template <typename Urls>
  void collect_found(NodeId id, LinkRow const& row, SourcedString const& value, Urls urls) {
    std::uint32_t index = 0;
    while (const auto url = urls.next()) {
      const std::string_view written = url->span.in(value.value);
      const std::string_view raw =
          url->value == written ? written : joined_values_.emplace_back(url->value);
      add(id, row, value, url->span, index++, raw);
    }
  }

  void collect_text(NodeId id, LinkRow const& row) {
    if (row.rule == LinkRule::type_css && !is_css(id)) return;
    if (const auto text = text_within(id)) collect_value(id, row, *text);
  }

  /// The text of an element: its text nodes are pieces of one style sheet or script.
  std::optional<SourcedString> text_within(NodeId id) {
    std::vector<SourcedString const*> pieces;
    for (NodeId child = (*document_)[id].first_child; child != no_node;
         child = (*document_)[child].next) {
      if ((*document_)[child].type == NodeType::text) pieces.push_back(&document_->text_of(child));
    }
    if (pieces.empty()) return std::nullopt;
    return pieces.size() == 1 ? *pieces.front() : join(pieces);
  }

  /// HTML Standard 4.2.6, "update a style block", step 5: only CSS.
  bool is_css(NodeId id) const {
    Attribute const* type = document_->find_attribute(id, "type");
    return type == nullptr || type->value.empty() ||
           text::equals_ignoring_ascii_case(type->value, "text/css");
  }

  /// One string of several, with a map that leads to each.
  SourcedString join(std::vector<SourcedString const*> const& pieces) {
    std::string& value = joined_values_.emplace_back();
    text::SourceMap& map = joined_maps_.emplace_back();
    const std::uint32_t begin = pieces.front()->span.begin;
    std::uint32_t source_end = begin;
    for (SourcedString const* piece : pieces) {
      map.append_skipped(piece->span.begin - source_end);
      for (std::uint32_t i = 0; i < piece->value.size(); ++i) {
        map.append_character(1, piece->to_text(i + 1) - piece->to_text(i));
      }
      value += piece->value;
      source_end = piece->span.end;
    }
    return {value, {begin, source_end}, &map};
  }

  void collect_value(NodeId id, LinkRow const& row, SourcedString const& value) {
    // HTML Standard 4.10.21.3 "form submission algorithm", step 13; browsers strip white space
    // first.
    if (row.rule == LinkRule::empty_is_document &&
        text::strip_ascii_whitespace(value.value).empty()) {
      return;
    }
    switch (row.grammar) {
      case LinkGrammar::url:
        add(id, row, value, {0, static_cast<std::uint32_t>(value.value.size())}, 0, value.value);
        break;
      case LinkGrammar::space_list:
        collect_list(id, row, value, SpaceList(value.value));
        break;
      case LinkGrammar::comma_list:
        collect_list(id, row, value, CommaList(value.value));
        break;
      case LinkGrammar::srcset:
        collect_srcset(id, row, value);
        break;
      case LinkGrammar::refresh:
        collect_refresh(id, row, value);
        break;
      case LinkGrammar::css: {
        const bool sheet = row.attribute.empty();
        collect_found(id, row, value,
                      CssUrls(value.value, sheet ? CssPlace::style_sheet : CssPlace::declarations));
        break;
      }
      case LinkGrammar::document:
        break;
    }
  }

  template <typename List>
  void collect_list(NodeId id, LinkRow const& row, SourcedString const& value, List list) {
    std::uint32_t index = 0;
    while (const auto item = list.next())
      add(id, row, value, *item, index++, item->in(value.value));
  }

  void collect_srcset(NodeId id, LinkRow const& row, SourcedString const& value) {
    Srcset candidates(value.value);
    std::uint32_t index = 0;
    while (const auto candidate = candidates.next()) {
      add(id, row, value, candidate->url, index++, candidate->url.in(value.value));
    }
  }

  void collect_refresh(NodeId id, LinkRow const& row, SourcedString const& value) {
    Attribute const* pragma = document_->find_attribute(id, "http-equiv");
    if (pragma == nullptr || !text::equals_ignoring_ascii_case(pragma->value, "refresh")) return;
    if (const auto url = find_refresh_url(value.value)) {
      add(id, row, value, *url, 0, url->in(value.value));
    }
  }

  void add(NodeId id, LinkRow const& row, SourcedString const& value, Span span,
           std::uint32_t index, std::string_view raw) {
    Node const& node = (*document_)[id];
    Link link;
    link.element = node.name;
    link.attribute = attribute_name(row);
    link.raw = raw;
    link.span = {tree_.to_file(context_, value.to_text(span.begin)),
                 tree_.to_file(context_, value.to_text(span.end))};
    link.index = index;
    link.base = row.kind == LinkKind::base ? fallback_base_ : base_;
    link.context = static_cast<std::uint32_t>(context_);
    link.ns = node.ns;
    link.kind = row.kind;
    if (row.rule == LinkRule::kind_by_rel) {
      Attribute const* rel = document_->find_attribute(id, "rel");
      link.kind = kind_of_rel(rel == nullptr ? std::string_view() : rel->value);
    }
    links_.push_back(link);
  }

  ContextTree const& tree_;
  DocumentOptions const& options_;
  Notes& notes_;
  std::vector<Link> links_;
  std::vector<LinkBase> bases_;
  std::vector<LinkContext> contexts_;
  std::deque<std::string> joined_values_;  // strings that stand nowhere in the documents
  std::deque<text::SourceMap> joined_maps_;

  // Of the context that is being read.
  std::size_t context_ = 0;
  Document const* document_ = nullptr;
  std::uint32_t fallback_base_ = 0;
  std::uint32_t document_base_ = 0;
  std::uint32_t base_ = 0;
};

}  // namespace

void find_dom_links(ContextTree const& tree, text::SourceMap const* map,
                    DocumentOptions const& options, LinkSink const& sink, Notes& notes) {
  Collector collector(tree, options, notes);
  collector.collect();
  collector.give(map, sink);
}

}  // namespace hrefkit::html
