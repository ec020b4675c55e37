// The start and end tags of an HTML document, in the HTML standard's sense (section 13.2.5).
//
//   TagTokenizer tokenizer(text);
//   Tag tag;
//   while (tokenizer.next(tag)) {
//     if (!tag.is_end && tag.is(text, "style")) {
//       tokenizer.set_content_model(ContentModel::raw_text, TagName::style);
//     }
//   }
//
// The caller decides what depends on the tree: which elements switch the content model, and where
// CDATA sections are allowed (`TagStream` does both by the rules of tree construction). All results
// are spans of the text: character references, newlines and NUL bytes are as written.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/html/syntax/raw_text.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// An attribute as written.
struct TagAttribute {
  text::Span name;
  text::Span value;  ///< inside the quotes; without a value, empty and at the end of the name
  char quote = 0;    ///< `"`, `'`, or 0
};

/// A start or end tag.
struct Tag {
  bool is_end = false;
  bool self_closing = false;
  text::Span span;  ///< from `<` to after `>`
  text::Span name;  ///< as written
  /// In source order; of attributes with the same name only the first, unless duplicates are kept.
  /// Valid until the next call.
  std::span<TagAttribute const> attributes;

  /// True if the tag's name in `text` is `lower_name`, in any ASCII case.
  bool is(std::string_view text, std::string_view lower_name) const;

  /// The first attribute whose name in `text` is `lower_name`, in any ASCII case; null for none.
  TagAttribute const* attribute(std::string_view text, std::string_view lower_name) const;

  /// The decoded value of that attribute; nullopt if the tag does not have it.
  std::optional<std::string> value(std::string_view text, std::string_view lower_name) const;
};

/// Reads tags one after another, in time linear in the text, whatever it holds.
class TagTokenizer {
 public:
  /// `text` is at most 4 GiB, valid UTF-8, and must outlive the tokenizer.
  explicit TagTokenizer(std::string_view text) : text_(text) {}

  /// Also reports duplicate attributes, which the standard drops.
  void keep_duplicates() { keeps_duplicates_ = true; }

  /// Continues at byte `at` in the data state.
  void restart(std::size_t at);

  /// Reads the next tag; false at the end of the text. A tag cut off by the end of the text is
  /// dropped, as in the standard.
  bool next(Tag& tag);

  /// Sets how the text after the last tag is read. Any model but `data` lasts until the end tag of
  /// the element `name`, which is the next tag.
  void set_content_model(ContentModel model, TagName name);

  /// Sets whether `<![CDATA[` opens a section: if the adjusted current node is foreign.
  void set_cdata(Cdata cdata) { cdata_ = cdata; }

  /// The text between the last two tags; after `next` returned false, the text from the last tag to
  /// the end or to the `<` of a tag that is cut off. If a content model other than `data` was set,
  /// it is the element's whole content; otherwise it may include comments.
  text::Span preceding_text() const { return preceding_text_; }

 private:
  bool find_tag(Tag& tag);
  bool open_tag(std::size_t less_than, Tag& tag);
  bool read_tag(std::size_t less_than, std::size_t name, Tag& tag);
  bool read_attributes(Tag& tag);
  bool read_attribute();
  bool read_value(TagAttribute& attribute);
  void skip_white_space();

  std::string_view text_;
  std::size_t at_ = 0;
  text::Span preceding_text_;
  ContentModel model_ = ContentModel::data;
  TagName text_element_ = TagName::unknown;
  Cdata cdata_ = Cdata::comment;
  bool keeps_duplicates_ = false;
  std::vector<TagAttribute> attributes_;
};

}  // namespace hrefkit::html
