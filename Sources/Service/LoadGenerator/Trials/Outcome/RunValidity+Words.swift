import Statistics

extension RunValidity {
  /// The signs of invalidity or disturbance, a sentence each; empty if valid.
  public var reasons: [String] {
    switch self {
    case .valid: []
    case .disturbed(let reasons), .generatorLimited(let reasons): reasons.map(\.words)
    }
  }
}

extension RunValidity.Reason {
  fileprivate var words: String {
    switch self {
    case .lag(let percentile, let was, let allowed):
      "requests were sent late: at the \(Self.shown(percentile))th percentile by "
        + "\(Self.time(was)), where \(Self.time(allowed)) is allowed"
    case .rate(let sent, let due):
      "only \(sent) of \(due) requests were sent that were due, with connections to spare"
    case .processor(let busy, let allowed):
      "the generator was busy \(Self.percent(busy)) of the time, where \(Self.percent(allowed)) is allowed"
    case .runQueue(let waiting, let allowed):
      "the generator waited \(Self.percent(waiting)) of the time for a processor that others had, "
        + "where \(Self.percent(allowed)) is allowed"
    case .foreign(let share, let allowed):
      "others took \(Self.percent(share)) of its processor, where \(Self.percent(allowed)) is allowed"
    case .stolen(let share, let allowed):
      "the machine below took \(Self.percent(share)) of its processor, "
        + "where \(Self.percent(allowed)) is allowed"
    case .turn(let p99, let allowed):
      "one turn of its loop took \(Self.time(p99)) at the 99th percentile, where "
        + "\(Self.time(allowed)) is allowed"
    }
  }

  private static func shown(_ percentile: Double) -> String {
    percentile == percentile.rounded() ? "\(Int(percentile))" : "\(percentile)"
  }

  private static func percent(_ share: Double) -> String {
    "\((share * 1_000).rounded() / 10)%"
  }

  private static func time(_ duration: Duration) -> String {
    "\((duration / .microseconds(1)).rounded() / 1_000) ms"
  }
}
