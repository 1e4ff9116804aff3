public import GrowthloopFindings
import Statistics

/// A parameter of a scenario that is calibrated, with what its sources say beforehand.
public struct CalibratedAxis: Sendable {
  /// What the plan calls it: the parameter, or its median.
  public let name: String
  /// The parameter as the scenario has it.
  public let parameter: Parameter
  /// The range in which it is searched.
  public let range: ParameterAxis
  /// The same in the terms of the calibrator.
  public let calibrated: CalibratedParameter

  /// Creates the axis of a parameter; a grade of A to C with a sourced range is a prior, and
  /// anything else leaves every value of the range as likely as another.
  public init(_ parameter: Parameter, called name: String, within range: ParameterAxis) {
    self.name = name
    self.parameter = parameter
    self.range = range
    let (low, high) = (range.ends.lowerBound, range.ends.upperBound)
    let scale: NaturalScale =
      switch range.kind {
      case .chance: low > 0 && high < 1 ? .odds : .plain
      case .number, .time: low > 0 ? .ratio : .plain
      }
    var prior = CalibratedParameter.Prior.even
    if let wideness = Self.wideness(of: parameter.grade), let sourced = parameter.range,
      !sourced.isAssumed, let axis = sourced.axis
    {
      let ends = [axis.ends.lowerBound, axis.ends.upperBound].map(scale.place)
      if ends.allSatisfy(\.isFinite), ends[0] < ends[1], range.ends.contains(axis.value) {
        // The range of the sources is taken for 95%.
        prior = .around(axis.value, deviation: wideness * (ends[1] - ends[0]) / 3.92)
      }
    }
    calibrated = CalibratedParameter(
      name, in: low...high, on: scale, prior: prior)
  }

  /// Returns how much wider than the range of its sources a prior is; `nil` for an assumption.
  private static func wideness(of grade: EvidenceGrade?) -> Double? {
    switch grade {
    case .a: 1
    case .b: 1.5
    case .c: 2
    case .d, nil: nil
    }
  }

  /// Returns a value as reports have it: of a delay the median alone.
  public func text(_ value: Double) -> String { Self.median(of: range.spell(value)) }

  /// The value of the scenario.
  public var value: String { Self.median(of: parameter.value) }

  private static func median(of text: String) -> String {
    guard let start = text.firstRange(of: "median: ") else { return text }
    return String(text[start.upperBound...].prefix { $0 != "," && $0 != "}" })
  }

  /// What is known before, in words.
  public var prior: String {
    let ends = "\(text(range.ends.lowerBound)) to \(text(range.ends.upperBound))"
    guard case .around(let value, _) = calibrated.prior, let sourced = parameter.range else {
      return ends
    }
    return
      "\(ends); about \(text(value)) (\(Self.median(of: sourced.low)) to \(Self.median(of: sourced.high)), grade "
      + "\(parameter.grade?.rawValue ?? "D"))"
  }
}
