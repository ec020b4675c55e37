#include "hrefkit/url/search_params.h"

#include <algorithm>
#include <utility>

#include "hrefkit/url/characters/url_code_point.h"

namespace hrefkit::url {

namespace {

std::string scalar_values(std::string_view text) {
  return to_scalar_values(std::string(text));
}

/// The rank of a UTF-8 byte when strings are to sort by UTF-16 code units: surrogates, and so the
/// code points past U+FFFF, come before U+E000.
constexpr unsigned utf16_rank(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (byte < 0xEE) return byte;
  return byte < 0xF0 ? byte + 0x10U : byte - 2U;
}
static_assert(utf16_rank('\xF0') > utf16_rank('\xED') && utf16_rank('\xEE') > utf16_rank('\xF4'));

/// Infra "code unit less than".
bool code_unit_less(std::string_view a, std::string_view b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [](char x, char y) { return utf16_rank(x) < utf16_rank(y); });
}

}  // namespace

SearchParams::SearchParams(std::string_view query)
    : entries_(parse_form_urlencoded(query.starts_with('?') ? query.substr(1) : query)) {}

SearchParams::SearchParams(std::vector<FormEntry> entries) : entries_(std::move(entries)) {
  for (FormEntry& entry : entries_) {
    entry.name = to_scalar_values(std::move(entry.name));
    entry.value = to_scalar_values(std::move(entry.value));
  }
}

void SearchParams::append(std::string_view name, std::string_view value) {
  entries_.push_back({scalar_values(name), scalar_values(value)});
}

void SearchParams::remove(std::string_view name, std::optional<std::string_view> value) {
  const std::string wanted = scalar_values(name);
  const std::string wanted_value = scalar_values(value.value_or(""));
  std::erase_if(entries_, [&](FormEntry const& entry) {
    return entry.name == wanted && (!value || entry.value == wanted_value);
  });
}

std::optional<std::string_view> SearchParams::get(std::string_view name) const& {
  const std::string wanted = scalar_values(name);
  for (FormEntry const& entry : entries_) {
    if (entry.name == wanted) return entry.value;
  }
  return std::nullopt;
}

std::vector<std::string_view> SearchParams::get_all(std::string_view name) const& {
  const std::string wanted = scalar_values(name);
  std::vector<std::string_view> values;
  for (FormEntry const& entry : entries_) {
    if (entry.name == wanted) values.push_back(entry.value);
  }
  return values;
}

bool SearchParams::has(std::string_view name, std::optional<std::string_view> value) const {
  const std::string wanted = scalar_values(name);
  const std::string wanted_value = scalar_values(value.value_or(""));
  return std::any_of(entries_.begin(), entries_.end(), [&](FormEntry const& entry) {
    return entry.name == wanted && (!value || entry.value == wanted_value);
  });
}

void SearchParams::set(std::string_view name, std::string_view value) {
  const std::string wanted = scalar_values(name);
  const auto named = [&wanted](FormEntry const& entry) { return entry.name == wanted; };
  const auto first = std::find_if(entries_.begin(), entries_.end(), named);
  if (first == entries_.end()) return append(name, value);
  first->value = scalar_values(value);
  entries_.erase(std::remove_if(first + 1, entries_.end(), named), entries_.end());
}

void SearchParams::sort() {
  std::stable_sort(entries_.begin(), entries_.end(), [](FormEntry const& a, FormEntry const& b) {
    return code_unit_less(a.name, b.name);
  });
}

std::string SearchParams::to_string() const {
  return serialize_form_urlencoded(entries_);
}

void update_search(Url& url, SearchParams const& params) {
  // The output of the serializer passes through the query sets unchanged.
  url.set_search(params.to_string());
}

}  // namespace hrefkit::url
