#include "hrefkit/html/insecure_requests.h"

#include <catch2/catch.hpp>

#include "hrefkit/html/parse/gumbo_adapter.h"

using namespace hrefkit::html;

namespace {

bool upgrades(std::string_view page) {
  Notes notes;
  const Document document = parse_html(page, false, notes);
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    if (upgrades_requests(document, id)) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("which meta elements have requests upgraded") {
  const auto meta = [](std::string const& content) {
    return "<meta http-equiv=content-security-policy content=\"" + content + "\">";
  };
  CHECK(upgrades(meta("upgrade-insecure-requests")));
  CHECK(upgrades(meta("img-src *; Upgrade-Insecure-Requests ;")));
  CHECK(upgrades(meta("img-src *, upgrade-insecure-requests 1")));
  CHECK_FALSE(upgrades(meta("img-src upgrade-insecure-requests")));
  CHECK_FALSE(upgrades(meta("upgrade-insecure-requests\u00E9")));
  CHECK_FALSE(upgrades(meta("block-all-mixed-content")));
  CHECK_FALSE(upgrades("<body>" + meta("upgrade-insecure-requests")));
  CHECK_FALSE(upgrades("<template>" + meta("upgrade-insecure-requests") + "</template>"));
  CHECK_FALSE(upgrades("<meta name=content-security-policy content=upgrade-insecure-requests>"));
  CHECK_FALSE(
      upgrades("<meta http-equiv=content-security-policy-report-only "
               "content=upgrade-insecure-requests>"));
}
