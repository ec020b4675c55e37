#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "hrefkit/net/curl_transport.h"
#include "net/child_process.h"
#include "net/loopback_server.h"
#include "net/transport_test.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

#if defined(HREFKIT_NETWORK)

namespace {

bool make_certificates(std::string const& folder) {
  const std::string command =
      "sh '" HREFKIT_SOURCE_DIR "/tests/net/certificates.sh' '" + folder + "' >/dev/null 2>&1";
  return std::system(command.c_str()) == 0;
}

/// A TLS server that answers GET, on a port of its own.
class TlsServer {
 public:
  TlsServer(std::string const& folder, std::string const& name, std::string const& chain)
      : process_(arguments(folder, name, chain)) {
    const std::string line = process_.line_with("ACCEPT ");
    port_ = line.substr(line.rfind(':') + 1);
  }

  std::string url() const { return "https://127.0.0.1:" + port_ + "/"; }

 private:
  static std::vector<std::string> arguments(std::string const& folder, std::string const& name,
                                            std::string const& chain) {
    std::vector<std::string> all{"openssl",
                                 "s_server",
                                 "-accept",
                                 "127.0.0.1:0",
                                 "-www",
                                 "-cert",
                                 folder + "/" + name + ".pem",
                                 "-key",
                                 folder + "/" + name + ".key"};
    if (!chain.empty()) {
      all.emplace_back("-cert_chain");
      all.push_back(folder + "/" + chain + ".chain");
    }
    return all;
  }

  ChildProcess process_;
  std::string port_;
};

}  // namespace

TEST_CASE("TLS: what a certificate means") {
  const TemporaryFolder folder;
  if (!has_program("openssl") || !make_certificates(folder.path())) {
    WARN("SKIPPED: openssl is not installed, or too old");
    return;
  }
  struct Case {
    std::string name;
    std::string certificate;
    std::string chain;
    std::string with_root;  // with --ca-file
    std::string without;
  };
  const std::vector<Case> cases{
      {"good", "good", "good", "200 fine", "tls-issuer"},
      {"expired", "expired", "good", "tls-expired", "tls-issuer"},
      {"not yet valid", "future", "good", "tls-not-yet-valid", "tls-issuer"},
      {"another host", "other", "good", "tls-host", "tls-issuer"},
      {"self-signed", "self", "", "tls-self-signed", "tls-self-signed"},
      {"missing intermediate", "good", "", "tls-issuer", "tls-issuer"},
      {"unknown root", "good", "rooted", "200 fine", "tls-self-signed"},
  };
  auto with_root = for_loopback();
  with_root.ca_file = folder.path() + "/root.pem";
  auto insecure = for_loopback();
  insecure.is_insecure = true;
  for (Case const& c : cases) {
    INFO(c.name);
    const TlsServer server(folder.path(), c.certificate, c.chain);
    CHECK(ask(*transport_with(with_root), server.url()) == c.with_root);
    CHECK(ask(*transport_with(for_loopback()), server.url()) == c.without);
    CHECK(ask(*transport_with(insecure), server.url()) == "200 fine");
  }
}

TEST_CASE("TLS: no handshake is a failure of TLS") {
  // What a client says first has no empty line in it: the server answers when it has 16 bytes.
  const std::string port = std::to_string(free_port());
  if (!has_program("openssl")) {
    WARN("SKIPPED: openssl is not installed");
    return;
  }
  const TemporaryFolder folder;
  REQUIRE(make_certificates(folder.path()));
  // A server that speaks an old protocol alone.
  ChildProcess server({"openssl", "s_server", "-accept", "127.0.0.1:" + port, "-www", "-cert",
                       folder.path() + "/good.pem", "-key", folder.path() + "/good.key", "-cipher",
                       "ECDHE-ECDSA-AES128-SHA", "-tls1_1"});
  if (server.line_with("ACCEPT").empty()) return;  // this openssl knows no such protocol
  CHECK(ask(*transport_with(for_loopback()), "https://127.0.0.1:" + port + "/") == "tls-handshake");
}

TEST_CASE("transport: HTTP/2 has one connection for many requests") {
  const TemporaryFolder folder;
  if (!has_program("nginx") || !make_certificates(folder.path())) {
    WARN("SKIPPED: nginx or openssl is not installed");
    return;
  }
  const std::string port = std::to_string(free_port());
  const std::string here = folder.path();
  std::ofstream(here + "/nginx.conf")
      << "daemon off;\npid " << here << "/pid;\nerror_log " << here
      << "/error.log;\nworker_processes 1;\nevents { worker_connections 256; }\n"
      << "http {\n access_log off;\n client_body_temp_path " << here << "/b;\n proxy_temp_path "
      << here << "/p;\n fastcgi_temp_path " << here << "/f;\n uwsgi_temp_path " << here
      << "/u;\n scgi_temp_path " << here << "/s;\n server {\n  listen 127.0.0.1:" << port
      << " ssl http2;\n  ssl_certificate " << here << "/full.pem;\n  ssl_certificate_key " << here
      << "/good.key;\n  location / { add_header X-Connection $connection; "
         "add_header X-Protocol $server_protocol; return 200 text; }\n }\n}\n";
  static_cast<void>(std::system("cat good.pem inter.pem >full.pem"));  // in the folder
  ChildProcess server({"nginx", "-p", here, "-c", here + "/nginx.conf"});
  auto options = for_loopback();
  options.ca_file = here + "/root.pem";
  const auto transport = transport_with(options);
  const std::string url = "https://127.0.0.1:" + port + "/";
  std::string first;
  for (int i = 0; i < 200 && (first = ask(*transport, url)) != "200 fine"; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  REQUIRE(first == "200 fine");
  const auto fresh = transport_with(options);
  std::vector<std::unique_ptr<Got>> all;
  for (int i = 0; i < 40; ++i) {
    all.push_back(std::make_unique<Got>());
    fresh->start({.method = i % 2 == 0 ? net::Method::head : net::Method::get,
                  .url = url + std::to_string(i)},
                 *all.back());
  }
  std::set<std::string> connections;
  for (auto const& each : all) {
    wait_for(*fresh, *each);
    CHECK(outcome(*each) == "200 fine");
    CHECK(each->fields.first("X-Protocol") == "HTTP/2.0");
    connections.insert(std::string(each->fields.first("X-Connection").value_or("")));
  }
  CHECK(connections.size() == 1);
}

#endif

}  // namespace hrefkit::test
