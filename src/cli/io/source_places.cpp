#include "hrefkit/cli/io/source_places.h"

#include <functional>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/site/input.h"

namespace hrefkit::cli {

namespace {

site::Site read_build(std::string const& build, std::vector<std::string> const& folders,
                      CommonOptions const& common) {
  const std::string fault = site::fault_of_source_folders(folders);
  if (!fault.empty()) throw UsageError("--sources", fault);
  site::SiteOptions options{.root = build};
  options.follow_outside = common.follow_outside;
  options.hidden = common.hidden;
  options.files = site::extension_rules(common.extension_types);
  auto site = site::Site::read(std::move(options));
  if (!site) throw UsageError("--sources", site.error());
  return *std::move(site);
}

}  // namespace

SourcePlaces::SourcePlaces(std::string const& build, std::vector<std::string> const& folders,
                           CommonOptions const& common, Messages& messages)
    : verbose_(common.verbose),
      messages_(messages),
      site_(read_build(build, folders, common)),
      finder_(site_, folders, [this](std::string const& path, std::string const& why) {
        messages_.warning(path, why);
      }) {}

site::FindingSource SourcePlaces::find(site::BuiltReference const& link) {
  ++asked_;
  const site::FindingSource place = finder_.find(link);
  if (place.has_line()) ++found_;
  return place;
}

void SourcePlaces::summarize() {
  if (!verbose_) return;
  messages_.summary_line(grouped_number(found_) + " of " + counted(asked_, "link", "links") +
                         " found in the sources");
}

}  // namespace hrefkit::cli
