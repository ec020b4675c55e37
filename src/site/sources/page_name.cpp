#include "hrefkit/site/sources/page_name.h"

#include <algorithm>
#include <array>
#include <utility>

#include "hrefkit/site/path_parts.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::site {

namespace {

/// So many files of one name are compared.
constexpr std::size_t max_alike = 64;

/// The names of files that are the page of their folder, in lower case (all read 2026-11-30).
constexpr std::array<std::string_view, 3> folder_stems{
    "_index",  // Hugo, Zola
    "index",   // all
    "readme",  // MkDocs, VuePress, GitBook, mdBook, Docusaurus
};

std::vector<std::string_view> split_path(std::string_view path) {
  std::vector<std::string_view> names;
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    if (slash != 0) names.push_back(path.substr(0, slash));
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return names;
}

/// The folder of an index file, as one text.
std::string folder_key(PageNames const& page) {
  std::string key;
  for (std::string const& name : page.names) key.append(name).append("/");
  return key;
}

std::uint64_t add_to_hash(std::uint64_t hash, std::string_view name) {
  return text::hash64(name, hash * 31 + 7);
}

/// The hashes of the last name, the last two, and so on, of the names without their order.
template <typename Action>
void for_each_suffix(PageNames const& page, Action action) {
  std::uint64_t hash = text::process_hash_key()[0];
  for (std::size_t i = page.names.size(); i-- > 0;) {
    hash = add_to_hash(hash, without_order(page.names[i]));
    action(hash, page.names.size() - i);
  }
}

std::uint64_t hash_of_names(PageNames const& page) {
  std::uint64_t hash = text::process_hash_key()[1];
  for (std::string const& name : page.names) hash = add_to_hash(hash, name);
  return hash;
}

bool are_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](char c) { return text::ascii_digit.contains(c); });
}

/// The stem of a name: without its extensions "md", "html.erb", "en.md".
std::string_view source_stem(std::string_view name) {
  while (true) {
    const std::size_t dot = name.rfind('.');
    if (dot == name.npos || dot == 0) return name;
    const std::string_view extension = name.substr(dot + 1);
    const bool is_kind = source_kind_of(name) != SourceKind::none;
    if (!is_kind) return name;
    name = name.substr(0, dot);
    if (extension.size() > 10) return name;
  }
}

/// A language at the end of a stem: "about.fr" (Hugo, gohugo.io/content-management/multilingual,
/// read 2026-11-30).
std::string_view without_language(std::string_view stem) {
  const std::size_t dot = stem.rfind('.');
  if (dot == stem.npos || dot == 0) return stem;
  const std::string_view tag = stem.substr(dot + 1);
  const bool is_language = (tag.size() == 2 || (tag.size() == 5 && tag[2] == '-')) &&
                           std::all_of(tag.begin(), tag.end(), [](char c) {
                             return c == '-' || text::ascii_alpha.contains(c);
                           });
  return is_language ? stem.substr(0, dot) : stem;
}

}  // namespace

bool is_index_name(std::string_view stem) {
  const std::string lower = text::to_ascii_lower(stem);
  return std::find(folder_stems.begin(), folder_stems.end(), lower) != folder_stems.end();
}

std::string slug_of(std::string_view name) {
  std::string slug;
  for (const char c : name) {
    if (text::ascii_alphanumeric.contains(c) || static_cast<unsigned char>(c) >= 0x80) {
      slug += text::to_ascii_lower(c);
    } else if (c == '.') {
      slug += c;
    } else if (c == '-' || c == '_' || c == ' ' || c == '+') {
      if (!slug.empty() && slug.back() != '-') slug += '-';
    }
  }
  while (slug.ends_with('-')) slug.pop_back();
  return slug;
}

std::string_view without_order(std::string_view slug) {
  const auto digits_at = [&](std::size_t begin, std::size_t count) {
    return slug.size() >= begin + count && are_digits(slug.substr(begin, count));
  };
  const bool has_date = slug.size() > 11 && digits_at(0, 4) && slug[4] == '-' && digits_at(5, 2) &&
                        slug[7] == '-' && digits_at(8, 2) && slug[10] == '-';
  if (has_date) return slug.substr(11);
  const std::size_t digits = std::min(slug.find_first_not_of("0123456789"), slug.size());
  const bool has_number = digits != 0 && digits <= 4 && digits + 1 < slug.size() &&
                          (slug[digits] == '-' || slug[digits] == '.');
  return has_number ? slug.substr(digits + 1) : slug;
}

PageNames names_of_page(std::string_view path) {
  PageNames page;
  const std::string_view name = name_part(path);
  std::string_view stem = name.substr(0, std::min(name.rfind('.'), name.size()));
  for (std::string_view folder : split_path(folder_part(path)))
    page.names.push_back(slug_of(folder));
  page.is_index = text::to_ascii_lower(stem) == "index";
  if (page.is_index) {
    const auto folders = split_path(folder_part(path));
    page.last = folders.empty() ? std::string() : std::string(folders.back());
  } else {
    page.last = stem;
    page.names.push_back(slug_of(stem));
  }
  return page;
}

PageNames names_of_source(std::string_view path) {
  PageNames source;
  const std::string_view stem = without_language(source_stem(name_part(path)));
  const auto folders = split_path(folder_part(path));
  for (std::string_view folder : folders) source.names.push_back(slug_of(folder));
  // "guide/guide.md" is the page of its folder, too (docusaurus.io/docs/create-doc, "Using folder
  // and file names", read 2026-11-30).
  source.is_index = is_index_name(stem) || (!folders.empty() && folders.back() == stem);
  if (source.is_index) {
    source.last = folders.empty() ? std::string() : std::string(folders.back());
  } else {
    source.last = stem;
    source.names.push_back(slug_of(stem));
  }
  return source;
}

PageSources::PageSources(std::span<SourceFile const> files, std::span<FrontMatter const> fronts,
                         std::vector<std::string> const& pages)
    : files_(files), has_address_(files.size()), has_page_(files.size()) {
  sources_.reserve(files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    sources_.push_back(makes_pages(files[i].kind) ? names_of_source(files[i].name) : PageNames());
    if (!makes_pages(files[i].kind)) continue;
    for_each_suffix(sources_.back(), [&](Hash hash, std::size_t) {
      source_suffixes_[hash].push_back(static_cast<std::uint32_t>(i));
    });
    if (sources_.back().is_index) {
      index_sources_[folder_key(sources_.back())].push_back(static_cast<std::uint32_t>(i));
    }
    if (!fronts[i].title.empty()) {
      titles_[slug_of(fronts[i].title)].push_back(static_cast<std::uint32_t>(i));
    }
  }
  pages_.reserve(pages.size());
  for (std::string const& path : pages) {
    pages_.push_back(names_of_page(path));
    for_each_suffix(pages_.back(), [&](Hash hash, std::size_t) {
      page_suffixes_[hash].push_back(static_cast<std::uint32_t>(pages_.size() - 1));
    });
  }
  add_addresses(fronts);
  vote();
}

/// Notes the pages that front matter names.
void PageSources::add_addresses(std::span<FrontMatter const> fronts) {
  std::unordered_map<Hash, std::size_t> by_names;
  for (std::size_t i = 0; i < pages_.size(); ++i) by_names.emplace(hash_of_names(pages_[i]), i);
  const auto page_at = [&](std::vector<std::string> const& names) {
    PageNames page{.names = names};
    return std::pair(hash_of_names(page), by_names.contains(hash_of_names(page)));
  };
  const auto names_at = [](std::string const& path) {
    std::string_view rest = path;
    while (rest.ends_with('/')) rest.remove_suffix(1);
    const bool has_extension = rest.ends_with(".html") || rest.ends_with(".htm");
    PageNames page = names_of_page(has_extension ? std::string(rest) : std::string(rest) + ".html");
    return page.names;
  };
  for (std::size_t i = 0; i < fronts.size(); ++i) {
    if (!makes_pages(files_[i].kind)) continue;
    const auto add = [&](std::vector<std::string> const& names, bool is_page) {
      const auto [hash, is_there] = page_at(names);
      if (!is_there) return;
      auto& sources = addresses_[hash];
      const auto number = static_cast<std::uint32_t>(i);
      if (sources.size() < max_alike && (sources.empty() || sources.back() != number)) {
        sources.push_back(number);
      }
      if (!is_page) return;
      has_address_[i] = has_page_[i] = true;
      address_names_.emplace(number, names);
    };
    for (std::string const& address : fronts[i].addresses) add(names_at(address), true);
    for (std::string const& alias : fronts[i].aliases) {
      if (alias.starts_with('/')) add(names_at(alias), false);
    }
    // A slug replaces the file's name. The root of a slug that begins with a slash is not known.
    for (std::string const& slug : fronts[i].slugs) {
      const std::vector<std::string> names = names_at(slug);
      std::vector<std::string> folders;
      for (auto const& folder : split_path(folder_part(files_[i].name))) {
        folders.push_back(std::string(without_order(slug_of(folder))));
      }
      if (sources_[i].is_index && !folders.empty()) folders.pop_back();
      if (slug.starts_with('/')) {
        // "/x" begins at the folder of the site for which the plugin makes pages: any of those
        // above, or the root itself.
        add(names, true);
        for (std::size_t kept = 1; kept <= folders.size() && kept < 3; ++kept) {
          std::vector<std::string> below(folders.begin(),
                                         folders.begin() + static_cast<std::ptrdiff_t>(kept));
          below.insert(below.end(), names.begin(), names.end());
          if (!has_address_[i]) add(below, true);
        }
        continue;
      }
      for (std::size_t skipped = 0; skipped <= folders.size() && !has_address_[i]; ++skipped) {
        std::vector<std::string> below(folders.begin() + static_cast<std::ptrdiff_t>(skipped),
                                       folders.end());
        below.insert(below.end(), names.begin(), names.end());
        add(below, true);
      }
    }
  }
}

/// `source` may have what orders files; a page has lost it, or keeps it.
bool PageSources::agree(std::string const& source, std::string const& page) {
  return source == page || without_order(source) == page;
}

/// The number of names, from the last one, in which both agree.
std::size_t PageSources::agreeing(std::uint32_t source, std::size_t page) const {
  auto const& a = sources_[source].names;
  auto const& b = pages_[page].names;
  std::size_t names = 0;
  while (names < a.size() && names < b.size() &&
         agree(a[a.size() - 1 - names], b[b.size() - 1 - names])) {
    ++names;
  }
  return names;
}

/// The sources that agree with a page in the most names.
std::vector<std::uint32_t> PageSources::best_sources(std::size_t page, std::size_t& names) const {
  std::vector<Hash> hashes;
  for_each_suffix(pages_[page], [&](Hash hash, std::size_t) { hashes.push_back(hash); });
  for (std::size_t count = hashes.size(); count > 0; --count) {
    const auto found = source_suffixes_.find(hashes[count - 1]);
    if (found == source_suffixes_.end()) continue;
    std::vector<std::uint32_t> best;
    const std::size_t compared = std::min(found->second.size(), max_alike);
    for (std::size_t i = 0; i < compared; ++i) {
      const std::uint32_t source = found->second[i];
      if (agreeing(source, page) >= count) best.push_back(source);
    }
    if (best.empty()) continue;
    names = count;
    return best;
  }
  names = 0;
  return {};
}

/// True where no other page agrees with the source in more names.
bool PageSources::is_best_page(std::uint32_t source, std::size_t page, std::size_t names) const {
  std::vector<Hash> hashes;
  for_each_suffix(sources_[source], [&](Hash hash, std::size_t) { hashes.push_back(hash); });
  for (std::size_t count = hashes.size(); count > names; --count) {
    const auto found = page_suffixes_.find(hashes[count - 1]);
    if (found == page_suffixes_.end()) continue;
    const std::size_t compared = std::min(found->second.size(), max_alike);
    for (std::size_t i = 0; i < compared; ++i) {
      if (found->second[i] != page && agreeing(source, found->second[i]) > names) return false;
    }
  }
  return true;
}

/// What is left of both paths, before the names in which they agree.
std::string PageSources::rest_key(std::uint32_t source, std::size_t page, std::size_t names) const {
  std::string key;
  auto const& a = sources_[source].names;
  auto const& b = pages_[page].names;
  for (std::size_t i = 0; i + names < a.size(); ++i) key.append(a[i]).append("/");
  key += '\n';
  for (std::size_t i = 0; i + names < b.size(); ++i) key.append(b[i]).append("/");
  return key;
}

void PageSources::vote() {
  for (std::size_t page = 0; page < pages_.size(); ++page) {
    std::size_t names = 0;
    std::vector<std::uint32_t> best = best_sources(page, names);
    std::erase_if(best, [&](std::uint32_t source) {
      return has_address_[source] || !is_best_page(source, page, names);
    });
    for (const std::uint32_t source : best) has_page_[source] = true;
    if (best.size() == 1) ++votes_[rest_key(best[0], page, names)];
  }
  for (std::size_t page = 0; page < pages_.size(); ++page) {
    std::size_t names = 0;
    if (!best_sources(page, names).empty()) continue;
    for (const std::uint32_t source : by_mapping(page)) has_page_[source] = true;
  }
}

/// Of sources that fit alike, the ones that are written as the page is.
void PageSources::narrow(std::vector<std::uint32_t>& sources, std::size_t page) const {
  const auto keep = [&](auto fits) {
    if (sources.size() < 2) return;
    std::vector<std::uint32_t> kept;
    for (const std::uint32_t source : sources) {
      if (fits(source)) kept.push_back(source);
    }
    if (kept.size() == 1) sources = std::move(kept);
  };
  // Another page must be there for the other source: else it may be this one's.
  const auto others_have_pages = [&](auto const& trait) {
    std::size_t names = 0;
    for (const std::uint32_t source : sources) {
      if (trait(sources_[source]) == trait(pages_[page])) continue;
      names = agreeing(source, page);
      std::vector<Hash> hashes;
      for_each_suffix(sources_[source], [&](Hash hash, std::size_t) { hashes.push_back(hash); });
      if (names == 0 || names > hashes.size()) return false;
      const auto found = page_suffixes_.find(hashes[names - 1]);
      if (found == page_suffixes_.end()) return false;
      const std::size_t compared = std::min(found->second.size(), max_alike);
      const bool has_own = std::any_of(
          found->second.begin(), found->second.begin() + static_cast<std::ptrdiff_t>(compared),
          [&](std::uint32_t other) {
            return other != page && agreeing(source, other) >= names &&
                   trait(pages_[other]) == trait(sources_[source]);
          });
      if (!has_own) return false;
    }
    return true;
  };
  const auto last = [](PageNames const& named) { return named.last; };
  const auto is_index = [](PageNames const& named) { return named.is_index; };
  if (others_have_pages(last)) {
    keep([&](std::uint32_t source) { return sources_[source].last == pages_[page].last; });
  }
  if (others_have_pages(is_index)) {
    keep([&](std::uint32_t source) { return sources_[source].is_index == pages_[page].is_index; });
  }
  // With a file for the index, README is what code hosts show.
  keep([&](std::uint32_t source) {
    const std::string name = text::to_ascii_lower(name_part(files_[source].name));
    return !name.starts_with("readme.");
  });
}

/// The sources that lie where the folders of other pages say.
std::vector<std::uint32_t> PageSources::by_mapping(std::size_t page) const {
  constexpr std::size_t max_mappings = 200;
  std::vector<std::pair<std::size_t, std::string const*>> mappings;
  for (auto const& [key, votes] : votes_) {
    if (votes >= 2 || votes_.size() == 1) mappings.emplace_back(votes, &key);
  }
  std::stable_sort(mappings.begin(), mappings.end(),
                   [](auto const& a, auto const& b) { return a.first > b.first; });
  if (mappings.size() > max_mappings) mappings.resize(max_mappings);
  const std::string path = folder_key(pages_[page]);
  for (auto const& [votes, key] : mappings) {
    const std::size_t end = key->find('\n');
    const std::string_view source_prefix = std::string_view(*key).substr(0, end);
    if (std::string_view(*key).substr(end + 1) != path) continue;
    // The page is the index of the folder itself.
    const auto found = index_sources_.find(source_prefix);
    if (found != index_sources_.end()) return found->second;
  }
  return {};
}

std::vector<PageSource> PageSources::find(std::size_t page) const {
  if (const auto named = addresses_.find(hash_of_names(pages_[page])); named != addresses_.end()) {
    std::vector<PageSource> found;
    for (const std::uint32_t source : named->second)
      found.push_back({source, named->second.size() == 1});
    return found;
  }
  std::size_t names = 0;
  std::vector<std::uint32_t> best = best_sources(page, names);
  std::erase_if(best, [&](std::uint32_t source) {
    return has_address_[source] || !is_best_page(source, page, names);
  });
  bool is_sure = false;
  if (best.empty()) {
    best = by_mapping(page);
    std::erase_if(best, [&](std::uint32_t source) { return has_address_[source]; });
    is_sure = true;
    names = 0;
  }
  narrow(best, page);
  if (best.size() == 1 && !is_sure) {
    const bool is_whole = names == pages_[page].names.size();
    const auto votes = votes_.find(rest_key(best[0], page, names));
    is_sure = is_whole || (votes != votes_.end() && votes->second >= 2);
  }
  std::vector<PageSource> found;
  found.reserve(best.size());
  for (const std::uint32_t source : best) found.push_back({source, is_sure && best.size() == 1});
  return found;
}

std::span<std::uint32_t const> PageSources::titled(std::string_view title) const {
  const auto found = titles_.find(slug_of(title));
  if (found == titles_.end()) return {};
  return found->second;
}

}  // namespace hrefkit::site
