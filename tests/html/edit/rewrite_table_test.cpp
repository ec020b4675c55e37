// Each construct of the link table, in each quoting and encoding, under each kind of change.
#include <array>
#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/dom.h"
#include "hrefkit/html/extra_attributes.h"
#include "hrefkit/html/link_table.h"
#include "html/edit/rewrite_laws.h"
#include "html/links/element_of_row.h"
#include "support/sanitized.h"

using namespace hrefkit;
using namespace hrefkit::html;

namespace {

constexpr std::array<std::string_view, 5> encodings{"windows-1252", "shift_jis", "iso-2022-jp",
                                                    "utf-16le", "utf-8"};

/// The references that a value is made of: plain ones, and ones that need care.
constexpr std::array<std::string_view, 6> references{
    "x.html", "./y?a=1&b=2#f", "../z?q=1&copy=2", "/r'oot(1).png", "sub/\\w.png", "?only&lt;"};

std::string value_of(LinkRow const& row, std::string_view reference) {
  std::string text(reference);
  switch (row.grammar) {
    case LinkGrammar::url:
    case LinkGrammar::trimmed_url:
      return text;
    case LinkGrammar::space_list:
      return text + " " + text + "2";
    case LinkGrammar::comma_list:
      return text + ", " + text + "2";
    case LinkGrammar::srcset:
      return text + " 1x, " + text + "2 2x";
    case LinkGrammar::refresh:
      return "5; url=" + text;
    case LinkGrammar::css: {
      std::string escaped;
      for (const char c : text) {
        if (c == '\\' || c == '\'' || c == '(' || c == ')') escaped += '\\';
        escaped += c;
      }
      const std::string urls = "url(" + escaped + ") url( '" + escaped + "2' )";
      return row.attribute.empty() ? "@import '" + escaped + "3'; a{b:" + urls + "}" : "a:" + urls;
    }
    case LinkGrammar::json_ld:
    case LinkGrammar::import_map:
    case LinkGrammar::speculation_rules:
    case LinkGrammar::classic_script:
    case LinkGrammar::module_script:
    case LinkGrammar::json_string:
    case LinkGrammar::markdown:
    case LinkGrammar::url_template:
    case LinkGrammar::parameters:
    case LinkGrammar::document:
      break;
  }
  return {};
}

enum class Quotes { none, single_quotes, double_quotes };

std::string escaped(std::string_view value, Quotes quotes) {
  std::string out;
  for (const char c : value) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '"' && quotes != Quotes::single_quotes) {
      out += "&quot;";
    } else if (c == '\'' && quotes != Quotes::double_quotes) {
      out += "&#39;";
    } else if (c == ' ' && quotes == Quotes::none) {
      out += "&#32;";
    } else if (c == '<') {
      out += "&lt;";
    } else {
      out += c;
    }
  }
  return out;
}

std::string in_quotes(std::string_view value, Quotes quotes) {
  const std::string written = escaped(value, quotes);
  switch (quotes) {
    case Quotes::none:
      return written;
    case Quotes::single_quotes:
      return "'" + written + "'";
    case Quotes::double_quotes:
      break;
  }
  return "\"" + written + "\"";
}

/// The element with its attribute or its text.
std::string markup_of(LinkRow const& row, std::string const& value, Quotes quotes, bool is_xml) {
  const std::string name = test::element_of(row);
  const std::string pragma =
      row.rule == LinkRule::http_equiv_refresh ? " http-equiv='refresh'" : "";
  const std::string open = "<" + name + pragma;
  const std::string close = "</" + name + ">";
  if (row.attribute.empty()) {
    const bool is_raw = !is_xml && row.element_ns == Namespace::html;
    return open + ">" + (is_raw ? value : escaped(value, Quotes::single_quotes)) + close;
  }
  return open + " " + std::string(attribute_name(row)) + "=" + in_quotes(value, quotes) + " >" +
         close;
}

std::string tags_around(LinkRow const& row) {
  if (row.element_ns == Namespace::svg) return "<svg>";
  if (row.element_ns == Namespace::mathml) return "<math>";
  if (row.element == "frame") return "<frameset>";
  if (row.element == "td" || row.element == "th") return "<table><tr>";
  const bool is_table_part = row.element == "tr" || row.element == "tbody" ||
                             row.element == "thead" || row.element == "tfoot";
  return is_table_part ? "<table>" : "";
}

std::string in_utf_16le(std::string_view ascii) {
  std::string bytes("\xFF\xFE");
  for (const char c : ascii) {
    bytes += c;
    bytes += '\0';
  }
  return bytes;
}

std::string in_encoding(std::string const& document, std::string_view encoding) {
  if (encoding == "utf-16le") return in_utf_16le(document);
  std::string text = document;
  const std::size_t at = text.find("LETTERS");
  // Letters of the encoding, so that offsets in the text and in the bytes differ.
  std::string letters = "\xC3\xA9";
  if (encoding == "windows-1252") letters = "\xE9";
  if (encoding == "shift_jis") letters = "\x93\xFA";
  if (encoding == "iso-2022-jp") letters = "\x1B$BF|\x1B(B";
  if (at != std::string::npos) text.replace(at, 7, letters);
  return text;
}

RewriteOptions at_page(std::string_view encoding) {
  RewriteOptions options;
  options.document.url = "https://h.example/a/b/page.html";
  options.encoding.transport_charset = encoding == "utf-16le" ? std::string_view() : encoding;
  return options;
}

void check(std::string const& bytes, RewriteOptions const& options, MapUrl const& map_url,
           bool same_targets) {
  std::string after;
  CHECK(test::broken_law(bytes, options, map_url, after) == "");
  if (same_targets) CHECK(test::broken_target(bytes, after, options) == "");
}

MapUrl to_form(UrlForm form) {
  return [form](LinkTarget& target) { target.form = form; };
}

/// A map that brings what each grammar must escape.
void to_odd_url(LinkTarget& target) {
  if (target.link.kind == LinkKind::base) return;
  if (target.url.starts_with("https://new.example/")) return;
  target.target = "https://new.example/it's,(odd)?a=1&amp=2&lt;&b='\\'#f";
}

/// All changes to one document.
void check_changes(std::string const& document, std::string_view encoding, ContentType type,
                   ExtraAttributes const* extra = nullptr) {
  const std::string bytes = in_encoding(document, encoding);
  INFO(document);
  INFO(encoding);
  RewriteOptions options = at_page(encoding);
  options.encoding.content_type = type;
  options.document.also.attributes = extra;
  for (const UrlForm form : {UrlForm::absolute, UrlForm::relative, UrlForm::root_relative}) {
    check(bytes, options, to_form(form), true);
  }
  check(bytes, options, to_odd_url, false);
  options.drop_base = true;
  check(bytes, options, {}, true);
  options.drop_base = false;
  options.new_url = "https://h.example/other/place.html";
  check(bytes, options, {}, true);
  options.drop_base = true;
  check(bytes, options, to_form(UrlForm::relative), true);
}

/// All rows of the table; with a sanitizer, for which the values matter and not the names, each
/// third.
std::vector<LinkRow> rows_to_write() {
  constexpr std::size_t step = test::is_sanitized ? 3 : 1;
  std::vector<LinkRow> rows;
  for (std::size_t i = 0; i < link_rows().size(); i += step) rows.push_back(link_rows()[i]);
  return rows;
}

}  // namespace

TEST_CASE("every construct is rewritten in every quoting and encoding") {
  for (LinkRow const& row : rows_to_write()) {
    if (row.grammar == LinkGrammar::document || row.kind == LinkKind::base) continue;
    for (const std::string_view encoding : encodings) {
      for (const Quotes quotes : {Quotes::none, Quotes::single_quotes, Quotes::double_quotes}) {
        for (const std::string_view reference : references) {
          const std::string document =
              "<!doctype html><html><head><base href='/base/dir/'><title>LETTERS</title></head>" +
              tags_around(row) + markup_of(row, value_of(row, reference), quotes, false);
          check_changes(document, encoding, ContentType::html);
        }
        if (row.attribute.empty()) break;
      }
    }
  }
}

TEST_CASE("attributes that a run adds are rewritten by their grammar") {
  ExtraAttributes extra;
  for (char const* row : {"img[data-src]=url", "source[data-srcset]=srcset", "*[data-bg]=css",
                          "a[data-list]=list", "*[data-go]=refresh"}) {
    REQUIRE(extra.add(row));
  }
  constexpr std::array<std::array<std::string_view, 2>, 6> places{{{"img", "data-src"},
                                                                   {"source", "data-srcset"},
                                                                   {"p", "data-bg"},
                                                                   {"a", "data-list"},
                                                                   {"svg", "data-bg"},
                                                                   {"b", "data-go"}}};
  const auto markup = [&](auto const& place, std::string_view reference, Quotes quotes) {
    Document document("");
    const NodeId element = document.append_element(document.root(), Namespace::html, place[0], {});
    LinkRow const* const row = extra.find(document, element, place[1]);
    REQUIRE(row != nullptr);
    return "<" + std::string(place[0]) + " " + std::string(place[1]) + "=" +
           in_quotes(value_of(*row, reference), quotes) + " >";
  };
  const std::string head = "<!doctype html><base href='/base/dir/'><p>LETTERS";
  const auto each = [&](auto const& check_place) {
    for (auto const& place : places) {
      for (const Quotes quotes : {Quotes::none, Quotes::single_quotes, Quotes::double_quotes}) {
        for (const std::string_view reference : references) check_place(place, quotes, reference);
      }
    }
  };
  each([&](auto const& place, Quotes quotes, std::string_view reference) {
    for (const std::string_view encoding : encodings) {
      check_changes(head + markup(place, reference, quotes), encoding, ContentType::html, &extra);
    }
    for (const Quotes outer : {Quotes::single_quotes, Quotes::double_quotes}) {
      const std::string frame = in_quotes(markup(place, reference, quotes), outer);
      check_changes(head + "<iframe srcdoc=" + frame + "></iframe>", "utf-8", ContentType::html,
                    &extra);
    }
    if (quotes == Quotes::none) return;
    check_changes("<html xmlns='http://www.w3.org/1999/xhtml'><base href='/base/dir/'/>" +
                      markup(place, reference, quotes) + "</" + std::string(place[0]) + "></html>",
                  "utf-8", ContentType::xml, &extra);
  });
  // They are links: a change of theirs is made, and without the option it is not.
  RewriteOptions options = at_page("utf-8");
  const auto absolute = [&] {
    return rewrite("<img data-src=x.png src=y.png>", options, to_form(UrlForm::absolute))->bytes;
  };
  CHECK(absolute() == "<img data-src=x.png src=https://h.example/a/b/y.png>");
  options.document.also.attributes = &extra;
  CHECK(absolute() == "<img data-src=https://h.example/a/b/x.png src=https://h.example/a/b/y.png>");
}

TEST_CASE("every construct of HTML is rewritten in srcdoc documents") {
  for (LinkRow const& row : rows_to_write()) {
    if (row.grammar == LinkGrammar::document || row.kind == LinkKind::base) continue;
    if (row.element == "frame" || row.element == "html" || row.element == "head") continue;
    for (const Quotes outer : {Quotes::single_quotes, Quotes::double_quotes}) {
      for (const Quotes inner : {Quotes::none, Quotes::single_quotes, Quotes::double_quotes}) {
        const std::string markup =
            tags_around(row) + markup_of(row, value_of(row, references[2]), inner, false);
        const std::string once = "<iframe srcdoc=" + in_quotes(markup, outer) + "></iframe>";
        const std::string twice = "<iframe srcdoc=" + in_quotes(once, outer) + "></iframe>";
        const std::string head = "<!doctype html><base href='/base/dir/'><p>LETTERS";
        check_changes(head + once, "utf-8", ContentType::html);
        check_changes(head + twice, "windows-1252", ContentType::html);
      }
    }
  }
}

TEST_CASE("every construct is rewritten in XML") {
  const std::string declarations =
      " xmlns='http://www.w3.org/1999/xhtml' xmlns:xlink='http://www.w3.org/1999/xlink'";
  for (LinkRow const& row : rows_to_write()) {
    if (row.grammar == LinkGrammar::document || row.kind == LinkKind::base) continue;
    for (const Quotes quotes : {Quotes::single_quotes, Quotes::double_quotes}) {
      for (const std::string_view reference : references) {
        const std::string_view uri = row.element_ns == Namespace::svg
                                         ? "http://www.w3.org/2000/svg"
                                         : "http://www.w3.org/1998/Math/MathML";
        std::string markup = markup_of(row, value_of(row, reference), quotes, true);
        if (row.element_ns != Namespace::html) {
          const std::string name = test::element_of(row);
          markup.insert(name.size() + 1, " xmlns='" + std::string(uri) + "'");
        }
        const std::string document = "<?xml version='1.0'?><html" + declarations +
                                     "><head><base href='/base/dir/'/><title>t</title></head>" +
                                     markup + "</html>";
        check_changes(document, "utf-8", ContentType::xml);
      }
    }
  }
}
