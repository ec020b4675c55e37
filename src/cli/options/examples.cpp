#include "hrefkit/cli/options/examples.h"

#include <array>

namespace hrefkit::cli {

namespace {

struct Examples {
  std::string_view command;
  std::string_view lines;
};

// clang-format off
constexpr std::array all_examples{
    Examples{"resolve",
             "hrefkit resolve public\n"
             "hrefkit resolve --site-url https://docs.example/ -f jsonl public\n"
             "hrefkit resolve --root public --site-url https://h.example/ public/a.html\n"
             "curl -s URL | hrefkit resolve --url URL -\n"
             "find public -name '*.html' -print0 | hrefkit resolve --files-from - -0"},
    Examples{"check",
             "hrefkit check public\n"
             "hrefkit check --site-url https://docs.example/guide/ public\n"
             "hrefkit check --format github --baseline known.jsonl public"},
    Examples{"rewrite",
             "hrefkit rewrite --to absolute --url https://docs.example/a.html a.html\n"
             "hrefkit rewrite --drop-base --to relative -o export --copy-assets public\n"
             "hrefkit rewrite --rebase /old/=/new/ --site-url https://docs.example/ \\\n"
             "  --in-place --backup .orig public"},
    Examples{"archive",
             "hrefkit archive crawl.warc.gz\n"
             "hrefkit archive --format wat --compress gzip -o crawl.wat.gz crawl.warc.gz\n"
             "hrefkit archive --missing --kinds hyperlink,image crawl.warc.gz"},
    Examples{"base",
             "hrefkit base --url https://docs.example/a.html a.html\n"
             "hrefkit base -f jsonl public"},
    Examples{"effects",
             "hrefkit effects --set-base /archive/ --url https://docs.example/a.html a.html\n"
             "hrefkit effects --remove-base -f html -o changes.html a.html"},
    Examples{"url",
             "hrefkit url --base https://docs.example/a/ '../b c'\n"
             "hrefkit url --compare 'http:\\\\host\\path'"},
};
// clang-format on

}  // namespace

std::string_view examples_of(std::string_view command) {
  for (Examples const& examples : all_examples) {
    if (examples.command == command) return examples.lines;
  }
  return {};
}

}  // namespace hrefkit::cli
