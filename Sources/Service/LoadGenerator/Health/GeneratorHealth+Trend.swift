internal import Statistics

extension GeneratorHealth {
  /// Tests for a growing backlog of requests.
  mutating func judgeTrend(of seconds: [SecondRecord]) {
    // Some hundred points are enough to show a trend.
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
