/// Numbers in their printed form: the same text on every machine.
public enum NumberText {
  /// Returns the number with so many decimals.
  public static func decimal(_ number: Double, _ decimals: Int) -> String {
    guard number.isFinite else { return number.isNaN ? "–" : number < 0 ? "-∞" : "∞" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (number.magnitude * scale).rounded()
    // Beyond the integers that a Double represents exactly there are no decimals to print.
    guard scaled < 9e15 else { return "\(number)" }
    let digits = String(UInt64(scaled))
    let sign = number < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }

  /// Returns a proportion in per cent, with two decimals where one would hide it.
  public static func percent(_ share: Double) -> String {
    let percent = share * 100
    return decimal(percent, percent.magnitude < 1 ? 2 : 1) + "%"
  }

  /// Returns so many seconds, in the most readable unit.
  public static func time(_ seconds: Double) -> String {
    switch seconds.magnitude {
    case ..<120: "\(decimal(seconds, 1)) s"
    case ..<7_200: "\(decimal(seconds / 60, 1)) min"
    case ..<172_800: "\(decimal(seconds / 3_600, 1)) h"
    default: "\(decimal(seconds / 86_400, 1)) d"
    }
  }

  /// The text for a negligible number.
  public static let nothing = "≈ 0"

  /// Returns the number with about so many significant digits.
  ///
  /// Below a millionth it is printed as "≈ 0", beyond a billion with its power of ten.
  public static func significant(_ number: Double, digits: Int = 3) -> String {
    if number != 0, number.magnitude < 1e-6 { return nothing }
    if number.magnitude >= 1e9, number.isFinite {
      var (size, power) = (number, 0)
      // Once more where rounding would show ten.
      while decimal(size.magnitude, digits - 1).count > digits + 1 {
        (size, power) = (size / 10, power + 1)
      }
      return "\(decimal(size, digits - 1))e\(power)"
    }
    var decimals = digits - 1
    var size = number.magnitude
    while size >= 10, decimals > 0 {
      size /= 10
      decimals -= 1
    }
    while size < 1, size > 0, decimals < 8 {
      size *= 10
      decimals += 1
    }
    return decimal(number, decimals)
  }

  /// Reads a number in decimal notation, such as `-0.5` or `1e6`; `nil` for C's further ones, such
  /// as `0x10` and `nan`.
  public static func number(_ text: some StringProtocol) -> Double? {
    let isDecimal = text.utf8.allSatisfy { (48...57).contains($0) || "+-.eE".utf8.contains($0) }
    return isDecimal ? Double(text) : nil
  }
}

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

/// The printed form of a number.
public enum NumberStyle: String, Sendable, Hashable, CaseIterable, Codable {
  /// A number of occurrences.
  case count
  /// A number of objects that were counted once, without a mean.
  case whole
  /// A part of a whole, from 0 to 1; printed in per cent.
  case share
  /// A proportion whose target is zero; printed in thousandths of a per cent.
  case errors
  /// One number in proportion to another.
  case ratio
  /// A number of days; printed with two decimals and without its unit.
  case days
  /// Printed in the most readable unit, up to days.
  case seconds
  /// A time in milliseconds; printed with its unit, and "no answer" where it is infinite.
  case milliseconds

  /// Returns a value in this style.
  public func text(_ value: Double) -> String {
    guard !value.isInfinite || !isTime else { return "no answer" }
    switch self {
    case .count: return NumberText.decimal(value, value.magnitude < 100 ? 1 : 0)
    case .whole: return NumberText.decimal(value, 0)
    case .share: return NumberText.percent(value)
    case .errors: return NumberText.decimal(value * 100, 3) + "%"
    case .ratio: return NumberText.significant(value)
    case .days: return NumberText.decimal(value, 2)
    case .seconds: return NumberText.time(value)
    case .milliseconds: return "\(NumberText.significant(value)) ms"
    }
  }

  /// Returns the same with its sign.
  public func signed(_ value: Double) -> String {
    let text = text(value)
    return value > 0 && text != NumberText.nothing ? "+\(text)" : text
  }

  /// Returns a difference from `base` or its error; "≈ 0" below a hundred thousandth of `base`.
  public func text(_ difference: Double, besides base: Double?, isSigned: Bool = false) -> String {
    if difference != 0, let base, difference.magnitude < base.magnitude * 1e-5 {
      return NumberText.nothing
    }
    return isSigned ? signed(difference) : text(difference)
  }

  /// The distance with its sign, also where it is positive.
  public func signedDistance(_ value: Double) -> String { (value > 0 ? "+" : "") + distance(value) }

  /// Returns a distance between two values: of proportions in points, since per cent would read
  /// like one of them.
  public func distance(_ value: Double) -> String {
    self == .share ? "\(NumberText.significant(value * 100)) points" : text(value)
  }

  /// The name of the unit for programs.
  public var unit: String {
    switch self {
    case .count, .whole, .share, .ratio, .days: rawValue
    case .errors: "share"
    case .seconds: "s"
    case .milliseconds: "ms"
    }
  }

  private var isTime: Bool { self == .milliseconds || self == .seconds }
}
