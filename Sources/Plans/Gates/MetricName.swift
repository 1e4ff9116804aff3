import Vocabulary

/// A metric available to gates, by the name that users write.
public struct MetricName: Hashable, Sendable {
  /// The notation of a metric's values.
  public enum Scale: Hashable, Sendable {
    case number
    /// From 0 to 1, or in per cent.
    case share
    /// A time, counted in seconds.
    case seconds
    /// A time, counted in days.
    case days
    /// A chance, which cannot be above 1.
    case chance
    /// The size of a difference, which has no sign; of shares, in percentage points.
    case size
  }

  public let key: String
  public let scale: Scale
  /// Whether it is a share, or a ratio of counts, so that each arm of a rollout has its own.
  public let isProportion: Bool

  public init(_ key: String, _ scale: Scale, isProportion: Bool = false) {
    self.key = key
    self.scale = scale
    self.isProportion = isProportion
  }
}

extension MetricName.Scale {
  /// The form of a value, in words that complete "must be …".
  var expects: String {
    switch self {
    case .number: "a number such as 0.5"
    case .share: "a share such as 30% or 0.3"
    case .seconds, .days: "a time such as 2m, 36h or 7d"
    case .chance: "a chance from 0% to 100%, such as 80%"
    case .size: "a size such as 1pp or 0.01"
    }
  }

  /// Parses a value as a scenario spells it.
  func value(_ text: String) -> Double? {
    switch self {
    case .number: NumberParser.real(text) ?? NumberParser.integer(text).map { Double($0) }
    case .share: NumberParser.share(text)
    case .seconds: DurationText.interval(text).map { Double($0.milliseconds) / 1_000 }
    case .days: DurationText.interval(text).map { Double($0.milliseconds) / 86_400_000 }
    case .chance: NumberParser.share(text).flatMap { (0...1).contains($0) ? $0 : nil }
    case .size:
      (text.hasSuffix("pp")
        ? NumberParser.share(text.dropLast(2) + "%") : NumberParser.share(text))
        .flatMap { $0 >= 0 ? $0 : nil }
    }
  }
}
