internal import CSodium
public import Secrets

/// A key of 32 bytes for sealed boxes.
public struct SealingKey: Equatable, Sendable, BitwiseCopyable {
  private var words: SIMD4<UInt64>

  /// The size of a key in bytes.
  public static let size = 32

  /// Zeros, in the place of a destroyed key.
  public static let none = SealingKey(words: .zero)

  private init(words: SIMD4<UInt64>) { self.words = words }

  /// Creates a key of 32 bytes.
  public init(_ bytes: ArraySlice<UInt8>) {
    precondition(bytes.count == Self.size, "a key has \(Self.size) bytes")
    words = .zero
    unsafe withUnsafeMutableBytes(of: &words) { unsafe $0.copyBytes(from: bytes) }
  }

  /// Returns a random key.
  public static func random() -> SealingKey {
    Sodium.start()
    var key = SealingKey.none
    unsafe randombytes_buf(&key.words, size)
    return key
  }

  /// Creates the key for one purpose from a secret.
  public init(_ secret: Secret, for purpose: String) {
    self.init(secret.derived(for: purpose).bytes[...])
  }

  /// The bytes, for sealing under another key.
  public var bytes: [UInt8] { unsafe withUnsafeBytes(of: words) { unsafe Array($0) } }
}

extension SealingKey {
  /// Returns a key that can be made only from both keys.
  public func and(_ other: SealingKey) -> SealingKey {
    Sodium.start()
    var both = SealingKey.none
    unsafe withUnsafeBytes(of: (words, other.words)) { keys in
      unsafe withUnsafeMutableBytes(of: &both.words) { result in
        unsafe Sodium.hash(keys, under: nil, into: result)
      }
    }
    return both
  }

  /// Returns a keyed hash of bytes.
  public func number(for bytes: [UInt8]) -> UInt64 {
    Sodium.start()
    // The shortest hash of the library; half of it separates the requests of one person.
    var hash: (UInt64, UInt64) = (0, 0)
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe withUnsafeBytes(of: words) { key in
        unsafe withUnsafeMutableBytes(of: &hash) { result in
          unsafe Sodium.hash(bytes, under: key, into: result)
        }
      }
    }
    return hash.0.littleEndian
  }
}

/// The start of libsodium, and its hash.
enum Sodium {
  private static let isReady: Bool = sodium_init() >= 0

  /// Initialises the library, once.
  static func start() { precondition(isReady, "libsodium cannot start") }

  /// Writes BLAKE2b of bytes to `result`, which has room for 16 to 64.
  static func hash(
    _ bytes: UnsafeRawBufferPointer, under key: UnsafeRawBufferPointer?,
    into result: UnsafeMutableRawBufferPointer
  ) {
    guard let start = result.baseAddress else { return }
    let done = unsafe crypto_generichash(
      start, result.count, bytes.baseAddress, UInt64(bytes.count), key?.baseAddress,
      key?.count ?? 0)
    precondition(done == 0, "libsodium makes no hash of \(result.count) bytes")
  }
}
