#include "hrefkit/html/base_report.h"

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/context.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/html/links/dom_links.h"
#include "hrefkit/html/scan/scan_links.h"
#include "hrefkit/html/url_budget.h"
#include "hrefkit/text/ascii_search.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit::html {

namespace {

bool has(std::string_view text, std::string_view lower_word) {
  return text::find_ignoring_ascii_case(text, lower_word) != std::string_view::npos;
}

/// The number of start tags of base elements that a text may have. Counts up to two.
std::size_t count_base_tags(std::string_view text) {
  constexpr std::string_view tag = "<base";
  std::size_t count = 0;
  std::size_t at = 0;
  while (count < 2 && (at = text::find_ignoring_ascii_case(text, tag, at)) != text.npos) {
    at += tag.size();
    constexpr std::string_view ends("\t\n\f\r />", 7);
    if (at < text.size() && ends.find(text[at]) != ends.npos) ++count;
  }
  return count;
}

}  // namespace

struct BaseReport::Texts {
  std::optional<ContextTree> tree = {};
  // Of a page that was read without a tree.
  std::string address = {};
  std::string fallback = {};
  std::string base = {};
  std::string href = {};
};

BaseReport::BaseReport(SourceText const& source, DocumentOptions options, Notes& notes)
    : texts_(std::make_unique<Texts>()) {
  options.blank_frames = true;
  options.feed_contents = false;
  if (!read_without_tree(source, options)) read_tree(source, options, notes);
}

BaseReport::BaseReport(BaseReport&&) noexcept = default;
BaseReport& BaseReport::operator=(BaseReport&&) noexcept = default;
BaseReport::~BaseReport() = default;

/// Reads a page of one document without xml:base and templates, whose one base element, if it has
/// one, counts. False for all other pages.
bool BaseReport::read_without_tree(SourceText const& source, DocumentOptions const& options) {
  if (source.content_type != ContentType::html || has(source.text, "<iframe") ||
      has(source.text, "<frame") || may_have_xml_base(source)) {
    return false;
  }
  const auto file = file_base(options, source.encoding.encoding);
  if (!file) return false;
  ReportedBases own;
  own.source = own.fallback_source = file->fallback.source;
  texts_->address = options.url;
  own.address = texts_->address;
  texts_->fallback = file->fallback.url;
  own.base = own.fallback = texts_->fallback;
  if (const std::size_t tags = count_base_tags(source.text); tags != 0) {
    if (tags > 1 || has(source.text, "<template")) return false;
    auto found = scan::LinkScanner().find_base(source, options, *file);
    if (!found || !found->href || found->base.source != BaseSource::base) return false;
    texts_->base = found->base.resolver.base();
    if (texts_->base.empty()) return false;
    texts_->href = *std::move(found->href);
    own.base = texts_->base;
    own.source = BaseSource::base;
    own.elements.push_back({"base", texts_->href, BaseElementStatus::used, found->begin});
  }
  UrlBudget budget(source.text.size());
  if (!budget.count(own.base->size()) || !budget.count(own.fallback->size())) return false;
  documents_.push_back(std::move(own));
  return true;
}

void BaseReport::read_tree(SourceText const& source, DocumentOptions const& options, Notes& notes) {
  Notes own_notes;
  ContextTree const& tree = texts_->tree.emplace(source, options, own_notes);
  std::erase_if(own_notes, [](Note const& note) { return note.kind == NoteKind::unusable_base; });
  notes.insert(notes.end(), own_notes.begin(), own_notes.end());
  UrlBudget budget(tree.contexts().front().document.text().size());
  const auto url_of = [&](BaseId base) {
    const std::string_view url = tree.base_url(base).url();
    return budget.count(url.size()) ? std::optional(url) : std::nullopt;
  };
  documents_.reserve(tree.contexts().size());
  for (std::size_t i = 0; i < tree.contexts().size(); ++i) {
    Context const& context = tree.contexts()[i];
    const auto begin_of = [&](std::size_t index, NodeId node) {
      return tree.to_file(index, tree.contexts()[index].document[node].source.begin);
    };
    ReportedBases& row = documents_.emplace_back();
    row.path = tree.path(i);
    row.address = context.address;
    row.base = url_of(context.base.base);
    row.source = context.base.source;
    row.fallback = url_of(context.base.fallback);
    row.fallback_source = context.base.fallback_source;
    if (context.frame != no_node) {
      row.frame = tree.contexts()[context.parent].document[context.frame].name;
      row.frame_begin = begin_of(context.parent, context.frame);
    }
    row.elements.reserve(context.base.elements.size());
    for (BaseElement const& element : context.base.elements) {
      ReportedBaseElement& added = row.elements.emplace_back();
      added.name = context.document[element.node].name;
      if (const auto href = context.document.find_attribute(element.node, "href")) {
        added.href = href->value;
      }
      added.status = element.status;
      added.begin = begin_of(i, element.node);
      if (TemplatePatch const* const patch = context.document.patch_of(element.node)) {
        added.marker = tree.to_file(i, patch->marker.begin);
      }
    }
    row.scopes.reserve(context.scopes.size());
    for (BaseScope const& scope : context.scopes) {
      ReportedBaseScope& added = row.scopes.emplace_back();
      added.name = context.document[scope.element].name;
      if (const auto value = find_xml_base(context.document, scope.element, options.xml_base)) {
        added.value = value->value;
      }
      added.usable = scope.usable;
      if (scope.usable) added.base = url_of(scope.base);
      added.begin = begin_of(i, scope.element);
    }
    row.is_cut = budget.is_spent();
  }
}

}  // namespace hrefkit::html
