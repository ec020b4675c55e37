#include "hrefkit/html/base/csp.h"

#include <catch2/catch.hpp>

using namespace hrefkit::html;

namespace {

bool allows(std::string_view policy, std::string_view base,
            std::string_view self = "https://example.com/p") {
  PolicyTable table(0);
  return table.judge(table.append(0, policy, self), base) == BaseElementStatus::used;
}

}  // namespace

// CSP Level 3, 6.7.2.8 "Does url match expression in origin with redirect count?"
TEST_CASE("base-uri source expressions") {
  struct Row {
    std::string_view policy, base;
    bool allowed;
  };
  const Row rows[] = {
      {"", "https://x.example/", true},
      {"script-src 'none'", "https://x.example/", true},
      {"base-uri", "https://example.com/", false},
      {"base-uri 'none'", "https://example.com/", false},
      {"BASE-URI 'SELF'", "https://example.com/x", true},
      {"base-uri 'self'", "https://example.com:8443/x", false},
      {"base-uri 'self'", "http://example.com/x", false},
      {"base-uri *", "http://any.example/", true},
      {"base-uri *", "foo://any.example/", false},
      {"base-uri https:", "https://any.example/", true},
      {"base-uri http:", "https://any.example/", true},
      {"base-uri https:", "http://any.example/", false},
      {"base-uri cdn.example", "https://cdn.example/a/", true},
      {"base-uri cdn.example", "http://cdn.example/a/", false},
      {"base-uri *.cdn.example", "https://a.b.cdn.example/", true},
      {"base-uri *.cdn.example", "https://cdn.example/", false},
      {"base-uri cdn.example:*", "https://cdn.example:99/", true},
      {"base-uri cdn.example:99", "https://cdn.example/", false},
      {"base-uri cdn.example/a/", "https://cdn.example/a/b", true},
      {"base-uri cdn.example/a", "https://cdn.example/a/b", false},
      {"img-src *; base-uri 'none'; base-uri *", "https://x.example/", false},
      {"base-uri *, base-uri 'none'", "https://x.example/", false},
      // A directive that is not all ASCII does not count.
      {"base-uri 'none' \xC3\xA9", "https://x.example/", true},
      {"base-uri \xE9; base-uri 'none'", "https://x.example/", false},
      {"base-uri 'none'; img-src \xE9", "https://x.example/", false},
      {"base-uri \xE9, base-uri 'none'", "https://x.example/", false},
      {"base-uri *", "wss://any.example/", false},
      {"base-uri ws:", "https://any.example/", true},
      // Paths are percent-decoded piece by piece.
      {"base-uri cdn.example/%61/", "https://cdn.example/a/b", true},
      {"base-uri cdn.example/a/", "https://cdn.example/%61/b", true},
      {"base-uri cdn.example/a%2Fb", "https://cdn.example/a/b", false},
      {"base-uri cdn.example/a%2fb", "https://cdn.example/a%2Fb", true},
      {"base-uri cdn.example/a", "https://cdn.example/a?q", true},
      {"base-uri cdn.example/", "https://cdn.example/a/b", true},
      {"base-uri cdn.example/a/", "https://cdn.example/a", false},
      // Ports are numbers.
      {"base-uri cdn.example:443", "https://cdn.example/", true},
      {"base-uri cdn.example:0443", "https://cdn.example/", true},
      {"base-uri cdn.example:080", "https://cdn.example:80/", true},
      {"base-uri cdn.example:80", "https://cdn.example/", false},
      {"base-uri http://cdn.example:80", "https://cdn.example/", false},
      {"base-uri cdn.example:4294967739", "https://cdn.example/", false},
      {"base-uri cdn.example", "https://cdn.example:99/", false},
      // Addresses match as names do: so browsers have it.
      {"base-uri https://*", "https://[::1]/", true},
      {"base-uri 127.0.0.1", "https://127.0.0.1/", true},
      {"base-uri 127.0.0.2", "https://127.0.0.1/", false},
      {"base-uri https://*.0.0.1", "https://127.0.0.1/", true},
      // Outside the grammar: no URL matches.
      {"base-uri http://o.example?x", "http://o.example/", false},
      {"base-uri http://o.example#x", "http://o.example/", false},
      {"base-uri https://u@o.example", "https://o.example/", false},
      {"base-uri o_o.example", "https://o_o.example/", false},
      {"base-uri [::1]", "https://[::1]/", false},
      {"base-uri o.example:", "https://o.example/", false},
      {"base-uri o.example:x", "https://o.example/", false},
      {"base-uri o..example", "https://o..example/", false},
      {"base-uri o.example//x", "https://o.example//x", false},
      {"base-uri o.example/%zz", "https://o.example/%zz", false},
      {"base-uri 1http://o.example", "http://o.example/", false},
      {"base-uri *.", "https://o.example/", false},
      {"base-uri o.example.", "https://o.example./", true},
  };
  for (Row const& row : rows) {
    CAPTURE(row.policy, row.base);
    CHECK(allows(row.policy, row.base) == row.allowed);
  }
}

TEST_CASE("a chain of policies allows what each of them allows") {
  PolicyTable table(0);
  const std::string_view self = "https://example.com/";
  const PolicyId outer = table.append(0, "base-uri a.example b.example", self);
  const PolicyId inner = table.append(outer, "img-src *, base-uri b.example", self);
  CHECK(table.append(inner, "img-src *", self) == inner);
  CHECK(table.judge(outer, "https://a.example/") == BaseElementStatus::used);
  CHECK(table.judge(inner, "https://a.example/") == BaseElementStatus::blocked);
  CHECK(table.judge(inner, "https://b.example/") == BaseElementStatus::used);
}
