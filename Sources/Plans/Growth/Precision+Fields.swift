/// The width that the interval of a metric must reach before the replications end.
public struct Precision: ScenarioSection, Equatable {
  /// The key of a metric; the caller of the reader supplies the available ones.
  public var metric = "k.cohort"
  var halfWidth: Double?
  var share: Double?

  public init() {}

  /// The half-width that is narrow enough.
  public enum Width: Hashable, Sendable {
    case halfWidth(Double)
    /// As a proportion of the mean.
    case share(Double)
  }

  public var width: Width {
    if let halfWidth { .halfWidth(halfWidth) } else { .share(share ?? 0.05) }
  }

  public static let fields: [Field<Precision>] = [
    .value(
      "metric", \.metric, .text(1...100),
      "The metric whose interval it is, as 'growthloop simulate --metrics all' names them."
    )
    .required,
    .value(
      "halfWidth", \.halfWidth, .none(or: .real(above: 0)),
      "Half of the width that is narrow enough, in the unit of the metric."),
    .value(
      "share", \.share, .none(or: .share(0.000_1...1)),
      "The same as a share of the mean, instead: 5 % if neither is given."),
  ]

  public func check(_ reading: SectionReading<Precision>) {
    if halfWidth != nil, share != nil {
      reading.refuse(
        \.share, "cannot stand beside a halfWidth", remedy: "give one of the two")
    }
  }
}
