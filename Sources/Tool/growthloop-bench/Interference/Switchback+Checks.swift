extension Switchback {
  /// The delay from tap to first launch of the baseline: a median of 9.5 hours.
  static let installDelay = Delay.logNormal(median: 9.5 / 24, sigma: 1.634)

  /// Four periods: an exponential delay of a day in both orders, and a log-normal one.
  static func checks(_ scale: CheckScale) -> [ClosedFormCheck] {
    [1.0, 3, 7, 14].enumerated().flatMap { place, period in
      let exponential = Switchback(period: period, delay: .exponential(mean: 1))
      let logNormal = Switchback(period: period, delay: installDelay)
      return exponential.checks(scale, "exponential", .coin, place * 3)
        + exponential.checks(scale, "exponential", .alternating, place * 3 + 1)
        + logNormal.checks(scale, "log-normal", .coin, place * 3 + 2)
    }
  }

  private func checks(
    _ scale: CheckScale, _ name: String, _ order: Order, _ place: Int
  ) -> [ClosedFormCheck] {
    let found = simulated(order, runs: scale.worlds(1_600), stream: scale.stream(place))
    let title = "\(name), \(order == .coin ? "coin" : "ABAB"), L \(period)"
    return scale.check("\(title): by joining", remainingEffect(order), found?.byJoin)
      + scale.check("\(title): by sending", 1, found?.bySend)
  }
}
