#include "hrefkit/url/whatwg_2012/url.h"

namespace hrefkit::url::whatwg_2012 {

namespace {

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

void append_serialized(std::string& out, Url const& url) {
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
  if (url.fragment) {  // 4
    out += '#';
    out += *url.fragment;
  }
}

}  // namespace hrefkit::url::whatwg_2012
