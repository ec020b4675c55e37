#include "hrefkit/cli/format/html_page.h"

#include <algorithm>

#include "cli_assets.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/text/text.h"

namespace hrefkit::cli {

namespace {

constexpr std::string_view head_begin =
    "<!doctype html>\n"
    "<html lang=\"en\">\n"
    "<head>\n"
    "<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta name=\"robots\" content=\"noindex\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'; "
    "form-action 'none'; style-src '";

}  // namespace

std::string_view html_page_beginning() {
  return head_begin;
}

std::string html_page_begin(HtmlPage const& page) {
  std::string out(head_begin);
  out.append(page.style.hash).append("'; script-src '").append(page.script.hash);
  out.append("'\">\n<style>").append(page.style.text).append("</style>\n");
  return out += "<script type=\"application/json\" id=\"data\">";
}

std::string html_page_end_of_data(std::string_view title) {
  std::string out = "</script>\n<title>";
  append_html_text(out, title);
  return out += "</title>\n</head>\n<body>\n";
}

std::string html_page_data(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  while (true) {
    const std::size_t end = std::min(json.find('<'), json.size());
    out.append(json.substr(0, end));
    if (end == json.size()) break;
    out += "\\u003c";
    json.remove_prefix(end + 1);
  }
  return out;
}

std::string html_page_end(Asset const& script) {
  std::string out = "<script>";
  return out.append(script.text).append("</script>\n</body>\n</html>\n");
}

void append_html_text(std::string& out, std::string_view input) {
  std::string printable;
  append_printable(printable, input, Display::terminal);
  std::string_view rest = printable;
  while (true) {
    const std::size_t plain = text::find_first_that<text::Lanes>(rest, [](text::Lanes lanes) {
      return (lanes.equal('&') | lanes.equal('<')) | (lanes.equal('>') | lanes.equal('"'));
    });
    out.append(rest.substr(0, plain));
    rest.remove_prefix(plain);
    if (rest.empty()) break;
    switch (rest.front()) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        break;
    }
    rest.remove_prefix(1);
  }
}

const std::string_view html_page_list =
    "<div class=\"controls\" role=\"search\">\n"
    "<input id=\"search\" type=\"search\" placeholder=\"Search\" aria-label=\"Search\" "
    "aria-keyshortcuts=\"/\">\n"
    "<span id=\"selects\"></span>\n"
    "<button id=\"reset\" hidden>Show all</button>\n"
    "<button id=\"send\" hidden>Copy link to this view</button>\n"
    "</div>\n"
    "<div class=\"row\">\n"
    "<p class=\"soft\" id=\"count\" role=\"status\"></p>\n"
    "<span id=\"skips\"></span>\n"
    "<div id=\"chips\" class=\"chips\"></div>\n"
    "</div>\n"
    "<p class=\"soft\" id=\"explained\" hidden></p>\n"
    "<ol id=\"list\" class=\"cards\"></ol>\n"
    "<p><button id=\"more\" hidden></button></p>\n";

const std::string_view html_page_keys =
    "<p class=\"soft keys\">Keys: <kbd>/</kbd> search, <kbd>j</kbd> next, <kbd>k</kbd> previous, "
    "<kbd>Esc</kbd> show all</p>\n";

HtmlHeader::HtmlHeader(std::string_view command, std::string_view date, std::string_view title,
                       std::string_view name)
    : origin_(command) {
  if (!date.empty()) append_html_text(origin_ += " &middot; ", date);
  above_.append("<header>\n<h1>").append(title).append(" <code>");
  append_html_text(above_, name);
  above_ += "</code></h1>\n";
}

void HtmlHeader::add_fact(std::string_view name, std::string_view input) {
  std::string text;
  append_html_text(text, input);
  add_fact_html(name, text);
}

void HtmlHeader::add_fact_html(std::string_view name, std::string_view html) {
  facts_.append("<div><dt>").append(name).append("</dt><dd>").append(html).append("</dd></div>\n");
}

void HtmlHeader::add_remark(std::string_view text) {
  beside_.append("<p class=\"soft\">").append(text).append("</p>\n");
}

void HtmlHeader::add_number(std::string_view kind, std::size_t number, std::string_view words) {
  numbers_.append("<li class=\"").append(kind).append("\"><b>").append(grouped_number(number));
  numbers_.append("</b> ").append(words).append("</li>\n");
}

std::string HtmlHeader::text() const {
  return above_ + "<div class=\"glance\">\n<ul class=\"numbers\">\n" + numbers_ + "</ul>\n" +
         beside_ + "<details" + (is_unfolded_ ? " open" : "") + "><summary>" + origin_ +
         " &middot; details</summary>\n<dl class=\"facts\">\n" + facts_ +
         "</dl></details>\n</div>\n</header>\n";
}

}  // namespace hrefkit::cli
