public import RandomStreams
public import Statistics

/// What a plan must do to be advised.
public struct RolloutStandard: Sendable, Hashable {
  /// The least share of rollouts with the defect that find it before the last stage.
  public var leastDetection: Double
  /// The greatest share of rollouts without one that are taken back or stand still.
  public var mostFalse: Double

  /// Creates a standard; by default nothing that goes wrong without a defect counts against a plan.
  public init(leastDetection: Double = 0.8, mostFalse: Double = 1) {
    self.leastDetection = leastDetection
    self.mostFalse = mostFalse
  }

  /// Returns whether a plan with these rollouts meets the standard.
  public func isMet(with: RolloutTally, without: RolloutTally) -> Bool {
    (with.detectedInTime.share ?? 0) >= leastDetection
      && (without.stopped.share ?? 1) <= mostFalse
  }
}

/// Finds the volume and the harm at which a plan meets a standard, by the walk that judges it.
public struct RolloutSearch {
  private let walker: RolloutWalker
  private let watched: [Int]
  private let series: WorldSeries
  private let ramps: Int
  private let stream: RandomStream

  /// Creates a search by so many rollouts of a plan between two worlds; only the guardrails at
  /// these places watch them.
  public init(
    _ walker: RolloutWalker, watching watched: [Int], between series: WorldSeries, ramps: Int,
    stream: RandomStream
  ) {
    self.walker = walker
    self.watched = watched
    self.series = series
    self.ramps = ramps
    self.stream = stream
  }

  /// The greatest multiple of the volume that is tried; the least is its inverse.
  public static let mostVolume = 1_000.0

  /// Returns how rollouts go at a multiple of the volume.
  public func tally(isDefective: Bool, times factor: Double) -> RolloutTally {
    var walker = walker.scaled(by: factor)
    return walker.tally(ramps, watching: watched) {
      series.days(of: $0, isDefective: isDefective, times: factor, stream: stream)
    }
  }

  /// Returns the multiple of the volume from which on the plan meets a standard; `nil` where none
  /// does.
  ///
  /// The interval is that of the share of rollouts that find the defect.
  public func volume(toMeet standard: RolloutStandard) -> Estimate? {
    let scale = GeometricSteps(from: 1 / Self.mostVolume, to: Self.mostVolume)
    var known: [Int: Estimate] = [:]
    func found(_ step: Int) -> Estimate? {
      if let found = known[step] { return found }
      let found = tally(isDefective: true, times: scale[step]).detectedInTime.wilson()
      known[step] = found
      return found
    }
    // What is wrong as often as it may be is so by chance in half of all tallies.
    func isQuiet(_ step: Int) -> Bool {
      standard.mostFalse >= 1
        || (tally(isDefective: false, times: scale[step]).stopped.wilson()?.low ?? 1)
          <= standard.mostFalse
    }
    func least(_ end: KeyPath<Estimate, Double>) -> Double? {
      scale.first { step in
        (found(step)?[keyPath: end] ?? 0) >= standard.leastDetection && isQuiet(step)
      }
    }
    guard let value = least(\.value) else { return nil }
    return Estimate(
      value, from: min(value, least(\.high) ?? value),
      to: max(value, least(\.low) ?? Self.mostVolume), confidence: 0.95)
  }

  /// Returns the smallest harm by itself to the guardrail at `place` that so many rollouts find;
  /// `nil` where they find none that is possible.
  ///
  /// Of events that each may happen any number of times, harm is tried up to a hundredfold.
  public func smallestHarm(to place: Int, foundIn least: Double = 0.8) -> Double? {
    let guardrail = walker.plan.guardrails[place]
    let usual = series.guardrails[place].without
    let most =
      guardrail.harm == .fall
      ? usual.rate : guardrail.isShare ? 1 - usual.rate : 100 * usual.rate
    guard most > 0 else { return nil }
    let scale = GeometricSteps(from: most / 10_000, to: most)
    return scale.first { step in
      let harm = scale[step]
      var worlds = series.guardrails
      worlds[place] = WorldSeries.Guarded(
        without: usual,
        with: WorldSeries.World(
          volumes: usual.volumes,
          rate: max(0, guardrail.harm == .fall ? usual.rate - harm : usual.rate + harm)),
        isShare: worlds[place].isShare)
      let search = RolloutSearch(
        walker, watching: [place], between: WorldSeries(worlds), ramps: ramps, stream: stream)
      return (search.tally(isDefective: true, times: 1).detectedInTime.share ?? 0) >= least
    }
  }
}

/// Numbers from a least to a greatest, each by 2% or a little less above the one before.
private struct GeometricSteps {
  private let least: Double
  private let count: Int
  private let logarithm: Double

  init(from least: Double, to most: Double) {
    self.least = least
    let whole = Double.log(most / least)
    count = Int((whole / 0.02).rounded(.up))
    logarithm = whole / Double(count)
  }

  subscript(step: Int) -> Double { least * Double.exp(Double(step) * logarithm) }

  /// Returns the first number at whose place a condition holds that also holds at all after it;
  /// `nil` where it does not hold at the last.
  func first(where holds: (Int) -> Bool) -> Double? {
    guard holds(count) else { return nil }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return self[low]
  }
}
