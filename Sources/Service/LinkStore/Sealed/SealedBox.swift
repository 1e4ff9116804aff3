internal import CGrowthloopSodium

/// Authenticated encryption by XChaCha20-Poly1305, with a random nonce in front of each box.
///
/// The purpose is authenticated with the bytes: a box does not open for another purpose.
public enum SealedBox {
  private static let nonce = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
  private static let tag = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

  /// The bytes that a box adds to its content: 40.
  public static let overhead = nonce + tag

  /// Seals `text`, and appends the box to `bytes`.
  public static func seal(
    _ text: [UInt8], for purpose: [UInt8], under key: SealingKey, behind bytes: inout [UInt8]
  ) {
    Sodium.start()
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: text.count + overhead))
    unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      guard let first = bytes.baseAddress else { preconditionFailure("a box is not empty") }
      let box = unsafe first + start
      unsafe randombytes_buf(box, nonce)
      let done = unsafe key.withBytes { key in
        unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
          box + nonce, nil, text, UInt64(text.count), purpose, UInt64(purpose.count), nil, box, key)
      }
      precondition(done == 0, "libsodium seals no box")
    }
  }

  /// Returns the content of a box; `nil` for another key, another purpose, or a changed box.
  public static func open(
    _ box: ArraySlice<UInt8>, for purpose: [UInt8], under key: SealingKey
  ) -> [UInt8]? {
    Sodium.start()
    guard box.count >= overhead else { return nil }
    var opens = false
    let text = unsafe [UInt8](unsafeUninitializedCapacity: box.count - overhead) { text, count in
      unsafe box.withUnsafeBufferPointer { box in
        guard let start = box.baseAddress else { return }
        opens = unsafe key.withBytes { key in
          unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
            text.baseAddress, nil, nil, start + nonce, UInt64(box.count - nonce), purpose,
            UInt64(purpose.count), start, key) == 0
        }
      }
      count = opens ? text.count : 0
    }
    return opens ? text : nil
  }
}
