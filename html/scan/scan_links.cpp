#include "hrefkit/html/scan/scan_links.h"

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/scan/page.h"
#include "hrefkit/html/scan/tag_scanner.h"

namespace hrefkit::html::scan {

namespace {

/// The links of a document up to this length are collected before the first is handed out, since
/// the base may come last. A longer one is read twice: once for its base.
constexpr std::size_t one_pass_limit = std::size_t{16} << 20;

/// So many links are handed out at once: they and their strings stay in the processor's cache.
constexpr std::size_t block_size = 512;

/// What needs the tree whatever the document is.
bool asks_for_tree(DocumentOptions const& options) {
  AlsoFind const& also = options.also;
  return options.content_type != ContentType::html || options.templates || also.meta ||
         also.json_ld || also.import_map;
}

}  // namespace

struct LinkScanner::State {
  Page page;
  std::vector<LinkBase> bases;
  std::vector<LinkContext> contexts{LinkContext{}};
};

namespace {

using Scanner = TagScanner<BestLanes>;

}  // namespace

/// One document on its way through the scanner.
class LinkScanner::Job {
 public:
  Job(State& state, std::string_view text, text::SourceMap const* map,
      DocumentOptions const& options, LinkSink const& sink, AnchorSink const& anchors)
      : state_(state), text_(text), map_(map), options_(options), sink_(sink), anchors_(anchors) {}

  ScanStatus run() {
    const bool done = text_.size() <= one_pass_limit ? run_once() : run_twice();
    return done ? ScanStatus::done : ScanStatus::given_up;
  }

 private:
  bool run_once() {
    begin(PassKind::all);
    if (!Scanner(text_, state_.page).scan([] {})) return false;
    set_bases();
    hand_out();
    return true;
  }

  bool run_twice() {
    begin(PassKind::base_only);
    if (!Scanner(text_, state_.page).scan([] {})) return false;
    set_bases();
    begin(PassKind::all);
    const bool done = Scanner(text_, state_.page).scan([&] {
      if (state_.page.collected() >= block_size) hand_out();
    });
    assert(done);
    static_cast<void>(done);
    hand_out();
    return true;
  }

  void begin(PassKind pass) {
    state_.page.begin(text_, options_, pass, static_cast<bool>(anchors_));
  }

  /// The base URLs that links refer to: the fallback, and the one that is declared.
  void set_bases() {
    const FallbackBase fallback = fallback_of_file(options_);
    url::Resolver resolver = url::Resolver::with_base(fallback.url, options_.resolve)
                                 .value_or(url::Resolver(options_.resolve));
    state_.bases.clear();
    state_.bases.push_back({resolver, fallback.source, {}});
    document_base_ = 0;
    if (!state_.page.base()) return;
    DeclaredBase const& declared = *state_.page.base();
    const BaseOutcome outcome = base_from_href(declared.href, fallback, resolver, {});
    if (outcome.fate != BaseElementFate::used) return;
    auto based = url::Resolver::with_base(outcome.url, options_.resolve);
    state_.bases.push_back(
        {based.value_or(url::Resolver(options_.resolve)), BaseSource::base, declared.span});
    document_base_ = 1;
  }

  void hand_out() {
    std::vector<Link>& links = state_.page.links();
    if (document_base_ != 0) {
      for (Link& link : links) {
        if (link.kind != LinkKind::base) link.base = document_base_;
      }
    }
    for (std::size_t at = 0; at < links.size(); at += block_size) {
      const std::size_t count = std::min(block_size, links.size() - at);
      sink_({std::span(links).subspan(at, count), state_.bases, state_.contexts, text_, map_});
    }
    if (anchors_ && !state_.page.anchors().empty()) anchors_(state_.page.anchors());
    state_.page.drop_collected();
  }

  State& state_;
  std::string_view text_;
  text::SourceMap const* map_;
  DocumentOptions const& options_;
  LinkSink const& sink_;
  AnchorSink const& anchors_;
  std::uint32_t document_base_ = 0;
};

LinkScanner::LinkScanner() : state_(std::make_unique<State>()) {}
LinkScanner::~LinkScanner() = default;
LinkScanner::LinkScanner(LinkScanner&&) noexcept = default;
LinkScanner& LinkScanner::operator=(LinkScanner&&) noexcept = default;

ScanStatus LinkScanner::scan(std::string_view text, text::SourceMap const* map,
                             DocumentOptions const& options, LinkSink const& sink,
                             AnchorSink const& anchors) {
  if (asks_for_tree(options)) return ScanStatus::given_up;
  return Job(*state_, text, map, options, sink, anchors).run();
}

}  // namespace hrefkit::html::scan
