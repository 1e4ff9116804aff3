public import Gates
public import Statistics

/// What a run says of a gate, and how surely.
public struct GateJudgement: Hashable, Sendable {
  public let gate: LoadGate
  public internal(set) var verdict: GateVerdict
  /// Why it is left open though the interval alone would decide it.
  public internal(set) var doubt: GateDoubt?
  /// How many requests it rests on.
  public let count: Int
  /// By what factor luck is greater than it would be if requests knew nothing of each other.
  public let effect: Double
  /// Nanoseconds, or a share; `nil` where nothing was measured, or no answer came by then.
  public let value: Double?
  /// The ends of the 95% interval; `nil` where there are too few requests for one, or no answer came by then.
  public let low: Double?
  public let high: Double?

  /// Holds a percentile of response times against its limit.
  ///
  /// The interval goes by the ranks between which the percentile lies, whatever the distribution. A
  /// request that got no answer is later than any limit, and a run without answers keeps no gate.
  public init(
    _ gate: LoadGate, percentile: Double, below limit: UInt64, among times: HDRHistogram,
    unanswered: Int = 0, effect: Double
  ) {
    self.gate = gate
    self.effect = max(1, effect)
    let count = times.totalCount + unanswered
    self.count = count
    func time(atRank rank: Double) -> UInt64? {
      let rank = min(max(1, Int(rank)), count)
      return rank <= times.totalCount ? times.value(atRank: rank) : nil
    }
    guard !times.isEmpty else {
      (verdict, value, low, high) = (.missed, nil, nil, nil)
      return
    }
    // A hair less: 99.9 has no exact Double.
    let measured = time(atRank: (percentile.nextDown * Double(count) / 100).rounded(.up))
    value = measured.map { Double($0) }
    guard percentile < 100 else {
      // The longest that was seen is no estimate of anything.
      (low, high) = (value, value)
      verdict = measured.map { $0 < limit } == true ? .kept : .missed
      return
    }
    let known = Int(Double(count) / self.effect)
    guard let ranks = QuantileInterval(of: percentile / 100, among: known) else {
      (verdict, low, high) = (.undecided, nil, nil)
      return
    }
    let scale = Double(count) / Double(known)
    let least = time(atRank: (Double(ranks.lowerRank) * scale).rounded(.down))
    let most = time(atRank: (Double(ranks.upperRank) * scale).rounded(.up))
    (low, high) = (least.map { Double($0) }, most.map { Double($0) })
    let (isKept, isMissed) = ((most ?? .max) < limit, (least ?? .max) >= limit)
    verdict = isKept ? .kept : isMissed ? .missed : .undecided
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
