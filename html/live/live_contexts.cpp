#include "hrefkit/html/live_contexts.h"

#include <utility>

namespace hrefkit::html {

namespace {

LiveOptions live_options(DocumentOptions const& options, text::Encoding encoding) {
  return {{options.standard, encoding}, options.xml_base, options.templates};
}

}  // namespace

LiveContext::LiveContext(Context context, LiveOptions const& options,
                         std::vector<BaseUriPolicy> inherited)
    : document(std::move(context.document), std::move(context.address),
               std::move(context.base.fallback), options, std::move(inherited)),
      parent(context.parent),
      frame(context.frame),
      path(std::move(context.path)) {
  // Attributes move when documents change; what their values view does not.
  if (context.source != nullptr) source = *context.source;
}

LiveContexts::LiveContexts(ContextTree tree, DocumentOptions const& options) {
  std::deque<Context> contexts = std::move(tree).take();
  for (Context& context : contexts) {
    std::vector<BaseUriPolicy> inherited;
    if (!contexts_.empty()) inherited = contexts_[context.parent].document.policies();
    const LiveOptions live = live_options(options, context.encoding);
    const auto index = static_cast<std::uint32_t>(contexts_.size());
    if (index != 0) contexts_[context.parent].frames.push_back(index);
    contexts_.emplace_back(std::move(context), live, std::move(inherited));
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
    contexts_[child].document.set_fallback_url(around.base().url);
  }
}

bool LiveContexts::is_shown(std::size_t index) const {
  for (; index != 0; index = contexts_[index].parent) {
    LiveContext const& context = contexts_[index];
    if (contexts_[context.parent].document.document()[context.frame].detached) return false;
  }
  return true;
}

std::uint32_t LiveContexts::to_file(std::size_t index, std::uint32_t offset) const {
  for (; index != 0; index = contexts_[index].parent) {
    offset = contexts_[index].source->to_text(offset);
  }
  return offset;
}

}  // namespace hrefkit::html
