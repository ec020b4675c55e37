#include "hrefkit/url/relativize.h"

#include <catch2/catch.hpp>

#include "url/pieces.h"

namespace hrefkit::url {

namespace {

struct RelativeReferences {
  std::string_view base;
  std::string_view target;
  std::string_view path_relative;
  std::string_view root_relative;
  std::string_view scheme_relative;
};

constexpr std::string_view h = "https://h/";

constexpr RelativeReferences relative_references[]{
    {"https://h/a/b?q#f", "https://h/a/b?q", "", "/a/b?q", "//h/a/b?q"},
    {"https://h/a/b?q#f", "https://h/a/b?q#g", "#g", "/a/b?q#g", "//h/a/b?q#g"},
    {"https://h/a/b?q", "https://h/a/b?r", "?r", "/a/b?r", "//h/a/b?r"},
    {"https://h/a/b?q", "https://h/a/b?", "?", "/a/b?", "//h/a/b?"},
    {"https://h/a/b?q", "https://h/a/b", "b", "/a/b", "//h/a/b"},
    {"https://h/a/?q", "https://h/a/", ".", "/a/", "//h/a/"},
    {"https://h/a/b", "https://h/a/", ".", "/a/", "//h/a/"},
    {"https://h/a/b", "https://h/a/?q", ".?q", "/a/?q", "//h/a/?q"},
    {"https://h/a/b/c", "https://h/a/x/y", "../x/y", "/a/x/y", "//h/a/x/y"},
    {"https://h/aa/bb/cc/dd", "https://h/aa/", "/aa/", "/aa/", "//h/aa/"},
    {"https://h/aaaaa/bb/cc/dd", "https://h/aaaaa/", "../..", "/aaaaa/", "//h/aaaaa/"},
    {"https://h/a/b/c", "https://h/x", "/x", "/x", "//h/x"},
    {"https://h/a/bcd/x", "https://h/a/bce/x", "../bce/x", "/a/bce/x", "//h/a/bce/x"},
    {"https://h/a/b", "https://h/a/x:y", "./x:y", "/a/x:y", "//h/a/x:y"},
    {"https://h/a/b", "https://h/a//c", ".//c", "/a//c", "//h/a//c"},
    {"https://h/a", "https://h//c/d", ".//c/d", "/.//c/d", "//h//c/d"},
    {"https://h/a", "https://k/a", "//k/a", "https://k/a", "//k/a"},
    {"https://h/a", "https://u:p@h/a", "//u:p@h/a", "https://u:p@h/a", "//u:p@h/a"},
    {"https://h/a", "http://h/a", "http://h/a", "http://h/a", "http://h/a"},
    {"https://h/a", "mailto:x", "mailto:x", "mailto:x", "mailto:x"},
    {"mailto:x?q", "mailto:x?q#f", "#f", "mailto:x?q#f", "mailto:x?q#f"},
    {"mailto:x", "mailto:y", "mailto:y", "mailto:y", "mailto:y"},
    {"file:///C:/a/b", "file:///C:/x", "/x", "/x", "///C:/x"},
    {"file:///C:/a", "file:///D:/x", "/D:/x", "/D:/x", "///D:/x"},
    {"foo://h", "foo://h/x", "x", "/x", "//h/x"},
    {"foo://h/a", "foo://h", "//h", "foo://h", "//h"},
    {"foo:/.//a/b", "foo:/.//a/c", "c", "/.//a/c", "foo:/.//a/c"},
    {h, "https://h/caf%C3%A9", "caf%C3%A9", "/caf%C3%A9", "//h/caf%C3%A9"},
};

}  // namespace

TEST_CASE("relativize gives the shortest reference of each form that leads back") {
  for (RelativeReferences const& row : relative_references) {
    INFO("base " << row.base << " target " << row.target);
    const auto base = Resolver::with_base(row.base, {});
    REQUIRE(base);
    CHECK(relativize(row.target, *base, ReferenceForm::path_relative) == row.path_relative);
    CHECK(relativize(row.target, *base, ReferenceForm::root_relative) == row.root_relative);
    CHECK(relativize(row.target, *base, ReferenceForm::scheme_relative) == row.scheme_relative);
  }
}

TEST_CASE("relativized references resolve to their target under every standard") {
  std::mt19937 random(542);
  for (int i = 0; i < 30'000; ++i) {
    const Standard standard = all_standards[random() % all_standards.size()];
    const auto base = Resolver::with_base(test::random_base(random), {.standard = standard});
    if (!base) continue;
    const std::string target = test::random_pieces(random, 6);
    const auto absolute = base->resolve(target);
    if (!absolute) continue;
    INFO(name(standard) << " base " << base->base() << " target " << target);
    for (ReferenceForm form : {ReferenceForm::path_relative, ReferenceForm::root_relative,
                               ReferenceForm::scheme_relative}) {
      const auto reference = relativize(target, *base, form);
      REQUIRE(reference);
      CHECK(reference->size() <= absolute->size());
      if (*reference != *absolute) CHECK(base->resolve(*reference) == *absolute);
    }
  }
}

TEST_CASE("relativize takes a relative target and refuses one that does not resolve") {
  const auto base = Resolver::with_base("https://h/a/b", {});
  CHECK(relativize("../a/c", *base) == "c");
  CHECK(relativize("http://[", *base) == tl::make_unexpected(Error::invalid_ipv6));
  CHECK(relativize("https://h/x", Resolver({})) == "https://h/x");
}

}  // namespace hrefkit::url
