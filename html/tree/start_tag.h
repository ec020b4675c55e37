// The input and output of tree construction for one tag.
#pragma once

#include <cstdint>
#include <string_view>

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/syntax/raw_text.h"
#include "hrefkit/html/syntax/tokenizer.h"

namespace hrefkit::html {

/// Marks that a caller gives elements. What stands in an element has its marks, too.
using ElementMarks = std::uint8_t;

/// The facts about the tag of a formatting element that count when the parser makes the element
/// again.
struct FormattingTag {
  std::uint64_t identity = 0;    ///< equal for equal attributes in any order
  std::uint32_t attributes = 0;  ///< how many there are
  std::uint32_t begin = 0;       ///< the offset of the tag in the text
  bool has_identity = true;      ///< else the state asks for it (`TreeState::identify`)
  ElementMarks marks = 0;        ///< of the elements that are made again
};

/// The facts about a start tag, besides its name, that tree construction uses.
struct StartTagFacts {
  bool self_closing = false;
  bool styles_font = false;        ///< font: has a color, face or size attribute
  bool annotates_html = false;     ///< annotation-xml: its encoding says that it holds HTML
  bool is_hidden_input = false;    ///< input: its type is hidden
  bool names_shadow_root = false;  ///< template: its shadowrootmode is "open" or "closed"
  bool names_marker = false;       ///< template: it has a `for` that is not empty
  bool stands_in_host = false;     ///< template: the current node can have a shadow root. It counts
                                   ///< where the state does not know that node.
  ElementMarks marks = 0;          ///< of the element itself
  FormattingTag formatting{};      ///< of a formatting element
};

/// Reads the facts from the attributes of `tag`, a start tag of `text` that is named `name`.
StartTagFacts start_tag_facts(std::string_view text, Tag const& tag, TagName name);

/// The same for the start tag at the front of `written`.
StartTagFacts start_tag_facts(std::string_view written, TagName name);

/// A start tag on its way through the insertion modes.
struct StartTag {
  TagName name;
  std::string_view written;  ///< the name as written
  StartTagFacts const& facts;
};

/// The effect of a start tag.
enum class TagResult : std::uint8_t {
  ignored,      ///< it makes no element
  inserted,     ///< it makes an element with its attributes
  merged,       ///< html or body: the element gets the attributes that it lacks (13.2.6.4.7)
  shadow_root,  ///< a template: it makes the shadow root of its parent
};

/// The result for a start tag.
///
/// FAST: as bytes side by side it would be returned in a register, which is loaded from where they
/// were stored one by one; the processor waits for that.
struct StartTagOutcome {
  alignas(4) TagResult result = TagResult::inserted;
  alignas(4) Namespace ns = Namespace::html;
  alignas(4) bool inert = false;  ///< in the content of a template
  /// Of the elements around it, and of a merged one its own; with Kept::all only.
  alignas(4) ElementMarks marks_around = 0;
  alignas(4) ContentModel content = ContentModel::data;  ///< how the text after the tag is read
};

/// The result for an end tag.
struct EndTagOutcome {
  bool closes = false;          ///< the stack, the list or the mode changed
  bool closes_foreign = false;  ///< the element of its name was foreign (13.2.6.5)
};

}  // namespace hrefkit::html
