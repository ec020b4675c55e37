#include "hrefkit/html/parse/xml_prolog.h"

#include <algorithm>
#include <utility>

#include "hrefkit/html/names/kept_text.h"
#include "hrefkit/html/parse/xml_namespaces.h"
#include "hrefkit/html/parse/xml_start_tag.h"
#include "hrefkit/html/syntax/xml_syntax.h"
#include "hrefkit/html/xml_root.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

namespace {

constexpr std::string_view stylesheet_target = "xml-stylesheet";

/// Goes over the prolog piece by piece.
class PrologReader {
 public:
  explicit PrologReader(std::string_view text) : text_(text) {}

  XmlProlog read() {
    while (step()) {
    }
    return std::move(prolog_);
  }

 private:
  bool at(std::string_view piece) const { return text_.substr(position_).starts_with(piece); }

  /// Goes behind the next `end`; to the end of the text without one.
  void skip_past(std::string_view end) {
    const std::size_t found = text_.find(end, position_);
    position_ = found == std::string_view::npos ? text_.size() : found + end.size();
  }

  /// Reads one piece; false at the root element, or where none can come.
  bool step() {
    position_ += text::run_length(text_.substr(position_), xml_whitespace);
    if (at("<?")) {
      read_instruction();
    } else if (at("<!--")) {
      position_ += 4;
      skip_past("-->");
    } else if (at("<!DOCTYPE")) {
      skip_document_type();
    } else {
      if (at("<")) read_root();
      return false;
    }
    return position_ < text_.size();
  }

  void read_instruction() {
    const std::size_t begin = position_ + 2;
    skip_past("?>");
    if (!text_.substr(0, position_).ends_with("?>") || position_ < begin + 2) return;
    const std::size_t end = position_ - 2;
    const std::string_view content = text_.substr(begin, end - begin);
    if (!content.starts_with(stylesheet_target)) return;
    const std::string_view data = content.substr(stylesheet_target.size());
    if (data.empty() || !xml_whitespace.contains(data[0])) return;
    prolog_.stylesheets.push_back(text::make_span(end - data.size(), end));
  }

  /// XML 1.0, rules 28 to 29: quotes, comments, instructions and brackets are stepped over.
  void skip_document_type() {
    bool in_subset = false;
    while (position_ < text_.size()) {
      position_ = std::min(text_.find_first_of("<>[]\"'", position_), text_.size());
      if (position_ == text_.size()) return;
      if (at("<!--")) {
        position_ += 4;
        skip_past("-->");
      } else if (at("<?")) {
        skip_past("?>");
      } else {
        const char c = text_[position_++];
        if (c == '"' || c == '\'') skip_past(std::string_view(&c, 1));
        if (c == '[') in_subset = prolog_.has_internal_subset = true;
        if (c == ']') in_subset = false;
        if (c == '>' && !in_subset) return;
      }
    }
  }

  /// The end of the start tag: behind the first `>` outside of quotes, or npos.
  std::size_t end_of_tag() const {
    std::size_t at = position_;
    while ((at = text_.find_first_of(">\"'", at)) != std::string_view::npos) {
      if (text_[at] == '>') return at + 1;
      at = text_.find(text_[at], at + 1);
      if (at == std::string_view::npos) break;
      ++at;
    }
    return std::string_view::npos;
  }

  void read_root() {
    const std::size_t end = end_of_tag();
    XmlStartTag tag(text_, text::make_span(position_, std::min(end, text_.size())));
    const auto name = split_qualified_name(tag.name().in(text_));
    if (!name) return;
    if (end != std::string_view::npos) prolog_.root_name = tag.name().in(text_);
    while (const auto attribute = tag.next()) {
      const std::string_view declared = attribute->name.in(text_);
      if (!is_namespace_declaration(declared) || declared_prefix(declared) != name->prefix)
        continue;
      prolog_.declares_namespace = true;
      prolog_.root = namespace_from_uri(attribute->value.in(text_));
    }
    if (prolog_.root == Namespace::none) prolog_.root = namespace_of_plain_root(name->local);
  }

  std::string_view text_;
  std::size_t position_ = 0;
  XmlProlog prolog_;
};

}  // namespace

XmlProlog read_xml_prolog(std::string_view text) {
  return PrologReader(text).read();
}

Namespace root_namespace_of_xml(std::string_view text) {
  return read_xml_prolog(text).root;
}

std::optional<RootWithoutNamespace> find_root_without_namespace(std::string_view text) {
  const XmlProlog prolog = read_xml_prolog(text);
  if (prolog.declares_namespace || prolog.has_internal_subset) return std::nullopt;
  for (const Namespace ns : {Namespace::html, Namespace::svg}) {
    if (prolog.root_name == name(ns)) return RootWithoutNamespace{name(ns), namespace_uri(ns)};
  }
  return std::nullopt;
}

}  // namespace hrefkit::html
