#include "hrefkit/url/whatwg_2012/url.h"

#include <algorithm>
#include <array>

namespace hrefkit::url::whatwg_2012 {

namespace {

struct RelativeScheme {
  std::string_view scheme;
  std::string_view default_port;
};

/// Section 5, the table of relative schemes.
constexpr std::array relative_schemes{
    RelativeScheme{"ftp", "21"},  RelativeScheme{"file", ""},     RelativeScheme{"gopher", "70"},
    RelativeScheme{"http", "80"}, RelativeScheme{"https", "443"}, RelativeScheme{"ws", "80"},
    RelativeScheme{"wss", "443"},
};

RelativeScheme const* find_relative_scheme(std::string_view scheme) {
  const auto* const row =
      std::find_if(relative_schemes.begin(), relative_schemes.end(),
                   [&](RelativeScheme const& candidate) { return candidate.scheme == scheme; });
  return row == relative_schemes.end() ? nullptr : row;
}

/// 5.3 step 2.2.
void append_userinfo(std::string& out, Url const& url) {
  if (url.username.empty() && !url.password) return;
  out += url.username;
  if (url.password) {
    out += ':';
    out += *url.password;
  }
  out += '@';
}

/// 5.3 steps 2.1 to 2.5.
void append_hierarchy(std::string& out, Url const& url) {
  out += "//";
  append_userinfo(out, url);
  out += url.host.value_or("");
  if (!url.port.empty()) {
    out += ':';
    out += url.port;
  }
  out += url.path.empty() ? "/" : url.path;
}

}  // namespace

bool is_relative_scheme(std::string_view scheme) {
  return find_relative_scheme(scheme) != nullptr;
}

std::string_view default_port(std::string_view scheme) {
  RelativeScheme const* const row = find_relative_scheme(scheme);
  return row ? row->default_port : std::string_view();
}

void append_serialized(std::string& out, Url const& url, Fragment fragment) {
  out += url.scheme;  // 1
  out += ':';
  if (url.relative) {  // 2
    append_hierarchy(out, url);
  } else {  // 3
    out += url.scheme_data;
  }
  // ERRATUM: 2.6 writes the query of URLs with the relative flag only.
  if (url.query) {
    out += '?';
    out += *url.query;
  }
  if (fragment == Fragment::included && url.fragment) {  // 4
    out += '#';
    out += *url.fragment;
  }
}

}  // namespace hrefkit::url::whatwg_2012
