#include "hrefkit/site/crawl/frontier.h"

#include <catch2/catch.hpp>
#include <vector>

namespace hrefkit::site {

TEST_CASE("URLs are asked for and popped in the order in which they were added", "[crawl]") {
  CrawlFrontier row;
  for (EntryId id = 0; id < 3; ++id) row.add(id);
  row.add(3, true);
  row.add(4);
  std::vector<EntryId> asked;
  while (const auto next = row.next_to_ask()) asked.push_back(*next);
  CHECK(asked == std::vector<EntryId>{0, 1, 2, 4});
  std::vector<EntryId> popped;
  for (; !row.empty(); row.pop_first()) popped.push_back(row.first());
  CHECK(popped == std::vector<EntryId>{0, 1, 2, 3, 4});
}

TEST_CASE("the target of a redirect takes the place of the redirect", "[crawl]") {
  CrawlFrontier row;
  row.add(0);
  row.add(1);
  CHECK(row.next_to_ask() == 0U);
  row.pop_first();
  row.add_first(7, false);
  CHECK(row.first() == 7U);
  CHECK(row.next_to_ask() == 7U);
  CHECK(row.next_to_ask() == 1U);
  CHECK_FALSE(row.next_to_ask());
}

TEST_CASE("only so many are asked for ahead of the first", "[crawl]") {
  CrawlFrontier row;
  for (EntryId id = 0; id < 2 * CrawlFrontier::max_ahead; ++id) row.add(id);
  std::size_t asked = 0;
  while (row.next_to_ask()) ++asked;
  CHECK(asked == CrawlFrontier::max_ahead);
  row.pop_first();
  CHECK(row.next_to_ask() == CrawlFrontier::max_ahead);
  CHECK_FALSE(row.next_to_ask());
}

}  // namespace hrefkit::site
