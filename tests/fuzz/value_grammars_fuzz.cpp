// Any text as each kind of value that lists URLs: the places of the URLs rise, do not overlap and
// lie in the value, and lists agree with a plain reading of their rules.
#include <algorithm>
#include <string>
#include <vector>

#include "fuzz/document_laws.h"
#include "fuzz/text_input.h"
#include "hrefkit/html/css_urls.h"
#include "hrefkit/html/metadata_urls.h"
#include "hrefkit/html/refresh.h"
#include "hrefkit/html/srcset.h"
#include "hrefkit/html/url_list.h"
#include "hrefkit/text/ascii.h"

using namespace hrefkit;
using namespace hrefkit::html;
using fuzz::require;

namespace {

constexpr std::string_view white_space = "\t\n\f\r ";

/// Takes one place after the other.
class Places {
 public:
  explicit Places(std::string_view value) : value_(value) {}

  void add(hrefkit::text::Span span) {
    fuzz::require_inside(span, value_);
    require(span.begin >= end_, "places rise and do not overlap");
    end_ = span.end;
    const auto is_inside_character = [&](std::uint32_t at) {
      return at < value_.size() && (static_cast<unsigned char>(value_[at]) & 0xC0) == 0x80;
    };
    require(!is_inside_character(span.begin) && !is_inside_character(span.end),
            "places are whole characters");
  }

 private:
  std::string_view value_;
  std::uint32_t end_ = 0;
};

template <typename List>
std::vector<std::string_view> items(std::string_view value) {
  std::vector<std::string_view> found;
  Places places(value);
  List list(value);
  while (const auto span = list.next()) {
    places.add(*span);
    found.push_back(span->in(value));
  }
  require(!list.next(), "after the end there is nothing");
  return found;
}

/// The pieces of `value` between any of `separators`, stripped, without the empty ones.
std::vector<std::string_view> split(std::string_view value, std::string_view separators) {
  std::vector<std::string_view> pieces;
  while (!value.empty()) {
    const std::string_view piece = value.substr(0, value.find_first_of(separators));
    value.remove_prefix(std::min(piece.size() + 1, value.size()));
    const std::string_view stripped = text::strip_ascii_whitespace(piece);
    if (!stripped.empty()) pieces.push_back(stripped);
  }
  return pieces;
}

void check_srcset(std::string_view value) {
  Places places(value);
  Srcset candidates(value);
  while (const auto candidate = candidates.next()) {
    places.add(candidate->url);
    places.add(candidate->descriptors);
    const std::string_view url = candidate->url.in(value);
    require(!url.empty() && url.find_first_of(white_space) == std::string_view::npos,
            "a candidate's URL has no white space");
    require(url.front() != ',' && url.back() != ',', "commas around URLs do not belong to them");
    require(!candidate->descriptors.empty() || candidate->valid, "no descriptors are no error");
  }
  require(!candidates.next(), "after the end there is nothing");
}

void check_refresh(std::string_view value) {
  if (const auto url = find_refresh_url(value)) Places(value).add(*url);
}

void check_css(std::string_view css, CssPlace place) {
  Places places(css);
  CssUrls urls(css, place);
  while (const auto url = urls.next()) {
    places.add(url->span);
    const std::string_view written = url->span.in(css);
    require(!url->value.empty(), "CSS resolves no empty URLs");
    require(url->value == written || written.find('\\') != std::string_view::npos ||
                written.find('\0') != std::string_view::npos,
            "without escapes a URL is as written");
    require(text::find_invalid_utf8(url->value) == url->value.size(), "values are UTF-8");
    require(place == CssPlace::style_sheet || url->use == CssUse::value,
            "declarations import nothing");
  }
  require(!urls.next(), "after the end there is nothing");
}

template <typename Urls>
void check_json(std::string_view json) {
  Places places(json);
  Urls urls(json);
  while (const auto url = urls.next()) {
    places.add(url->span);
    const std::string_view written = url->span.in(json);
    require(url->span.begin > 0 && json[url->span.begin - 1] == '"' &&
                url->span.end < json.size() && json[url->span.end] == '"',
            "URLs stand between quotes");
    require(url->value == written || written.find('\\') != std::string_view::npos,
            "without escapes a URL is as written");
    require(text::find_invalid_utf8(url->value) == url->value.size(), "values are UTF-8");
  }
  require(!urls.next(), "after the end there is nothing");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const fuzz::TextInput input(data, size);
  const std::string_view value = input.text();
  require(items<SpaceList>(value) == split(value, white_space), "white space separates");
  require(items<CommaList>(value) == split(value, ","), "commas separate");
  check_srcset(value);
  check_refresh(value);
  check_css(value, CssPlace::style_sheet);
  check_css(value, CssPlace::declarations);
  check_css(value, CssPlace::value);
  check_json<JsonLdUrls>(value);
  check_json<ImportMapUrls>(value);
  const std::size_t line = std::min(value.find('\n'), value.size());
  (void)urls_of_meta({.property = value.substr(0, line)}, value.substr(line));
  return 0;
}
