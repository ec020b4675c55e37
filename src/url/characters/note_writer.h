// How parsers report validation errors.
#pragma once

#include <cstddef>

#include "hrefkit/text/source_map.h"
#include "hrefkit/url/validation_error.h"

namespace hrefkit::url {

/// Reports validation errors to a sink, if there is one. It turns offsets in the text that the
/// parser works on into offsets in the parser's input.
class NoteWriter {
 public:
  /// `sink` may be null. The writer owns neither the sink nor the map.
  explicit NoteWriter(ValidationNotes* sink) : sink_(sink) {}

  bool wanted() const { return sink_ != nullptr; }
  void set_map(text::SourceMap const* map) { map_ = map; }

  void add(ValidationError error, std::size_t offset) const {
    if (sink_ != nullptr) push(error, offset);
  }

  /// The same sink for a text that begins `offset` bytes into this one.
  NoteWriter from(std::size_t offset) const;

 private:
  void push(ValidationError error, std::size_t offset) const;

  ValidationNotes* sink_;
  text::SourceMap const* map_ = nullptr;
  std::size_t start_ = 0;
};

}  // namespace hrefkit::url
