#include "hrefkit/site/check/check_state.h"

#include <cstddef>
#include <memory>

namespace hrefkit::site {

CheckState::CheckState(Site const& checked, CheckOptions const& wanted, CheckSink const& taker,
                       CheckMemory::State* known)
    : site(checked),
      options(wanted),
      sink(taker),
      memory(known),
      hash(known == nullptr ? AnchorHash() : known->hash),
      names(checked),
      folders(checked),
      looks([this] {
        auto look = std::make_unique<FirstLook>(site, redirects, hash, names, options);
        look->second_look().page().sheets = &sheets;
        return look;
      }) {
  facts.flags.assign(site.pages().size(), 0);
  if (options.is_reported) {
    for (const EntryId page : site.pages()) {
      reported.push_back(options.is_reported(site.path(page)));
    }
  }
  const EntryId entry = site.entry(redirects_name);
  if (entry == no_entry) return;
  if (const auto read = site.read_file(entry, redirects_bytes)) {
    redirects = Redirects(redirects_bytes, site.origin());
  } else if (sink.fault) {
    sink.fault(site.file_path(entry), read.error() + "; not read");
  }
}

void CheckState::trouble(std::uint32_t page, std::string const& why) {
  summary.failed = true;
  if (sink.trouble) sink.trouble(file_path(page), why);
}

void CheckState::count(CheckSummary const& part) {
  summary.links += part.links;
  summary.fine += part.fine;
  summary.found += part.found;
  summary.external += part.external;
  summary.ignored += part.ignored;
  for (std::size_t i = 0; i < not_judged_count; ++i) summary.not_judged[i] += part.not_judged[i];
  summary.errors += part.errors;
  summary.warnings += part.warnings;
}

bool CheckState::send(Finding const& finding) {
  if (sink.finding && !sink.finding(finding)) summary.stopped = true;
  return !summary.stopped;
}

}  // namespace hrefkit::site
