import CGrowthloopAllocationCounter
import GrowthloopTransport
import Testing

@testable import GrowthloopLinkStore

/// The check values are those of draft-irtf-cfrg-xchacha-03, A.3.1, and of RFC 7693.
struct SealedBoxTests {
  private let purpose = Array("row 7 of turn 3".utf8)

  @Test(arguments: [0, 1, 31, 32, 1_000]) func `what was sealed is read with its key`(count: Int) {
    let text = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let key = SealingKey.random()
    var bytes: [UInt8] = [1, 2, 3]
    SealedBox.seal(text, for: purpose, under: key, behind: &bytes)
    #expect(bytes.count == 3 + count + SealedBox.overhead)
    #expect(bytes.prefix(3) == [1, 2, 3])
    #expect(SealedBox.open(bytes.dropFirst(3), for: purpose, under: key) == text)
  }

  @Test func `no bit of a box can change`() {
    let key = SealingKey.random()
    var box: [UInt8] = []
    SealedBox.seal(Array("Maya".utf8), for: purpose, under: key, behind: &box)
    for bit in 0..<box.count * 8 {
      var flipped = box
      flipped[bit / 8] ^= 1 << (bit % 8)
      #expect(SealedBox.open(flipped[...], for: purpose, under: key) == nil)
    }
    for count in 0..<box.count {
      #expect(SealedBox.open(box.prefix(count), for: purpose, under: key) == nil)
    }
  }

  @Test func `a box opens for nothing else, and under no other key`() {
    let key = SealingKey.random()
    var box: [UInt8] = []
    SealedBox.seal([1], for: purpose, under: key, behind: &box)
    #expect(SealedBox.open(box[...], for: purpose + [0], under: key) == nil)
    #expect(SealedBox.open(box[...], for: purpose, under: .random()) == nil)
    #expect(SealedBox.open(box[...], for: purpose, under: .none) == nil)
  }

  @Test func `the cipher is the published one`() throws {
    let key = SealingKey(Array(0x80...0x9F)[...])
    let nonce: [UInt8] = Array(0x40...0x57)
    let purpose: [UInt8] = [
      0x50, 0x51, 0x52, 0x53, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7,
    ]
    let text =
      "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it."
    let cipher = try #require(
      Self.bytes(
        """
        bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39
        ae64c6708c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9
        21f9664c97637da9768812f615c68b13b52ec0875924c1c7987947deafd8780acf49
        """))
    #expect(
      SealedBox.open((nonce + cipher)[...], for: purpose, under: key) == Array(text.utf8))
  }

  @Test func `keys are equal in all of their bits`() {
    let bytes = (0..<32).map { UInt8($0) }
    let key = SealingKey(bytes[...])
    #expect(key == SealingKey(bytes[...]))
    for bit in 0..<256 {
      var other = bytes
      other[bit / 8] ^= 1 << (bit % 8)
      #expect(key != SealingKey(other[...]))
    }
  }

  /// A debug build boxes what an optimised one keeps in registers.
  private static var isOptimised: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }

  @Test(.enabled(if: isOptimised, "only an optimised build can"))
  func `no copy of a key is left on the heap by what is opened or numbered`() {
    let key = SealingKey.random()
    let text = [UInt8](repeating: 7, count: 100)
    var box: [UInt8] = []
    SealedBox.seal(text, for: purpose, under: key, behind: &box)
    let start = allocation_count()
    let opened = SealedBox.open(box[...], for: purpose, under: key)
    let middle = allocation_count()
    let number = key.number(for: text)
    let end = allocation_count()
    // One is the text.
    #expect((middle - start, end - middle) == (1, 0))
    #expect(opened == text && number == key.number(for: text))
  }

  @Test func `the bytes of a key are wiped once it is made, or sealed`() {
    var bytes = (1...40).map { UInt8($0) }
    let key = SealingKey(wiping: &bytes)
    #expect(bytes == [UInt8](repeating: 0, count: 40))
    let text = key.withBytes(of: 36) { $0 + [] }
    #expect(text == (1...32).map { UInt8($0) } + [0, 0, 0, 0])
  }

  @Test func `two keys make a third, which neither makes alone`() {
    let (one, other) = (SealingKey.random(), SealingKey.random())
    #expect(one.and(other) == one.and(other))
    #expect(one.and(other) != other.and(one))
    #expect(![one, other].contains(one.and(other)))
  }

  @Test func `a number rests on its key and on its bytes`() {
    let key = SealingKey.random()
    #expect(key.number(for: [1, 2]) == key.number(for: [1, 2]))
    #expect(key.number(for: [1, 2]) != key.number(for: [2, 1]))
    #expect(key.number(for: [1, 2]) != SealingKey.random().number(for: [1, 2]))
  }

  private static func bytes(_ digits: String) -> [UInt8]? {
    let digits = digits.filter { !$0.isWhitespace }.map(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map {
      UInt8((digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0))
    }
  }
}
