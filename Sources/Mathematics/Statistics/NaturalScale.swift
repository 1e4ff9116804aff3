internal import RandomStreams

/// The scale on which equal distances of a number are equally far.
public enum NaturalScale: Sendable, Hashable {
  /// Logarithms of odds, for chances.
  case odds
  /// Logarithms, for positive numbers.
  case ratio
  /// The numbers themselves, where an end has no logarithm.
  case plain

  /// Returns the place of a number on the scale.
  public func place(of number: Double) -> Double {
    switch self {
    case .odds: Double.log(number) - Double.log(1 - number)
    case .ratio: Double.log(number)
    case .plain: number
    }
  }

  /// Returns the number at a place.
  public func number(at place: Double) -> Double {
    switch self {
    case .odds: 1 / (1 + Double.exp(-place))
    case .ratio: Double.exp(place)
    case .plain: place
    }
  }
}
