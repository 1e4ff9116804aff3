import Onboarding
import Vocabulary

/// A number from 0 up to 1 for each screen, whichever of them are met.
///
/// So two policies that order or choose the screens otherwise share the luck of each screen.
struct ScreenLuck: BitwiseCopyable {
  private let words: SIMD16<UInt32>

  /// Takes eight numbers of the generator.
  init(using chance: inout some RandomNumberGenerator) {
    var words = SIMD16<UInt32>()
    for pair in 0..<8 {
      let bits = chance.next()
      words[2 * pair] = UInt32(truncatingIfNeeded: bits)
      words[2 * pair + 1] = UInt32(truncatingIfNeeded: bits &>> 32)
    }
    self.words = words
  }

  /// The number of `screen`, above 0 and below 1, in steps of 2^-32.
  subscript(screen: JourneyScreen) -> Double {
    (Double(words[Int(screen.ordinal & 15)]) + 0.5) * 0x1p-32
  }
}
