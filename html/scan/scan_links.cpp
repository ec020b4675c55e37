#include "hrefkit/html/scan/scan_links.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>
#include <vector>

#include "hrefkit/html/base/document_base.h"
#include "hrefkit/html/scan/page.h"
#include "hrefkit/html/scan/tag_scanner.h"

namespace hrefkit::html::scan {

namespace {

/// So many links and anchors are collected before the first is handed out, since the base may come
/// last. A document with more is read to its end for the base, and then once more.
constexpr std::size_t most_collected = std::size_t{1} << 17;

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
  std::optional<url::Resolver> fallback;
  std::optional<url::Resolver> declared;
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
    if (!collect()) return ScanStatus::given_up;
    set_bases();
    if (state_.page.has_stopped()) {
      stream();
    } else {
      hand_out();
    }
    return ScanStatus::done;
  }

 private:
  /// Finds the base, and collects the links and anchors if there are not too many.
  bool collect() {
    Page& page = state_.page;
    begin(most_collected, [&page] { page.stop_collecting(); });
    return Scanner(text_, page).scan([&page] {
      if (page.collected() >= most_collected) page.stop_collecting();
    });
  }

  /// Hands the links and anchors out as they come.
  void stream() {
    Page& page = state_.page;
    begin(block_size, [&] {
      hand_out_links();
      page.drop_links();
    });
    const bool done = Scanner(text_, page).scan([&] {
      if (page.collected() >= block_size) hand_out();
    });
    assert(done);
    static_cast<void>(done);
    hand_out();
  }

  void begin(std::size_t enough, Page::OnEnough on_enough) {
    state_.page.begin(text_, options_, static_cast<bool>(anchors_), enough, std::move(on_enough));
  }

  /// The base URLs that links refer to: the fallback, and the one that is declared.
  void set_bases() {
    const FallbackBase fallback = fallback_of_file(options_);
    state_.bases.clear();
    state_.fallback = url::Resolver::with_base(fallback.url, options_.resolve)
                          .value_or(url::Resolver(options_.resolve));
    state_.bases.push_back({*state_.fallback, fallback.source, {}});
    document_base_ = 0;
    if (!state_.page.base()) return;
    DeclaredBase const& declared = *state_.page.base();
    const BaseOutcome outcome = base_from_href(declared.href, fallback, *state_.fallback, options_);
    if (outcome.fate != BaseElementFate::used) return;
    state_.declared = url::Resolver::with_base(outcome.url, options_.resolve)
                          .value_or(url::Resolver(options_.resolve));
    state_.bases.push_back({*state_.declared, BaseSource::base, declared.span});
    document_base_ = 1;
  }

  void hand_out() {
    hand_out_links();
    if (anchors_ && !state_.page.anchors().empty()) anchors_(state_.page.anchors());
    state_.page.drop_collected();
  }

  void hand_out_links() {
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
