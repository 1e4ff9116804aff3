internal import CGrowthloopSodium
public import GrowthloopTransport

/// A key of 32 bytes for sealed boxes.
///
/// Two keys are compared in constant time. What is computed from a key leaves no copy of it behind.
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
    var bytes = secret.derived(for: purpose).bytes
    self.init(wiping: &bytes)
  }

  public static func == (left: SealingKey, right: SealingKey) -> Bool {
    unsafe left.withBytes { left in
      unsafe right.withBytes { right in
        unsafe sodium_memcmp(left, right, size) == 0
      }
    }
  }
}

extension SealingKey {
  /// Calls `body` with a copy of the bytes, and wipes it.
  func withBytes<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    var copy = words
    defer { unsafe sodium_memzero(&copy, Self.size) }
    return unsafe withUnsafePointer(to: &copy) { copy in
      unsafe copy.withMemoryRebound(to: UInt8.self, capacity: Self.size) { unsafe body($0) }
    }
  }

  /// Calls `body` with the bytes, and zeros up to `count` behind them, for sealing them under
  /// another key; wipes them.
  public func withBytes<Result>(
    of count: Int, _ body: (_ text: [UInt8]) -> Result
  ) -> Result {
    precondition(count >= Self.size, "a key takes \(Self.size) bytes")
    var text = [UInt8](repeating: 0, count: count)
    unsafe withBytes { key in
      unsafe text.withUnsafeMutableBufferPointer { text in
        unsafe text.baseAddress?.update(from: key, count: Self.size)
      }
    }
    defer { Self.wipe(&text) }
    return body(text)
  }

  /// Creates a key of the first 32 bytes, and wipes them all.
  public init(wiping bytes: inout [UInt8]) {
    self.init(bytes.prefix(Self.size))
    Self.wipe(&bytes)
  }

  private static func wipe(_ bytes: inout [UInt8]) {
    unsafe bytes.withUnsafeMutableBytes { unsafe sodium_memzero($0.baseAddress, $0.count) }
  }
}

extension SealingKey {
  /// Returns a key that can be made only from both keys.
  public func and(_ other: SealingKey) -> SealingKey {
    Sodium.start()
    var both = SealingKey.none
    var keys = (words, other.words)
    unsafe withUnsafeMutableBytes(of: &keys) { keys in
      unsafe withUnsafeMutableBytes(of: &both.words) { result in
        unsafe Sodium.hash(UnsafeRawBufferPointer(keys), under: nil, into: result)
      }
      unsafe sodium_memzero(keys.baseAddress, keys.count)
    }
    return both
  }

  /// Returns a keyed hash of bytes.
  public func number(for bytes: [UInt8]) -> UInt64 {
    Sodium.start()
    // The shortest hash of the library; half of it separates the requests of one person.
    var hash: (UInt64, UInt64) = (0, 0)
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe withBytes { key in
        unsafe withUnsafeMutableBytes(of: &hash) { result in
          unsafe Sodium.hash(
            bytes, under: UnsafeRawBufferPointer(start: key, count: Self.size), into: result)
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
