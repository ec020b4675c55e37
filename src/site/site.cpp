#include "hrefkit/site/site.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "hrefkit/html/usable_content.h"
#include "hrefkit/site/crawl/live_site.h"
#include "hrefkit/site/file_rules.h"
#include "hrefkit/site/input_folder.h"
#include "hrefkit/site/path_parts.h"
#include "hrefkit/site/snapshot/entry_table.h"
#include "hrefkit/site/snapshot/site_reader.h"
#include "hrefkit/url/scheme_kind.h"
#include "hrefkit/url/url.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

namespace {

/// The part of an absolute URL from its path on, when it has that origin. User name and password do
/// not belong to the origin.
std::optional<std::string_view> after_origin(std::string_view url, std::string_view origin) {
  if (origin.empty()) return std::nullopt;
  const std::size_t host = origin.find("://") + 3;
  if (!url.starts_with(origin.substr(0, host))) return std::nullopt;
  if (!url.starts_with(origin)) {
    const std::string_view authority = url.substr(0, url.find('/', host));
    const std::size_t at = authority.rfind('@');
    if (at == std::string_view::npos || at < host) return std::nullopt;
    url.remove_prefix(at + 1 - host);  // what is before the host is not compared again
  }
  if (url.substr(host, origin.size() - host) != origin.substr(host)) return std::nullopt;
  url.remove_prefix(origin.size());
  if (!url.starts_with('/')) return std::nullopt;
  return url;
}

/// What a path is on a live site: a page or file, or nothing.
Lookup find_live(LiveSite const& live, std::string_view path) {
  const EntryId target = live.find(path, "");
  if (target == no_entry) return {};
  const OwnEnd end = live.follow(target);
  if (end.kind != OwnEnd::Kind::fine) return {};
  return {LookupStatus::found, end.entry};
}

OwnUrl split_own_url(std::string_view path, bool insecure) {
  OwnUrl own;
  own.insecure = insecure;
  own.path = url::without_query(path);
  own.query = url::query_of(path).value_or("");
  return own;
}

}  // namespace

Site::Site(SiteOptions options, SiteNames names)
    : options_(std::move(options)),
      table_(std::move(names.table)),
      folder_(std::move(names.root)),
      mounts_(std::move(names.mounts)),
      hides_underscores_(names.hides_underscores),
      has_outside_(names.has_outside),
      outside_(std::move(names.outside)),
      dangling_(std::move(names.dangling)),
      unread_links_(std::move(names.unread_links)),
      pages_(std::move(names.pages)) {
  set_address();
  svg_pages_.reserve(pages_.size());
  documents_.reserve(pages_.size());
  types_.reserve(pages_.size());
  for (const EntryId page : pages_) {
    const std::string_view name = table_->name(page);
    FileType const* const type = find_file_type(name);
    const auto given = options_.files.given_type(name);
    const bool is_document = type != nullptr && type->is_document;
    svg_pages_.push_back(options_.files.is_svg(name));
    documents_.push_back(given ? *given == html::ContentType::html || svg_pages_.back() ||
                                     (*given == html::ContentType::xml && is_document)
                               : is_document);
    types_.push_back(given ? *given : content_type_of(name));
  }
  set_suffixes();
}

void Site::set_suffixes() {
  suffixes_.clear();
  for (std::string const& extension : options_.extensions) {
    suffixes_.push_back(extension.starts_with('.') ? extension : "." + extension);
  }
}

/// Splits the site's address.
void Site::set_address() {
  const std::size_t host = options_.url.find("://") + 3;
  const std::size_t path = std::min(options_.url.find('/', host), options_.url.size());
  origin_ = options_.url.substr(0, path);
  prefix_ = options_.url.substr(path);
  if (!prefix_.ends_with('/')) prefix_ += '/';
  insecure_origin_.clear();
  const bool has_port =
      origin_.find(':', std::max(host, origin_.rfind(']') + 1)) != std::string::npos;
  if (origin_.starts_with("https://") && !has_port) {
    insecure_origin_ = "http://" + origin_.substr(host);
  }
  prefix_names_.clear();
  for (PathNames names_of_prefix(prefix_); names_of_prefix.next();) {
    prefix_names_.emplace_back(names_of_prefix.name());
  }
}

std::optional<std::string> site_address(std::string_view url) {
  using enum url::SchemeKind;
  auto parsed = url::Url::parse(url);
  if (!parsed || (parsed->scheme_kind() != http && parsed->scheme_kind() != https)) return {};
  parsed->set_username("");
  parsed->set_password("");
  parsed->set_search("");
  parsed->set_hash("");
  std::string address(parsed->href());
  if (!address.ends_with('/')) address += '/';
  return address;
}

Site::Site(Site const&) = default;
Site::Site(Site&&) noexcept = default;
Site& Site::operator=(Site&&) noexcept = default;
Site::~Site() = default;

tl::expected<Site, std::string> Site::read(SiteOptions options, SiteReport const& report) {
  auto address = site_address(options.url);
  if (!address) return tl::unexpected("'" + options.url + "' is not an http or https URL");
  options.url = std::move(*address);
  auto names = read_names(options, report);
  if (!names) return tl::unexpected(names.error());
  return Site(std::move(options), std::move(*names));
}

Site Site::from_crawl(std::shared_ptr<LiveSite const> live) {
  SiteOptions options;
  options.url = live->origin() + "/";
  options.index.clear();
  SiteNames names;
  Site site(std::move(options), std::move(names));
  // The table is a part of the answers, and lives as long.
  site.table_ = std::shared_ptr<EntryTable const>(live, &live->names());
  for (LivePage const& page : live->pages()) {
    site.pages_.push_back(page.target);
    site.svg_pages_.push_back(page.is_svg);
    site.documents_.push_back(page.is_document);
    site.types_.push_back(page.type);
  }
  site.live_ = std::move(live);
  return site;
}

Site Site::with_pages(std::map<EntryId, html::ContentType> const& types) const {
  SiteNames names{.table = std::make_unique<EntryTable>(*table_),
                  .root = folder_,
                  .mounts = mounts_,
                  .hides_underscores = hides_underscores_,
                  .has_outside = has_outside_,
                  .outside = outside_,
                  .dangling = dangling_,
                  .unread_links = unread_links_};
  EntryTable& table = *names.table;
  std::vector<bool> is_page(table.size(), false);
  for (const EntryId page : pages_) is_page[page] = true;
  for (auto const& [entry, type] : types) is_page[entry] = true;
  std::vector<EntryTable::Range> levels{table.children(0)};
  while (!levels.empty()) {  // in the order of a walk
    EntryTable::Range& level = levels.back();
    if (level.begin == level.end) {
      levels.pop_back();
      continue;
    }
    const EntryId id = level.begin++;
    if (table.is_folder(id)) {
      levels.push_back(table.children(id));
    } else if (is_page[id]) {
      table.set_page(id, static_cast<std::uint32_t>(names.pages.size()));
      names.pages.push_back(id);
    }
  }
  Site site(options_, std::move(names));
  site.edit_ = edit_;
  for (auto const& [entry, type] : types) {
    const std::uint32_t page = site.page_number(entry);
    site.types_[page] = type;
    site.documents_[page] = false;
  }
  return site;
}

Site Site::with_settings(std::string_view url, std::vector<std::string> index,
                         std::vector<std::string> extensions) const {
  Site other(*this);
  other.options_.url = site_address(url).value_or(options_.url);
  other.options_.index = std::move(index);
  other.options_.extensions = std::move(extensions);
  other.set_address();
  other.set_suffixes();
  return other;
}

Site Site::with_edits(EditBytes edit) const {
  Site other(*this);
  other.edit_ = std::move(edit);
  return other;
}

bool Site::is_called_html(std::uint32_t page) const {
  return types_[page] == html::ContentType::html &&
         !options_.files.given_type(table_->name(pages_[page]));
}

bool Site::is_called_page(EntryId entry) const {
  if (live_ || entry == no_entry) return false;
  const std::string_view name = table_->name(entry);
  if (const auto given = options_.files.given_type(name)) return *given == html::ContentType::html;
  FileType const* const type = find_file_type(name);
  return type != nullptr && html::is_page_type(type->media_type);
}

std::optional<OwnUrl> Site::own_url(std::string_view url) const {
  if (const auto path = after_origin(url, origin_)) return split_own_url(*path, false);
  if (const auto path = after_origin(url, insecure_origin_)) return split_own_url(*path, true);
  return std::nullopt;
}

Lookup Site::find(std::string_view url) const {
  if (const auto own = own_url(url)) return find_path(own->path);
  return {LookupStatus::other_origin, no_entry};
}

/// Goes past the names of the site's own path; false when `names` has others.
bool Site::skip_prefix(PathNames& names) const {
  for (std::string const& name : prefix_names_) {
    if (!names.next() || names.name() != name) return false;
  }
  return true;
}

Lookup Site::find_path(std::string_view path) const {
  if (live_) return find_live(*live_, path);
  PathNames names(path.starts_with(prefix_) ? path.substr(prefix_.size() - 1) : path);
  if (!path.starts_with(prefix_) && !skip_prefix(names)) {
    return {LookupStatus::outside_site, no_entry};
  }
  return find_names(names);
}

Lookup Site::find_below_root(std::string_view path) const {
  if (live_) return find_live(*live_, path);
  PathNames names(path);
  return find_names(names);
}

Lookup Site::find_names(PathNames& names) const {
  EntryId at = 0;
  bool has_slash = true;
  while (names.next()) {
    const EntryId next = names.is_possible() ? table_->find(at, names.name()) : no_entry;
    if (!is_published(names.name())) return {LookupStatus::missing, next};
    if (next == no_entry) {
      if (table_->is_unlisted(at)) return {LookupStatus::unlisted, at};
      return names.is_last() ? with_extension(at, names.name(), names.has_slash()) : Lookup{};
    }
    if (!table_->is_folder(next)) return names.has_slash() ? Lookup{} : serve_file(next);
    at = next;
    has_slash = names.has_slash();
  }
  return serve_folder(at, has_slash);
}

Lookup Site::serve_file(EntryId file) const {
  const std::string_view name = table_->name(file);
  HostRules const& rules = options_.rules;
  if (rules.drops_index &&
      std::find(options_.index.begin(), options_.index.end(), name) != options_.index.end()) {
    return {LookupStatus::found, file, PathRedirect::drops_index};
  }
  if (rules.drops_extension && std::any_of(suffixes_.begin(), suffixes_.end(), [&](auto& suffix) {
        return name.size() > suffix.size() && name.ends_with(suffix);
      })) {
    return {LookupStatus::found, file, PathRedirect::drops_extension};
  }
  return {LookupStatus::found, file};
}

/// A page beside the folder, both.html, is asked for first where the host prefers it.
Lookup Site::serve_folder(EntryId folder, bool has_slash) const {
  const auto page_beside = [&] {
    if (folder == 0 || suffixes_.empty()) return Lookup{};
    return with_extension(table_->parent(folder), table_->name(folder), has_slash);
  };
  const SameName same_name = options_.rules.same_name;
  if (same_name == SameName::page || (!has_slash && same_name == SameName::slash_decides)) {
    const Lookup page = page_beside();
    if (page.status == LookupStatus::found) return page;
  }
  Lookup index = index_of(folder);
  if (index.status == LookupStatus::folder && has_slash && same_name != SameName::folder) {
    const Lookup page = page_beside();
    if (page.status == LookupStatus::found) return page;
  }
  const bool is_root = folder == 0;
  if (has_slash && options_.rules.drops_slash && !is_root && index.status == LookupStatus::found) {
    index.redirect = PathRedirect::drops_slash;
  }
  if (!has_slash && options_.rules.adds_slash && index.status == LookupStatus::found) {
    index.redirect = PathRedirect::adds_slash;
  }
  return index;
}

Lookup Site::index_of(EntryId folder) const {
  for (std::string const& name : options_.index) {
    const EntryId file = table_->find(folder, name);
    if (file != no_entry && !table_->is_folder(file)) return {LookupStatus::found, file};
  }
  if (table_->is_unlisted(folder)) return {LookupStatus::unlisted, folder};
  return {LookupStatus::folder, folder};
}

/// The file that `name`, an extension and nothing else names; `has_slash` where a slash follows.
Lookup Site::with_extension(EntryId folder, std::string_view name, bool has_slash) const {
  const SlashAfterPage slash = options_.rules.slash_after_page;
  if (has_slash && slash == SlashAfterPage::missing) return {};
  PathRedirect redirect = PathRedirect::none;
  if (has_slash && slash == SlashAfterPage::redirect) redirect = PathRedirect::drops_slash;
  if (!has_slash && options_.rules.pages_end_in_slash) redirect = PathRedirect::adds_slash;
  constexpr std::size_t max_tried = 4;  // as fast one by one as by the search below
  if (suffixes_.size() > max_tried && !table_->has_name_from(folder, std::string(name) + '.')) {
    return {};
  }
  for (std::string const& suffix : suffixes_) {
    const EntryId file = table_->find(folder, std::string(name) + suffix);
    if (file == no_entry || table_->is_folder(file)) continue;
    return {LookupStatus::found, file, redirect};
  }
  return {};
}

std::string Site::redirected(std::string_view url, PathRedirect redirect) const {
  const auto own = own_url(url);
  if (!own) return std::string(url);
  std::string_view path = own->path;
  const auto drop_slashes = [&] {
    while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  };
  std::string end;
  switch (redirect) {
    case PathRedirect::none:
      break;
    case PathRedirect::adds_slash:
      end = "/";
      break;
    case PathRedirect::drops_slash:
      drop_slashes();
      break;
    case PathRedirect::drops_extension:
      path = path.substr(0, std::min(path.rfind('.'), path.size()));
      if (options_.rules.pages_end_in_slash) end = "/";
      break;
    case PathRedirect::drops_index:
      path = path.substr(0, path.rfind('/') + 1);
      if (options_.rules.drops_slash) drop_slashes();
      break;
  }
  std::string result = origin_ + std::string(path) + end;
  if (url::query_of(url)) result += "?" + std::string(own->query);
  return result;
}

std::optional<std::string> Site::relative_path(std::string_view path) const {
  PathNames names(path);
  if (!skip_prefix(names)) return std::nullopt;
  // FAST: a path of names without percent-encoded bytes is copied whole: one of 1 MB may have half
  // a million names.
  const std::string_view rest = names.rest();
  if (rest.find('%') == rest.npos && rest.find("//") == rest.npos) {
    return std::string(rest.substr(std::min<std::size_t>(rest.size(), 1)));
  }
  std::string relative;
  while (names.next()) {
    if (!relative.empty()) relative += '/';
    // "%2F" stays: decoded it would look like two names.
    relative += names.is_possible() ? names.name() : names.written();
  }
  if (path.ends_with('/') && !relative.empty()) relative += '/';
  return relative;
}

std::optional<std::string> Site::relative_path_of(std::string_view url) const {
  if (const auto own = own_url(url)) return relative_path(own->path);
  return std::nullopt;
}

EntryId Site::entry(std::string_view path) const {
  EntryId id = 0;
  while (!path.empty() && id != no_entry) {
    const std::size_t end = std::min(path.find('/'), path.size());
    id = table_->find(id, path.substr(0, end));
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return id;
}

std::string Site::path(EntryId entry) const {
  if (live_) return relative_path_of(live_->url(entry)).value_or("");
  return table_->path(entry);
}

MountedFolder const* Site::mount_of(std::string_view path) const {
  for (MountedFolder const& mount : mounts_) {
    if (path.starts_with(mount.path) && path.substr(mount.path.size()).starts_with('/')) {
      return &mount;
    }
  }
  return nullptr;
}

std::string Site::page_source() const {
  for (EntryId id = 1; id < table_->size(); ++id) {
    if (!table_->is_folder(id) && is_page_source(table_->name(id))) return path(id);
  }
  return {};
}

std::string Site::file_path(EntryId entry) const {
  if (live_) return live_->url(entry);
  const std::string place = path(entry);
  MountedFolder const* const mount = mount_of(place);
  if (mount == nullptr) return join_path(options_.root, place);
  return join_path(mount->given, place.substr(mount->path.size() + 1));
}

tl::expected<void, std::string> Site::read_file(EntryId entry, std::string& buffer) const {
  if (live_) {
    const std::uint32_t page = page_number(entry);
    if (page == no_entry) return tl::unexpected<std::string>("was not read");
    return live_->read(page, buffer);
  }
  entry = source(entry);
  auto read = read_source(entry, buffer);
  if (read && edit_) edit_(entry, buffer);
  return read;
}

tl::expected<void, std::string> Site::read_source(EntryId entry, std::string& buffer) const {
  if ((*table_)[entry].outside) return read_outside(entry, buffer);
  const std::string place = path(entry);
  MountedFolder const* const mount = mount_of(place);
  if (mount == nullptr) return folder_->read(place, buffer);
  return mount->folder->read(place.substr(mount->path.size() + 1), buffer);
}

tl::expected<void, std::string> Site::read_outside(EntryId entry, std::string& buffer) const {
  std::string place;
  auto found = outside_.find(entry);
  while (found == outside_.end() && entry != no_entry) {
    place = place.empty() ? std::string(table_->name(entry))
                          : join_path(std::string(table_->name(entry)), place);
    entry = table_->parent(entry);
    found = outside_.find(entry);
  }
  if (found == outside_.end()) return tl::unexpected<std::string>("leads out of the folder");
  std::string const& path = found->second;
  const auto folder = InputFolder::open(place.empty() ? std::string(folder_part(path)) : path);
  if (!folder) return tl::unexpected(folder.error());
  return (*folder)->read(place.empty() ? std::string(name_part(path)) : place, buffer);
}

bool Site::is_own_file(EntryId entry) const {
  return !live_ && entry != no_entry && (*table_)[entry].kind == EntryKind::file &&
         source(entry) == entry && !(*table_)[entry].outside && mount_of(path(entry)) == nullptr;
}

EntryId Site::source(EntryId entry) const {
  return live_ || entry == no_entry ? entry : table_->source(entry);
}

std::uint32_t Site::id_page(std::uint32_t page) const {
  if (live_ || !table_->has_copies()) return page;
  const std::uint32_t real = page_number(table_->source(pages_[page]));
  const bool is_same = real != no_entry && types_[real] == types_[page] &&
                       documents_[real] == documents_[page] && svg_pages_[real] == svg_pages_[page];
  return is_same ? real : page;
}

EntryId Site::unread_link(EntryId entry) const {
  if (live_ || entry == no_entry || options_.follow_outside || !(*table_)[entry].outside ||
      !options_.files.is_page(table_->name(entry))) {
    return no_entry;
  }
  EntryId link = entry;
  for (EntryId id = entry; id != no_entry && (*table_)[id].outside; id = table_->parent(id)) {
    link = id;
  }
  return link;
}

Site::DanglingLink Site::dangling_link(std::string_view path) const {
  if (dangling_.empty()) return {};
  std::string way;
  EntryId at = 0;
  while (!path.empty() && at != no_entry) {
    const std::string name(path.substr(0, path.find('/')));
    path.remove_prefix(std::min(name.size() + 1, path.size()));
    if (!way.empty()) way += '/';
    way += name;
    const auto link = dangling_.find({table_->source(at), name});
    if (link != dangling_.end()) return {std::move(way), link->second};
    at = table_->find(at, name);
  }
  return {};
}

std::string Site::url(EntryId entry) const {
  if (live_) return live_->url(entry);
  return origin_ + prefix_ + url::percent_encode_path(path(entry));
}

UrlList Site::url_list(std::uint32_t page) const {
  if (live_) return live_->pages()[page].list;
  if (types_[page] == html::ContentType::text) return UrlList::llms;  // a link calls it Markdown
  return url_list_named(table_->name(pages_[page]), table_->parent(pages_[page]) == 0);
}

std::string_view Site::transport_charset(std::uint32_t page) const {
  return live_ ? std::string_view(live_->pages()[page].charset) : std::string_view();
}

std::uint32_t Site::page_number(EntryId entry) const {
  if (live_) return entry == no_entry ? no_entry : live_->page_of(entry);
  if (entry == no_entry || (*table_)[entry].kind != EntryKind::file) return no_entry;
  return (*table_)[entry].target;
}

}  // namespace hrefkit::site
