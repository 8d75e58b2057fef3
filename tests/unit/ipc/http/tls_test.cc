// Checks the front behind TLS: a request over it, a reply larger than any buffer, plain bytes at its port, and a key that does
// not belong to its certificate. Method: keys and certificates are made by the test; the client is OpenSSL's.
#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "ipc/http/server.h"
#include "tests/unit/ipc/http/test_site.h"

namespace larder::http::testing {
namespace {

template <auto kFree>
struct Free {
  template <class T>
  void operator()(T* thing) const {
    kFree(thing);
  }
};
using Key = std::unique_ptr<EVP_PKEY, Free<EVP_PKEY_free>>;

// A self-signed certificate and its key, as files that go with the test.
class Identity {
 public:
  Identity() : key_(EVP_EC_gen("P-256")) {
    std::string name = (std::filesystem::temp_directory_path() / "larder-tls-XXXXXX").string();
    directory_ = mkdtemp(name.data());
    const std::unique_ptr<X509, Free<X509_free>> certificate(X509_new());
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), 0);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 3'600);
    X509_set_pubkey(certificate.get(), key_.get());
    X509_sign(certificate.get(), key_.get(), EVP_sha256());
    write(certificate_file(), [&](std::FILE* file) { PEM_write_X509(file, certificate.get()); });
    write(key_file(), [&](std::FILE* file) {
      PEM_write_PrivateKey(file, key_.get(), nullptr, nullptr, 0, nullptr, nullptr);
    });
  }
  ~Identity() { std::filesystem::remove_all(directory_); }
  std::string certificate_file() const { return directory_ + "/certificate.pem"; }
  std::string key_file() const { return directory_ + "/key.pem"; }

 private:
  template <class Body>
  static void write(const std::string& path, Body body) {
    std::FILE* const file = std::fopen(path.c_str(), "w");
    body(file);
    std::fclose(file);
  }
  Key key_;
  std::string directory_;
};

ServerOptions tls_options(const std::string& certificate, const std::string& key) {
  ServerOptions options;
  options.port = 0;
  options.tls_certificate_file = certificate;
  options.tls_key_file = key;
  return options;
}

// Sends a request whose reply is the connection's last, and returns all that comes.
std::string ask_over_tls(std::uint16_t port, const std::string& request) {
  const std::unique_ptr<SSL_CTX, Free<SSL_CTX_free>> context(SSL_CTX_new(TLS_client_method()));
  BIO* const bio = BIO_new_ssl_connect(context.get());
  BIO_set_conn_hostname(bio, ("127.0.0.1:" + std::to_string(port)).c_str());
  EXPECT_EQ(BIO_do_connect(bio), 1);
  EXPECT_EQ(BIO_write(bio, request.data(), static_cast<int>(request.size())),
            static_cast<int>(request.size()));
  std::string reply;
  std::array<char, 16'384> buffer;
  for (int got; (got = BIO_read(bio, buffer.data(), buffer.size())) > 0;) {
    reply.append(buffer.data(), static_cast<std::size_t>(got));
  }
  BIO_free_all(bio);
  return reply;
}

TEST(Tls, ServesRequests) {
  const Identity identity;
  TestSite site;
  const Server& server = site.serve(tls_options(identity.certificate_file(), identity.key_file()));
  EXPECT_TRUE(server.url().starts_with("https://127.0.0.1:"));
  const std::string reply =
      ask_over_tls(site.port(), post("Store", R"({"text":"hi"})", "Connection: close\r\n"));
  EXPECT_TRUE(reply.starts_with("HTTP/1.1 200 OK")) << reply;
  EXPECT_TRUE(reply.ends_with(R"({"text":"hi"})")) << reply;
}

TEST(Tls, SendsLargeReplies) {
  const Identity identity;
  TestSite site;
  site.serve(tls_options(identity.certificate_file(), identity.key_file()));
  const std::string reply =
      ask_over_tls(site.port(), post("Fill", R"({"count":5000000})", "Connection: close\r\n"));
  EXPECT_GT(reply.size(), 5'000'000U);
  EXPECT_TRUE(reply.ends_with("xxx\"}"));
}

TEST(Tls, EndsAConnectionThatSpeaksPlainly) {
  const Identity identity;
  TestSite site;
  site.serve(tls_options(identity.certificate_file(), identity.key_file()));
  Client client(site.port());
  client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(client.read_reply().status, 0);
}

TEST(Tls, RefusesAKeyOfAnotherCertificate) {
  const Identity one;
  const Identity other;
  TestSite site;
  const auto server = Server::listen(site.site, tls_options(one.certificate_file(), other.key_file()));
  ASSERT_FALSE(server.ok());
  EXPECT_NE(server.error().message.find(other.key_file()), std::string::npos);
}

}  // namespace
}  // namespace larder::http::testing
