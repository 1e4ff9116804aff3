public import Gates
public import Statistics

/// What a run says of a gate, and how surely.
public struct GateJudgement: Hashable, Sendable {
  public let gate: LoadGate
  public internal(set) var verdict: GateVerdict
  /// How many requests it rests on.
  public let count: Int
  /// By what factor luck is greater than it would be if requests knew nothing of each other.
  public let effect: Double
  /// Nanoseconds, or a share; `nil` where nothing was measured.
  public let value: Double?
  /// The ends of the 95% interval; `nil` where there are too few requests for one.
  public let low: Double?
  public let high: Double?

  /// Holds a percentile of response times against its limit.
  ///
  /// The interval goes by the ranks between which the percentile lies, whatever the distribution. A
  /// run without answers keeps no gate.
  public init(
    _ gate: LoadGate, percentile: Double, below limit: UInt64, among times: HDRHistogram,
    effect: Double
  ) {
    self.gate = gate
    self.effect = max(1, effect)
    count = times.totalCount
    guard let measured = times.value(atPercentile: percentile) else {
      (verdict, value, low, high) = (.missed, nil, nil, nil)
      return
    }
    value = Double(measured)
    guard percentile < 100 else {
      // The longest that was seen is no estimate of anything.
      (low, high) = (value, value)
      verdict = measured < limit ? .kept : .missed
      return
    }
    let known = Int(Double(count) / self.effect)
    guard let ranks = QuantileInterval(of: percentile / 100, among: known) else {
      (verdict, low, high) = (.undecided, nil, nil)
      return
    }
    func rank(_ rank: Int, _ rule: FloatingPointRoundingRule) -> Int {
      let scaled = Double(rank) / Double(known) * Double(times.totalCount)
      return min(max(1, Int(scaled.rounded(rule))), times.totalCount)
    }
    let least = times.value(atRank: rank(ranks.lowerRank, .down))
    let most = times.value(atRank: rank(ranks.upperRank, .up))
    (low, high) = (Double(least), Double(most))
    verdict = most < limit ? .kept : least >= limit ? .missed : .undecided
  }

  /// Holds a share of errors against its limit, by Wilson's interval with correction for continuity.
  public init(_ gate: LoadGate, errors: Int, of planned: Int, below share: Double, effect: Double) {
    self.gate = gate
    self.effect = max(1, effect)
    count = planned
    let known = Int((Double(planned) / self.effect).rounded(.down))
    let bad = min(known, Int((Double(errors) / self.effect).rounded(.up)))
    guard planned > 0, let estimate = Proportion(bad, of: known).wilson(continuityCorrected: true)
    else {
      (verdict, value, low, high) = (planned > 0 ? .undecided : .missed, nil, nil, nil)
      return
    }
    value = Double(errors) / Double(planned)
    (low, high) = (estimate.low, estimate.high)
    verdict =
      estimate.high < share ? .kept : estimate.low >= share ? .missed : .undecided
  }
}
