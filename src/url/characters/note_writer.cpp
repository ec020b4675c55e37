#include "hrefkit/url/characters/note_writer.h"

namespace hrefkit::url {

NoteWriter NoteWriter::from(std::size_t offset) const {
  NoteWriter writer = *this;
  writer.start_ += offset;
  return writer;
}

void NoteWriter::push(ValidationError error, std::size_t offset) const {
  const auto place = static_cast<std::uint32_t>(start_ + offset);
  sink_->push_back({error, map_ == nullptr ? place : map_->to_source(place)});
}

}  // namespace hrefkit::url
