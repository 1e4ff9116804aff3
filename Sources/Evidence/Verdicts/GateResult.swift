public import Gates

/// What became of one gate: what was measured, how surely, and what to do next.
public struct GateResult: Sendable, Hashable {
  /// As the plan has it: `p99 < 200ms`.
  public let gate: String
  /// What it is about, where a stage has several of them, such as the size of a book.
  public let subject: String?
  /// In the unit; `nil` where nothing was measured.
  public let measured: Double?
  /// The ends of the interval; `nil` where too little was measured for one.
  public let low: Double?
  public let high: Double?
  public let unit: String
  /// How often such an interval holds the truth.
  public let confidence: Double
  public let limit: Double
  public let side: GateSide
  public let verdict: GateVerdict
  /// How far from the limit it is, and how surely, in a sentence.
  public let moved: String
  /// A command that tells more; `nil` where nothing is left to ask.
  public let next: String?
  /// What was measured, and from where to where, as people read it.
  public let measuredText: String
  public let intervalText: String

  /// What was measured against a limit.
  public struct Measurement: Sendable {
    public var measured: Double?
    public var low: Double?
    public var high: Double?
    public var unit: String
    public var confidence = 0.95

    public init(_ measured: Double?, from low: Double?, to high: Double?, in unit: String) {
      self.measured = measured?.finite
      self.low = low?.finite
      self.high = high?.finite
      self.unit = unit
    }
  }

  /// Holds a measurement against its limit.
  ///
  /// `remark` is what the interval rests on, where that has to be known.
  /// `shown` spells a value of the unit, and `apart` a distance between two; `doubt` tells why a verdict is open that the interval alone
  /// would decide.
  public init(
    _ gate: String, about subject: String? = nil, _ measurement: Measurement, limit: Double,
    side: GateSide, verdict: GateVerdict, doubt: String? = nil, remark: String? = nil,
    next: String? = nil,
    shown: @escaping (Double) -> String, apart: ((Double) -> String)? = nil
  ) {
    self.gate = gate
    self.subject = subject
    measured = measurement.measured
    low = measurement.low
    high = measurement.high
    unit = measurement.unit
    confidence = measurement.confidence
    self.limit = limit
    self.side = side
    self.verdict = verdict
    self.next = next
    measuredText = measurement.measured.map(shown) ?? "nothing"
    let ends = measurement.low.flatMap { low in measurement.high.map { (low, $0) } }
    intervalText = ends.map { "\(shown($0)) to \(shown($1))" } ?? "–"
    let movement = Movement(
      measurement, limit: limit, side: side, verdict: verdict, doubt: doubt)
    moved = movement.sentence(shown, apart: apart ?? shown) + (remark.map { "; \($0)" } ?? "")
  }
}

extension Double {
  /// The number, if it is one.
  fileprivate var finite: Double? { isFinite ? self : nil }
}
