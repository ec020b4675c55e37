#include "hrefkit/cli/archive/writer.h"

#include <catch2/catch.hpp>
#include <string>

#include "cli/cli_run.h"
#include "support/warc_builder.h"

namespace hrefkit::test {

TEST_CASE("pages tell where browsers are redirected") {
  const auto is_redirect = [](std::string const& status) {
    RecordParts parts;
    parts.uri = "http://a.example/dir/page";
    parts.block = http_response({"HTTP/1.1 " + status, "Location: x"}, "");
    const CliResult result =
        run_cli({"archive", "-q", "--format", "pages", "-"}, {.in = warc_record(parts)});
    return result.out.find("\"redirect\":\"http://a.example/dir/x\",\"links\":1,") !=
           std::string::npos;
  };
  CHECK(is_redirect("302 Found"));
  CHECK_FALSE(is_redirect("300 Multiple Choices"));
  CHECK_FALSE(is_redirect("304 Not Modified"));
}

}  // namespace hrefkit::test
