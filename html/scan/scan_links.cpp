#include "hrefkit/html/scan/scan_links.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/html/anchor.h"
#include "hrefkit/html/base/base_table.h"
#include "hrefkit/html/base/csp.h"
#include "hrefkit/html/base/document_base.h"
#include "hrefkit/html/context.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/links/dom_links.h"
#include "hrefkit/html/links/link_values.h"
#include "hrefkit/html/listener.h"
#include "hrefkit/html/scan/link_collector.h"
#include "hrefkit/html/scan/page.h"
#include "hrefkit/html/scan/tag_scanner.h"
#include "hrefkit/html/syntax/attribute_value.h"
#include "hrefkit/html/tree/tree_state.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/lanes.h"
#include "hrefkit/text/source_map.h"
#include "hrefkit/text/span.h"
#include "hrefkit/text/string_arena.h"
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
  return content_type != ContentType::html || options.templates || also.meta || also.page_address ||
         also.unwritten || also.json_ld || also.attributes != nullptr;
}

}  // namespace

struct LinkScanner::State {
  /// A document of the file: its own, or that of a frame.
  struct FileDocument {
    std::optional<DeclaredBase> base = {};
    std::vector<std::string> policies = {};
    bool sees_base = false;  ///< it inherits the base element of the document around it
  };

  std::deque<Page> pages{1};  // by depth; they stay where they are
  std::vector<LinkBase> bases;
  std::vector<LinkContext> contexts{LinkContext{}};
  std::vector<FileDocument> documents{FileDocument{}};  // by context
  std::vector<DocumentBases> document_bases;            // the same
  // Of documents that are written with character references.
  text::StringArena texts;
  std::deque<text::SourceMap> maps;
};

/// One document on its way through the scanner.
class LinkScanner::Job {
 public:
  Job(State& state, std::string_view text, text::SourceMap const* map,
      DocumentOptions const& options, FileBase const& base, LinkSink const& sink, UrlBudget& budget)
      : state_(state),
        text_(text),
        map_(map),
        options_(options),
        base_(base),
        sink_(sink),
        budget_(budget),
        limit_(text.size()) {}

  ScanStatus run() {
    if (!keep_enough([this] { return collect(); })) return ScanStatus::given_up;
    if (limit_.note() && sink_.notes(*limit_.note()) == Flow::stop) return ScanStatus::done;
    if (sink_.directives && sink_.directives(page_->has_directive()) == Flow::stop) {
      return ScanStatus::done;
    }
    set_bases();
    if (page_->collector().has_stopped()) {
      is_streaming_ = true;
      if (sink_.anchors && sink_.anchors_first) {
        reads_links_ = false;
        stream();
        reads_links_ = true;
        reads_anchors_ = false;
      }
      if (flow_ == Flow::go_on) stream();
    } else {
      emit_collected();
    }
    if (flow_ == Flow::go_on) flow_ = emit(sink_, budget_);
    if (flow_ == Flow::go_on && open_ignore_ && sink_.open_ignore) {
      sink_.open_ignore(open_ignore_->second);
    }
    return ScanStatus::done;
  }

  std::optional<ScannedBase> find_base() {
    const bool is_found = keep_enough([this] {
      begin(max_collected, {});
      page_->collector().stop();
      return scan_page();
    });
    if (!is_found) return std::nullopt;
    set_bases();
    ScannedBase found{state_.bases[state_.document_bases.front().document_base()]};
    if (std::optional<DeclaredBase> const& declared = state_.documents.front().base) {
      found.href = declared->href;
      found.begin = declared->begin;
    }
    return found;
  }

 private:
  /// Scans with `scan`: keeping few elements, and all where these do not suffice, as for what is
  /// around links.
  template <class Scan>
  bool keep_enough(Scan scan) {
    kept_ = sink_.with_surroundings ? Kept::all : Kept::structure;
    if (scan()) return true;
    if (!page_->needs_all_elements()) return false;
    kept_ = Kept::all;
    return scan();
  }

  bool collect();
  void stream();
  void begin(std::size_t enough, LinkCollector::OnEnough on_enough);
  bool scan_page();
  void after_tag();
  void end_early();
  void read_frame(WrittenValue const& srcdoc);
  bool open_frame(WrittenValue const& srcdoc);
  void set_bases();
  void set_all_bases();
  void emit_collected();
  void emit_links();
  void number_bases(std::span<Link> block);
  void number_any_bases(std::span<Link> block);
  void emit_anchors();
  void emit_image_maps();
  std::uint32_t base_number(RelativeTo relative_to);
  text::Span to_file(std::uint32_t context, text::Span span) const;

  State& state_;
  Page* page_ = &state_.pages.front();  // the one that is read
  std::uint32_t context_ = 0;           // its number
  std::size_t depth_ = 0;
  std::uint32_t next_context_ = 1;
  bool is_streaming_ = false;
  bool reads_links_ = true;  // in this pass
  bool reads_anchors_ = true;
  std::string_view text_;
  text::SourceMap const* map_;
  DocumentOptions const& options_;
  FileBase const& base_;
  LinkSink const& sink_;
  UrlBudget& budget_;
  FrameLimit limit_;
  std::size_t enough_ = 0;
  Flow flow_ = Flow::go_on;
  Kept kept_ = Kept::structure;
  /// Of the first document that has one: its number, and where in the file.
  std::optional<std::pair<std::uint32_t, std::uint32_t>> open_ignore_;
  std::array<std::optional<std::uint32_t>, relative_to_count> base_numbers_ = {};
};

/// Finds the bases, and collects the links and anchors if there are not too many.
bool LinkScanner::Job::collect() {
  begin(max_collected, [this] { page_->collector().stop(); });
  return scan_page();
}

/// Emits the links and anchors while they are found.
void LinkScanner::Job::stream() {
  begin(max_link_block, [this] {
    emit_links();
    page_->collector().drop_links();
    end_early();
  });
  [[maybe_unused]] const bool done = scan_page();
  assert(done || flow_ == Flow::stop);
  emit_collected();
}

void LinkScanner::Job::begin(std::size_t enough, LinkCollector::OnEnough on_enough) {
  enough_ = enough;
  next_context_ = 1;
  if (!is_streaming_) {
    limit_ = FrameLimit(text_.size());
    state_.contexts.resize(1);
    state_.documents.assign(1, {});
    state_.texts.clear();
    state_.maps.clear();
  }
  // Where nothing of a frame is wanted, its document is not read.
  const bool reads_frames = reads_links_ && (sink_.links || sink_.image_maps || sink_.notes);
  LinkCollector::OnFrame on_frame;
  if (reads_frames) on_frame = [this](WrittenValue const& srcdoc) { read_frame(srcdoc); };
  page_->begin(text_, options_,
               {.links = reads_links_ && sink_.links,
                .anchors = reads_anchors_ && sink_.anchors,
                .places = sink_.with_places,
                .rels = sink_.with_rels,
                .uses = sink_.with_uses,
                .image_maps = reads_links_ && sink_.image_maps,
                .values = WantedValues(options_.also),
                .directives = static_cast<bool>(sink_.directives),
                .surroundings = sink_.with_surroundings},
               enough, std::move(on_enough), std::move(on_frame), kept_);
}

/// Scans the present document; false if it is given up. What is known of it then stays known.
bool LinkScanner::Job::scan_page() {
  const bool done = Scanner(page_->text(), *page_).scan([this] {
    if (page_->collector().count() >= enough_) after_tag();
  });
  if (!is_streaming_) {
    state_.documents[context_].base = page_->base();
    state_.documents[context_].policies = page_->policies();
    if (const auto open = page_->open_ignore()) {
      const std::pair found{context_, to_file(context_, {*open, *open}).begin};
      if (!open_ignore_ || found < *open_ignore_) open_ignore_ = found;
    }
  }
  return done;
}

/// There is enough to emit, or too much to collect.
void LinkScanner::Job::after_tag() {
  if (!is_streaming_) return page_->collector().stop();
  emit_collected();
  end_early();
}

void LinkScanner::Job::end_early() {
  if (flow_ == Flow::go_on) return;
  page_->collector().stop();
  page_->give_up();
}

// ---- Documents in frames

/// Reads the document of a frame of the present one. Calls itself through the scanner, at most
/// FrameLimit::max_depth deep.
void LinkScanner::Job::read_frame(WrittenValue const& srcdoc) {
  if (!is_streaming_ && !open_frame(srcdoc)) return;
  const std::uint32_t context = next_context_;
  // A frame past the limits was not opened.
  if (context == state_.contexts.size() || state_.contexts[context].parent != context_ ||
      state_.contexts[context].source != srcdoc.span) {
    return;
  }
  ++next_context_;
  Page& around = *page_;
  const std::uint32_t context_around = std::exchange(context_, context);
  if (++depth_ == state_.pages.size()) state_.pages.emplace_back();
  page_ = &state_.pages[depth_];
  page_->begin_frame(state_.contexts[context].text, context, around);
  scan_page();
  page_->end_frame(context_around, around);
  page_ = &around;
  context_ = context_around;
  --depth_;
}

/// Adds the document of a frame to the file's, unless that is past the limits.
bool LinkScanner::Job::open_frame(WrittenValue const& srcdoc) {
  LinkContext frame{
      .parent = context_, .text = srcdoc.span.in(page_->text()), .source = srcdoc.span};
  std::string decoded;
  text::SourceMap map;
  if (srcdoc.coded) {
    decode_attribute_value(frame.text, decoded, &map);
    frame.text = decoded;
  }
  if (!limit_.opens(depth_ + 1, frame.text.size())) return false;
  if (srcdoc.coded) {
    frame.text = state_.texts.keep(decoded);
    frame.map = &state_.maps.emplace_back(std::move(map));
  }
  std::string const& path = state_.contexts[context_].path;
  if (!path.empty()) (frame.path = path) += '.';
  frame.path += std::to_string(page_->frames() - 1);
  state_.contexts.push_back(std::move(frame));
  // HTML Standard 7.3.1: a new document's about base URL is its creator's base URL at that time;
  // the older standards compute it each time.
  const bool sees_base = page_->base().has_value() || !takes_bases_once(options_.standard);
  state_.documents.push_back({.sees_base = sees_base});
  return true;
}

text::Span LinkScanner::Job::to_file(std::uint32_t context, text::Span span) const {
  for (; context != 0; context = state_.contexts[context].parent) {
    span = state_.contexts[context].to_parent(span);
  }
  return span;
}

// ---- Bases

/// The base URLs to which links are relative: the fallback, and the one that is declared.
void LinkScanner::Job::set_bases() {
  state_.bases.clear();
  state_.document_bases.clear();
  DocumentBases& own = state_.document_bases.emplace_back(state_.bases, options_.url,
                                                          base_.fallback.source, base_.resolver);
  std::optional<DeclaredBase> const& declared = state_.documents.front().base;
  // FAST: mostly there are no frames, and no policies.
  if (state_.contexts.size() > 1 || (declared && declared->policies != 0)) return set_all_bases();
  if (!declared) return;
  const auto url = base_from_href(declared->href, base_.fallback.self, base_.resolver, options_);
  if (!url) return;
  const url::ResolveOptions resolve = base_.resolver.options();
  own.set_document_base(url::Resolver::with_base(*url, resolve).value_or(url::Resolver(resolve)),
                        declared->span);
}

/// The same for all documents of the file, in the order and with the budget of ContextTree.
void LinkScanner::Job::set_all_bases() {
  BaseStore store(options_.standard, text_.size());
  const text::Encoding encoding = base_.resolver.options().encoding;
  store.bases.add(options_.url, encoding);
  const PolicyId given = policies_of_options(store.policies, options_, base_.fallback.self);
  StoredFallback const own = store_fallback(store, base_.fallback, encoding);
  struct Ids {
    BaseId fallback;
    BaseId base;
    PolicyId policies;
  };
  std::vector<Ids> ids;
  for (std::uint32_t i = 0; i < state_.contexts.size(); ++i) {
    State::FileDocument const& document = state_.documents[i];
    BaseId fallback = own.url;
    PolicyId policies = given;
    if (i != 0) {
      Ids const& around = ids[state_.contexts[i].parent];
      policies = around.policies;
      fallback = store.bases.in_encoding(document.sees_base ? around.base : around.fallback,
                                         text::Encoding::utf_8);
      state_.document_bases.emplace_back(state_.bases, "about:srcdoc", BaseSource::container,
                                         store.bases[fallback].resolver);
    }
    PolicyId before_base = policies;
    for (std::size_t n = 0; n < document.policies.size(); ++n) {
      policies = store.policies.append(policies, document.policies[n], store.bases[own.self].url());
      if (document.base && n < document.base->policies) before_base = policies;
    }
    ids.push_back({fallback, fallback, policies});
    if (!document.base) continue;
    const auto base = base_from_href(document.base->href, fallback, store, before_base);
    if (!base) continue;
    ids.back().base = *base;
    state_.document_bases.back().set_document_base(store.bases[*base].resolver,
                                                   to_file(i, document.base->span));
  }
}

std::uint32_t LinkScanner::Job::base_number(RelativeTo relative_to) {
  auto& number = base_numbers_[static_cast<std::size_t>(relative_to)];
  DocumentBases& own = state_.document_bases.front();
  if (!number) number = own.number_for(relative_to, own.document_base());
  return *number;
}

void LinkScanner::Job::number_bases(std::span<Link> block) {
  std::optional<DeclaredBase> const& declared = state_.documents.front().base;
  // FAST: mostly there are no frames, and no base element, or it comes first.
  const bool is_simple =
      state_.contexts.size() == 1 && (!declared || block.front().span.begin >= declared->begin);
  if (!is_simple) return number_any_bases(block);
  for (Link& link : block) {
    link.base = base_number(LinkCollector::NumberedBase(link.base).relative_to);
    link.loaded_base = link.place_base = link.base;
  }
}

/// The base that was in force when the parser reached a link, before the base element, is the
/// fallback.
void LinkScanner::Job::number_any_bases(std::span<Link> block) {
  for (Link& link : block) {
    const LinkCollector::NumberedBase base(link.base);
    std::optional<DeclaredBase> const& declared = state_.documents[link.context].base;
    DocumentBases& bases = state_.document_bases[link.context];
    const bool is_early = declared && link.span.begin < declared->begin;
    const std::uint32_t late = bases.number_for(base.relative_to, bases.document_base());
    const std::uint32_t early =
        is_early ? bases.number_for(base.relative_to, bases.fallback()) : late;
    link.base = is_of_place(base.relative_to) ? early : late;
    link.loaded_base = base.time == FetchTime::at_once ? early : link.base;
    link.place_base = base.time == FetchTime::when_shown ? early : link.loaded_base;
    link.span = to_file(link.context, link.span);
  }
}

void LinkScanner::Job::emit_collected() {
  emit_anchors();
  emit_links();
  emit_image_maps();
  page_->collector().drop();
}

void LinkScanner::Job::emit_links() {
  LinkCollector& found = page_->collector();
  std::vector<Link>& links = found.links();
  const std::span<LinkPlace const> places = found.places();
  for (ScriptFacts& script : found.scripts()) {
    script.text = to_file(script.context, script.text);
    script.fault_begin = to_file(script.context, {script.fault_begin, script.fault_begin}).begin;
    if (flow_ == Flow::go_on) flow_ = emit(sink_, script);
  }
  for (std::size_t at = 0; at < links.size() && flow_ == Flow::go_on; at += max_link_block) {
    const std::size_t count = std::min(max_link_block, links.size() - at);
    const auto block = std::span(links).subspan(at, count);
    number_bases(block);
    flow_ = sink_.links({block, state_.bases, state_.contexts, text_, map_,
                         places.empty() ? places : places.subspan(at, count), &budget_});
  }
}

void LinkScanner::Job::emit_anchors() {
  if (flow_ == Flow::go_on) flow_ = emit(sink_, page_->collector().anchors());
}

void LinkScanner::Job::emit_image_maps() {
  std::vector<ImageMapName>& names = page_->collector().image_maps();
  for (ImageMapName& name : names) name.span = to_file(name.context, name.span);
  if (flow_ == Flow::go_on) flow_ = emit(sink_, names);
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

std::optional<ScannedBase> LinkScanner::find_base(SourceText const& source,
                                                  DocumentOptions const& options,
                                                  FileBase const& base) {
  if (asks_for_tree(source.content_type, options)) return std::nullopt;
  const LinkSink sink;
  UrlBudget budget(0);
  return Job(*state_, source.text, nullptr, options, base, sink, budget).find_base();
}

}  // namespace hrefkit::html::scan
