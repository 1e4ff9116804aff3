internal import Statistics

extension GeneratorHealth {
  /// Looks whether ever more requests wait or are under way.
  mutating func judgeTrend(of seconds: [SecondRecord]) {
    // A trend shows in some hundred points as well as in all seconds of a week.
    let stride = seconds.count / 300 + 1
    let points = seconds.indices.filter { $0 % stride == 0 }.map { place in
      let second = seconds[place]
      return Double(second.inFlight) + second.backlog.seconds * 1_000
    }
    guard let trend = MannKendall(points) else { return }
    backlogSlope = trend.slope / Double(stride)
    isFallingBehind = trend.pValue(.greater) < 0.01 && backlogSlope > 0
  }
}
