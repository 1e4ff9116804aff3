public import RandomStreams
internal import Statistics

extension Switchback {
  /// The sends of a period in control; treatment doubles them.
  private static let sends = 10.0

  /// Returns the effect in proportion to its truth, by the time of joining and by that of sending.
  ///
  /// A run has `periods` that count, after a time in which the delayed joins reach their level.
  /// `nil` for fewer than two runs.
  public func simulated(
    _ order: Order, runs: Int, periods: Int = 400, stream: RandomStream
  ) -> (byJoin: SimulatedValue, bySend: SimulatedValue)? {
    var (byJoin, bySend) = (RunningMoments(), RunningMoments())
    for run in 0..<runs {
      var draw = stream[UInt64(run)]
      let warmUp = Int((60 / period).rounded(.up))
      let arms = arms(order, count: warmUp + periods, &draw)
      let counts = counts(of: arms, &draw)
      func effect(_ counts: [Int]) -> Double {
        var sums = [0.0, 0]
        var sizes = [0.0, 0]
        for (arm, count) in zip(arms, counts).dropFirst(warmUp) {
          sums[arm] += Double(count)
          sizes[arm] += 1
        }
        return (sums[1] / sizes[1] - sums[0] / sizes[0]) / Self.sends
      }
      byJoin.record(effect(counts.joins))
      bySend.record(effect(counts.sends))
    }
    guard let byJoin = SimulatedValue(byJoin), let bySend = SimulatedValue(bySend) else {
      return nil
    }
    return (byJoin, bySend)
  }

  private func arms(_ order: Order, count: Int, _ draw: inout Draw) -> [Int] {
    switch order {
    case .coin: (0..<count).map { _ in draw.uniform() < 0.5 ? 1 : 0 }
    case .alternating: (0..<count).map { $0 & 1 }
    }
  }

  /// The sends and joins of each period; joins after the last are not seen.
  private func counts(
    of arms: [Int], _ draw: inout Draw
  ) -> (sends: [Int], joins: [Int]) {
    let numbers = [
      Poisson.certain(try Poisson(mean: Self.sends)),
      Poisson.certain(try Poisson(mean: 2 * Self.sends)),
    ]
    var joins = [Int](repeating: 0, count: arms.count)
    let sends = arms.enumerated().map { place, arm in
      let count = numbers[arm].sample(using: &draw)
      for _ in 0..<count {
        let moment = Double(place) + draw.uniform() + wait(&draw) / period
        if moment < Double(arms.count) { joins[Int(moment)] += 1 }
      }
      return count
    }
    return (sends, joins)
  }

  private func wait(_ draw: inout Draw) -> Double {
    switch delay {
    case .exponential(let mean):
      Exponential.certain(try Exponential(mean: mean)).sample(using: &draw)
    case .logNormal(let median, let sigma):
      LogNormal.certain(try LogNormal(median: median, sigma: sigma)).sample(using: &draw)
    }
  }
}
