#include "hrefkit/html/scan/tag_scanner.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/scan/page.h"
#include "hrefkit/html/scan/tag_filter.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/name_table.h"
#include "support/tag_soup.h"

using namespace hrefkit;
using namespace hrefkit::html::scan;

namespace {

template <class Lanes>
std::vector<std::string> links_by(std::string_view text, Page& page, bool& done) {
  html::DocumentOptions options;
  page.begin(text, options, {.anchors = true}, text.size() + 1, [] {});
  done = TagScanner<Lanes, Page>(text, page).scan([] {});
  std::vector<std::string> rows;
  for (html::Link const& link : page.collector().links()) {
    rows.push_back(std::string(link.element) + " " + std::string(link.raw) + " " +
                   std::to_string(link.span.begin));
  }
  return rows;
}

/// The quick tag that is written `<` and `text`, or null.
QuickTag const* find_quick(TagFilter const& filter, std::string_view text) {
  return filter.quick->find(text::pack_name(text));
}

/// The ways to write a name, and names that are like it.
std::vector<std::string> variants_of(std::string_view name) {
  const std::string as_it_is(name);
  std::string capitals(name);
  for (char& c : capitals) c = text::to_ascii_upper(c);
  return {as_it_is,
          capitals,
          as_it_is + 'x',
          as_it_is + std::string(1, '\0'),
          as_it_is.substr(0, name.size() - 1),
          as_it_is + '\t',
          as_it_is + " /",
          as_it_is + " class=\"c\"",
          as_it_is + " class=\"c\">",
          as_it_is + " class=\"c",
          as_it_is + " class=\"a name that is longer than sixteen bytes\">",
          as_it_is + " class=\"c\" >",
          as_it_is + " class=\"c\"href=\"h\"",
          as_it_is + " class=\"<b>\" href=\"h\"",
          as_it_is + " class=\"",
          as_it_is + " class='c' style=\"a:url(u)\"",
          as_it_is + " CLASS=\"c\" style=\"a:url(u)\""};
}

}  // namespace

TEST_CASE("quick tags are those that a filter does not want, and cells and rows") {
  std::size_t missing = 0;
  for (unsigned bits = 0; bits < 32; ++bits) {
    const TagFilter filter = make_tag_filter({.xml_base = (bits & 1) != 0,
                                              .anchors = (bits & 2) != 0,
                                              .links = (bits & 4) != 0,
                                              .image_maps = (bits & 8) != 0,
                                              .uses = (bits & 16) != 0});
    for (std::size_t i = 1; i < html::tag_name_count; ++i) {
      const auto tag = static_cast<html::TagName>(i);
      const std::string name(html::tag_names[i - 1]);
      const bool is_part =
          tag == html::TagName::tr || tag == html::TagName::td || tag == html::TagName::th;
      const bool is_wanted =
          (filter.attributes[i] & TagFilter::whole_tag) != 0 || tag == html::TagName::picture;
      INFO(bits << ' ' << name);
      const auto check = [&](std::string const& tag_start, std::string const& rest, bool is_end,
                             bool is_short) {
        QuickTag const* const found = find_quick(filter, tag_start + rest);
        const bool is_quick = is_short && (is_part || !is_wanted);
        if (!is_quick) CHECK(found == nullptr);
        missing += is_quick && found == nullptr;
        QuickTag const* const named = find_quick(every_tag_filter, tag_start + rest);
        CHECK((named == nullptr) == (found == nullptr));
        if (found == nullptr || named == nullptr) return;
        CHECK(found->counts_as == (is_part ? tag : html::TagName::unknown));
        CHECK(named->counts_as == tag);
        CHECK(named->size == found->size);
        CHECK(found->is_end == is_end);
        CHECK(found->has_class == (rest.front() == ' '));
        CHECK(found->size == 1 + tag_start.size() + (rest.front() == '>' ? 1 : 0));
      };
      check(name, ">text", false, name.size() < 8);
      check('/' + name, ">text", true, name.size() < 7);
      check(name, " class=\"c\">", false, name.size() < 8);
      for (char const* other : {"", " >", "x>", "/>", "->", " id=\"c\">"}) {
        QuickTag const* const found = find_quick(filter, name + other);
        CHECK((found == nullptr || found->has_class));  // what follows is looked at later
      }
    }
  }
  CHECK(missing <= 3 * 32);  // three tags share a slot with another
}

TEST_CASE("what is found does not depend on how much text follows") {
  Page page;
  const std::string padding(200, ' ');
  for (std::string_view const before :
       {"<!doctype html><body>", "<!doctype html><body><table><tbody><tr><td>",
        "<!doctype html><body><table><tbody>", "<!doctype html><body><svg><desc>"}) {
    for (std::string_view const name : html::tag_names) {
      for (std::string const& variant : variants_of(name)) {
        for (std::string const& tags :
             {'<' + variant + "><a href=a></" + variant + "><a href=b>",
              "</" + variant + "><a href=a><" + variant + "><a href=b>"}) {
          const std::string text = std::string(before) + tags;
          bool done = false;
          bool padded_done = false;
          INFO(text);
          const auto rows = links_by<text::Lanes>(text, page, done);
          CHECK(links_by<text::Lanes>(text + padding, page, padded_done) == rows);
          CHECK(done == padded_done);
        }
      }
    }
  }
}

TEST_CASE("the scanner finds the same with either form of lanes") {
  Page page;
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    const std::string text = test::TagSoup(seed).document(60);
    bool portable_done = false;
    bool best_done = false;
    const auto portable = links_by<text::PortableLanes>(text, page, portable_done);
    const auto best = links_by<text::Lanes>(text, page, best_done);
    INFO(text);
    CHECK(portable_done == best_done);
    if (portable_done) CHECK(portable == best);
  }
}
