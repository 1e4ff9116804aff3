/// SipHash-2-4 (Aumasson and Bernstein, 2012): a hash that only holders of its key can compute.
///
/// It takes some twenty nanoseconds, a tenth of an HMAC.
public struct KeyedHash: Sendable {
  private let key: (UInt64, UInt64)

  /// Creates a hash with the first 16 bytes of a secret as the key.
  public init(_ secret: Secret) {
    key = (Self.word(secret.bytes[..<8]), Self.word(secret.bytes[8..<16]))
  }

  /// Returns the hash of some bytes after a first one, the same in every process with the key.
  public func hash(_ bytes: Span<UInt8>, after first: UInt8? = nil) -> UInt64 {
    var state = State(key)
    var word: UInt64 = 0
    var count: UInt64 = 0
    func take(_ byte: UInt8) {
      word |= UInt64(byte) << (8 * (count & 7))
      count += 1
      guard count & 7 == 0 else { return }
      state.absorb(word)
      word = 0
    }
    if let first { take(first) }
    for place in bytes.indices { take(bytes[place]) }
    state.absorb(word | count << 56)
    return state.finish()
  }

  /// Returns eight bytes as a word, the first one lowest.
  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private struct State {
    private var lanes: SIMD4<UInt64>

    init(_ key: (UInt64, UInt64)) {
      lanes = [
        key.0 ^ 0x736F_6D65_7073_6575, key.1 ^ 0x646F_7261_6E64_6F6D,
        key.0 ^ 0x6C79_6765_6E65_7261, key.1 ^ 0x7465_6462_7974_6573,
      ]
    }

    mutating func absorb(_ word: UInt64) {
      lanes[3] ^= word
      for _ in 0..<2 { mix() }
      lanes[0] ^= word
    }

    mutating func finish() -> UInt64 {
      lanes[2] ^= 0xFF
      for _ in 0..<4 { mix() }
      return lanes[0] ^ lanes[1] ^ lanes[2] ^ lanes[3]
    }

    private mutating func mix() {
      add(1, to: 0, turning: 13)
      lanes[0] = lanes[0] << 32 | lanes[0] >> 32
      add(3, to: 2, turning: 16)
      add(3, to: 0, turning: 21)
      add(1, to: 2, turning: 17)
      lanes[2] = lanes[2] << 32 | lanes[2] >> 32
    }

    private mutating func add(_ one: Int, to other: Int, turning bits: UInt64) {
      lanes[other] &+= lanes[one]
      lanes[one] = (lanes[one] << bits | lanes[one] >> (64 - bits)) ^ lanes[other]
    }
  }
}
