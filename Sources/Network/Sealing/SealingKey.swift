internal import CSodium
public import Secrets

/// 32 bytes under which something is sealed: whoever has not got them reads nothing of it.
public struct SealingKey: Equatable, Sendable, BitwiseCopyable {
  private var words: SIMD4<UInt64>

  /// The bytes that a key takes.
  public static let size = 32

  /// Zeros, where there is no key any more.
  public static let none = SealingKey(words: .zero)

  private init(words: SIMD4<UInt64>) { self.words = words }

  /// The key of some 32 bytes.
  public init(_ bytes: ArraySlice<UInt8>) {
    precondition(bytes.count == Self.size, "a key has \(Self.size) bytes")
    words = .zero
    unsafe withUnsafeMutableBytes(of: &words) { unsafe $0.copyBytes(from: bytes) }
  }

  /// A random key.
  public static func random() -> SealingKey {
    Sodium.start()
    var key = SealingKey.none
    unsafe randombytes_buf(&key.words, size)
    return key
  }

  /// The key for one purpose that is made from a secret.
  public init(_ secret: Secret, for purpose: String) {
    self.init(secret.derived(for: purpose).bytes[...])
  }

  /// The bytes themselves, to be sealed under another key.
  public var bytes: [UInt8] { unsafe withUnsafeBytes(of: words) { unsafe Array($0) } }
}

extension SealingKey {
  /// A key that only those can make who have both.
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

  /// A keyed hash of some bytes.
  public func number(for bytes: [UInt8]) -> UInt64 {
    Sodium.start()
    // The shortest hash that the library makes; half of it is enough to tell a person's own apart.
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

/// The one door to what libsodium asks for at its start, and to its hash.
enum Sodium {
  private static let isReady: Bool = sodium_init() >= 0

  /// Makes the library ready, once.
  static func start() { precondition(isReady, "libsodium cannot start") }

  /// BLAKE2b of some bytes, as many bytes as `result` has room for: 16 to 64.
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
