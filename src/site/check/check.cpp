// A check runs in three steps.
//
// 1. The first looks. Workers judge the links of the pages, one page at a time, and share nothing.
//    What a page came to (PageFacts) goes to one place in the order of the pages: ids into a set,
//    fragments that ask for ids of other pages into a list.
// 2. The merge. Each fragment is looked up in the set. A page that holds a missing one needs a
//    second look.
// 3. The second looks. Pages with findings are read again and their rows are made, in order. With
//    all ids known, each link gets the same verdict as before, and a fragment gets its final one.
#include "hrefkit/site/check.h"

#include <cstdint>

#include "hrefkit/site/check/check_state.h"
#include "hrefkit/site/check/first_looks.h"
#include "hrefkit/site/check/merge.h"
#include "hrefkit/site/check/second_looks.h"

namespace hrefkit::site {

namespace {

CheckSummary run(CheckState& check) {
  for (std::uint32_t page = 0; page < check.site.pages().size(); ++page) {
    if (!check.is_reported(page)) continue;
    ++(check.site.is_document(page) ? check.summary.pages : check.summary.other_files);
  }
  FirstLooks(check).run();
  merge_pages(check);
  SecondLooks(check).run();
  if (check.options.map_folders) check.folders.give(check.summary);
  return check.summary;
}

}  // namespace

CheckSummary check(Site const& site, CheckOptions const& options, CheckSink const& sink) {
  CheckState state(site, options, sink, nullptr);
  return run(state);
}

CheckSummary check(Site const& site, CheckOptions const& options, CheckSink const& sink,
                   CheckMemory& memory) {
  CheckState state(site, options, sink, &memory.state());
  memory.state().begin(site, state.redirects_bytes);
  return run(state);
}

}  // namespace hrefkit::site
