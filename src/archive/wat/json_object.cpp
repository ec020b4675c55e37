#include "hrefkit/archive/wat/json_object.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "hrefkit/archive/wat/wat_text.h"

namespace hrefkit::archive {

namespace {

void append_key(std::string& out, std::string_view key) {
  if (!out.ends_with('{')) out += ',';
  append_json_string(out, key);
  out += ':';
}

/// Numbers of fields, those of one name together, in the order of the first of each name.
std::vector<std::uint32_t> grouped(std::span<LaxField const> fields) {
  std::vector<std::uint32_t> order(fields.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return fields[a].name < fields[b].name;
  });
  std::vector<std::uint32_t> first(fields.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool is_next = i > 0 && fields[order[i]].name == fields[order[i - 1]].name;
    first[order[i]] = is_next ? first[order[i - 1]] : order[i];
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return first[a] < first[b]; });
  return order;
}

}  // namespace

void begin_json_object(std::string& out, std::string_view key) {
  append_key(out, key);
  out += '{';
}

void append_json_numbers(std::string& out, std::string_view key,
                         std::initializer_list<std::uint64_t> values) {
  if (values.size() == 0) return;
  append_key(out, key);
  if (values.size() > 1) out += '[';
  for (std::uint64_t const& value : values) {
    if (&value != values.begin()) out += ',';
    append_json_string(out, std::to_string(value));
  }
  if (values.size() > 1) out += ']';
}

void append_json_fields(std::string& out, std::string_view key, std::span<LaxField const> fields) {
  begin_json_object(out, key);
  const std::vector<std::uint32_t> order = grouped(fields);
  for (std::size_t i = 0; i < order.size();) {
    std::string const& name = fields[order[i]].name;
    std::size_t end = i + 1;
    while (end < order.size() && fields[order[end]].name == name) ++end;
    append_key(out, name);
    if (end > i + 1) out += '[';
    for (std::size_t k = i; k < end; ++k) {
      if (k > i) out += ',';
      append_json_string(out, fields[order[k]].value);
    }
    if (end > i + 1) out += ']';
    i = end;
  }
  out += '}';
}

}  // namespace hrefkit::archive
