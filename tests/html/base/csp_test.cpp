#include "hrefkit/html/base/csp.h"

#include <catch2/catch.hpp>

using namespace hrefkit::html;

namespace {

bool allows(std::string_view policy, std::string_view base,
            std::string_view self = "https://example.com/p") {
  std::vector<BaseUriPolicy> policies;
  append_base_uri_policies(policies, policy, self);
  return is_base_allowed(policies, base);
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
  };
  for (Row const& row : rows) {
    CAPTURE(row.policy, row.base);
    CHECK(allows(row.policy, row.base) == row.allowed);
  }
}
