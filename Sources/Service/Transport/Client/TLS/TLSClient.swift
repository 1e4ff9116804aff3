internal import CGrowthloopOpenSSL

/// OpenSSL's context for the TLS sessions with one host.
///
/// `@safe`: it owns the context, which only `deinit` gives up; OpenSSL counts references, so
/// sessions outlive it safely. Strings are copied by the calls that take them.
@safe
package final class TLSClient {
  private let context: OpaquePointer
  private let host: String
  private let isAddress: Bool
  private let verifies: Bool

  /// Uses the certificates that this machine trusts; `nil` if OpenSSL cannot be set up.
  ///
  /// With `verifies` the certificate must be valid for the host and trusted.
  package init?(host: String, verifies: Bool) {
    guard let context = unsafe SSL_CTX_new(TLS_client_method()) else { return nil }
    unsafe self.context = context
    self.host = host
    isAddress = IPAddress(host) != nil
    self.verifies = verifies
    unsafe ssl_context_prepare(context)
    unsafe SSL_CTX_set_default_verify_paths(context)
    unsafe SSL_CTX_set_verify(context, verifies ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, nil)
  }

  deinit {
    unsafe SSL_CTX_free(context)
  }

  /// Returns a session over a socket; its first write begins the handshake.
  package func session(over socket: Int32) -> TLSSession {
    guard let session = unsafe SSL_new(context) else {
      preconditionFailure("OpenSSL has no memory for another connection")
    }
    unsafe SSL_set_fd(session, socket)
    unsafe SSL_set_connect_state(session)
    if !isAddress { _ = unsafe ssl_set_server_name(session, host) }
    if verifies, let parameters = unsafe SSL_get0_param(session) {
      if isAddress {
        unsafe X509_VERIFY_PARAM_set1_ip_asc(parameters, host)
      } else {
        unsafe X509_VERIFY_PARAM_set1_host(parameters, host, 0)
      }
    }
    return unsafe TLSSession(owning: session)
  }
}
