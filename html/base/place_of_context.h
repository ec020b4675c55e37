// Where a document of a file stands, for lists of documents that know their parents: ContextTree
// and LiveContexts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace hrefkit::html {

/// The index path of a context's frames, "0.3"; empty for the file's own document.
template <class Contexts>
std::string path_of_context(Contexts const& contexts, std::size_t index) {
  std::string path;
  for (; index != 0; index = contexts[index].parent) {
    std::string step = std::to_string(contexts[index].nth);
    if (!path.empty()) step += '.';
    path.insert(0, step);
  }
  return path;
}

/// The offset in the file's text of byte `offset` of the text of context `index`.
template <class Contexts>
std::uint32_t place_in_file(Contexts const& contexts, std::size_t index, std::uint32_t offset) {
  for (; index != 0; index = contexts[index].parent) {
    offset = contexts[index].source->to_text(offset);
  }
  return offset;
}

}  // namespace hrefkit::html
