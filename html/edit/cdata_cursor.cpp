#include "hrefkit/html/edit/cdata_cursor.h"

#include <algorithm>

#include "hrefkit/html/syntax/markup_declaration.h"

namespace hrefkit::html {

bool CdataCursor::is_inside(std::string_view text, std::uint32_t begin, std::uint32_t at) {
  const bool goes_on = text_.data() == text.data() && begin_ == begin && last_ <= at;
  text_ = text;
  if (!goes_on) restart(begin);
  while (border_ < at) step();
  return inside_;
}

void CdataCursor::restart(std::uint32_t begin) {
  begin_ = begin;
  inside_ = text_.substr(0, begin).ends_with(cdata_start);
  find_border(begin);
}

/// Steps over what begins at the border: the end or the start of a section, a comment, or a tag.
void CdataCursor::step() {
  const std::string_view rest = text_.substr(border_);
  if (inside_) {
    inside_ = false;
    find_border(border_ + cdata_end.size());
  } else if (rest.starts_with(cdata_start)) {
    inside_ = true;
    find_border(border_ + cdata_start.size());
  } else if (rest.starts_with("<!--")) {
    find_border(skip_markup_declaration(text_, border_, Cdata::section));
  } else {
    find_border(border_ + 1);
  }
}

void CdataCursor::find_border(std::size_t from) {
  last_ = from;
  border_ = std::min(inside_ ? text_.find(cdata_end, from) : text_.find('<', from), text_.size());
}

}  // namespace hrefkit::html
