#include "ipc/http/transport.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <climits>

namespace larder::http {
namespace {

bool would_block(int error) {
  return error == EAGAIN || error == EWOULDBLOCK || error == EINTR;
}

class PlainTransport final : public Transport {
 public:
  explicit PlainTransport(int descriptor) : descriptor_(descriptor) {}

  Moved read(char* to, std::size_t size) override {
    const ssize_t got = ::recv(descriptor_, to, size, 0);
    if (got > 0) return {static_cast<std::size_t>(got), Want::kNothing};
    return {0, got < 0 && would_block(errno) ? Want::kRead : Want::kEnd};
  }

  Moved write(const std::array<std::string_view, 2>& parts) override {
    std::array<iovec, 2> pieces{};
    for (std::size_t i = 0; i < parts.size(); ++i) {
      pieces[i] = {const_cast<char*>(parts[i].data()), parts[i].size()};  // sendmsg only reads
    }
    msghdr message{};
    message.msg_iov = pieces.data();
    message.msg_iovlen = parts[1].empty() ? 1 : 2;
    const ssize_t put = ::sendmsg(descriptor_, &message, MSG_NOSIGNAL);
    if (put >= 0) return {static_cast<std::size_t>(put), Want::kNothing};
    return {0, would_block(errno) ? Want::kWrite : Want::kEnd};
  }

  bool buffered() const override { return false; }
  void finish_writing() override { ::shutdown(descriptor_, SHUT_WR); }

 private:
  int descriptor_;
};

struct SslFree {
  void operator()(SSL* ssl) const { SSL_free(ssl); }
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
};

class TlsTransport final : public Transport {
 public:
  TlsTransport(int descriptor, SSL_CTX* context) : descriptor_(descriptor), ssl_(SSL_new(context)) {
    if (ssl_ == nullptr || SSL_set_fd(ssl_.get(), descriptor) != 1) {
      broken_ = true;
      return;
    }
    SSL_set_accept_state(ssl_.get());
  }

  Moved read(char* to, std::size_t size) override {
    if (broken_) return {0, Want::kEnd};
    ERR_clear_error();
    const int got = SSL_read(ssl_.get(), to, static_cast<int>(std::min<std::size_t>(size, INT_MAX)));
    return moved(got);
  }

  Moved write(const std::array<std::string_view, 2>& parts) override {
    if (broken_) return {0, Want::kEnd};
    // Head and body of a small reply share one record. A repeated attempt sees the same bytes again.
    std::array<char, kJoinBytes> joined;
    std::string_view part = parts[0];
    if (!parts[1].empty() && parts[0].size() + parts[1].size() <= joined.size()) {
      char* const end = std::copy(parts[0].begin(), parts[0].end(), joined.data());
      std::copy(parts[1].begin(), parts[1].end(), end);
      part = {joined.data(), parts[0].size() + parts[1].size()};
    }
    ERR_clear_error();
    return moved(
        SSL_write(ssl_.get(), part.data(), static_cast<int>(std::min<std::size_t>(part.size(), INT_MAX))));
  }

  bool buffered() const override { return !broken_ && SSL_pending(ssl_.get()) > 0; }

  void finish_writing() override {
    ERR_clear_error();
    if (!broken_) SSL_shutdown(ssl_.get());
    ::shutdown(descriptor_, SHUT_WR);
  }

 private:
  static constexpr std::size_t kJoinBytes = 8 * 1024;

  Moved moved(int result) {
    if (result > 0) return {static_cast<std::size_t>(result), Want::kNothing};
    switch (SSL_get_error(ssl_.get(), result)) {
      case SSL_ERROR_WANT_READ:
        return {0, Want::kRead};
      case SSL_ERROR_WANT_WRITE:
        return {0, Want::kWrite};
      case SSL_ERROR_ZERO_RETURN:
        return {0, Want::kEnd};
      default:
        broken_ = true;
        return {0, Want::kEnd};  // no call but SSL_free may follow
    }
  }

  int descriptor_;
  bool broken_ = false;
  std::unique_ptr<SSL, SslFree> ssl_;
};

Error tls_error(const std::string& what, const std::string& file) {
  const unsigned long code = ERR_get_error();
  const char* reason = code == 0 ? nullptr : ERR_reason_error_string(code);
  return make_error(ErrorCode::kIo,
                    what + " " + file + ": " + (reason == nullptr ? "cannot be used" : reason));
}

}  // namespace

struct TlsContext::Handle {
  std::unique_ptr<SSL_CTX, SslFree> context;
};

TlsContext::TlsContext(std::unique_ptr<Handle> handle) : handle_(std::move(handle)) {}
TlsContext::~TlsContext() = default;

Result<std::unique_ptr<TlsContext>> TlsContext::load(const std::string& certificate_file,
                                                     const std::string& key_file) {
  ERR_clear_error();
  auto handle = std::make_unique<Handle>();
  handle->context.reset(SSL_CTX_new(TLS_server_method()));
  SSL_CTX* const context = handle->context.get();
  if (context == nullptr) return tls_error("TLS for", certificate_file);
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_options(context,
                      SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_IGNORE_UNEXPECTED_EOF);
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                SSL_MODE_RELEASE_BUFFERS);
  if (SSL_CTX_use_certificate_chain_file(context, certificate_file.c_str()) != 1) {
    return tls_error("TLS certificate", certificate_file);
  }
  if (SSL_CTX_use_PrivateKey_file(context, key_file.c_str(), SSL_FILETYPE_PEM) != 1) {
    return tls_error("TLS key", key_file);
  }
  if (SSL_CTX_check_private_key(context) != 1) return tls_error("TLS key", key_file);
  return std::unique_ptr<TlsContext>(new TlsContext(std::move(handle)));
}

std::unique_ptr<Transport> make_plain_transport(int descriptor) {
  return std::make_unique<PlainTransport>(descriptor);
}

std::unique_ptr<Transport> make_tls_transport(int descriptor, TlsContext& context) {
  return std::make_unique<TlsTransport>(descriptor, context.handle_->context.get());
}

}  // namespace larder::http
