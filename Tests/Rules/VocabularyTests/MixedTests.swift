import Testing
import Vocabulary

@Suite("Numbers whose bits are mixed")
struct MixedTests {
  @Test func `the multiples of the golden ratio are mixed to the outputs of SplitMix64`() {
    // The first outputs for seed 1234567, as published with the generator's ports (Rosetta Code).
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    let found = (1...5).map { (1_234_567 &+ UInt64($0) &* 0x9E37_79B9_7F4A_7C15).mixed }
    #expect(found == expected)
  }
}
