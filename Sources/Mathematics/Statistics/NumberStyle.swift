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
