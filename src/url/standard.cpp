#include "hrefkit/url/standard.h"

#include "hrefkit/text/enum_table.h"

namespace hrefkit::url {

namespace {

constexpr text::EnumTable<Standard::web_address> standards({
    {Standard::whatwg, "whatwg"},
    {Standard::whatwg_2012, "whatwg-2012"},
    {Standard::html5, "html5"},
    {Standard::web_address, "web-address"},
});

}  // namespace

std::string_view name(Standard standard) {
  return standards[standard].name;
}

std::optional<Standard> standard_from_name(std::string_view wanted) {
  return standards.find(wanted);
}

}  // namespace hrefkit::url
