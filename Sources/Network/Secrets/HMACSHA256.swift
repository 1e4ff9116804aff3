internal import COpenSSL

/// The keyed hash that proves who made a message (RFC 2104, FIPS 180-4).
public enum HMACSHA256 {
  /// The code of `message` under a key of any length, in 32 bytes.
  public static func code(of message: [UInt8], under key: [UInt8]) -> [UInt8] {
    // An owner of 32 bytes: the one place where libcrypto writes.
    unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      var length: UInt32 = 0
      let done = unsafe HMAC(
        EVP_sha256(), key, Int32(key.count), message, message.count, buffer.baseAddress, &length)
      precondition(unsafe done != nil && length == 32, "libcrypto has no HMAC-SHA256")
      count = 32
    }
  }
}

extension Secret {
  /// The HMAC-SHA256 of `message` under this secret, in 32 bytes.
  public func authenticationCode(of message: [UInt8]) -> [UInt8] {
    HMACSHA256.code(of: message, under: bytes)
  }

  /// A secret for one purpose, which tells nothing of this one nor of those for other purposes.
  public func derived(for purpose: String) -> Secret {
    guard let secret = Secret(authenticationCode(of: Array(purpose.utf8))) else {
      preconditionFailure("32 bytes are a secret")
    }
    return secret
  }
}
