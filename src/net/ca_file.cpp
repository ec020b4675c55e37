#include "hrefkit/net/ca_file.h"

#include <cstdio>
#include <cstdlib>  // IWYU pragma: keep

namespace hrefkit::net {

tl::expected<void, std::string> check_ca_file(std::string const& name) {
  std::FILE* const file = std::fopen(name.c_str(), "rb");
  if (file == nullptr) return tl::unexpected(name + ": cannot be read");
  std::string text(std::size_t{1} << 20, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  if (text.find("-----BEGIN") == std::string::npos) {
    return tl::unexpected(name + ": has no certificate in PEM format");
  }
  return {};
}

tl::expected<std::string, std::string> default_ca_file() {
#if defined(HREFKIT_STATIC_CURL)
  char const* const named = std::getenv("SSL_CERT_FILE");
  if (named != nullptr && *named != '\0') {
    if (auto checked = check_ca_file(named); !checked) {
      return tl::unexpected("SSL_CERT_FILE: " + checked.error());
    }
    return std::string(named);
  }
  for (char const* const file : {
           "/etc/ssl/certs/ca-certificates.crt",                 // Debian, Arch, Gentoo, NixOS
           "/etc/pki/tls/certs/ca-bundle.crt",                   // Fedora, RHEL
           "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  // Fedora 43 and later
           "/etc/ssl/ca-bundle.pem",                             // openSUSE
           "/etc/ssl/cert.pem",                                  // Alpine
       }) {
    if (check_ca_file(file)) return std::string(file);
  }
  return tl::unexpected(std::string(
      "no certificates of authorities are here, to verify hosts with: install the package "
      "ca-certificates, or name a file in PEM format by --ca-file or SSL_CERT_FILE"));
#else
  return std::string();
#endif
}

}  // namespace hrefkit::net
