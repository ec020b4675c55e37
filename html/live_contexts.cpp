#include "hrefkit/html/live_contexts.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "hrefkit/html/base/base_table.h"
#include "hrefkit/html/base/document_base.h"

namespace hrefkit::html {

namespace {

LiveOptions live_options(DocumentOptions const& options, text::Encoding encoding) {
  return {{options.standard, encoding}, options.xml_base, options.templates};
}

StoredFallback fallback_of(DocumentBase const& base) {
  return {base.fallback, base.fallback_source, base.self};
}

}  // namespace

LiveContext::LiveContext(ContextTree& tree, std::size_t index, LiveOptions const& options,
                         BaseStore& store, PolicyId inherited)
    : document(tree.release_document(index), std::string(tree.contexts()[index].address),
               fallback_of(tree.contexts()[index].base), options, store, inherited),
      parent(tree.contexts()[index].parent),
      frame(tree.contexts()[index].frame) {}

LiveContexts::LiveContexts(ContextTree tree, DocumentOptions const& options)
    : tree_(std::move(tree)), options_(options) {
  BaseStore& store = tree_.store();
  for (std::uint32_t i = 0; i < tree_.contexts().size(); ++i) {
    Context const& context = tree_.contexts()[i];
    const PolicyId inherited =
        i != 0 ? contexts_[context.parent].document.policies()
               : policies_of_options(store.policies, options, store.bases[context.base.self].url());
    if (i != 0) contexts_[context.parent].frames.push_back(i);
    contexts_.emplace_back(tree_, i, live_options(options, context.encoding), store, inherited);
  }
  if (takes_bases_once(options.standard)) return;
  for (std::size_t i = 0; i < contexts_.size(); ++i) {
    contexts_[i].document.observe_document_base([this, i] { update_frames_of(i); });
  }
}

/// Calls itself through the observers, at most ContextTree::depth_limit deep.
void LiveContexts::update_frames_of(std::size_t parent) {
  LiveDocument const& around = contexts_[parent].document;
  for (const std::uint32_t child : contexts_[parent].frames) {
    if (around.document()[contexts_[child].frame].detached) continue;
    contexts_[child].document.set_fallback_url(around.base().url());
  }
}

void LiveContexts::read_anew() {
  if (!takes_bases_once(options_.standard)) return;
  BaseStore& store = tree_.store();
  store.bases.renew_budget();
  std::vector<DocumentBase> bases(contexts_.size());
  for (std::size_t i = 0; i < contexts_.size(); ++i) {
    LiveContext& context = contexts_[i];
    LiveDocument& document = context.document;
    StoredFallback fallback = document.stored_fallback();
    if (i == 0) {
      const PolicyId policies =
          policies_of_options(store.policies, options_, store.bases[fallback.self].url());
      bases[i] = document.read_anew(fallback, policies);
      continue;
    }
    Document const& outer = contexts_[context.parent].document.document();
    if (outer[context.frame].detached) continue;  // not shown
    DocumentBase const& around = bases[context.parent];
    // The same rule as in ContextTree::open_frame. A created base element has offset 0 and comes
    // before every frame, so a frame has offset 1 at least.
    const std::uint32_t place = std::max(outer[context.frame].source.begin, std::uint32_t{1});
    fallback.url =
        store.bases.in_encoding(around.base_at(place), document.options().resolve.encoding);
    fallback.self = around.self;
    bases[i] = document.read_anew(fallback, around.policies);
  }
}

BaseUrl const& LiveContexts::base_url(std::string_view url, text::Encoding encoding) {
  BaseTable& bases = tree_.store().bases;
  return bases[bases.add(url, encoding)];
}

bool LiveContexts::is_shown(std::size_t index) const {
  for (; index != 0; index = contexts_[index].parent) {
    LiveContext const& context = contexts_[index];
    if (contexts_[context.parent].document.document()[context.frame].detached) return false;
  }
  return true;
}

}  // namespace hrefkit::html
