internal import CGrowthloopOpenSSL

/// The keyed hash HMAC-SHA256 (RFC 2104, FIPS 180-4).
public enum HMACSHA256 {
  /// Returns the code of `message` under a key of any length, in 32 bytes.
  public static func code(of message: [UInt8], under key: [UInt8]) -> [UInt8] {
    // A buffer of 32 bytes, to which only libcrypto writes.
    unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      var length: UInt32 = 0
      let done = unsafe HMAC(
        EVP_sha256(), key, Int32(key.count), message, message.count, buffer.baseAddress, &length)
      precondition(unsafe done != nil && length == 32, "libcrypto has no HMAC-SHA256")
      count = 32
    }
  }
}

/// The hash SHA-256 (FIPS 180-4), of what anyone may check.
public enum SHA256 {
  /// Returns the digest of `message`, in 32 bytes.
  public static func digest(of message: [UInt8]) -> [UInt8] {
    // A buffer of 32 bytes, to which only libcrypto writes.
    unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      var length: UInt32 = 0
      let done = unsafe EVP_Digest(
        message, message.count, buffer.baseAddress, &length, EVP_sha256(), nil)
      precondition(done == 1 && length == 32, "libcrypto has no SHA-256")
      count = 32
    }
  }
}

extension Secret {
  /// Returns the HMAC-SHA256 of `message` under this secret, in 32 bytes.
  public func authenticationCode(of message: [UInt8]) -> [UInt8] {
    HMACSHA256.code(of: message, under: bytes)
  }

  /// Returns a secret for one purpose, which reveals neither this one nor those of other purposes.
  public func derived(for purpose: String) -> Secret {
    guard let secret = Secret(authenticationCode(of: Array(purpose.utf8))) else {
      preconditionFailure("32 bytes are a secret")
    }
    return secret
  }
}

extension [UInt8] {
  /// Two lower-case hexadecimal digits for each byte.
  public var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
