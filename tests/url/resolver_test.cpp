#include "hrefkit/url/resolver.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <new>
#include <random>
#include <string>
#include <string_view>

#include "support/run_cost.h"
#include "url/pieces.h"

namespace {

std::atomic<std::size_t> allocations{0};

}  // namespace

// Counts the allocations of this program.
void* operator new(std::size_t size, std::nothrow_t const&) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
void* operator new(std::size_t size) {
  if (void* memory = operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace hrefkit::url {

namespace {

struct ResolverCase {
  Standard standard;
  std::string_view base;
  std::string_view reference;
  std::string_view result;
};

// References that tell the standards apart.
constexpr ResolverCase resolver_cases[]{
    {Standard::whatwg, "http://h/a/b", "..\\x|y", "http://h/x|y"},
    {Standard::whatwg, "http://h/a/b", "http:c", "http://h/a/c"},
    {Standard::html5, "http://h/a/b", "http:c", "http:c"},
    {Standard::web_address, "http://h/a/b", "http:c", "http:c"},
    {Standard::whatwg_2012, "http://h/a/b", "http:c", "http://h/a/c"},
    {Standard::whatwg, "HTTP://H", "", "http://h/"},
    {Standard::html5, "HTTP://h", "#x y", "HTTP://h#x y"},
};

}  // namespace

TEST_CASE("a resolver resolves under its standard") {
  for (ResolverCase const& row : resolver_cases) {
    INFO(name(row.standard) << " base " << row.base << " reference " << row.reference);
    const auto resolver = Resolver::with_base(row.base, {.standard = row.standard});
    REQUIRE(resolver);
    CHECK(resolver->resolve(row.reference) == row.result);
  }
}

TEST_CASE("a resolver without a base takes absolute references only") {
  for (Standard standard : all_standards) {
    INFO(name(standard));
    const Resolver resolver({.standard = standard});
    CHECK(resolver.base() == "");
    CHECK(resolver.resolve("http://h/x?y#z") == "http://h/x?y#z");
    CHECK(resolver.resolve("x") == tl::make_unexpected(Error::relative_without_base));
    const auto relative_base = Resolver::with_base("x", {.standard = standard});
    CHECK(relative_base.error() == Error::relative_without_base);
  }
}

TEST_CASE("a resolver appends, and a failure does not change the text") {
  for (Standard standard : all_standards) {
    INFO(name(standard));
    const auto resolver = Resolver::with_base("http://h/a/b", {.standard = standard});
    REQUIRE(resolver);
    CHECK(resolver->base() == "http://h/a/b");
    std::string out = "before ";
    CHECK(resolver->append_resolved(out, "c"));
    CHECK(out == "before http://h/a/c");
    CHECK_FALSE(resolver->append_resolved(out, "http://[/"));
    CHECK(out == "before http://h/a/c");
  }
}

TEST_CASE("a copy of a resolver is independent") {
  std::optional<Resolver> first = Resolver::with_base("https://h/a/b", {}).value();
  const Resolver second = *first;
  first.reset();
  CHECK(second.resolve("c") == "https://h/a/c");
  CHECK(second.base() == "https://h/a/b");
}

TEST_CASE("the document's encoding serves the query of special URLs but ws and wss") {
  const ResolveOptions options{.encoding = text::Encoding::windows_1252};
  const auto resolver = Resolver::with_base("https://h/", options);
  REQUIRE(resolver);
  CHECK(resolver->resolve("\u00E9?\u00E9\u4E00'#\u00E9") ==
        "https://h/%C3%A9?%E9%26%2319968%3B%27#%C3%A9");
  CHECK(resolver->resolve("ws://h/?\u00E9") == "ws://h/?%C3%A9");
  CHECK(resolver->resolve("wss://h/?\u00E9") == "wss://h/?%C3%A9");
  CHECK(resolver->resolve("foo://h/?\u00E9") == "foo://h/?%C3%A9");
  CHECK(resolver->resolve("mailto:?\u00E9") == "mailto:?%C3%A9");
  CHECK(resolver->resolve("file:?\u00E9") == "file:///?%E9");
  CHECK(resolver->resolve("ftp://h?\u00E9") == "ftp://h/?%E9");
  const auto utf_16 = Resolver::with_base("https://h/", {.encoding = text::Encoding::utf_16be});
  CHECK(utf_16->resolve("?\u00E9") == "https://h/?%C3%A9");
}

TEST_CASE("common references are resolved without an allocation") {
  const auto resolver = Resolver::with_base("https://example.com/dir/page.html?q#f", {});
  REQUIRE(resolver);
  std::string out;
  out.reserve(200);
  constexpr std::string_view references[]{
      "", "#f", "?q", "x.html", "../x/y.html?q#f", "/x/y", "https://other.example/some/page.html"};
  for (std::string_view reference : references) {
    out.clear();
    const std::size_t before = allocations;
    const bool resolved = resolver->append_resolved(out, reference).has_value();
    const std::size_t after = allocations;
    INFO(reference);
    CHECK(resolved);
    CHECK(after == before);
  }
}

TEST_CASE("a reference may be a view of the text that it is appended to") {
  for (Standard standard : all_standards) {
    INFO(name(standard));
    const auto resolver = Resolver::with_base("http://h/a/b", {.standard = standard});
    REQUIRE(resolver);
    // Without room the string moves while it grows.
    std::string all = "x|y?q";
    all.shrink_to_fit();
    CHECK(resolver->append_resolved(all, all));
    CHECK(all == "x|y?q" + *resolver->resolve("x|y?q"));
    std::string part = "kept x/../y";
    part.shrink_to_fit();
    CHECK(resolver->append_resolved(part, std::string_view(part).substr(5)));
    CHECK(part == "kept x/../yhttp://h/a/y");
    std::string failing = "http://[";
    CHECK_FALSE(resolver->append_resolved(failing, failing));
    CHECK(failing == "http://[");
  }
}

TEST_CASE("copies of a resolver share their base") {
  const auto resolver = Resolver::with_base("https://h/" + std::string(1000, 'x'), {});
  REQUIRE(resolver);
  const std::size_t before = allocations;
  const Resolver copy = *resolver;
  CHECK(allocations == before);
  CHECK(copy.base().data() == resolver->base().data());
  CHECK(sizeof(Resolver) <= 24);
}

TEST_CASE("a resolver with an optional base refuses a broken one") {
  const auto without = Resolver::with_optional_base(std::nullopt, {});
  REQUIRE(without);
  CHECK_FALSE(without->has_base());
  const auto with = Resolver::with_optional_base("http://h/", {});
  REQUIRE(with);
  CHECK(with->base() == "http://h/");
  for (Standard standard : all_standards) {
    INFO(name(standard));
    const ResolveOptions options{.standard = standard};
    CHECK(Resolver::with_optional_base("", options).error() == Error::relative_without_base);
    CHECK(Resolver::with_base("x", options).error() == Error::relative_without_base);
    CHECK_FALSE(Resolver::with_base("http://[", options));
  }
}

TEST_CASE("a reference resolves to a parsed URL") {
  const auto resolver =
      Resolver::with_base("https://h/a/b", {.encoding = text::Encoding::windows_1252});
  REQUIRE(resolver);
  for (std::string_view reference :
       {"", "#f", "?q", "x.html", "../x?q#f", "/x", "//g:80/x", "https://g", "y:z", "?\u00E4"}) {
    INFO(reference);
    const auto url = resolver->resolve_url(reference);
    REQUIRE(url);
    CHECK(url->href() == resolver->resolve(reference));
    const auto again = Url::parse(url->href());
    CHECK(again->offsets() == url->offsets());
  }
  CHECK(resolver->resolve_url("http://[").error() == Error::invalid_ipv6);
  ValidationNotes notes;
  CHECK(resolver->resolve_url("\\x", &notes));
  CHECK(notes.size() == 1);
}

TEST_CASE("resolve_url and Url::parse agree") {
  std::mt19937 random(77);
  int resolved = 0;
  for (int i = 0; i < 50'000; ++i) {
    const auto resolver = Resolver::with_base(test::random_base(random), {});
    if (!resolver) continue;
    const auto base = Url::parse(resolver->base());
    const std::string reference = test::random_pieces(random, 6);
    INFO("base " << resolver->base() << " reference " << reference);
    const auto url = resolver->resolve_url(reference);
    const auto expected = Url::parse(reference, {.base = &*base});
    REQUIRE(url == expected);
    if (!url) continue;
    REQUIRE(url->offsets() == expected->offsets());
    REQUIRE(url->scheme_kind() == expected->scheme_kind());
    ++resolved;
  }
  CHECK(resolved > 10'000);
}

TEST_CASE("a long query has the bytes of its characters") {
  const std::string_view characters[]{"a",          "\u00E9", "\u4E00", "\u0304",
                                      "\U00020000", "&",      "\u0411"};
  for (const text::Encoding encoding :
       {text::Encoding::big5, text::Encoding::shift_jis, text::Encoding::gb18030,
        text::Encoding::euc_kr, text::Encoding::koi8_r}) {
    const auto resolver = Resolver::with_base("https://h/", {.encoding = encoding});
    std::string text = "?";
    std::string expected = "https://h/?";
    std::mt19937 random(1);
    while (text.size() < 20'000) {
      const std::string_view character = characters[random() % std::size(characters)];
      text += character;
      expected += resolver->resolve("?" + std::string(character))->substr(11);
    }
    CHECK(resolver->resolve(text) == expected);
  }
  const auto stateful =
      Resolver::with_base("https://h/", {.encoding = text::Encoding::iso_2022_jp});
  std::string kana = "?";
  for (int i = 0; i < 5'000; ++i) kana += "\u3042";
  const std::string url = *stateful->resolve(kana);
  CHECK(url.starts_with("https://h/?%1B"));
  CHECK(url.find("%1B", 12) == url.rfind("%1B"));  // that at the end
}

TEST_CASE("a query without bytes in its encoding takes the memory of the URL") {
  if (!test::can_measure_cost()) return;
  const auto resolver = Resolver::with_base("https://h/", {.encoding = text::Encoding::big5});
  std::string query = "?";
  for (int i = 0; i < 1'000'000; ++i) query += "\u00CA\u0304";
  const test::RunCost cost = test::cost_of([&] {
    std::string out;
    out.reserve(25'000'000);
    if (!resolver->append_resolved(out, query) || out.size() < 23'000'000) std::abort();
  });
  CHECK(cost.succeeded());
  CHECK(cost.peak_bytes < 36'000'000);
}

}  // namespace hrefkit::url
