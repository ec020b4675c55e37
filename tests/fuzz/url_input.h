// How the URL fuzz targets read their bytes: a byte of options, a line with a base URL, the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hrefkit::fuzz {

struct UrlInput {
  unsigned option = 0;
  std::string_view base;
  std::string_view rest;
};

inline UrlInput url_input(std::uint8_t const* data, std::size_t size) {
  if (size == 0) return {};
  UrlInput input;
  input.option = data[0];
  input.rest = {reinterpret_cast<char const*>(data) + 1, size - 1};
  const std::size_t line = input.rest.find('\n');
  if (line != std::string_view::npos) {
    input.base = input.rest.substr(0, line);
    input.rest.remove_prefix(line + 1);
  }
  return input;
}

}  // namespace hrefkit::fuzz
