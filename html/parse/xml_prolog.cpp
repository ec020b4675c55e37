#include "hrefkit/html/parse/xml_prolog.h"

#include <algorithm>
#include <utility>

#include "hrefkit/html/content_type.h"
#include "hrefkit/html/names/kept_text.h"
#include "hrefkit/html/parse/json_feed.h"
#include "hrefkit/html/syntax/xml_syntax.h"
#include "hrefkit/html/xml_root.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

namespace {

using text::ByteSet;

constexpr ByteSet name_end = xml_whitespace | ByteSet("=/>");

}  // namespace

XmlStartTag::XmlStartTag(std::string_view text, text::Span tag)
    : text_(text.substr(0, tag.end)), position_(std::min(tag.begin + 1, tag.end)) {
  name_ = read_name();
}

std::optional<XmlAttributeSource> XmlStartTag::next() {
  position_ += text::run_length(text_.substr(position_), xml_whitespace);
  const text::Span name = read_name();
  if (name.empty()) return std::nullopt;
  position_ = std::min(text_.find_first_of("\"'", position_), text_.size());
  if (position_ == text_.size()) return std::nullopt;
  const std::size_t begin = position_ + 1;
  const std::size_t end = std::min(text_.find(text_[position_], begin), text_.size());
  position_ = std::min(end + 1, text_.size());
  return XmlAttributeSource{name, text::make_span(begin, end)};
}

text::Span XmlStartTag::read_name() {
  const std::size_t begin = position_;
  position_ += text::length_until(text_.substr(position_), name_end);
  return text::make_span(begin, position_);
}

namespace {

constexpr std::string_view declaration = "xmlns";

}  // namespace

std::optional<QualifiedName> split_qualified_name(std::string_view name) {
  const std::size_t colon = name.find(':');
  if (colon == std::string_view::npos) return QualifiedName{{}, name};
  const QualifiedName split{name.substr(0, colon), name.substr(colon + 1)};
  if (split.prefix.empty() || split.local.empty()) return std::nullopt;
  if (split.local.find(':') != std::string_view::npos) return std::nullopt;
  return split;
}

bool is_namespace_declaration(std::string_view name) {
  if (!name.starts_with(declaration)) return false;
  return name.size() == declaration.size() || name[declaration.size()] == ':';
}

std::string_view declared_prefix(std::string_view name) {
  return name.size() == declaration.size() ? std::string_view()
                                           : name.substr(declaration.size() + 1);
}

XmlNamespaces::XmlNamespaces() {
  default_ = &bindings_[""];
  *default_ = XmlNamespace{};
  names_.emplace("", XmlNamespace{});
  bindings_["xml"] = intern("http://www.w3.org/XML/1998/namespace");
}

XmlNamespace XmlNamespaces::intern(std::string_view uri) {
  const auto found = names_.lower_bound(uri);
  if (found != names_.end() && found->first == uri) return found->second;
  const XmlNamespace made{namespace_from_uri(uri), static_cast<std::uint32_t>(names_.size())};
  names_.emplace_hint(found, uri, made);
  return made;
}

bool XmlNamespaces::declare(std::string_view prefix, std::string_view uri) {
  if (uri.empty() && !prefix.empty()) return false;
  const XmlNamespace name = intern(uri);
  if (name.ns == Namespace::xmlns || prefix == declaration) return false;
  if ((name.ns == Namespace::xml) != (prefix == "xml")) return false;
  Binding& binding = prefix.empty() ? *default_ : bindings_[std::string(prefix)];
  if (binding == name) return true;
  changes_.push_back({depth_, &binding, binding});
  binding = name;
  return true;
}

void XmlNamespaces::leave() {
  while (!changes_.empty() && changes_.back().depth == depth_) {
    *changes_.back().binding = changes_.back().before;
    changes_.pop_back();
  }
  --depth_;
}

std::optional<XmlNamespace> XmlNamespaces::find(std::string_view prefix) const {
  if (prefix.empty()) return *default_;
  const auto found = bindings_.find(prefix);
  return found == bindings_.end() ? std::nullopt : found->second;
}

namespace {

constexpr std::string_view stylesheet_target = "xml-stylesheet";

/// Reads the prolog, one comment, instruction or declaration after the other.
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

  /// Skips to behind the next `end`, or to the end of the text.
  void skip_past(std::string_view end) {
    const std::size_t found = text_.find(end, position_);
    position_ = found == std::string_view::npos ? text_.size() : found + end.size();
  }

  /// Reads one of them; false at the root element or a fault.
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

  /// XML 1.0, rules 28 to 29: skips quotes, comments, instructions and brackets.
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

Namespace root_namespace_of(SourceText const& source) {
  if (source.content_type == ContentType::xml) return root_namespace_of_xml(source.text);
  const bool is_feed = source.content_type == ContentType::json && is_json_feed(source.text);
  return is_feed ? Namespace::json_feed : Namespace::none;
}

bool is_sitemap_index(std::string_view text) {
  const XmlProlog prolog = read_xml_prolog(text);
  const std::string_view name = prolog.root_name.substr(prolog.root_name.find(':') + 1);
  return prolog.root == Namespace::sitemap && name == "sitemapindex";
}

std::optional<RootWithoutNamespace> find_root_without_namespace(std::string_view text) {
  const XmlProlog prolog = read_xml_prolog(text);
  if (prolog.declares_namespace || prolog.has_internal_subset) return std::nullopt;
  for (const Namespace ns : {Namespace::html, Namespace::svg}) {
    if (prolog.root_name == name(ns)) return RootWithoutNamespace{name(ns), namespace_uri(ns)};
  }
  return std::nullopt;
}

std::string_view unknown_xml_root(std::string_view text, bool is_xml) {
  const XmlProlog prolog = read_xml_prolog(text);
  if (prolog.has_internal_subset) return {};
  if (prolog.root != Namespace::none && prolog.root != Namespace::other) return {};
  const bool is_plain = !prolog.declares_namespace;
  if (!is_xml && is_plain && !text.starts_with("<?xml")) return {};
  const bool lacks_namespace = prolog.root_name == "html" || prolog.root_name == "svg";
  return is_plain && lacks_namespace ? std::string_view() : prolog.root_name;
}

}  // namespace hrefkit::html
