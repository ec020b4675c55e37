#include "hrefkit/url/search_params.h"

#include <catch2/catch.hpp>

namespace hrefkit::url {

TEST_CASE("search parameters are read as URLSearchParams reads them") {
  struct Case {
    std::string_view query;
    std::string_view serialized;
  };
  const auto [query, serialized] = GENERATE(table<std::string_view, std::string_view>({
      {"", ""},
      {"?", ""},
      {"?a=b", "a=b"},
      {"??a=b", "%3Fa=b"},
      {"a", "a="},
      {"=", "="},
      {"&&a&", "a="},
      {"a=b=c", "a=b%3Dc"},
      {"a+b=c+d", "a+b=c+d"},
      {"%61=%zz%", "a=%25zz%25"},
      {"a=%F0%9F%92%A9", "a=%F0%9F%92%A9"},
      {"a=\xC3\xA9*-._~!'()", "a=%C3%A9*-._%7E%21%27%28%29"},
      {"a=%FF", "a=%EF%BF%BD"},
      {"\xEF\xBB\xBFtest=\xEF\xBB\xBF", "%EF%BB%BFtest=%EF%BB%BF"},
  }));
  INFO(query);
  CHECK(SearchParams(query).to_string() == serialized);
}

TEST_CASE("search parameters are found, changed and removed by name and value") {
  SearchParams params("a=1&b=2&a=3");
  CHECK(params.size() == 3);
  CHECK(params.get("a") == "1");
  CHECK(params.get("c") == std::nullopt);
  CHECK(params.get_all("a") == std::vector<std::string_view>{"1", "3"});
  CHECK(params.has("a", "3"));
  CHECK_FALSE(params.has("a", "2"));
  params.set("a", "4");
  CHECK(params.to_string() == "a=4&b=2");
  params.set("c", "\xFF");
  params.append("b", "5");
  CHECK(params.to_string() == "a=4&b=2&c=%EF%BF%BD&b=5");
  params.remove("b", "2");
  CHECK(params.to_string() == "a=4&c=%EF%BF%BD&b=5");
  params.remove("c");
  CHECK(params.to_string() == "a=4&b=5");
  std::string walked;
  for (auto const& [name, value] : params) walked += name + value + ";";
  CHECK(walked == "a4;b5;");
}

TEST_CASE("search parameters sort by UTF-16 code units and keep the order of equal names") {
  // U+FFFD, U+10000, U+E000, U+D7FF: the surrogates of U+10000 lie between the last two.
  SearchParams params(
      "\xEF\xBF\xBD=1&\xF0\x90\x80\x80=2&\xEE\x80\x80=3&\xED\x9F\xBF=4&z=5&a=6&z=0&=7&"
      "\xF0\x90\x80\x80\x61=8");
  params.sort();
  std::string order;
  for (auto const& entry : params) order += entry.value;
  CHECK(order == "765042831");
}

TEST_CASE("search parameters become a URL's query") {
  auto url = Url::parse("https://h/?a=~#f");
  SearchParams params(url->search());
  params.append("b", "'");
  update_search(*url, params);
  CHECK(url->href() == "https://h/?a=%7E&b=%27#f");
  update_search(*url, SearchParams());
  CHECK(url->href() == "https://h/#f");
}

}  // namespace hrefkit::url
