#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

// Macros, under names that Swift can call.
static inline int ssl_set_server_name(SSL *ssl, const char *name) {
  return (int)SSL_set_tlsext_host_name(ssl, name);
}

// A key with a passphrase is refused, where OpenSSL would ask the terminal for it.
static inline int ssl_no_passphrase(char *to, int size, int writes, void *context) { return -1; }

// Offers one protocol: HTTP/1.1 or HTTP/2.
static inline int ssl_offer(SSL_CTX *context, int is_http2) {
  const char *protocol = is_http2 ? "\x02h2" : "\x08http/1.1";
  return SSL_CTX_set_alpn_protos(context, (const unsigned char *)protocol, 1 + protocol[0]);
}

static inline void ssl_context_prepare(SSL_CTX *context) {
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_default_passwd_cb(context, ssl_no_passphrase);
}
