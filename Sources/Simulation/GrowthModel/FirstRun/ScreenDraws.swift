import Onboarding
import Vocabulary

/// One draw from 0 up to 1 for each screen, whether or not it is shown.
///
/// Policies that order or choose screens differently share the draw of each screen.
struct ScreenDraws: BitwiseCopyable {
  private let words: SIMD16<UInt32>

  /// Draws eight numbers of the generator.
  init(using chance: inout some RandomNumberGenerator) {
    var words = SIMD16<UInt32>()
    for pair in 0..<8 {
      let bits = chance.next()
      words[2 * pair] = UInt32(truncatingIfNeeded: bits)
      words[2 * pair + 1] = UInt32(truncatingIfNeeded: bits &>> 32)
    }
    self.words = words
  }

  /// The draw of `screen`, above 0 and below 1, in steps of 2^-32.
  subscript(screen: JourneyScreen) -> Double {
    (Double(words[Int(screen.ordinal & 15)]) + 0.5) * 0x1p-32
  }
}
