public import RandomStreams

/// Days of a known volume, on which each event is a toss of its arm's coin.
///
/// The arms divide the volume as planned: of a share of 5% of 11 there is one, in whole numbers.
public struct BinomialDays: RolloutDays {
  /// One guardrail's chances.
  public struct Chances: Sendable, Hashable {
    public let volume: Int
    public let control: Double
    public let treated: Double

    /// Creates days with that volume, and a metric that falls by `fall` with the change.
    public init(volume: Int, control: Double, fall: Double = 0) {
      precondition(
        volume >= 0 && (0...1).contains(control) && (0...1).contains(control - fall),
        "\(control) less \(fall) is no chance")
      self.volume = volume
      self.control = control
      treated = control - fall
    }
  }

  private let chances: [Chances]
  private let stream: RandomStream
  private let walk: UInt64

  /// Creates the days of one of many rollouts; the same number has the same luck in every plan.
  public init(_ chances: [Chances], stream: RandomStream, walk: Int) {
    self.chances = chances
    self.stream = stream
    self.walk = UInt64(walk)
  }

  public mutating func counts(of day: Int, reaching share: Double) -> [ArmCounts] {
    var draw = stream[walk, UInt32(day)]
    return chances.map { chance in
      let treated = Int((Double(chance.volume) * share).rounded(.toNearestOrEven))
      func toss(_ count: Int, _ probability: Double) -> ArmCounts.Counts {
        .certain(count, probability, by: &draw)
      }
      return ArmCounts(
        treated: toss(treated, chance.treated),
        control: toss(chance.volume - treated, chance.control))
    }
  }
}

extension ArmCounts.Counts {
  /// Returns how many of `count` tosses succeed.
  static func certain(
    _ count: Int, _ probability: Double, by generator: inout some RandomNumberGenerator
  ) -> Self {
    do {
      let tosses = try Binomial(count: count, probability: probability)
      return Self(tosses.sample(using: &generator), of: count)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
