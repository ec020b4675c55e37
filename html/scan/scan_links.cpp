#include "hrefkit/html/scan/scan_links.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/html/base/document_base.h"
#include "hrefkit/html/content_type.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/links/dom_links.h"
#include "hrefkit/html/listener.h"
#include "hrefkit/html/scan/link_collector.h"
#include "hrefkit/html/scan/page.h"
#include "hrefkit/html/scan/tag_scanner.h"
#include "hrefkit/html/tree/tree_state.h"
#include "hrefkit/text/lanes.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/result.h"

namespace hrefkit::html::scan {

namespace {

using Scanner = TagScanner<text::Lanes, Page>;

/// So many links and anchors are collected before the first is emitted, since the base may come
/// last. A document with more is read to its end for the base, and then once more.
constexpr std::size_t max_collected = std::size_t{1} << 17;

/// What needs the tree whatever the document is.
bool asks_for_tree(ContentType content_type, DocumentOptions const& options) {
  AlsoFind const& also = options.also;
  return content_type != ContentType::html || options.templates || also.meta || also.json_ld ||
         also.import_map || also.speculation_rules || also.module_imports ||
         also.attributes != nullptr;
}

/// A part of what is collected for each link, if it is.
template <typename Fact>
std::span<Fact const> part_of(std::vector<Fact> const& facts, std::size_t first,
                              std::size_t count) {
  if (facts.empty()) return {};
  return std::span(facts).subspan(first, count);
}

}  // namespace

struct LinkScanner::State {
  Page page;
  std::vector<LinkBase> bases;
  std::vector<LinkContext> contexts{LinkContext{}};
};

/// One document on its way through the scanner.
class LinkScanner::Job {
 public:
  Job(State& state, std::string_view text, text::SourceMap const* map,
      DocumentOptions const& options, FileBase const& base, LinkSink const& sink, UrlBudget& budget)
      : page_(state.page),
        state_(state),
        text_(text),
        map_(map),
        options_(options),
        base_(base),
        sink_(sink),
        budget_(budget) {}

  ScanStatus run() {
    if (!collect()) return ScanStatus::given_up;
    if (sink_.directives && sink_.directives(page_.has_directive()) == Flow::stop) {
      return ScanStatus::done;
    }
    set_bases();
    if (page_.collector().has_stopped()) {
      stream();
    } else {
      emit_collected();
    }
    if (flow_ == Flow::go_on) flow_ = emit(sink_, budget_);
    return ScanStatus::done;
  }

  std::optional<LinkBase> find_base() {
    const bool is_found = keep_enough([this] {
      begin(max_collected, {});
      page_.collector().stop();
      return Scanner(text_, page_).scan([] {});
    });
    if (!is_found) return std::nullopt;
    set_bases();
    return state_.bases[bases_->document_base()];
  }

 private:
  /// Scans with `scan`: keeping few elements, and all where these do not suffice.
  template <class Scan>
  bool keep_enough(Scan scan) {
    kept_ = Kept::structure;
    if (scan()) return true;
    if (!page_.needs_all_elements()) return false;
    kept_ = Kept::all;
    return scan();
  }

  bool collect();
  void stream();
  void begin(std::size_t enough, LinkCollector::OnEnough on_enough);
  void set_bases();
  void emit_collected();
  void emit_links();
  void number_bases(std::span<Link> block);
  void number_early_bases(std::span<Link> block);
  void emit_anchors();
  void emit_image_maps();
  std::uint32_t base_number(RelativeTo relative_to);
  std::uint32_t early_number(Link const& link, RelativeTo relative_to);

  Page& page_;
  State& state_;
  std::string_view text_;
  text::SourceMap const* map_;
  DocumentOptions const& options_;
  FileBase const& base_;
  LinkSink const& sink_;
  UrlBudget& budget_;
  Flow flow_ = Flow::go_on;
  Kept kept_ = Kept::structure;
  std::optional<DocumentBases> bases_;
  std::array<std::optional<std::uint32_t>, relative_to_count> base_numbers_ = {};
  std::uint32_t early_end_ = 0;              // the links before it stand before the base element
  std::vector<std::uint32_t> loaded_bases_;  // of the block, if that has such links
};

/// Finds the base, and collects the links and anchors if there are not too many.
bool LinkScanner::Job::collect() {
  return keep_enough([this] {
    LinkCollector& collector = page_.collector();
    begin(max_collected, [&collector] { collector.stop(); });
    return Scanner(text_, page_).scan([&collector] {
      if (collector.count() >= max_collected) collector.stop();
    });
  });
}

/// Emits the links and anchors while they are found.
void LinkScanner::Job::stream() {
  LinkCollector& collector = page_.collector();
  const auto end_early = [&] {
    if (flow_ == Flow::go_on) return;
    collector.stop();
    page_.give_up();
  };
  begin(max_link_block, [&] {
    emit_links();
    collector.drop_links();
    end_early();
  });
  const bool done = Scanner(text_, page_).scan([&] {
    if (collector.count() >= max_link_block) emit_collected();
    end_early();
  });
  assert(done || flow_ == Flow::stop);
  static_cast<void>(done);
  emit_collected();
}

void LinkScanner::Job::begin(std::size_t enough, LinkCollector::OnEnough on_enough) {
  page_.begin(text_, options_,
              {.anchors = static_cast<bool>(sink_.anchors),
               .places = sink_.with_places,
               .rels = sink_.with_rels,
               .uses = sink_.with_uses,
               .image_maps = static_cast<bool>(sink_.image_maps),
               .empty_values = options_.also.empty_values},
              enough, std::move(on_enough), kept_);
}

/// The base URLs to which links are relative: the fallback, and the one that is declared.
void LinkScanner::Job::set_bases() {
  state_.bases.clear();
  bases_.emplace(state_.bases, options_.url, base_.fallback.source, base_.resolver);
  if (!page_.base()) return;
  DeclaredBase const& declared = *page_.base();
  const auto url = base_from_href(declared.href, base_.fallback.self, base_.resolver, options_);
  if (!url) return;
  const url::ResolveOptions resolve = base_.resolver.options();
  bases_->set_document_base(
      url::Resolver::with_base(*url, resolve).value_or(url::Resolver(resolve)), declared.span);
  early_end_ = declared.begin;
}

std::uint32_t LinkScanner::Job::base_number(RelativeTo relative_to) {
  auto& number = base_numbers_[static_cast<std::size_t>(relative_to)];
  if (!number) number = bases_->number_for(relative_to, bases_->document_base());
  return *number;
}

/// The number of the base that was in force when the parser reached the link: before the base
/// element it is the fallback.
std::uint32_t LinkScanner::Job::early_number(Link const& link, RelativeTo relative_to) {
  return link.span.begin < early_end_ ? bases_->number_for(relative_to, bases_->fallback())
                                      : base_number(relative_to);
}

void LinkScanner::Job::number_bases(std::span<Link> block) {
  loaded_bases_.clear();
  // FAST: mostly there is no base element, or it comes first.
  if (block.front().span.begin < early_end_) return number_early_bases(block);
  for (Link& link : block) {
    link.base = base_number(LinkCollector::NumberedBase(link.base).relative_to);
  }
}

void LinkScanner::Job::number_early_bases(std::span<Link> block) {
  for (Link& link : block) {
    const LinkCollector::NumberedBase base(link.base);
    const std::uint32_t early = early_number(link, base.relative_to);
    link.base = base.relative_to == RelativeTo::place ? early : base_number(base.relative_to);
    loaded_bases_.push_back(base.at_once ? early : link.base);
  }
}

void LinkScanner::Job::emit_collected() {
  emit_links();
  emit_anchors();
  emit_image_maps();
  page_.collector().drop();
}

void LinkScanner::Job::emit_links() {
  LinkCollector& found = page_.collector();
  std::vector<Link>& links = found.links();
  for (std::size_t at = 0; at < links.size() && flow_ == Flow::go_on; at += max_link_block) {
    const std::size_t count = std::min(max_link_block, links.size() - at);
    const auto block = std::span(links).subspan(at, count);
    number_bases(block);
    flow_ = sink_.links({block, state_.bases, state_.contexts, text_, map_,
                         part_of(found.places(), at, count), part_of(found.rels(), at, count),
                         loaded_bases_, &budget_, part_of(found.uses(), at, count)});
  }
}

void LinkScanner::Job::emit_anchors() {
  if (flow_ == Flow::go_on) flow_ = emit(sink_, page_.collector().anchors());
}

void LinkScanner::Job::emit_image_maps() {
  if (flow_ == Flow::go_on) flow_ = emit(sink_, page_.collector().image_maps());
}

LinkScanner::LinkScanner() : state_(std::make_unique<State>()) {}
LinkScanner::~LinkScanner() = default;
LinkScanner::LinkScanner(LinkScanner&&) noexcept = default;
LinkScanner& LinkScanner::operator=(LinkScanner&&) noexcept = default;

ScanStatus LinkScanner::scan(SourceText const& source, text::SourceMap const* map,
                             DocumentOptions const& options, FileBase const& base,
                             LinkSink const& sink, UrlBudget& budget) {
  if (asks_for_tree(source.content_type, options)) return ScanStatus::given_up;
  return Job(*state_, source.text, map, options, base, sink, budget).run();
}

std::optional<LinkBase> LinkScanner::find_base(SourceText const& source,
                                               DocumentOptions const& options,
                                               FileBase const& base) {
  if (asks_for_tree(source.content_type, options)) return std::nullopt;
  const LinkSink sink;
  UrlBudget budget(0);
  return Job(*state_, source.text, nullptr, options, base, sink, budget).find_base();
}

}  // namespace hrefkit::html::scan
