#include "hrefkit/archive/wat/element_table.h"

#include <algorithm>
#include <cstddef>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_run.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::archive {

namespace {

// clang-format off
constexpr std::array elements{
    SoupElement{"a", SoupRole::anchor, false, false, {{{"href", {"target", "alt", "title", "rel", "hreflang", "type"}}}}},
    SoupElement{"address", SoupRole::none, true},
    SoupElement{"applet", SoupRole::links, false, false, {{{"codebase"}, {"cdata"}}}},
    SoupElement{"area", SoupRole::links, false, false, {{{"href", {"rel"}, false}}}},
    SoupElement{"article", SoupRole::none, true},
    SoupElement{"aside", SoupRole::none, true},
    SoupElement{"audio", SoupRole::links, false, false, {{{"src"}}}},
    SoupElement{"base", SoupRole::base, false, false, {{{"href"}}}},
    SoupElement{"blockquote", SoupRole::links, true, false, {{{"cite"}}}},
    SoupElement{"body", SoupRole::body, true},
    SoupElement{"br", SoupRole::none, true},
    SoupElement{"button", SoupRole::links, true, false, {{{"formaction"}}}},
    SoupElement{"canvas", SoupRole::none, true},
    SoupElement{"caption", SoupRole::none, true},
    SoupElement{"center", SoupRole::none, true},
    SoupElement{"cite", SoupRole::none, true},
    SoupElement{"col", SoupRole::none, true},
    SoupElement{"colgroup", SoupRole::none, true},
    SoupElement{"datalist", SoupRole::none, true},
    SoupElement{"dd", SoupRole::none, true},
    SoupElement{"del", SoupRole::links, false, false, {{{"cite"}}}},
    SoupElement{"details", SoupRole::none, true},
    SoupElement{"div", SoupRole::links, true, true},
    SoupElement{"dl", SoupRole::none, true},
    SoupElement{"dt", SoupRole::none, true},
    SoupElement{"embed", SoupRole::links, true, false, {{{"src"}}}},
    SoupElement{"fieldset", SoupRole::none, true},
    SoupElement{"figcaption", SoupRole::none, true},
    SoupElement{"figure", SoupRole::none, true},
    SoupElement{"footer", SoupRole::none, true},
    SoupElement{"form", SoupRole::links, true, false, {{{"action", {"target", "method"}, false}}}},
    SoupElement{"frame", SoupRole::links, false, false, {{{"src"}}}},
    SoupElement{"h1", SoupRole::none, true},
    SoupElement{"h2", SoupRole::none, true},
    SoupElement{"h3", SoupRole::none, true},
    SoupElement{"h4", SoupRole::none, true},
    SoupElement{"h5", SoupRole::none, true},
    SoupElement{"h6", SoupRole::none, true},
    SoupElement{"head", SoupRole::head},
    SoupElement{"header", SoupRole::none, true},
    SoupElement{"hgroup", SoupRole::none, true},
    SoupElement{"hr", SoupRole::none, true},
    SoupElement{"html", SoupRole::html},
    SoupElement{"iframe", SoupRole::links, true, false, {{{"src"}}}},
    SoupElement{"img", SoupRole::links, true, false, {{{"src", {"alt", "title"}}, {"longdesc"}}}},
    SoupElement{"input", SoupRole::links, true, true, {{{"src"}, {"formaction"}}}},
    SoupElement{"ins", SoupRole::links, false, false, {{{"cite"}}}},
    SoupElement{"label", SoupRole::none, true},
    SoupElement{"legend", SoupRole::none, true},
    SoupElement{"li", SoupRole::none, true},
    SoupElement{"link", SoupRole::link, false, false, {{{"href", {"rel", "type"}}}}},
    SoupElement{"map", SoupRole::none, true},
    SoupElement{"menuitem", SoupRole::links, false, false, {{{"icon"}}}},
    SoupElement{"meta", SoupRole::meta},
    SoupElement{"noframes", SoupRole::none, true},
    SoupElement{"noscript", SoupRole::none, true},
    SoupElement{"object", SoupRole::links, true, false, {{{"codebase"}, {"cdata"}, {"data"}}}},
    SoupElement{"ol", SoupRole::none, true},
    SoupElement{"optgroup", SoupRole::none, true},
    SoupElement{"output", SoupRole::none, true},
    SoupElement{"p", SoupRole::none, true},
    SoupElement{"pre", SoupRole::pre, true},
    SoupElement{"progress", SoupRole::none, true},
    SoupElement{"q", SoupRole::links, true, false, {{{"cite"}}}},
    SoupElement{"script", SoupRole::script, false, false, {{{"src", {"type"}}}}},
    SoupElement{"section", SoupRole::none, true},
    SoupElement{"select", SoupRole::none, true},
    SoupElement{"source", SoupRole::links, false, false, {{{"src"}}}},
    SoupElement{"summary", SoupRole::none, true},
    SoupElement{"svg", SoupRole::svg},
    SoupElement{"table", SoupRole::none, true},
    SoupElement{"tbody", SoupRole::none, true},
    SoupElement{"td", SoupRole::none, true},
    SoupElement{"textarea", SoupRole::none, true},
    SoupElement{"tfoot", SoupRole::none, true},
    SoupElement{"th", SoupRole::none, true},
    SoupElement{"thead", SoupRole::none, true},
    SoupElement{"time", SoupRole::none, true},
    SoupElement{"title", SoupRole::title, true},
    SoupElement{"tr", SoupRole::none, true},
    SoupElement{"track", SoupRole::links, false, false, {{{"src"}}}},
    SoupElement{"ul", SoupRole::none, true},
    SoupElement{"video", SoupRole::links, true, false, {{{"src"}, {"poster"}}}},
};
// clang-format on
constexpr auto by_name = [](SoupElement const& a, SoupElement const& b) { return a.name < b.name; };
static_assert(std::is_sorted(elements.begin(), elements.end(), by_name));

constexpr std::size_t longest_name = 10;

/// Four bytes; the compiler makes one load of them.
constexpr std::uint64_t four_bytes(char const* bytes) {
  const auto byte = [bytes](int i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i]));
  };
  return byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
}

/// All bytes of a name of up to eight, and the first and last four of a longer one, with the bit of
/// lower case set in each. Without a branch for each byte: names are short, and none is like the
/// next.
constexpr std::uint64_t key_of(std::string_view name) {
  constexpr std::uint64_t lower_case = 0x2020202020202020;
  if (name.size() >= 4) {
    const std::uint64_t last = four_bytes(name.data() + name.size() - 4);
    return (four_bytes(name.data()) | last << 32) | lower_case;
  }
  const auto byte = [name](std::size_t i) {
    return static_cast<std::uint64_t>(static_cast<unsigned char>(name[i]));
  };
  return (byte(0) | byte(name.size() / 2) << 8 | byte(name.size() - 1) << 16) | lower_case;
}

constexpr std::size_t slot_count = 512;

/// A place of the hash table; without a row its size is 0.
struct Slot {
  std::uint64_t key = 0;
  std::uint8_t size = 0;
  std::uint8_t row = 0;
  bool is_exact = false;  // a name with this key and size is the row's
};

constexpr std::size_t slot_of(std::uint64_t key, std::size_t size) {
  return static_cast<std::size_t>(((key + size) * 0x9E3779B97F4A7C15) >> 55);
}

/// The bit of lower case makes letters of letters alone, but digits of control characters, too.
constexpr bool is_exact(std::string_view name) {
  return name.size() <= 8 && text::is_made_of(name, text::ascii_lower);
}

constexpr auto slots = [] {
  std::array<Slot, slot_count> table{};
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::string_view name = elements[i].name;
    std::size_t slot = slot_of(key_of(name), name.size());
    while (table[slot].size != 0) slot = (slot + 1) % slot_count;
    table[slot] = {key_of(name), static_cast<std::uint8_t>(name.size()),
                   static_cast<std::uint8_t>(i), is_exact(name)};
  }
  return table;
}();

}  // namespace

SoupElement const* find_soup_element(std::string_view name) {
  if (name.empty() || name.size() > longest_name) return nullptr;
  const std::uint64_t key = key_of(name);
  for (std::size_t i = slot_of(key, name.size()); slots[i].size != 0; i = (i + 1) % slot_count) {
    Slot const& slot = slots[i];
    if (slot.key != key || slot.size != name.size()) continue;
    SoupElement const& element = elements[slot.row];
    if (slot.is_exact || text::equals_ignoring_ascii_case(element.name, name)) return &element;
  }
  return nullptr;
}

}  // namespace hrefkit::archive
