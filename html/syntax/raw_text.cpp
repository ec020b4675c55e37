#include "hrefkit/html/syntax/raw_text.h"

#include <array>

#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

namespace {

/// True if `name`, in any case, is at `at`, followed by a character that ends a tag's name.
bool name_ends_at(std::string_view text, std::size_t at, std::string_view name) {
  if (text.size() <= at + name.size() || !tag_syntax::tag_name_end.contains(text[at + name.size()]))
    return false;
  return text::equals_ignoring_ascii_case(text.substr(at, name.size()), name);
}

bool is_end_tag_at(std::string_view text, std::size_t at, std::string_view name) {
  return text.substr(at, 2) == "</" && name_ends_at(text, at + 2, name);
}

/// Reads script data from one `<` or `-` of interest to the next; one function per state.
class ScriptReader {
 public:
  ScriptReader(std::string_view text, std::size_t from) : text_(text), at_(from) {}

  std::size_t find_end_tag() {
    while (!found_ && at_ < text_.size()) {
      if (state_ == State::script_data) {
        script_data();
      } else {
        escaped();
      }
    }
    return at_ < text_.size() ? at_ : text_.size();
  }

 private:
  enum class State : std::uint8_t { script_data, escaped, double_escaped };

  // 13.2.5.4 and, for `<!--`, 13.2.5.18 and 13.2.5.19
  void script_data() {
    at_ = text_.find('<', at_);
    if (at_ == text_.npos) return;
    if (is_end_tag_at(text_, at_, "script")) {
      found_ = true;
    } else if (text_.substr(at_, 4) == "<!--") {
      state_ = State::escaped;
      content_ = at_ + 2;  // the dashes of `<!--` count for a `-->` that overlaps them
      at_ += 4;
    } else {
      ++at_;
    }
  }

  // 13.2.5.20 to 13.2.5.26 and, for double escaped script data, 13.2.5.27 to 13.2.5.31
  void escaped() {
    at_ = text_.find_first_of("<>", at_);
    if (at_ == text_.npos) return;
    if (closes_comment()) {
      state_ = State::script_data;
    } else if (is_end_tag_at(text_, at_, "script")) {
      found_ = state_ == State::escaped;
      if (found_) return;
      state_ = State::escaped;
    } else if (text_[at_] == '<' && name_ends_at(text_, at_ + 1, "script")) {
      state_ = State::double_escaped;
    }
    ++at_;
  }

  /// True at the `>` of a `-->`.
  bool closes_comment() const {
    return text_[at_] == '>' && at_ >= content_ + 2 && text_[at_ - 1] == '-' &&
           text_[at_ - 2] == '-';
  }

  std::string_view text_;
  std::size_t at_;
  std::size_t content_ = 0;
  State state_ = State::script_data;
  bool found_ = false;
};

}  // namespace

ContentModel content_model_of(TagName name, bool scripting) {
  switch (name) {
    case TagName::title:
    case TagName::textarea:
      return ContentModel::rcdata;
    case TagName::style:
    case TagName::xmp:
    case TagName::iframe:
    case TagName::noembed:
    case TagName::noframes:
      return ContentModel::raw_text;
    case TagName::noscript:
      return scripting ? ContentModel::raw_text : ContentModel::data;
    case TagName::script:
      return ContentModel::script_data;
    case TagName::plaintext:
      return ContentModel::plain_text;
    default:
      return ContentModel::data;
  }
}

// "Appropriate end tag token" (13.2.5): the name is followed by white space, `/` or `>`.
std::size_t find_content_end(std::string_view text, std::size_t from, ContentModel model,
                             TagName name) {
  if (model == ContentModel::plain_text) return text.size();
  if (model == ContentModel::script_data) return ScriptReader(text, from).find_end_tag();
  const std::string_view end_tag = tag_names[static_cast<std::size_t>(name) - 1];
  for (std::size_t at = text.find('<', from); at != text.npos; at = text.find('<', at + 1)) {
    if (is_end_tag_at(text, at, end_tag)) return at;
  }
  return text.size();
}

}  // namespace hrefkit::html
