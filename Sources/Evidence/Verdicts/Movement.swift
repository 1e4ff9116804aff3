import Gates

/// How far a measurement is from its limit, in words.
struct Movement {
  let measurement: GateResult.Measurement
  let limit: Double
  let side: GateSide
  let verdict: GateVerdict
  let doubt: String?

  init(
    _ measurement: GateResult.Measurement, limit: Double, side: GateSide, verdict: GateVerdict,
    doubt: String?
  ) {
    self.measurement = measurement
    self.limit = limit
    self.side = side
    self.verdict = verdict
    self.doubt = doubt
  }

  /// What moved, by how much, with which certainty.
  func sentence(_ shown: (Double) -> String, apart: (Double) -> String) -> String {
    guard let measured = measurement.measured else {
      return "nothing was measured that the limit could be held against"
    }
    let beginning = "\(shown(measured)), \(distance(of: measured, shown, apart))"
    guard let low = measurement.low, let high = measurement.high else {
      return "\(beginning); too little was measured for an interval"
    }
    let interval = "the \(confidence) interval goes from \(shown(low)) to \(shown(high))"
    if let doubt { return "\(beginning); \(interval), but \(doubt)" }
    switch verdict {
    case .kept, .missed:
      let nearest = (low - limit).magnitude < (high - limit).magnitude ? low : high
      return "\(beginning); with \(confidence) confidence by \(apart((nearest - limit).magnitude)) "
        + "or more"
    case .undecided: return "\(beginning); \(interval), on both sides of it"
    }
  }

  private var confidence: String { "\(Int((measurement.confidence * 100).rounded()))%" }

  /// How far the value is from the limit, and on which side.
  private func distance(
    of value: Double, _ shown: (Double) -> String, _ apart: (Double) -> String
  ) -> String {
    let distance = (value - limit).magnitude
    guard distance > 0 else { return "the limit itself" }
    let share = limit == 0 ? "" : " (\(Self.percent(distance / limit.magnitude)))"
    let isRightSide = side == .below ? value < limit : value > limit
    let words = isRightSide ? "within" : side == .below ? "above" : "below"
    return "\(apart(distance))\(share) \(words) the limit of \(shown(limit))"
  }

  private static func percent(_ share: Double) -> String {
    let tenths = Int((min(share, 1e6) * 1_000).rounded())
    return share >= 0.1 ? "\((tenths + 5) / 10)%" : "\(tenths / 10).\(tenths % 10)%"
  }
}
