import RandomStreams
import Testing

@Suite("Chance · Philox4x32-10 gives the known answers of Random123")
struct PhiloxTests {
  struct Answer: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let counter: Philox.Words
    let key: UInt64
    let block: Philox.Words
  }

  /// From the file `kat_vectors`.
  static let answers = [
    Answer(
      testDescription: "zeros", counter: .init(0, 0, 0, 0), key: 0,
      block: .init(0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8)),
    Answer(
      testDescription: "ones", counter: .init(.max, .max, .max, .max), key: .max,
      block: .init(0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd)),
    Answer(
      testDescription: "the digits of pi",
      counter: .init(0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344),
      key: 0x299f_31d0_a409_3822,
      block: .init(0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1)),
  ]

  @Test(arguments: answers)
  func `a counter and a key give the block that was published`(_ answer: Answer) {
    #expect(Philox.block(answer.counter, key: answer.key) == answer.block)
  }

  @Test func `words pair up with the earlier one below`() {
    let words = Philox.Words(1, 2, 3, 4)
    #expect(words.low == 0x2_0000_0001)
    #expect(words.high == 0x4_0000_0003)
  }

  @Test func `words are numbers from 0 up to 1`() {
    let (first, second, third, fourth) = Philox.Words(0, 1 << 31, .max, 1).uniforms
    #expect([first, second, third, fourth] == [0, 0.5, 1 - 0x1p-32, 0x1p-32])
  }
}
