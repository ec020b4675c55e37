#include "hrefkit/html/parse/xml_text_builder.h"

#include <utility>

namespace hrefkit::html {

void XmlTextBuilder::append(std::string_view piece, text::Span source, std::string_view written) {
  const auto size = static_cast<std::uint32_t>(piece.size());
  if (pending_ != 0 && source == pending_source_) {
    pending_ += size;
  } else {
    flush();
    if (value_.empty()) begin_ = end_ = source.begin;
    if (source.begin < end_) {  // more of a reference whose first piece looked like itself
      map_.append_character(size, 0);
    } else {
      map_.append_skipped(source.begin - end_);
      end_ = source.begin;
      add_at(source, size, piece == written);
    }
  }
  value_ += piece;
}

void XmlTextBuilder::give(Document& document, NodeId parent) {
  flush();
  SourcedString text;
  text.span = {begin_, end_};
  const std::string_view written = text.span.in(document.text());
  if (value_ == written && map_.is_identity()) {
    text.value = written;
    value_.clear();
    map_ = {};
  } else {
    text.value = document.keep(std::exchange(value_, {}));
    text.map = document.keep(std::exchange(map_, {}));
  }
  document.append_text(parent, text);
}

void XmlTextBuilder::add_at(text::Span source, std::uint32_t size, bool copied) {
  if (copied) {
    map_.append_copied(size);
    end_ = source.end;
  } else {
    pending_ = size;
    pending_source_ = source;
  }
}

/// Notes in the map what was pending.
void XmlTextBuilder::flush() {
  if (pending_ == 0) return;
  map_.append_character(std::exchange(pending_, 0), pending_source_.length());
  end_ = pending_source_.end;
}

}  // namespace hrefkit::html
