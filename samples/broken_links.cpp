// broken_links FOLDER URL: the broken links of a site that will be served at URL, and how many
// links each rule concerns.
#include <hrefkit/site/check.h>
#include <hrefkit/site/site.h>

#include <iostream>
#include <map>
#include <string>

namespace site = hrefkit::site;

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const auto read = site::Site::read({.root = argv[1], .url = argv[2]});
  if (!read) {
    std::cerr << read.error() << '\n';
    return 2;
  }
  std::map<std::string, int> rules;
  const auto take = [&](site::Finding const& finding) {
    std::cout << finding.file << ':' << finding.line << ": " << finding.raw;
    if (finding.suggestion) std::cout << " (did you mean " << *finding.suggestion << "?)";
    std::cout << '\n';
    ++rules[std::string(name(finding.rule))];
    return true;
  };
  const site::CheckSummary summary = check(*read, {}, {.finding = take});
  for (auto const& [rule, count] : rules) std::cout << count << ' ' << rule << '\n';
  return summary.found == 0 ? 0 : 1;
}
