import Statistics

/// The evidence behind an interval, beside its ends in `run.json`.
struct EvidenceReport: Encodable {
  /// spread, events, bound or equality.
  let basis: String
  /// Left out where no events are counted.
  let events: Double?
  let exposure: Double?
  let designEffect: Double?

  init?(_ estimate: Estimate?) {
    guard let basis = estimate?.basis else { return nil }
    self.basis = basis.name
    events = basis.evidence?.events
    exposure = basis.evidence?.exposure
    designEffect = basis.evidence?.designEffect
  }

  /// Where no event was seen, or nothing but events.
  fileprivate var bound: EventEvidence? {
    guard basis == "bound", let events, let exposure, let designEffect else { return nil }
    return EventEvidence(events: events, exposure: exposure, designEffect: designEffect)
  }
}

extension IntervalText {
  /// What a row of a report says of an interval; `nil` where it has none.
  init?(
    _ value: Double?, from low: Double?, to high: Double?, in style: NumberStyle,
    _ evidence: EvidenceReport?
  ) {
    guard let value, let low, let high else { return nil }
    self.init(
      value, from: low, to: high, in: style, bound: evidence?.bound,
      isEquality: evidence?.basis == "equality")
  }
}
