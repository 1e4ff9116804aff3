import Testing

@testable import GrowthloopTransport

@Suite("Secrets · keyed hashes")
struct KeyedHashTests {
  private static func hash() throws -> KeyedHash {
    KeyedHash(try #require(Secret(Array(0..<16))))
  }

  /// Of the 64 vectors that the authors published, with the key 00 … 0f and the bytes 00, 01, ….
  @Test(
    arguments: [
      (0, 0x726F_DB47_DD0E_0E31), (1, 0x74F8_39C5_93DC_67FD), (8, 0x93F5_F579_9A93_2462),
      (15, 0xA129_CA61_49BE_45E5),
    ] as [(UInt8, UInt64)])
  func `the published vectors come out`(count: UInt8, expected: UInt64) throws {
    let bytes = Array(0..<count)
    let hash = try Self.hash()
    #expect(hash.hash(bytes.span) == expected)
    guard count > 0 else { return }
    #expect(hash.hash(bytes.span.extracting(1...), after: 0) == expected)
  }

  @Test func `secrets for two purposes have nothing in common`() throws {
    let secret = try #require(Secret(Array(repeating: 7, count: 32)))
    let tokens = secret.derived(for: "tokens")
    #expect(!tokens.matches(secret.bytes))
    #expect(!tokens.matches(secret.derived(for: "links").bytes))
    #expect(tokens.matches(secret.derived(for: "tokens").bytes))
  }
}
