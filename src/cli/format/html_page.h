// The frame of an HTML page for people: one self-contained file with two script elements, one of
// them for the data.
//
//   write(html_page_begin({.style = page_style, .script = report_script}));
//   write(html_page_data(json));  // in as many pieces as there are
//   write(html_page_end_of_data("3 broken links in public"));
//   write(header.text() + "<main>...");  // input goes through append_html_text
//   write(html_page_end(report_script));
//
// The policy of the page allows its own style and script, by their hashes, and nothing else: no
// request is sent, and no code from input runs. The script puts the data into the page as text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hrefkit::cli {

struct Asset;

/// The beginning of every such page, and of no other file.
std::string_view html_page_beginning();

struct HtmlPage {
  Asset const& style;
  Asset const& script;
};

/// The page up to the data, JSON, which comes next.
std::string html_page_begin(HtmlPage const& page);

/// JSON, escaped so that no tag begins in it.
std::string html_page_data(std::string_view json);

/// The end of the data, and the title, which may depend on all of them. It is text.
std::string html_page_end_of_data(std::string_view title);

/// The script and the end of the page.
std::string html_page_end(Asset const& script);

/// Appends text from input to HTML, in an element or in a quoted attribute: markup is escaped, and
/// control and bidirectional characters are named.
void append_html_text(std::string& out, std::string_view input);

/// The list of cards that format/page.js fills, with the controls that choose among them.
extern const std::string_view html_page_list;

/// The keys that it knows.
extern const std::string_view html_page_keys;

/// The head of a page: its title and numbers, and facts that unfold.
class HtmlHeader {
 public:
  /// "hrefkit check", the text of --date, "3 broken links in", "public". The date and the name come
  /// from input.
  HtmlHeader(std::string_view command, std::string_view date, std::string_view title,
             std::string_view name);

  /// Adds a fact: a name, and text from input.
  void add_fact(std::string_view name, std::string_view input);

  /// The same with markup of our own.
  void add_fact_html(std::string_view name, std::string_view html);

  /// Adds a number and what it counts. `kind` is the class that gives it a colour.
  void add_number(std::string_view kind, std::size_t number, std::string_view words);

  /// Adds markup of our own below the title.
  void add_html(std::string_view html) { above_ += html; }

  /// Adds a remark of our own beside the numbers.
  void add_remark(std::string_view text);

  /// Shows the facts unfolded.
  void unfold_facts() { is_unfolded_ = true; }

  std::string text() const;

 private:
  std::string origin_;
  std::string above_;
  std::string beside_;
  std::string facts_;
  std::string numbers_;
  bool is_unfolded_ = false;
};

}  // namespace hrefkit::cli
