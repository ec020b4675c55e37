#include "hrefkit/html/script_type.h"

#include <catch2/catch.hpp>

using namespace hrefkit::html;

TEST_CASE("scripts that browsers fetch by their type (HTML Standard 4.12.1.1)") {
  for (const std::string_view type :
       {"", "text/javascript", " Text/JavaScript\n", "application/javascript",
        "application/x-ecmascript", "text/javascript1.5", "text/jscript", "text/livescript",
        "module", " MODULE "}) {
    INFO(type);
    CHECK(fetches_script(type, std::nullopt));
    CHECK(fetches_script(type, "vbscript"));  // the type counts, not the language
  }
}

TEST_CASE("data blocks and import maps are not fetched") {
  for (const std::string_view type :
       {" ", "text/template", "text/x-handlebars", "application/json", "application/ld+json",
        "text/babel", "importmap", "speculationrules", "javascript", "application/jscript",
        "text/javascript; charset=utf-8", "text/", "/javascript", "modules"}) {
    INFO(type);
    CHECK_FALSE(fetches_script(type, std::nullopt));
    CHECK_FALSE(fetches_script(type, "javascript"));
  }
}

TEST_CASE("without a type the language counts") {
  CHECK(fetches_script(std::nullopt, std::nullopt));
  CHECK(fetches_script(std::nullopt, ""));
  CHECK(fetches_script(std::nullopt, "JavaScript"));
  CHECK(fetches_script(std::nullopt, "javascript1.2"));
  CHECK_FALSE(fetches_script(std::nullopt, "vbscript"));
  CHECK_FALSE(fetches_script(std::nullopt, " "));
  CHECK_FALSE(fetches_script(std::nullopt, "text/javascript"));
}
