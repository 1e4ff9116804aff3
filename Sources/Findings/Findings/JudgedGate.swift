public import Statistics
import Vocabulary

/// The permitted side of a gate's limit.
public enum GateSide: String, Sendable, Hashable, Codable {
  case below
  case above
}

/// The limit of a gate: a number, and the side on which the value must stay.
public struct GateLimit: Hashable, Sendable {
  public enum Comparison: String, CaseIterable, Sendable, Codable {
    case above = ">"
    case atLeast = ">="
    case below = "<"
    case atMost = "<="

    /// The sign in its printed form.
    public var sign: String {
      switch self {
      case .above, .below: rawValue
      case .atLeast: "≥"
      case .atMost: "≤"
      }
    }
  }

  public let comparison: Comparison
  public let value: Double

  public init(_ comparison: Comparison, _ value: Double) {
    self.comparison = comparison
    self.value = value
  }

  public var side: GateSide {
    switch comparison {
    case .above, .atLeast: .above
    case .below, .atMost: .below
    }
  }

  /// Returns whether a number is within the limit.
  public func isKept(by number: Double) -> Bool {
    switch comparison {
    case .above: number > value
    case .atLeast: number >= value
    case .below: number < value
    case .atMost: number <= value
    }
  }

  /// Returns the verdict if the true value lies from `low` to `high`.
  public func verdict(from low: Double, to high: Double) -> GateVerdict {
    switch (isKept(by: low), isKept(by: high)) {
    case (true, true): .kept
    case (false, false): .missed
    default: .undecided
    }
  }
}

extension GateLimit: Codable {
  private enum Key: String, CodingKey { case limit, comparison, side }

  /// Encodes the limit as fields of the object that `encoder` is at.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(value, forKey: .limit)
    try fields.encode(comparison, forKey: .comparison)
    try fields.encode(side, forKey: .side)
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    self.init(
      try fields.decode(Comparison.self, forKey: .comparison),
      try fields.decode(Double.self, forKey: .limit))
  }
}

/// The notation of gates: percentiles such as `p99.9`, times such as `200ms`, proportions such as
/// `0.1%`.
public enum GateText {
  private static let units: [(name: String, nanoseconds: Double)] = [
    ("ms", 1e6), ("us", 1e3), ("ns", 1), ("s", 1e9), ("min", 60e9), ("h", 3_600e9),
  ]

  /// Parses a percentile; `max` is 100, which has no other notation.
  public static func percentile(_ word: String) -> Double? {
    if word == "max" { return 100 }
    guard word.first == "p", word.dropFirst().first?.isNumber == true,
      let number = ValueText.real(word.dropFirst())
    else { return nil }
    return number >= 1 && number < 100 ? number : nil
  }

  /// Parses a time above 0, in nanoseconds.
  public static func nanoseconds(_ word: String) -> UInt64? {
    guard let unit = units.first(where: { word.hasSuffix($0.name) }),
      let number = ValueText.real(word.dropLast(unit.name.count)), number > 0, number < 1e6
    else { return nil }
    return UInt64((number * unit.nanoseconds).rounded())
  }

  /// Parses a proportion in per cent, above 0 and at most the whole.
  public static func share(_ word: String) -> Double? {
    guard word.last == "%", let share = ValueText.share(word), share > 0, share <= 1 else {
      return nil
    }
    return share
  }
}

/// The verdict on a gate.
public enum GateVerdict: String, Sendable, Hashable, Codable {
  case kept
  case missed
  /// The interval contains the limit.
  case undecided
}

extension Sequence<GateVerdict> {
  /// The worst of them: missed if any is, else undecided if any is; kept for none.
  public var worst: GateVerdict {
    let all = Set(self)
    return all.contains(.missed) ? .missed : all.contains(.undecided) ? .undecided : .kept
  }
}

/// A gate with its measurement and verdict.
public struct JudgedGate: Sendable, Hashable {
  /// The gate as written: `p99 < 200ms`.
  public var gate: String
  /// The key of the measured metric, where it has one.
  public var metric: String?
  /// The subject, where a run has several such gates: the size of a book.
  public var subject: String?
  public var limit: GateLimit
  public var measured: Measure
  public var verdict: GateVerdict
  /// The reason why it is undecided though the interval alone would decide it.
  public var doubt: String?
  /// A remark on the interval, such as that it is a bound.
  public var remark: String?
  /// A command with further detail; `nil` where none is needed.
  public var next: String?
  /// The number of requests measured, where requests are counted.
  public var count: Int?
  /// The factor by which dependence between requests increases the variance.
  public var blockEffect: Double?

  public init(
    _ gate: String, metric: String? = nil, about subject: String? = nil, _ measured: Measure,
    _ limit: GateLimit, _ verdict: GateVerdict, doubt: String? = nil, remark: String? = nil,
    next: String? = nil, count: Int? = nil, blockEffect: Double? = nil
  ) {
    self.gate = gate
    self.metric = metric
    self.subject = subject
    self.limit = limit
    self.measured = measured
    self.verdict = verdict
    self.doubt = doubt
    self.remark = remark
    self.next = next
    self.count = count
    self.blockEffect = blockEffect
  }

  /// Whether it limits the share of errors: no noise of a machine leaves that open.
  public var asksAboutErrors: Bool { measured.style == .errors }

  /// The gate with its subject.
  public var title: String { subject.map { "\($0): \(gate)" } ?? gate }
}

extension JudgedGate {
  /// The distance of the measurement from the limit, with its certainty, in a sentence.
  public var why: String { movement + (remark.map { "; \($0)" } ?? "") }

  private var movement: String {
    let style = measured.style
    guard let value = measured.value else {
      return "nothing was measured that the limit could be held against"
    }
    guard value.isFinite else { return "no request was answered by then" }
    let beginning = "\(style.text(value)), \(distance(of: value))"
    guard let interval = measured.interval else {
      return "\(beginning); too little was measured for an interval"
    }
    let confidence = "\(Int((interval.confidence * 100).rounded()))%"
    let subject =
      interval.isPrediction ? "\(confidence) of draws go" : "the \(confidence) interval goes"
    let ends = "\(subject) from \(style.text(interval.low)) to \(style.text(interval.high))"
    if let doubt { return "\(beginning); \(ends), but \(doubt)" }
    switch verdict {
    case .kept, .missed:
      let nearest = [interval.low, interval.high].map { ($0 - limit.value).magnitude }.min() ?? 0
      let surely =
        interval.isPrediction ? "in \(confidence) of draws" : "with \(confidence) confidence"
      return "\(beginning); \(surely) by \(style.distance(nearest)) or more"
    case .undecided:
      return "\(style.text(value)); \(ends), on both sides of \(style.text(limit.value))"
    }
  }

  /// Returns the distance of the value from the limit, with its side.
  private func distance(of value: Double) -> String {
    let distance = (value - limit.value).magnitude
    guard distance > 0 else { return "the limit itself" }
    let share =
      limit.value == 0 ? "" : " (\(Self.percent(distance / limit.value.magnitude)))"
    let isRightSide = limit.side == .below ? value < limit.value : value > limit.value
    let words = isRightSide ? "within" : limit.side == .below ? "above" : "below"
    let style = measured.style
    return "\(style.distance(distance))\(share) \(words) the limit of \(style.text(limit.value))"
  }

  private static func percent(_ share: Double) -> String {
    let tenths = Int((min(share, 1e6) * 1_000).rounded())
    return share >= 0.1 ? "\((tenths + 5) / 10)%" : "\(tenths / 10).\(tenths % 10)%"
  }
}

// MARK: As JSON

extension JudgedGate: Codable {
  private enum Key: String, CodingKey {
    case gate, metric, subject, unit, verdict, doubt, remark, moved, next, count, blockEffect
  }

  /// Encodes the gate, its limit and the measurement as one object.
  ///
  /// The unit and the sentence are included for other programs.
  public func encode(to encoder: any Encoder) throws {
    try measured.encode(to: encoder, as: "measured")
    try limit.encode(to: encoder)
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(gate, forKey: .gate)
    try fields.encodeIfPresent(metric, forKey: .metric)
    try fields.encodeIfPresent(subject, forKey: .subject)
    try fields.encode(measured.style.unit, forKey: .unit)
    try fields.encode(verdict, forKey: .verdict)
    try fields.encodeIfPresent(doubt, forKey: .doubt)
    try fields.encodeIfPresent(remark, forKey: .remark)
    try fields.encode(why, forKey: .moved)
    try fields.encodeIfPresent(next, forKey: .next)
    try fields.encodeIfPresent(count, forKey: .count)
    try fields.encodeIfPresent(blockEffect, forKey: .blockEffect)
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    self.init(
      try fields.decode(String.self, forKey: .gate),
      metric: try fields.decodeIfPresent(String.self, forKey: .metric),
      about: try fields.decodeIfPresent(String.self, forKey: .subject),
      try Measure(from: decoder, as: "measured"), try GateLimit(from: decoder),
      try fields.decode(GateVerdict.self, forKey: .verdict),
      doubt: try fields.decodeIfPresent(String.self, forKey: .doubt),
      remark: try fields.decodeIfPresent(String.self, forKey: .remark),
      next: try fields.decodeIfPresent(String.self, forKey: .next),
      count: try fields.decodeIfPresent(Int.self, forKey: .count),
      blockEffect: try fields.decodeIfPresent(Double.self, forKey: .blockEffect))
  }
}
