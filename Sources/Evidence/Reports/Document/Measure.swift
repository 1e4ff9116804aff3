public import Statistics

/// A value with the interval that it may lie in, if that is known.
public struct Measure: Hashable, Sendable {
  /// `nil` where nothing was measured, as a share of nothing.
  public let value: Double?
  public let low: Double?
  public let high: Double?
  public let style: NumberStyle
  /// Where no event was seen, or nothing but events; `nil` elsewhere.
  public let bound: EventEvidence?
  /// Whether all numbers were equal, so that there is no interval to show.
  public let isEquality: Bool
  /// Of how many replications it is the mean, where not all of them define it: `5 of 16`.
  public var defined: String?

  public init(
    _ value: Double?, low: Double? = nil, high: Double? = nil, style: NumberStyle,
    bound: EventEvidence? = nil, isEquality: Bool = false
  ) {
    self.value = value
    self.low = low
    self.high = high
    self.style = style
    self.bound = bound
    self.isEquality = isEquality
  }

  /// The interval in words; `nil` where there is none.
  private var words: IntervalText? {
    guard let value, let low, let high else { return nil }
    return IntervalText(
      value, from: low, to: high, in: style, bound: bound, isEquality: isEquality)
  }

  /// The value as people read it.
  public var text: String { value.map(style.text) ?? "–" }

  /// The value with half of its interval, or with both ends where it does not lie in the middle, and of
  /// how many replications.
  public var textWithInterval: String { (words?.withValue ?? text) + among }

  /// The interval alone, and of how many replications.
  public var intervalCell: String {
    (words?.text ?? "–") + among
  }

  /// From and to, of a bound the words of it, and of how many replications.
  public var interval: String { (words?.ends ?? ends ?? "–") + among }

  private var among: String { defined.map { ", in \($0)" } ?? "" }

  /// From and to, of an interval without a value.
  private var ends: String? {
    low.flatMap { low in high.map { "\(style.text(low)) to \(style.text($0))" } }
  }
}
