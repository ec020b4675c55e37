#include "hrefkit/warc/record_reader.h"

#include <catch2/catch.hpp>
#include <string>

namespace hrefkit::test {

TEST_CASE("types of records have names") {
  for (int i = 0; i < static_cast<int>(warc::RecordType::other); ++i) {
    const auto type = static_cast<warc::RecordType>(i);
    CHECK(warc::record_type_from_name(warc::name(type)) == type);
  }
  CHECK(warc::record_type_from_name("Response") == warc::RecordType::response);
  CHECK(warc::record_type_from_name("") == warc::RecordType::other);
  CHECK(warc::record_type_from_name("screenshot") == warc::RecordType::other);
}

TEST_CASE("the URI is cleaned of what old writers did") {
  const auto uri = [](std::string const& value) {
    warc::Record record;
    record.fields = http::Fields::parse("WARC-Target-URI: " + value + "\r\n");
    return record.target_uri();
  };
  CHECK(uri("http://a.example/x") == "http://a.example/x");
  CHECK(uri("<http://a.example/x>") == "http://a.example/x");
  CHECK(uri("http://a.example/a b  c") == "http://a.example/a%20b%20%20c");
  CHECK(uri("<http://a.example/") == "<http://a.example/");
  CHECK(uri("").empty());
  CHECK(uri("<").size() == 1);
  CHECK(warc::Record().target_uri().empty());
}

}  // namespace hrefkit::test
