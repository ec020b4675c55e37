#include "hrefkit/site/rewrite/changed_digests.h"

#include <catch2/catch.hpp>
#include <string>

#include "hrefkit/site/check/integrity.h"

using namespace hrefkit::site;

TEST_CASE("pages get the new hashes of changed files, each by its algorithm") {
  ChangedDigests digests;
  digests.add("old", "new");
  digests.add("kept", "kept");
  digests.add("twice", "one");
  digests.add("twice", "other");
  for (const DigestAlgorithm algorithm :
       {DigestAlgorithm::sha256, DigestAlgorithm::sha384, DigestAlgorithm::sha512}) {
    const std::string name = std::string(name_of(algorithm)) + "-";
    const auto hash = [&](std::string_view bytes) { return name + digest_of(algorithm, bytes); };
    std::string page = "<script integrity='" + hash("old") + " " + hash("kept") + " " +
                       hash("twice") + "'> " + name + "x";
    CHECK(digests.names_old(page));
    CHECK(digests.renew(page) == 1);
    CHECK(page == "<script integrity='" + hash("new") + " " + hash("kept") + " " + hash("twice") +
                      "'> " + name + "x");
    CHECK_FALSE(digests.names_old(page));
    CHECK(digests.renew(page) == 0);
  }
}

TEST_CASE("a hash in base64 of URLs, without padding, or cut by the end of the text") {
  ChangedDigests digests;
  digests.add("old", "new");
  std::string digest = digest_of(DigestAlgorithm::sha256, "old");
  digest.pop_back();  // "="
  std::string page = "sha256-" + digest;
  CHECK(digests.renew(page) == 1);
  CHECK(page + "=" == "sha256-" + digest_of(DigestAlgorithm::sha256, "new"));
  for (std::string text : {"sha256-", "sha", "sha256", "sha999-abc", ""}) {
    CHECK(digests.renew(text) == 0);
    CHECK_FALSE(digests.names_old(text));
  }
}
