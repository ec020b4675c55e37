#include "hrefkit/site/move/page_addresses.h"

#include <array>

#include "hrefkit/site/site.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

namespace {

constexpr std::array<std::string_view, 2> page_endings{".html", ".htm"};

std::uint64_t hash_of_url(std::string_view url) {
  return text::hash64(url, text::process_hash_key()[0]);
}

}  // namespace

bool names_index_page(std::string_view name) {
  return name == "index.html" || name == "index.htm";
}

void for_each_address(std::string_view url,
                      std::function<void(std::string_view address)> const& visit) {
  visit(url);
  const std::string_view name = name_part(url);
  if (names_index_page(name)) {
    const std::string_view folder = url.substr(0, url.size() - name.size());
    visit(folder);
    if (folder.size() > 1 && !folder.ends_with("//")) {
      const std::string_view bare = folder.substr(0, folder.size() - 1);
      // Not "https://h.example", which is no other address.
      if (bare.find('/', bare.find("://") + 3) != bare.npos) visit(bare);
    }
    return;
  }
  for (const std::string_view extension : page_endings) {
    if (name.size() > extension.size() && name.ends_with(extension)) {
      return visit(url.substr(0, url.size() - extension.size()));
    }
  }
}

std::string served_address(Site const& site, std::string const& url) {
  std::string address = url;
  const Lookup file = site.find(url);
  const std::string_view name = name_part(url::without_query(url));
  if (names_index_page(name) && url.ends_with(name)) {
    const std::string folder = url.substr(0, url.size() - name.size());
    const Lookup found = site.find(folder);
    if (found.status == LookupStatus::found && found.entry == file.entry) address = folder;
  }
  const Lookup found = site.find(address);
  if (found.redirect != PathRedirect::none) address = site.redirected(address, found.redirect);
  return address;
}

void PageAddresses::add(std::string_view url, std::uint32_t page) {
  bool is_whole = true;
  for_each_address(url, [&](std::string_view address) {
    (is_whole ? whole_ : short_).try_emplace(hash_of_url(address), page);
    is_whole = false;
  });
}

std::optional<std::uint32_t> PageAddresses::find(std::string_view url) const {
  const std::uint64_t hash = hash_of_url(url::without_query(url));
  for (Numbers const* numbers : {&whole_, &short_}) {
    const auto found = numbers->find(hash);
    if (found != numbers->end()) return found->second;
  }
  return std::nullopt;
}

void MovedAddresses::add(std::string_view planned, std::string_view now, bool is_redirected) {
  const auto number = static_cast<std::uint32_t>(now_.size());
  planned_.add(planned, number);
  new_.add(now, number);
  now_.emplace_back(now);
  is_redirected_.push_back(is_redirected);
}

std::optional<MovedAddresses::Found> MovedAddresses::find(std::string_view planned) const {
  if (empty()) return std::nullopt;
  const auto number = planned_.find(planned);
  if (!number) return std::nullopt;
  const std::string_view rest = planned.substr(url::without_query(planned).size());
  return Found{now_[*number] + std::string(rest), is_redirected_[*number]};
}

std::string MovedAddresses::spelled_out(std::string_view url) const {
  const auto number = empty() ? std::nullopt : new_.find(url);
  if (!number) return std::string(url);
  return now_[*number] + std::string(url.substr(url::without_query(url).size()));
}

}  // namespace hrefkit::site
