#include "hrefkit/cli/rewrite/command.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/cli/options/suggestion.h"
#include "hrefkit/cli/options/url_patterns.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/input.h"
#include "hrefkit/site/site.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

namespace {

/// The two serialised URLs of "OLD=NEW". Both may contain "=": OLD ends at the first one that is
/// followed by an absolute URL or a path from the root, else at the first one with a URL on both
/// sides.
std::optional<std::pair<std::string, std::string>> split_rebase(std::string const& text,
                                                                url::Resolver const& base) {
  const url::Resolver alone(base.options());
  std::optional<std::pair<std::string, std::string>> relative;
  for (std::size_t at = text.find('='); at != std::string::npos; at = text.find('=', at + 1)) {
    if (at == 0 || at + 1 == text.size()) continue;
    const std::string from = text.substr(0, at);
    const std::string to = text.substr(at + 1);
    const auto old_url = base.resolve(from);
    const auto new_url = base.resolve(to);
    if (!old_url || !new_url || !site::Rebases::can_be_prefix(*old_url) ||
        !site::Rebases::can_be_prefix(*new_url))
      continue;
    const std::pair<std::string, std::string> both(*old_url, *new_url);
    if (to.starts_with('/') || alone.resolve(to)) return both;
    if (!relative) relative = both;
  }
  return relative;
}

/// The URL of the input folder `root`.
std::string address_of_folder(std::string const& root, site::InputOptions const& inputs) {
  if (!inputs.site_url.empty()) return inputs.site_url;
  return inputs.folder_url.empty() ? site::file_url(root) : inputs.folder_url;
}

/// The folder with the URL `url` in the tree of the inputs; nullopt if there is none.
std::optional<std::string> folder_at(std::string_view url, site::InputOptions const& inputs) {
  std::string const& root = inputs.root.empty() ? inputs.paths.front() : inputs.root;
  if (!site::is_folder(root)) return std::nullopt;
  std::string address = address_of_folder(root, inputs);
  if (!address.ends_with('/')) address += '/';
  if (!url.starts_with(address) || url.size() == address.size()) return std::nullopt;
  std::string folder = root + '/' + url::percent_decode(url.substr(address.size()));
  if (!site::is_folder(folder)) return std::nullopt;
  return folder;
}

std::string host_of(std::string_view url) {
  const auto parsed = url::Url::parse(url);
  return parsed ? std::string(parsed->hostname()) : std::string();
}

}  // namespace

void take_own_address(CommonOptions& common, std::vector<std::string> const& rebase,
                      Environment const& environment) {
  if (!common.site_url.empty() || !common.url.empty() || common.inputs.size() != 1) return;
  if (!site::is_folder(common.inputs.front())) return;
  std::string const& folder = common.root.empty() ? common.inputs.front() : common.root;
  const auto around =
      url::Resolver::with_base(site::default_site_url, url::ResolveOptions{common.standard});
  std::set<std::string> hosts;
  for (std::string const& text : rebase) {
    const auto both = split_rebase(text, *around);
    if (both) hosts.emplace(host_of(both->first));
  }
  hosts.erase(host_of(site::default_site_url));
  if (hosts.empty()) return;
  const site::InputOptions inputs = input_options(common, environment.in);
  const auto tree =
      site::Site::read({.root = folder, .pages_behind_links = false, .files = inputs.walk.files});
  if (!tree) return;  // the run reports it
  const site::OwnAddress own = site::find_own_address(*tree, thread_count(common));
  Messages messages(environment, common);
  if (own.url.empty()) {
    messages.warning(folder,
                     "most pages name no address of their own, so links that begin at the root of "
                     "the host stay: --site-url gives the address");
  } else if (hosts.contains(host_of(own.url))) {
    messages.summary_line(folder + " is the site " + own.url + ": " +
                          std::string(site::reason_of(own.source)) + " (else give --site-url)");
    common.site_url = own.url;
  }
}

bool writes_one_file(RewriteCommand const& command, site::InputOptions const& inputs) {
  const bool is_single = inputs.paths.size() == 1 && !site::is_folder(inputs.paths.front());
  return is_single && inputs.walk.files.is_page(command.output) && !site::is_folder(command.output);
}

RewriteSettings::RewriteSettings(RewriteCommand const& command, site::InputOptions const& inputs)
    : command_(command), exclusion_(command.common) {
  pages_.has_addresses = !inputs.url.empty() || !inputs.site_url.empty();
  pages_.move_to = absolute_url("--move-to", command.move_to, command.common.standard);
  if (pages_.move_to.starts_with("mailto:") || pages_.move_to.starts_with("javascript:")) {
    throw UsageError("--move-to", pages_.move_to + " is the address of no document");
  }
  const bool is_single = inputs.paths.size() == 1 && !site::is_folder(inputs.paths.front());
  if (!pages_.move_to.empty() && !is_single) {
    throw UsageError("--move-to", "is the address of one document; use --rebase for several");
  }
  check_policies(inputs);
  read_policy();
  read_keep();
  read_rebases(inputs);
  read_map();
  read_local(inputs);
  read_tree(inputs);
  read_moved_files(inputs);
  unnamed_origin_ = inputs.folder_url;
  is_placeholder_ = matcher_of("--placeholder", command_.placeholders);
}

bool RewriteSettings::moves() const {
  return drops_base() || !command_.rebase.empty() || !command_.map.empty() ||
         !pages_.move_to.empty();
}

/// Refuses a run that would change nothing, and one that would write a made-up URL.
void RewriteSettings::check_policies(site::InputOptions const& inputs) const {
  const bool has_policy = command_.to || !command_.rebase.empty() || !command_.map.empty() ||
                          command_.drop_base || command_.drop_xml_base || !pages_.move_to.empty() ||
                          !command_.local.empty() || !command_.index.empty() ||
                          !command_.extensions.empty() || !command_.leftovers.empty();
  if (!has_policy) {
    const auto archive =
        std::find_if(inputs.paths.begin(), inputs.paths.end(),
                     [](std::string const& path) { return reading_command(path) == "archive"; });
    if (archive != inputs.paths.end()) {
      throw UsageError("'" + *archive + "' is a web archive: " + web_archive_reader("rewrite"));
    }
    throw UsageError("rewrite",
                     "nothing is to change: give --to, --rebase, --map, --drop-base, "
                     "--drop-xml-base, --move-to, --local, --index or --extensions");
  }
  if (command_.neutral_base && !command_.drop_base && command_.local.empty()) {
    throw UsageError("--neutral-base", "needs --drop-base or --local");
  }
  const bool writes_addresses = command_.to == html::UrlForm::absolute && command_.local.empty();
  if (writes_addresses && !inputs.folder_url.empty()) {
    throw UsageError("--to", "absolute needs the address of the folder: give --site-url");
  }
}

void RewriteSettings::read_policy() {
  policy_.form = command_.to.value_or(html::UrlForm::as_written);
  policy_.kinds = command_.kinds;
  policy_.elements = command_.elements;
  policy_.index = command_.index;
  policy_.extensions = command_.extensions;
  policy_.is_excluded = exclusion_.predicate();
}

void RewriteSettings::read_keep() {
  std::vector<site::Also> const& also = command_.common.also;
  if (command_.keep.empty()) {
    policy_.keep.og = std::find(also.begin(), also.end(), site::Also::meta) == also.end();
    return;
  }
  const auto has = [this](Keep what) {
    return std::find(command_.keep.begin(), command_.keep.end(), what) != command_.keep.end();
  };
  if (has(Keep::none) && command_.keep.size() > 1) {
    throw UsageError("--keep", "none cannot be used together with others");
  }
  policy_.keep = {.canonical = has(Keep::canonical),
                  .alternate = has(Keep::alternate),
                  .og = has(Keep::og),
                  .fragments = has(Keep::fragments),
                  .guid = has(Keep::guid),
                  .own_addresses = true};
}

void RewriteSettings::read_rebases(site::InputOptions const& inputs) {
  const url::ResolveOptions options{command_.common.standard};
  std::string const& around = !inputs.site_url.empty() ? inputs.site_url
                              : !inputs.url.empty()    ? inputs.url
                                                       : inputs.folder_url;
  const url::Resolver base =
      around.empty() ? url::Resolver(options)
                     : url::Resolver::with_base(around, options).value_or(url::Resolver(options));
  std::map<std::string, std::string> seen;
  for (std::string const& text : command_.rebase) {
    auto both = split_rebase(text, base);
    if (!both) {
      // OLD and NEW cannot be told apart here, so the whole value is masked.
      const std::string shown = url::may_have_userinfo(text) ? "***" : text;
      throw UsageError("--rebase", "'" + shown +
                                       "' is not OLD=NEW with two URLs that others can be below; "
                                       "paths need --site-url or --url");
    }
    const auto [known, is_new] = seen.try_emplace(both->first, both->second);
    if (!is_new && known->second != both->second) {
      throw UsageError("--rebase",
                       url::masked_url(both->first) + " is given twice, with two new URLs");
    }
    policy_.rebases.add(std::move(both->first), std::move(both->second));
  }
}

void RewriteSettings::read_map() {
  if (command_.map.empty()) return;
  std::string text;
  if (const auto read = site::read_file(command_.map, text); !read) {
    throw UsageError("--map", command_.map + ": " + read.error());
  }
  if (const auto read = policy_.map.read(text, command_.common.standard); !read) {
    throw UsageError("--map", command_.map + ": " + read.error());
  }
}

void RewriteSettings::read_local(site::InputOptions const& inputs) {
  if (command_.local.empty()) return;
  if (!command_.rebase.empty() || !pages_.move_to.empty()) {
    throw UsageError(
        "--local", "gives pages the addresses of their files: --rebase and --move-to give others");
  }
  auto files = site::LocalFiles::read(command_.local, inputs.site_url, command_.index);
  if (!files) throw UsageError("--local", files.error());
  const auto address = pages_.has_addresses ? std::nullopt : files->address_of_one_site();
  if (address && !address->empty()) {
    throw UsageError("--local", command_.local + " holds pages, and no folder with the name of a " +
                                    "host: give the folder above it, or --site-url " + *address);
  }
  names_no_host_ = address.has_value();
  const bool names_files = !command_.output.empty() && !writes_one_file(command_, inputs);
  if (names_files) files->name_by_types(inputs.walk.files);
  local_.emplace(std::move(*files));
  policy_.local = pages_.local = &*local_;
}

/// Reads the names in the input folder, if --index or --extensions need them.
void RewriteSettings::read_tree(site::InputOptions const& inputs) {
  if (policy_.index.empty() && policy_.extensions.empty()) return;
  if (inputs.paths.size() != 1 || !site::is_folder(inputs.paths.front())) return;
  std::string const& root = inputs.paths.front();
  site::SiteOptions options;
  options.root = root;
  if (!policy_.index.empty()) options.index = policy_.index;
  options.extensions = policy_.extensions;
  options.pages_behind_links = false;
  options.hidden = true;
  auto tree = site::Site::read(std::move(options));
  if (!tree) throw UsageError(tree.error());
  tree_.emplace(std::move(*tree));
  policy_.tree = &*tree_;
  policy_.tree_url = address_of_folder(root, inputs);
  if (!policy_.tree_url.ends_with('/')) policy_.tree_url += '/';
}

/// Finds the pages of the input folder that --map moves; with -o DIR, their files move.
void RewriteSettings::read_moved_files(site::InputOptions const& inputs) {
  if (policy_.map.empty() || local_ || !inputs.root.empty() || inputs.paths.size() != 1) return;
  std::string const& root = inputs.paths.front();
  if (!site::is_folder(root)) return;
  const std::string address = address_of_folder(root, inputs);
  site::SiteOptions options{.root = root, .url = address, .files = inputs.walk.files};
  options.pages_behind_links = false;
  options.hidden = true;
  options.extensions = policy_.extensions;
  if (options.extensions.empty()) options.extensions = {"html"};
  auto names = site::Site::read(std::move(options));
  if (!names) return;  // the run reports it
  names_.emplace(std::move(*names));
  auto moves = site::MovedFiles::plan(*names_, policy_.page_address(address), policy_.map,
                                      inputs.walk.files);
  const bool writes_folder = !command_.output.empty() && !writes_one_file(command_, inputs);
  if (!moves && writes_folder) throw UsageError("--map", moves.error());
  if (!moves) return;
  moved_files_.emplace(std::move(*moves));
  policy_.files = &*moved_files_;
  if (writes_folder) pages_.files = policy_.files;
}

html::RewriteOptions RewriteSettings::options(site::Input const& input,
                                              html::DocumentOptions const& document,
                                              std::string_view text) const {
  html::RewriteOptions options;
  const auto addresses = pages_.addresses_of(input);
  options.document = document;
  options.document.url = addresses.before;
  options.document.also.meta |= !policy_.keep.og;
  options.new_url = addresses.after;
  if (!command_.rebase.empty() || !command_.map.empty()) html::find_page_address(text, options);
  options.unnamed_origin = unnamed_origin_;
  options.is_placeholder = is_placeholder_;
  options.drop_base = drops_base();
  options.neutral_base = command_.neutral_base;
  options.keep_loaded = !command_.local.empty();
  options.drop_xml_base = command_.drop_xml_base;
  options.map_xml_base = !local_ && (!command_.rebase.empty() || !command_.map.empty());
  options.verify = command_.verify == Verify::on;
  options.engine = command_.engine;
  html::find_script_urls(options);
  if (command_.common.quiet) return options;
  if (moves() || policy_.form == html::UrlForm::absolute) {
    html::find_unwritten(text, options, [&](std::string_view url) {
      return !policy_.keep.own_addresses && policy_.moved(url, addresses.after).has_value();
    });
  }
  return options;
}

std::string RewriteSettings::asset_url(site::InputOptions const& inputs, std::string const& root,
                                       std::string const& relative) const {
  if (local_) return local_->new_url(site::join_path(root, relative));
  std::string path = relative;
  if (!inputs.root.empty() && !inputs.site_url.empty()) {
    const auto place = site::Place(inputs.root).relative(root);
    if (place && !place->empty()) path = site::join_path(*place, relative);
  }
  std::string address = address_of_folder(root, inputs);
  if (!address.ends_with('/')) address += '/';
  return address + url::percent_encode_path(path);
}

bool RewriteSettings::opens_from_files() const {
  return local_ || (policy_.form == html::UrlForm::relative && !policy_.index.empty());
}

std::string_view RewriteSettings::folder_address() const {
  return local_ ? std::string_view() : policy_.tree_url;
}

std::vector<std::string> RewriteSettings::warnings(site::InputOptions const& inputs) const {
  std::vector<std::string> warnings;
  if (names_no_host_) {
    warnings.push_back("no folder in " + command_.local +
                       " has the name of a host: the address that its pages had is not known; "
                       "--site-url URL gives it");
  }
  if (local_) {
    for (site::LocalFiles::SecondName const& name : local_->second_names()) {
      warnings.push_back(name.path + " is written as " + name.given + ": there is a file " +
                         name.wanted + " already");
    }
  }
  if (pages_.files == nullptr && moved_files_ && !moved_files_->empty()) {
    const std::size_t count = moved_files_->size();
    warnings.push_back(counted(count, "page has", "pages have") + " a new address, such as " +
                       moved_files_->first() + ", and " +
                       (count == 1 ? "its file stays" : "their files stay") +
                       " in place: -o DIR moves " + (count == 1 ? "it" : "them"));
  }
  for (std::string const& prefix : policy_.rebases.overlaps()) {
    const auto folder = folder_at(prefix, inputs);
    if (!folder) continue;
    warnings.push_back("one of OLD and NEW begins with the other, and there is a folder " +
                       *folder + ": references from the root and whole URLs that lead to " +
                       prefix + " are taken for new ones, relative references for old ones");
  }
  return warnings;
}

namespace {

/// The suffix of --backup.
constexpr std::array<text::EnumName<html::UrlForm>, 3> form_names{{
    {html::UrlForm::absolute, "absolute"},
    {html::UrlForm::relative, "relative"},
    {html::UrlForm::root_relative, "root-relative"},
}};

constexpr text::EnumTable<Verify::off> verify_names({
    {Verify::on, "on"},
    {Verify::off, "off"},
});

constexpr text::EnumTable<Keep::none> keep_names({
    {Keep::canonical, "canonical"},
    {Keep::alternate, "alternate"},
    {Keep::og, "og"},
    {Keep::fragments, "fragments"},
    {Keep::guid, "guid"},
    {Keep::none, "none"},
});

}  // namespace

void add_keep_option(OptionSet& options, std::vector<Keep>& keep) {
  options.choices_list("--keep", keep, keep_names);
}

RewriteCommand::RewriteCommand()
    : Command({"rewrite", "Change the URLs of links and nothing else",
               "hrefkit rewrite --to absolute --url https://docs.example/a.html a.html\n"
               "hrefkit rewrite --drop-base --to relative -o export --copy-assets public\n"
               "hrefkit rewrite --rebase /old/=/new/ --site-url https://docs.example/ \\\n"
               "  --in-place --backup .orig public",
               "Pages stayed unchanged, since the new page failed its check."}) {}

void RewriteCommand::add_options(OptionSet& options) {
  common.xml_base = html::XmlBase::automatic;
  common.command_name = "rewrite";
  common.reads_scripts = true;
  add_input_options(options, common);
  add_link_options(options, common);
  options.choice("--feed-base", common.feed_base, html::feed_base_names);
  options.bind(
      {"--index", "Link to index files by name: with index.html, docs/ becomes docs/index.html"},
      site::index_names(index));
  options.bind({"--extensions",
                "Link to files with their extension: with html, page becomes page.html where that "
                "file exists"},
               site::served_extensions(extensions));
  options.choice("--engine", engine, text::names_up_to<html::Engine::dom>());
  options.choices_list("--kinds", kinds, text::names_up_to<html::LinkKind::sourcemap>());
  options.list("--elements", elements);
  options.texts("--exclude-url", common.exclude_url);
  options.choice("--to", to, form_names);
  options.texts("--rebase", rebase);
  options.text("--map", map);
  options.flag("--drop-base", drop_base);
  options.flag("--neutral-base", neutral_base);
  options.flag("--drop-xml-base", drop_xml_base);
  options.text("--move-to", move_to);
  options.texts("--placeholder", placeholders);
  options.texts("--report-leftovers", leftovers);
  add_keep_option(options, keep);
  options.text("--local", local);
  options.text({"--output", "PATH",
                "Write the pages below the folder PATH; their paths are those in the input folder; "
                "for one page, PATH may be a file, such as new.html"},
               output);
  options.flag("--copy-assets", copy_assets);
  options.flag("--in-place", in_place);
  options.parsed("--backup", backup, site::parse_suffix);
  options.flag("--dry-run", dry_run);
  options.flag("--diff", diff);
  options.choice({"--format", "Report each change in this format"}, format, format_names);
  options.choice("--verify", verify, verify_names);
  options.flag("--batch", batch);
  add_running_options(options, common);
}

}  // namespace hrefkit::cli
