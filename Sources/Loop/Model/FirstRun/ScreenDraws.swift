import Onboarding
import RandomStreams
import Vocabulary

/// One draw from 0 up to 1 for each screen, made when the screen is reached.
///
/// Policies that order or choose screens differently share the draw of each screen.
struct ScreenDraws: BitwiseCopyable {
  /// The blocks of all screens.
  static let blocks: UInt32 = 4

  private let draw: Draw
  private let first: UInt32
  /// The block of the screen reached last, and its number among those of all screens.
  private var words = Philox.Words(0, 0, 0, 0)
  private var number = UInt32.max

  /// The blocks of `draw` from number `first` on are those of the screens.
  init(_ draw: Draw, from first: UInt32) {
    self.draw = draw
    self.first = first
  }

  /// The draw of `screen`, above 0 and below 1, in steps of 2^-32.
  subscript(screen: JourneyScreen) -> Double {
    mutating get {
      let wanted = UInt32(screen.ordinal / 4)
      if wanted != number {
        words = draw.words(first + wanted)
        number = wanted
      }
      let uniforms = words.openUniforms
      return switch screen.ordinal % 4 {
      case 0: uniforms.0
      case 1: uniforms.1
      case 2: uniforms.2
      default: uniforms.3
      }
    }
  }
}
