#include "hrefkit/archive/sha1.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <new>

namespace hrefkit::archive {

struct Sha1::State {
  struct Free {
    void operator()(EVP_MD_CTX* freed) const { EVP_MD_CTX_free(freed); }
  };
  std::unique_ptr<EVP_MD_CTX, Free> context{EVP_MD_CTX_new()};
};

// Without these, OpenSSL would follow null pointers.
Sha1::Sha1() : state_(std::make_unique<State>()) {
  if (OSSL_LIB_CTX_get0_global_default() == nullptr) throw std::bad_alloc();
  if (!state_->context) throw std::bad_alloc();
  restart();
}
Sha1::~Sha1() = default;
Sha1::Sha1(Sha1&&) noexcept = default;
Sha1& Sha1::operator=(Sha1&&) noexcept = default;

// OpenSSL fails here only where it lacks memory.
void Sha1::restart() {
  if (EVP_DigestInit_ex(state_->context.get(), EVP_sha1(), nullptr) != 1) throw std::bad_alloc();
}

void Sha1::add(std::string_view piece) {
  if (EVP_DigestUpdate(state_->context.get(), piece.data(), piece.size()) != 1) {
    throw std::bad_alloc();
  }
}

Sha1::Digest Sha1::finish() {
  Digest digest{};
  if (EVP_DigestFinal_ex(state_->context.get(), digest.data(), nullptr) != 1) {
    throw std::bad_alloc();
  }
  return digest;
}

std::string labelled(Sha1::Digest const& digest) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string text = "sha1:";
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const std::uint8_t byte : digest) {
    bits = (bits << 8) | byte;
    for (count += 8; count >= 5; count -= 5) text += digits[(bits >> (count - 5)) & 31];
  }
  return text;
}

}  // namespace hrefkit::archive
