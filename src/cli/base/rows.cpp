#include "hrefkit/cli/base/rows.h"

#include "hrefkit/cli/format/json_writer.h"
#include "hrefkit/html/xml_base.h"
#include "hrefkit/text/line_index.h"

namespace hrefkit::cli {

namespace {

using html::BaseElementFate;
using html::BaseSource;
using html::NodeId;

constexpr std::string_view bold = "\x1B[1m";
constexpr std::string_view dim = "\x1B[2m";
constexpr std::string_view plain = "\x1B[0m";

std::string_view message(BaseElementFate fate) {
  switch (fate) {
    case BaseElementFate::used:
      return "gives the base URL";
    case BaseElementFate::no_href:
      return "ignored: it has no href";
    case BaseElementFate::second:
      return "ignored: a base element with an href comes before it";
    case BaseElementFate::in_template:
      return "ignored: template content is inert";
    case BaseElementFate::in_shadow_tree:
      return "ignored: a shadow tree is not part of the document tree";
    case BaseElementFate::not_html:
      return "ignored: not an HTML element";
    case BaseElementFate::outside_head:
      return "ignored: not a child of head";
    case BaseElementFate::unresolvable:
      return "does not resolve: the fallback stands";
    case BaseElementFate::unusable_scheme:
      return "gives a data: or javascript: URL: the fallback stands";
    case BaseElementFate::blocked:
      return "forbidden by a base-uri directive: the fallback stands";
    case BaseElementFate::over_budget:
      return "ignored: the base URLs of this file take too much memory or time";
  }
  return {};
}

std::string_view message(BaseSource source) {
  switch (source) {
    case BaseSource::document:
      return "the document's address";
    case BaseSource::creator:
      return "the base URL of the document that created it";
    case BaseSource::container:
      return "the base URL of the document around it";
    case BaseSource::base:
    case BaseSource::xml_base:
      break;
  }
  return {};
}

/// Writes the contexts of one file.
class Writer {
 public:
  Writer(std::string& out, std::string_view file, html::ContextTree const& tree,
         html::DocumentOptions const& document, BaseRowOptions const& options)
      : out_(out),
        file_(to_valid_utf8(file)),
        tree_(tree),
        document_(document),
        options_(options),
        cursor_(tree.contexts().front().document.text()) {}

  void write() {
    for (index_ = 0; index_ < tree_.contexts().size(); ++index_) {
      if (options_.json) {
        write_json(tree_.contexts()[index_]);
      } else {
        write_text(tree_.contexts()[index_]);
      }
    }
  }

 private:
  /// Where a node's tag begins in the file.
  text::LineColumn place_of(std::size_t context, NodeId node) {
    const std::uint32_t offset = tree_.contexts()[context].document[node].source.begin;
    return cursor_.at(tree_.to_file(context, offset));
  }

  void write_json(html::Context const& context) {
    std::string line;
    JsonWriter json(line);
    json.begin_object();
    json.member("file", file_);
    json.member("context", tree_.path(index_));
    json.member("address", context.address);
    json.member("base", tree_.base_url(context.base.base).url());
    json.member("baseSource", name(context.base.source));
    json.member("fallback", tree_.base_url(context.base.fallback).url());
    json.member("fallbackSource", name(context.base.fallback_source));
    json.key("elements");
    json.begin_array();
    for (html::BaseElement const& element : context.base.elements) {
      write_json_place(json, element.node);
      const auto href = context.document.find_attribute(element.node, "href");
      json.key("href");
      if (href) {
        json.string(href->value);
      } else {
        json.null();
      }
      json.member("fate", name(element.fate));
      json.end_object();
    }
    json.end_array();
    json.key("scopes");
    json.begin_array();
    for (html::BaseScope const& scope : context.scopes) {
      write_json_place(json, scope.element);
      json.member("element", context.document[scope.element].name);
      json.member("value", value_of(context, scope));
      json.key("base");
      if (scope.usable) {
        json.string(tree_.base_url(scope.base).url());
      } else {
        json.null();
      }
      json.end_object();
    }
    json.end_array();
    json.end_object();
    if (options_.display == Display::terminal) {
      append_printable_json(out_, line);
    } else {
      out_ += line;
    }
    out_ += '\n';
  }

  /// Begins an object that stands for an element.
  void write_json_place(JsonWriter& json, NodeId element) {
    const text::LineColumn at = place_of(index_, element);
    json.begin_object();
    json.member("line", at.line);
    json.member("column", at.column);
  }

  void write_text(html::Context const& context) {
    style(bold);
    show(file_);
    style(plain);
    if (index_ != 0) {
      const std::string_view frame = tree_.contexts()[context.parent].document[context.frame].name;
      out_ += " frame " + tree_.path(index_) + " (" + std::string(frame) + " at ";
      write_place(place_of(context.parent, context.frame));
      out_ += ')';
    }
    out_ += ": base URL ";
    style(bold);
    show(tree_.base_url(context.base.base).url());
    style(plain);
    out_ += "\n  address: ";
    show(context.address);
    out_ += "\n  fallback: ";
    show(tree_.base_url(context.base.fallback).url());
    out_ += " (" + std::string(message(context.base.fallback_source)) + ")\n";
    for (html::BaseElement const& element : context.base.elements) write_text(context, element);
    for (html::BaseScope const& scope : context.scopes) write_text(context, scope);
  }

  void write_text(html::Context const& context, html::BaseElement const& element) {
    const auto href = context.document.find_attribute(element.node, "href");
    if (element.fate != BaseElementFate::used) style(dim);
    write_tag(context, element.node, "href", !href ? nullptr : &href->value);
    out_ += ' ';
    out_ += message(element.fate);
    style(plain);
    out_ += '\n';
  }

  /// The value of an element's xml:base.
  std::string_view value_of(html::Context const& context, html::BaseScope const& scope) const {
    return find_xml_base(context.document, scope.element, document_.xml_base)->value;
  }

  void write_text(html::Context const& context, html::BaseScope const& scope) {
    const std::string_view value = value_of(context, scope);
    write_tag(context, scope.element, "xml:base", &value);
    if (scope.usable) {
      out_ += " scope with base URL ";
      show(tree_.base_url(scope.base).url());
    } else {
      out_ += " does not resolve: the base URL around it stands";
    }
    out_ += '\n';
  }

  /// "  3:1: <base href="x">", with the one attribute that matters.
  void write_tag(html::Context const& context, NodeId node, std::string_view attribute,
                 std::string_view const* value) {
    out_ += "  ";
    write_place(place_of(index_, node));
    out_ += ": <";
    show(context.document[node].name);
    if (value != nullptr) {
      out_ += ' ';
      out_ += attribute;
      out_ += "=\"";
      show(*value);
      out_ += '"';
    }
    out_ += '>';
  }

  void write_place(text::LineColumn at) {
    out_ += std::to_string(at.line) + ':' + std::to_string(at.column);
  }

  void show(std::string_view text) { append_printable(out_, text, options_.display); }

  void style(std::string_view code) {
    if (options_.color) out_ += code;
  }

  std::string& out_;
  std::string file_;
  html::ContextTree const& tree_;
  html::DocumentOptions const& document_;
  BaseRowOptions const& options_;
  text::LineCursor cursor_;
  std::size_t index_ = 0;  // of the context being written
};

}  // namespace

void append_base_rows(std::string& out, std::string_view file, html::ContextTree const& tree,
                      html::DocumentOptions const& document, BaseRowOptions const& options) {
  Writer(out, file, tree, document, options).write();
}

}  // namespace hrefkit::cli
