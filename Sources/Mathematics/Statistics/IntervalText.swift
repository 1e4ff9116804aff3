/// An interval in its printed form, beside its value.
public struct IntervalText: Sendable, Hashable {
  /// The value beside which the interval is printed.
  public let value: Double
  /// The lower end of the interval.
  public let low: Double
  /// The upper end of the interval.
  public let high: Double
  /// The form in which value and ends are printed.
  public let style: NumberStyle
  /// The evidence of a bound: no event was seen, or events in all trials; `nil` elsewhere.
  public let bound: EventEvidence?
  /// Whether all numbers were equal, so that no interval is shown.
  public let isEquality: Bool

  /// Creates the text of an interval; a `bound`, or that all numbers are equal, is put into words.
  public init(
    _ value: Double, from low: Double, to high: Double, in style: NumberStyle,
    bound: EventEvidence? = nil, isEquality: Bool = false
  ) {
    self.value = value
    self.low = low
    self.high = high
    self.style = style
    self.bound = bound
    self.isEquality = isEquality
  }

  /// Creates the text of an estimate, with its bound or equality if it rests on one.
  public init(_ estimate: Estimate, in style: NumberStyle) {
    let (bound, isEquality): (EventEvidence?, Bool) =
      switch estimate.basis {
      case .bound(let evidence): (evidence, false)
      case .equality: (nil, true)
      case .spread, .events, .draws: (nil, false)
      }
    self.init(
      estimate.value, from: estimate.low, to: estimate.high, in: style, bound: bound,
      isEquality: isEquality)
  }

  /// Whether the interval is too asymmetric for its half-width to be shown.
  ///
  /// That is, one end is nearer to the value than the half-width, by more than a fifth of it, or the
  /// half-width would reach over a zero that the interval leaves out.
  public var isLopsided: Bool {
    let half = (high - low) / 2
    return ((low + high) / 2 - value).magnitude > half / 5 || low > 0 && value <= half
      || high < 0 && -value <= half
  }

  /// The interval alone: its half-width, both ends where it is lopsided, or the bound.
  public var text: String {
    if isEquality { return "all equal" }
    if let bound { return "\(limit) (\(Self.words(bound)))" }
    return isLopsided ? range : style.text((high - low) / 2)
  }

  /// The value with its interval.
  public var withValue: String {
    let text = style.text(value)
    if isEquality { return text }
    if bound != nil { return "\(text) (\(limit))" }
    return isLopsided ? "\(text) (\(range))" : "\(text) ± \(style.text((high - low) / 2))"
  }

  /// Both ends; for a bound its words.
  public var ends: String { bound == nil ? range : text }

  /// The two ends.
  public var range: String { "\(style.text(low)) to \(style.text(high))" }

  /// The end that a bound limits; for a difference both.
  private var limit: String {
    if low < value, high > value { return range }
    return high > value ? "at most \(style.text(high))" : "at least \(style.text(low))"
  }

  private static func words(_ bound: EventEvidence) -> String {
    let effect = "design effect \(NumberText.decimal(bound.designEffect, 1))"
    return
      "\(NumberText.grouped(bound.events)) of \(NumberText.grouped(bound.exposure)), \(effect)"
  }
}

extension NumberText {
  /// Returns a number with commas between thousands.
  public static func grouped(_ number: Double) -> String {
    let digits = decimal(number, 0)
    var text = ""
    for (place, digit) in digits.enumerated() {
      if text.last?.isNumber == true, (digits.count - place).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }
}
