import TestSupport
import Invites
import Testing
import Vocabulary

@Suite("Links · codes")
struct CodeTests {
  struct Wrong: Sendable, CustomTestStringConvertible {
    let text: String
    let refusal: InviteCode.Refusal
    let rule: RuleID
    var testDescription: String { "\"\(text)\"" }
  }

  static let wrong = [
    Wrong(text: "", refusal: .wrongLength(0), rule: "LNK-02"),
    Wrong(text: "a3Xk9m2", refusal: .wrongLength(7), rule: "LNK-02"),
    Wrong(text: "a3Xk9m2QQ", refusal: .wrongLength(9), rule: "LNK-02"),
    Wrong(text: "a3Xk9m2Q ", refusal: .wrongLength(9), rule: "LNK-02"),
    Wrong(text: "-3Xk9m2Q", refusal: .wrongCharacter(at: 0), rule: "LNK-03"),
    Wrong(text: "a3Xk_m2Q", refusal: .wrongCharacter(at: 4), rule: "LNK-03"),
    Wrong(text: "a3Xk9m2\0", refusal: .wrongCharacter(at: 7), rule: "LNK-03"),
    Wrong(text: "a3Xk9m2é", refusal: .wrongCharacter(at: 7), rule: "LNK-03"),
    Wrong(text: "a3Xk9m２Q", refusal: .wrongCharacter(at: 6), rule: "LNK-03"),
    Wrong(text: "a3%58k9m", refusal: .wrongCharacter(at: 2), rule: "LNK-03"),
  ]

  @Test(arguments: wrong)
  func `LNK-02, LNK-03, LNK-04 · anything but eight letters or digits is refused`(_ wrong: Wrong) {
    #expect(throws: wrong.refusal) { try InviteCode(parsing: wrong.text) }
    #expect(wrong.refusal.rule == wrong.rule)
  }

  @Test
  func `LNK-03, LNK-04, EDG-10, P-INV-03 · of all bytes 62 may stand in a code, none to encode`() {
    let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    for byte in UInt8.min...UInt8.max {
      for place in 0..<8 {
        var bytes = Array("a3Xk9m2Q".utf8)
        bytes[place] = byte
        let code = try? InviteCode(parsing: bytes)
        #expect((code != nil) == unreserved.contains(byte))
        if let code { #expect(Array(code.description.utf8) == bytes) }
      }
    }
  }

  @Test func `LNK-02, LNK-14 · the sample of the spec is a code, as long as all codes`() throws {
    let code = try InviteCode(parsing: "a3Xk9m2Q")
    #expect(code.description == "a3Xk9m2Q")
    #expect(code.description.count == InviteCode.length)
  }

  @Test func `LNK-18 · codes that differ in case are different`() throws {
    let codes = try ["a3Xk9m2Q", "A3Xk9m2Q", "a3xk9m2q", "A3XK9M2Q"].map {
      try InviteCode(parsing: $0)
    }
    #expect(Set(codes).count == 4)
  }

  @Test func `A code takes eight bytes, and sorts as its text does`() throws {
    #expect(MemoryLayout<InviteCode>.size == 8)
    var dice = SeededChance(seed: 1)
    let codes = (0..<500).map { _ in InviteCode.random(using: &dice) }
    #expect(codes.sorted().map(\.description) == codes.map(\.description).sorted())
    for code in codes {
      #expect(InviteCode(packed: code.packed) == code)
      #expect(try InviteCode(parsing: code.description) == code)
    }
    #expect(InviteCode(packed: 0) == nil)
    #expect(!codes.contains { $0 < $0 }, "no code comes before itself")
  }

  @Test func `The generator's ends are the ends of the alphabet`() {
    var lowest = LoadedDice(2)
    #expect(InviteCode.random(using: &lowest).description == "00000000")
    var highest = LoadedDice(.max)
    #expect(InviteCode.random(using: &highest).description == "zzzzzzzz")
  }

  @Test func `Each character is as likely as any other in each place`() {
    var dice = SeededChance(seed: 7)
    let draws = 62_000
    var counts = [[UInt8: Int]](repeating: [:], count: 8)
    for _ in 0..<draws {
      for (place, byte) in InviteCode.random(using: &dice).description.utf8.enumerated() {
        counts[place][byte, default: 0] += 1
      }
    }
    for count in counts {
      #expect(count.count == 62)
      // χ² with 61 degrees of freedom: below 113 but once in 50 000 tries.
      let distance = count.values.reduce(0.0) { $0 + (Double($1) - 1_000) * (Double($1) - 1_000) }
      #expect(distance / 1_000 < 113)
    }
  }
}

@Suite("Links · minting")
struct MintingTests {
  @Test func `LNK-05, LNK-06 · of many inviters each has a code, and each code one inviter`() throws
  {
    // These dice give codes again that they gave before.
    let (a, b, c, d): (UInt64, UInt64, UInt64, UInt64) = (1 << 61, 3 << 60, 5 << 60, 7 << 60)
    var dice = LoadedDice(a + 9, a + 9, b + 9, a + 9, b + 9, c + 9, d + 9, 2, 1 << 52, 1, .max)
    var inviters: [InviteCode: PrincipalID] = [:]
    for number in 1...6 {
      let code = try InviteCode.mint(using: &dice) { inviters[$0] != nil }
      let record = InviteRecord(
        id: InviteID(rawValue: UInt128(number)), sender: PrincipalID(rawValue: UInt64(number)),
        code: code, context: .generic, createdAt: LinkFixture.noon, under: .rin)
      inviters[record.code] = record.sender
    }
    #expect(inviters.count == 6)
    #expect(Set(inviters.values).count == 6)
    #expect(dice.drawn == 9)
  }

  @Test func `LNK-06 · rather no code than one that is taken`() {
    var dice = LoadedDice(1 << 60 + 9)
    #expect(throws: InviteCode.MintRefusal.everyDrawTaken(draws: 8)) {
      try InviteCode.mint(using: &dice) { _ in true }
    }
    #expect(dice.drawn == 8)
    #expect(InviteCode.MintRefusal.everyDrawTaken(draws: 8).rule == "LNK-06")
  }
}
