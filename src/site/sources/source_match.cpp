#include "hrefkit/site/sources/source_match.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "hrefkit/site/sources/source_tree.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/url/url.h"

namespace hrefkit::site {

namespace {

/// What stands before a path and means the folder of sources, or the address of the site, with the
/// manual that says so (all read 2026-11-30).
constexpr auto root_marks = std::to_array<std::string_view>({
    "@/",             // getzola.org, "Internal links"
    "@site/static/",  // docusaurus.io/docs/static-assets
    "@site/",         // the same
    "~/",             // docs.astro.build, aliases; nuxt.com
    "pathname://",    // docusaurus.io/docs/advanced/routing
});

/// Takes off what a template computes at the beginning: "{{ site.baseurl }}/x", "${base}/x",
/// "{filename}x.md" and "|filename|x.md" (docs.getpelican.com, "Linking to internal content").
std::string_view without_computed_root(std::string_view value) {
  struct Marks {
    std::string_view begin;
    std::string_view end;
  };
  constexpr auto marks = std::to_array<Marks>(
      {{"{{", "}}"}, {"${", "}"}, {"{%", "%}"}, {"<%", "%>"}, {"{", "}"}, {"|", "|"}});
  for (Marks const& mark : marks) {
    if (!value.starts_with(mark.begin)) continue;
    const std::size_t end = value.find(mark.end, mark.begin.size());
    if (end == value.npos) return value;
    return value.substr(end + mark.end.size());
  }
  for (std::string_view const mark : root_marks) {
    if (value.starts_with(mark)) return value.substr(mark.size());
  }
  return value;
}

/// The length of a scheme with its colon; 0 for none.
std::size_t scheme_length(std::string_view value) {
  const std::size_t colon = value.find(':');
  if (colon == value.npos || colon < 2) return 0;
  const std::string_view scheme = value.substr(0, colon);
  static constexpr text::ByteSet bytes = text::ascii_alphanumeric | text::ByteSet("+-.");
  const bool is_scheme =
      text::ascii_alpha.contains(scheme[0]) &&
      std::all_of(scheme.begin(), scheme.end(), [](char c) { return bytes.contains(c); });
  return is_scheme ? colon + 1 : 0;
}

/// The name of a page without the extension that generators change.
std::string_view without_page_extension(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == name.npos || dot == 0) return name;
  const SourceKind kind = source_kind_of(name);
  const bool is_page = makes_pages(kind) && !name.ends_with(".xml") && !name.ends_with(".svg") &&
                       !name.ends_with(".txt");
  return is_page ? name.substr(0, dot) : name;
}

ReferenceKey key_of(std::string_view value) {
  ReferenceKey key;
  std::string_view rest = text::strip_ascii_whitespace(value);
  key.value = rest;
  key.decoded = url::percent_decode(rest);
  if (const std::size_t hash = rest.find('#'); hash != rest.npos) {
    key.fragment = url::percent_decode(rest.substr(hash + 1));
    rest = rest.substr(0, hash);
  }
  if (const std::size_t mark = rest.find('?'); mark != rest.npos) {
    key.query = url::percent_decode(rest.substr(mark));
    rest = rest.substr(0, mark);
  }
  const std::size_t scheme = scheme_length(rest);
  const bool has_host = rest.substr(scheme).starts_with("//");
  key.is_absolute = scheme != 0 || has_host;
  if (has_host) {
    rest.remove_prefix(scheme + 2);
    rest.remove_prefix(std::min(rest.find('/'), rest.size()));
  } else if (scheme != 0) {
    rest = {};  // mailto:, data: and others have no path
  }
  key.is_label =
      !key.is_absolute && !rest.empty() && !key.fragment && rest.find_first_of("/.") == rest.npos;
  std::vector<std::string_view> names;
  while (!rest.empty()) {
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    const std::string_view name = rest.substr(0, slash);
    if (!name.empty() && name != "." && name != "..") names.push_back(name);
    rest.remove_prefix(std::min(slash + 1, rest.size()));
  }
  for (std::string_view const name : names) {
    if (!key.path.empty()) key.path += '/';
    key.path += url::percent_decode(name);
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::string name = url::percent_decode(names[i]);
    if (i + 1 == names.size()) {
      name = without_page_extension(name);
      if (is_index_name(name)) break;
    }
    key.names.push_back(slug_of(name));
  }
  return key;
}

bool agree(std::string const& source, std::string const& link) {
  return source == link || without_order(source) == link;
}

/// How two lists of names fit: the same, or one is the end of the other.
Likeness likeness_of_names(std::vector<std::string> const& source,
                           std::vector<std::string> const& link) {
  const std::size_t common = std::min(source.size(), link.size());
  for (std::size_t i = 1; i <= common; ++i) {
    if (!agree(source[source.size() - i], link[link.size() - i])) return Likeness::none;
  }
  if (source.size() == link.size()) return Likeness::same;
  return common == 0 ? Likeness::none : Likeness::part;
}

/// True for a link that leads to its own page.
bool leads_to_own_page(std::vector<std::string> const& names, PageNames const& page) {
  return names.empty() || likeness_of_names(page.names, names) != Likeness::none;
}

std::uint64_t key_hash(char what, std::string_view text) {
  return text::hash64(text, text::process_hash_key()[0] + static_cast<unsigned char>(what));
}

bool is_fragment_alike(std::string_view source, std::string_view link) {
  return source == link || (!source.empty() && slug_of(source) == slug_of(link));
}

}  // namespace

ReferenceKey key_of_source(std::string_view value) {
  value = text::strip_ascii_whitespace(value);
  ReferenceKey key = key_of(without_computed_root(value));
  return key;
}

ReferenceKey key_of_link(std::string_view raw) {
  return key_of(raw);
}

Likeness likeness(ReferenceKey const& source, ReferenceKey const& link, PageNames const& page) {
  if (source.value == link.value || source.decoded == link.decoded) return Likeness::written;
  if (source.is_absolute) {
    // A host alone gets a slash.
    const auto trimmed = [](std::string_view text) {
      return text.ends_with('/') ? text.substr(0, text.size() - 1) : text;
    };
    return trimmed(source.decoded) == trimmed(link.decoded) ? Likeness::same : Likeness::none;
  }
  const bool is_label = source.is_label && link.fragment &&
                        slug_of(source.decoded) == slug_of(*link.fragment) &&
                        !link.fragment->empty();
  const Likeness otherwise = is_label ? Likeness::label : Likeness::none;
  if (source.query != link.query) return otherwise;
  if (source.fragment.has_value() != link.fragment.has_value()) return otherwise;
  if (source.fragment && !is_fragment_alike(*source.fragment, *link.fragment))
    return Likeness::none;
  if (source.names.empty() && link.names.empty()) {
    // "/" and "../": only the fragment tells them apart.
    return source.fragment && !source.fragment->empty() ? Likeness::same : Likeness::none;
  }
  if (source.names.empty() || link.names.empty()) {
    const bool has_fragment = source.fragment && !source.fragment->empty();
    auto const& names = source.names.empty() ? link.names : source.names;
    return has_fragment && leads_to_own_page(names, page) ? Likeness::same : Likeness::none;
  }
  return std::max(likeness_of_names(source.names, link.names), otherwise);
}

std::vector<std::uint64_t> hashes_of_source(ReferenceKey const& key) {
  std::vector<std::uint64_t> hashes{key_hash('v', key.decoded)};
  if (key.is_absolute) {
    if (key.decoded.ends_with('/')) {
      hashes.push_back(
          key_hash('v', std::string_view(key.decoded).substr(0, key.decoded.size() - 1)));
    }
    return hashes;
  }
  if (!key.names.empty()) {
    std::string const& last = key.names.back();
    hashes.push_back(key_hash('n', last));
    if (const std::string_view rest = without_order(last); rest != last) {
      hashes.push_back(key_hash('n', rest));
    }
    if (key.is_label) hashes.push_back(key_hash('f', last));
  }
  if (key.fragment && !key.fragment->empty())
    hashes.push_back(key_hash('f', slug_of(*key.fragment)));
  return hashes;
}

std::vector<std::uint64_t> hashes_of_link(ReferenceKey const& key) {
  std::vector<std::uint64_t> hashes{key_hash('v', key.decoded)};
  if (key.is_absolute && key.decoded.ends_with('/')) {
    hashes.push_back(
        key_hash('v', std::string_view(key.decoded).substr(0, key.decoded.size() - 1)));
  } else if (key.is_absolute) {
    hashes.push_back(key_hash('v', key.decoded + '/'));
  }
  if (!key.names.empty()) hashes.push_back(key_hash('n', key.names.back()));
  if (key.fragment && !key.fragment->empty()) {
    hashes.push_back(key_hash('f', slug_of(*key.fragment)));
  }
  return hashes;
}

}  // namespace hrefkit::site
