public import RandomStreams

/// The days of two worlds: one without a change, and one in which it reaches everybody.
///
/// The stand-in for days by arm, as long as a simulation has none: each arm draws its share of its
/// world's volume, and its events at its world's rate. Members meet all of a day's events
/// independently, and what they send crosses no arm.
public struct WorldSeries: Sendable, Hashable {
  /// One guardrail's counts in one world.
  public struct World: Sendable, Hashable {
    /// The number counted on each day of each replication.
    public let volumes: [[Int]]
    /// Events per counted, over all days and replications.
    public let rate: Double

    /// Creates a world of one replication at least, with a day each.
    public init(volumes: [[Int]], rate: Double) {
      precondition(
        volumes.allSatisfy { !$0.isEmpty } && !volumes.isEmpty && rate >= 0,
        "a world has days and a rate")
      self.volumes = volumes
      self.rate = rate
    }

    /// The mean number counted on each day that all replications have.
    public var dailyVolumes: [Double] {
      let days = volumes.map(\.count).min() ?? 0
      return (0..<days).map { day -> Double in
        let sum: Int = volumes.reduce(0) { $0 + $1[day] }
        return Double(sum) / Double(volumes.count)
      }
    }

    /// Returns the mean number counted on one of the first so many days.
    public func volume(over days: Int) -> Double {
      let own = dailyVolumes.prefix(max(1, days))
      return own.reduce(0, +) / Double(own.count)
    }

    /// Returns what is counted on a day in so many towns, of which the first is that of a
    /// replication and the last may be a part of one.
    fileprivate func volume(
      of town: Int, on day: Int, times towns: Double, by draw: inout some RandomNumberGenerator
    ) -> Int {
      func volume(of town: Int) -> Int {
        let days = volumes[town % volumes.count]
        return days[min(day, days.count - 1)]
      }
      let whole = Int(towns)
      let (rounds, rest) = whole.quotientAndRemainder(dividingBy: volumes.count)
      var sum = (0..<rest).reduce(0) { $0 + volume(of: town + $1) }
      if rounds > 0 { sum += rounds * volumes.indices.reduce(0) { $0 + volume(of: $1) } }
      let part = towns - Double(whole)
      return part == 0
        ? sum
        : sum + ArmCounts.Counts.certain(volume(of: town + whole), part, by: &draw).numerator
    }
  }

  /// One guardrail's two worlds.
  public struct Guarded: Sendable, Hashable {
    public let without: World
    public let with: World
    /// Whether events are a part of what is counted.
    public let isShare: Bool

    public init(without: World, with: World, isShare: Bool) {
      self.without = without
      self.with = with
      self.isShare = isShare
    }
  }

  public let guardrails: [Guarded]

  /// Creates the worlds of the guardrails, in their order.
  public init(_ guardrails: [Guarded]) {
    self.guardrails = guardrails
  }

  /// Returns the days of rollout `walk`, at a multiple of the volume; of a change that does nothing,
  /// unless it is defective.
  public func days(
    of walk: Int, isDefective: Bool, times towns: Double = 1, stream: RandomStream
  ) -> WorldDays {
    WorldDays(series: self, walk: walk, isDefective: isDefective, towns: towns, stream: stream)
  }
}

/// The days of one rollout between two worlds.
public struct WorldDays: RolloutDays {
  let series: WorldSeries
  let walk: Int
  let isDefective: Bool
  let towns: Double
  let stream: RandomStream

  public mutating func counts(of day: Int, reaching share: Double) -> [ArmCounts] {
    var draw = stream[UInt64(walk), UInt32(day)]
    return series.guardrails.map { guarded in
      func arm(_ world: WorldSeries.World, _ share: Double) -> ArmCounts.Counts {
        let all = world.volume(of: walk, on: day, times: towns, by: &draw)
        let volume = ArmCounts.Counts.certain(all, share, by: &draw).numerator
        return guarded.isShare
          ? .certain(volume, min(1, world.rate), by: &draw)
          : .counted(volume, world.rate, by: &draw)
      }
      return ArmCounts(
        treated: arm(isDefective ? guarded.with : guarded.without, share),
        control: arm(guarded.without, 1 - share))
    }
  }
}

extension ArmCounts.Counts {
  /// Returns a number of events that each of `volume` may have any number of.
  fileprivate static func counted(
    _ volume: Int, _ rate: Double, by generator: inout some RandomNumberGenerator
  ) -> Self {
    guard volume > 0, rate > 0 else { return Self(0, of: volume) }
    do {
      let events = try Poisson(mean: Double(volume) * rate)
      return Self(events.sample(using: &generator), of: volume)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

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
