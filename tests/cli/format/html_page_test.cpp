#include "hrefkit/cli/format/html_page.h"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli_assets.h"

namespace hrefkit::test {

namespace {

using Colours = std::map<std::string, std::string>;

/// The custom properties of the block that begins at the first ":root" behind `from`.
Colours colours_after(std::string_view css, std::string_view from) {
  const std::size_t begin = css.find(":root", css.find(from));
  REQUIRE(begin != std::string_view::npos);
  const std::string_view block = css.substr(begin, css.find('}', begin) - begin);
  Colours colours;
  for (std::size_t at = 0; (at = block.find("--", at)) != std::string_view::npos;) {
    const std::size_t colon = block.find(':', at);
    const std::size_t end = block.find(';', colon);
    colours[std::string(block.substr(at, colon - at))] = block.substr(colon + 2, end - colon - 2);
    at = end;
  }
  return colours;
}

/// WCAG 2.2, "relative luminance".
double luminance(std::string const& colour) {
  REQUIRE(colour.size() == 7);
  double sum = 0;
  constexpr std::array weights{0.2126, 0.7152, 0.0722};
  for (std::size_t i = 0; i < 3; ++i) {
    const double value = std::stoi(colour.substr(1 + 2 * i, 2), nullptr, 16) / 255.0;
    sum += weights[i] * (value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4));
  }
  return sum;
}

/// WCAG 2.2, "contrast ratio".
double contrast(std::string const& a, std::string const& b) {
  const double one = luminance(a) + 0.05;
  const double other = luminance(b) + 0.05;
  return one > other ? one / other : other / one;
}

std::string html_text(std::string_view input) {
  std::string out;
  cli::append_html_text(out, input);
  return out;
}

}  // namespace

TEST_CASE("pages: text stands out from what is behind it, light and dark and on paper") {
  // Each colour of text with those that it stands on.
  const std::vector<std::pair<std::string, std::vector<std::string>>> pairs{
      {"--text",
       {"--page", "--card", "--mark", "--note-bg", "--warning-bg", "--share0", "--share1",
        "--share2", "--share3", "--share4"}},
      {"--soft", {"--page", "--card", "--warning-bg"}},
      {"--link", {"--page", "--card"}},
      {"--error", {"--card", "--error-bg"}},
      {"--warning", {"--card", "--warning-bg"}},
      {"--note", {"--card", "--note-bg"}},
      {"--fine", {"--card", "--fine-bg"}},
      {"--same", {"--card", "--same-bg"}},
  };
  const std::string_view css = cli::page_style.text;
  const Colours light = colours_after(css, ":root");
  const auto with = [&light](std::string_view from) {
    Colours all = light;
    for (auto const& [name, colour] : colours_after(cli::page_style.text, from)) all[name] = colour;
    return all;
  };
  for (Colours const& theme : {light, with("prefers-color-scheme: dark"), with("@media print")}) {
    for (auto const& [text, backs] : pairs) {
      for (std::string const& back : backs) {
        CAPTURE(text, back, theme.at(text), theme.at(back));
        CHECK(contrast(theme.at(text), theme.at(back)) >= 4.5);
      }
    }
  }
  CHECK(std::lround(contrast("#000000", "#ffffff") * 1'000) == 21'000);
  CHECK(contrast("#777777", "#ffffff") < 4.5);
}

TEST_CASE("pages: input is text, and data holds no tag") {
  CHECK(html_text("<a b=\"c\">&amp;") == "&lt;a b=&quot;c&quot;&gt;&amp;amp;");
  CHECK(html_text("\x1B[31m\xE2\x80\xAE") == "\\x1B[31m\\u202E");
  CHECK(html_text("\xFF") == "\xEF\xBF\xBD");
  CHECK(cli::html_page_data("[\"</script><!--\"]") == "[\"\\u003c/script>\\u003c!--\"]");
  const std::string page = cli::html_page_begin({cli::page_style, cli::report_script});
  CHECK(page.starts_with(cli::html_page_beginning()));
  CHECK(cli::html_page_end_of_data("<b>\"&") ==
        "</script>\n<title>&lt;b&gt;&quot;&amp;</title>\n</head>\n<body>\n");
}

}  // namespace hrefkit::test
