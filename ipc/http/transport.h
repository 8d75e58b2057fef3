// ipc/http/transport.h
//
// Bytes in and out of a connected, non-blocking socket, plain or through TLS. It never blocks: when nothing
// can move it says what to wait for.
//
// Errors   a broken connection, a failed handshake and the peer's end are all Want::kEnd: there is nobody to
// tell. Lifetime borrows the descriptor; the owner closes it. Threads  the http thread of its connection.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "storage/base/result.h"

namespace larder::http {

class Transport {
 public:
  enum class Want : std::uint8_t { kNothing, kRead, kWrite, kEnd };
  struct Moved {
    std::size_t bytes = 0;
    Want want = Want::kNothing;  // when bytes is 0
  };

  virtual ~Transport() = default;
  virtual Moved read(char* to, std::size_t size) = 0;
  virtual Moved write(const std::array<std::string_view, 2>& parts) = 0;
  virtual bool buffered() const = 0;  // a read would give bytes that the socket no longer has
  virtual void finish_writing() = 0;  // tells the peer that nothing more comes
};

// The server's certificate and key, loaded once. OpenSSL is not touched where there is none.
class TlsContext {
 public:
  // Both PEM files; the certificate's may hold a chain. Errors name the file.
  static Result<std::unique_ptr<TlsContext>> load(const std::string& certificate_file,
                                                  const std::string& key_file);
  ~TlsContext();

 private:
  friend std::unique_ptr<Transport> make_tls_transport(int descriptor, TlsContext& context);
  struct Handle;
  explicit TlsContext(std::unique_ptr<Handle> handle);
  std::unique_ptr<Handle> handle_;
};

std::unique_ptr<Transport> make_plain_transport(int descriptor);
std::unique_ptr<Transport> make_tls_transport(int descriptor, TlsContext& context);

}  // namespace larder::http
