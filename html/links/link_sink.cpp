#include "hrefkit/html/link_sink.h"

#include <algorithm>

namespace hrefkit::html {

Flow give(LinkSink const& sink, std::span<Note const> notes) {
  for (Note const& note : notes) {
    if (sink.notes(note) == Flow::stop) return Flow::stop;
  }
  return Flow::go_on;
}

Flow give(LinkSink const& sink, std::span<Anchor const> anchors) {
  while (!anchors.empty()) {
    const std::size_t count = std::min(largest_link_block, anchors.size());
    if (sink.anchors(anchors.first(count)) == Flow::stop) return Flow::stop;
    anchors = anchors.subspan(count);
  }
  return Flow::go_on;
}

Flow give(LinkSink const& sink, UrlBudget const& budget) {
  if (!budget.is_spent()) return Flow::go_on;
  return sink.notes(
      {NoteKind::urls_too_long,
       "the URLs of this page are too long all together: from here on links have none",
       budget.first_refused()});
}

Flow give(LinkSink const& sink, std::span<ImageMapName const> names) {
  return names.empty() ? Flow::go_on : sink.image_maps(names);
}

}  // namespace hrefkit::html
