public import GrowthloopModel

/// What a gate on an experiment may limit, over all its runs.
public enum ExperimentMeasure: String, CaseIterable, Sendable {
  /// The runs in which the effect is found.
  case power
  /// The intervals that contain the truth.
  case coverage
  /// The intervals that contain what the design estimates.
  case ownCoverage
  /// The size of the difference between what it estimates and the truth.
  case bias
  /// The redrawn experiments without an effect in which one is found.
  case falseAlarms
  /// The smallest effect that four of five such experiments find.
  case detectable
  /// The runs whose arms have other sizes than planned; of the planned design alone.
  case splitAlarms

  var scale: MetricName.Scale {
    switch self {
    case .power, .coverage, .ownCoverage, .falseAlarms, .splitAlarms: .chance
    case .bias, .detectable: .size
    }
  }
}

/// A measure of an experiment, of the plan as written or of a design and an analysis: `power`,
/// `community.power`, `user.cuped.power`.
public struct ExperimentFigure: Hashable, Sendable {
  public let measure: ExperimentMeasure
  /// The unit of the design; `nil` for the planned one.
  public let unit: Experiment.Unit?
  /// The analysis; `nil` for the one that decides.
  public let analysis: TrialEstimator?

  init(
    _ measure: ExperimentMeasure, of unit: Experiment.Unit? = nil,
    by analysis: TrialEstimator? = nil
  ) {
    self.measure = measure
    self.unit = unit
    self.analysis = analysis
  }

  /// Finds the figure that a gate names.
  public init?(_ key: String) {
    guard let figure = Self.all.first(where: { $0.key == key }) else { return nil }
    self = figure
  }

  var key: String {
    [unit?.rawValue, analysis?.rawValue, measure.rawValue].compactMap(\.self)
      .joined(separator: ".")
  }

  /// Every figure, those of the plan as written first.
  static let all: [ExperimentFigure] =
    ExperimentMeasure.allCases.map { ExperimentFigure($0) }
    + Experiment.Unit.allCases.flatMap { unit in
      ([nil] + TrialEstimator.fitting(unit, inherits: true)).flatMap { analysis in
        ExperimentMeasure.allCases.filter { $0 != .splitAlarms }.map {
          ExperimentFigure($0, of: unit, by: analysis)
        }
      }
    }

  static let names = all.map { MetricName($0.key, $0.measure.scale) }
  static let examples = ["power >= 80%", "bias <= 1pp"]
}
