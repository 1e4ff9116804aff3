public import GrowthloopFindings
public import Statistics

extension JudgedGate {
  /// Creates the verdict on a percentile of response times.
  ///
  /// The interval uses the ranks between which the percentile lies, whatever the distribution. A
  /// request without a response is later than any limit, and a run without responses keeps no gate.
  public init(
    _ gate: LoadGate, percentile: Double, below limit: UInt64, among times: HDRHistogram,
    unanswered: Int = 0, effect: Double
  ) {
    let effect = max(1, effect)
    let count = times.totalCount + unanswered
    func time(atRank rank: Double) -> UInt64? {
      let rank = min(max(1, Int(rank)), count)
      return rank <= times.totalCount ? times.value(atRank: rank) : nil
    }
    func milliseconds(_ time: UInt64?) -> Double { time.map { Double($0) / 1e6 } ?? .infinity }
    func judged(
      _ value: Double?, from low: Double? = nil, to high: Double? = nil, _ verdict: GateVerdict
    ) -> JudgedGate {
      JudgedGate(
        gate.description, Measure(value, from: low, to: high, in: .milliseconds),
        GateLimit(.below, Double(limit) / 1e6), verdict, count: count, blockEffect: effect)
    }
    guard !times.isEmpty else {
      self = judged(unanswered > 0 ? .infinity : nil, .missed)
      return
    }
    // The next smaller Double: 99.9 has no exact Double.
    let measured = time(atRank: (percentile.nextDown * Double(count) / 100).rounded(.up))
    let value = milliseconds(measured)
    guard percentile < 100 else {
      // The longest observed time is no estimate.
      let end = measured.map { _ in value }
      let isKept = measured.map { $0 < limit } == true
      self = judged(value, from: end, to: end, isKept ? .kept : .missed)
      return
    }
    let known = Int(Double(count) / effect)
    let scale = Double(count) / Double(max(1, known))
    guard let ranks = QuantileInterval(of: percentile / 100, among: known) else {
      // Too few for both ends may be enough for a miss.
      let lower = QuantileInterval.lowerRank(of: percentile / 100, among: known)
      let least = lower.map { time(atRank: (Double($0) * scale).rounded(.down)) ?? .max }
      self = judged(value, (least ?? 0) >= limit ? .missed : .undecided)
      return
    }
    let least = time(atRank: (Double(ranks.lowerRank) * scale).rounded(.down))
    let most = time(atRank: (Double(ranks.upperRank) * scale).rounded(.up))
    let (isKept, isMissed) = ((most ?? .max) < limit, (least ?? .max) >= limit)
    self = judged(
      value, from: least.map { Double($0) / 1e6 }, to: milliseconds(most),
      isKept ? .kept : isMissed ? .missed : .undecided)
  }

  /// Creates the verdict on a proportion of errors, by Wilson's interval with continuity
  /// correction.
  public init(_ gate: LoadGate, errors: Int, of planned: Int, below share: Double, effect: Double) {
    let effect = max(1, effect)
    let known = Int((Double(planned) / effect).rounded(.down))
    let bad = min(known, Int((Double(errors) / effect).rounded(.up)))
    let estimate =
      planned > 0 ? Proportion(bad, of: known).wilson(continuityCorrected: true) : nil
    let verdict: GateVerdict =
      estimate.map { $0.high < share ? .kept : $0.low >= share ? .missed : .undecided }
      ?? (planned > 0 ? .undecided : .missed)
    self.init(
      gate.description,
      Measure(
        estimate.map { _ in Double(errors) / Double(planned) }, from: estimate?.low,
        to: estimate?.high, in: .errors),
      GateLimit(.below, share), verdict, count: planned, blockEffect: effect)
  }
}
