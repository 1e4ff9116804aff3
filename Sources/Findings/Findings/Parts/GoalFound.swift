/// A goal that a document sets for a launch, beside what a simulation makes of it.
///
/// A goal is no gate: no change of the code is to blame for a goal that is missed.
public struct GoalFound: MeasuredSubject {
  public static let valueKey = "mean"

  /// The entry of the catalogue.
  public let entry: String
  public let metric: String
  /// The label of the metric.
  public let name: String
  public let unit: String
  public let target: GateLimit
  public let verdict: GateVerdict
  /// The stage of the run's own funnel whose improvement would move the goal most, with its bound.
  public let way: String?

  public init(
    entry: String, metric: String, name: String, unit: String, target: GateLimit,
    verdict: GateVerdict, way: String?
  ) {
    self.entry = entry
    self.metric = metric
    self.name = name
    self.unit = unit
    self.target = target
    self.verdict = verdict
    self.way = way
  }
}
