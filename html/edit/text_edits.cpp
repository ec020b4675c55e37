#include "hrefkit/html/edit/text_edits.h"

#include <algorithm>
#include <tuple>

#include "hrefkit/html/edit/encoded_writer.h"

namespace hrefkit::html {

void TextEdits::replace(text::Span place, std::string_view value) {
  edits_.push_back({place, values_.keep(value)});
  new_bytes_ += value.size();
}

bool TextEdits::settle() {
  const auto before = [](Edit const& a, Edit const& b) {
    return std::tuple(a.place.begin, a.place.end) < std::tuple(b.place.begin, b.place.end);
  };
  if (!std::is_sorted(edits_.begin(), edits_.end(), before)) {
    std::stable_sort(edits_.begin(), edits_.end(), before);
  }
  for (std::size_t i = 1; i < edits_.size(); ++i) {
    if (edits_[i].place.begin < edits_[i - 1].place.end) return false;
  }
  return true;
}

std::string TextEdits::apply(SourceText const& source) const {
  EncodedWriter writer(source.bytes, source.encoding.encoding);
  writer.reserve(source.bytes.size() + new_bytes_);
  for (Edit const& edit : edits_) {
    writer.replace({source.map.to_source(edit.place.begin), source.map.to_source(edit.place.end)},
                   edit.value);
  }
  return std::move(writer).finish();
}

}  // namespace hrefkit::html
