#include "hrefkit/html/tree/tag_stream.h"

#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/html/syntax/raw_text.h"

namespace hrefkit::html {

bool TagStream::next() {
  if (!read()) return false;
  apply();
  return true;
}

bool TagStream::read() {
  const bool found = tokenizer_.next(tag_);
  state_.text(preceding_text().in(text_));
  if (found) name_ = tag_name(tag_.name.in(text_));
  return found;
}

void TagStream::apply(ElementMarks marks, ElementMarks marks_again) {
  const std::string_view written = tag_.name.in(text_);
  if (tag_.is_end) {
    end_outcome_ = state_.end_tag(name_, written);
  } else {
    facts_ = start_tag_facts(text_, tag_, name_);
    facts_.marks = marks;
    facts_.formatting.marks = marks_again;
    outcome_ = state_.start_tag(name_, written, facts_);
    if (outcome_.content != ContentModel::data) {
      tokenizer_.set_content_model(outcome_.content, name_);
    }
  }
  tokenizer_.set_cdata(state_.in_foreign_content() ? Cdata::section : Cdata::comment);
}

}  // namespace hrefkit::html
