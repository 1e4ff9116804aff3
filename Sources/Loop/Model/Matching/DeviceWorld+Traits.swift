import RandomStreams
import Vocabulary

extension DeviceWorld {
  /// The constant traits of a person's device; values are ranks from 0.
  struct Traits {
    let model: UInt32
    let systemVersion: UInt32
    let language: UInt32
    let region: UInt32
    let timeZone: UInt32
    /// Whether the person usually taps links in the carrier's network rather than at home.
    let prefersCarrier: Bool
    /// Draws from 0 to 1 for a browser that reports other signals.
    let mismatch: Double
    let browser: Double
    let screen: Double
    /// The phase of the carrier's leases, as a proportion of their length.
    let phase: Double
  }

  /// The purpose of a person's draw; the draw's index distinguishes draws of one purpose.
  enum Occasion: UInt64 {
    case traits = 0
    case lease
    case launch
  }

  func traits(of person: Int) -> Traits {
    var draw = HalfNumbers(chance[UInt64(person)])
    func rank(_ choice: Categorical) -> UInt32 { UInt32(choice.sample(using: &draw)) }
    return Traits(
      model: rank(models), systemVersion: rank(systemVersions), language: rank(languages),
      region: rank(regions), timeZone: rank(timeZones),
      prefersCarrier: draw.uniform() < devices.behindSharedAddress,
      mismatch: draw.uniform(), browser: draw.uniform(), screen: draw.uniform(),
      phase: draw.uniform())
  }

  /// Returns a draw from 0 up to 1 for an occasion of a person that has a number of its own.
  func draw(_ occasion: Occasion, of person: Int, _ number: UInt32 = 0) -> Double {
    // The occasion is in the upper half of the entity, above all numbers of people.
    chance.uniform(UInt64(person) | occasion.rawValue << 56, number)
  }
}

/// A generator that uses each number of a draw twice.
///
/// The 32 random bits of a half are enough for a rank or a proportion.
private struct HalfNumbers: RandomNumberGenerator {
  private var draw: Draw
  private var spare: UInt64 = 0
  private var hasSpare = false

  init(_ draw: Draw) {
    self.draw = draw
  }

  mutating func next() -> UInt64 {
    if hasSpare {
      hasSpare = false
      return spare
    }
    let number = draw.next()
    spare = number << 32
    hasSpare = true
    return number & 0xFFFF_FFFF_0000_0000
  }
}
