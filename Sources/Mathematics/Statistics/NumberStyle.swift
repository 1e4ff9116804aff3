/// What a number looks like in print.
public enum NumberStyle: String, Sendable, Hashable, CaseIterable {
  /// How often something happened.
  case count
  /// A number of things that were counted once, without a mean.
  case whole
  /// A part of a whole, from 0 to 1; printed in per cent.
  case share
  /// One number in proportion to another.
  case ratio
  case days
  /// Printed in the unit that reads best, up to days.
  case seconds
  case milliseconds

  /// A value in this style.
  public func text(_ value: Double) -> String {
    switch self {
    case .count: value.magnitude < 100 ? NumberText.decimal(value, 1) : NumberText.decimal(value, 0)
    case .whole: NumberText.decimal(value, 0)
    case .share: NumberText.percent(value)
    case .ratio: NumberText.significant(value)
    case .days: NumberText.decimal(value, 2)
    case .seconds: NumberText.time(value)
    case .milliseconds: "\(NumberText.significant(value)) ms"
    }
  }

  /// The same with its sign.
  public func signed(_ value: Double) -> String {
    let text = text(value)
    return value > 0 && text != NumberText.nothing ? "+\(text)" : text
  }

  /// A difference from `base` or its error, as good as zero below a hundred thousandth of it.
  public func text(_ difference: Double, besides base: Double?, isSigned: Bool = false) -> String {
    if difference != 0, let base, difference.magnitude < base.magnitude * 1e-5 {
      return NumberText.nothing
    }
    return isSigned ? signed(difference) : text(difference)
  }
}
