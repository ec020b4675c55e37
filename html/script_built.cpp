#include "hrefkit/html/script_built.h"

#include <cstddef>

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/html/syntax/tokenizer.h"
#include "hrefkit/html/tree/start_tag.h"
#include "hrefkit/html/tree/tag_stream.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

namespace {

/// True if there is more than white space and comments between two tags.
bool shows_text(std::string_view between, Cdata cdata) {
  std::size_t at = 0;
  while (true) {
    while (at < between.size() && tag_syntax::white_space.contains(between[at])) ++at;
    if (at == between.size()) return false;
    const bool is_section = cdata == Cdata::section && between.substr(at).starts_with(cdata_start);
    if (between[at] != '<' || is_section || at + 1 == between.size()) return true;
    switch (between[at + 1]) {
      case '!':
        at = skip_markup_declaration(between, at, cdata);
        break;
      case '?':
      case '/':
        at = skip_bogus_comment(between, at + 2);
        break;
      default:
        return true;
    }
  }
}

/// True for an element whose text no reader with scripts sees in the page.
bool hides_text(TagName name) {
  switch (name) {
    case TagName::iframe:
    case TagName::noembed:
    case TagName::noframes:
    case TagName::noscript:
    case TagName::script:
    case TagName::style:
    case TagName::title:
      return true;
    default:
      return false;
  }
}

bool has_anchor(Tag const& tag, std::string_view text) {
  const auto has = [&](std::string_view attribute) {
    const auto value = tag.value(text, attribute);
    return value && !value->empty();
  };
  return has("id") || (tag.is(text, "a") && has("name"));
}

}  // namespace

bool is_built_by_script(std::string_view text) {
  TagStream stream(text, true);
  bool has_script = false;
  std::size_t anchors = 0;
  bool is_hidden = false;  // the text before the next tag
  Cdata cdata = Cdata::comment;
  while (true) {
    const bool has_tag = stream.read();
    const bool is_seen = !is_hidden && !stream.state().is_inert();
    if (is_seen && shows_text(stream.preceding_text().in(text), cdata)) return false;
    if (!has_tag) return has_script;
    stream.apply();
    Tag const& tag = stream.tag();
    is_hidden = !tag.is_end && hides_text(stream.name());
    cdata = stream.state().in_foreign_content() ? Cdata::section : Cdata::comment;
    if (tag.is_end || stream.outcome().result == TagResult::ignored || stream.outcome().inert) {
      continue;
    }
    has_script |= stream.name() == TagName::script;
    if (has_anchor(tag, text) && ++anchors > 1) return false;
  }
}

}  // namespace hrefkit::html
