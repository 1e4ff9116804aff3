import RandomStreams
import Vocabulary

extension DeviceWorld {
  /// What stays the same about the device of a person; values are ranks from 0.
  struct Traits {
    let model: UInt32
    let systemVersion: UInt32
    let language: UInt32
    let region: UInt32
    let timeZone: UInt32
    /// Whether links are usually tapped in the carrier's network, and not at home.
    let prefersCarrier: Bool
    /// Where the person stands from 0 to 1 among those whose browser tells something else.
    let mismatch: Double
    let browser: Double
    let screen: Double
    /// When leases of the carrier's addresses begin, as a share of their length.
    let phase: Double
  }

  /// What a draw for a person is for, beside the traits: their index says which one it is.
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

  /// A number from 0 up to 1 for an occasion of a person that comes with a number of its own.
  func draw(_ occasion: Occasion, of person: Int, _ number: UInt32 = 0) -> Double {
    // The occasion stands in the upper half of the entity, where no person reaches.
    chance.uniform(UInt64(person) | occasion.rawValue << 56, number)
  }
}

/// The numbers of a draw in halves: 32 random bits at the top of each are plenty for a rank or a share,
/// and a draw lasts twice as long.
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
