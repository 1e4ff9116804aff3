public import Statistics

/// The details of a row whose number is encoded beside them.
public protocol MeasuredSubject: Codable, Sendable {
  /// The key of the number.
  static var valueKey: String { get }
}

/// A subject with its measured number: one object in `run.json`.
@dynamicMemberLookup
public struct Measured<Subject: MeasuredSubject>: Codable, Sendable {
  public var subject: Subject
  public var measured: Measure

  public init(_ subject: Subject, _ measured: Measure) {
    self.subject = subject
    self.measured = measured
  }

  public subscript<Value>(dynamicMember path: KeyPath<Subject, Value>) -> Value {
    subject[keyPath: path]
  }

  public init(from decoder: any Decoder) throws {
    subject = try Subject(from: decoder)
    measured = try Measure(from: decoder, as: Subject.valueKey)
  }

  public func encode(to encoder: any Encoder) throws {
    try subject.encode(to: encoder)
    try measured.encode(to: encoder, as: Subject.valueKey)
  }
}

/// A goal that a document sets for a launch, beside what a simulation makes of it.
///
/// A goal does not fail the build: it is about the product, not about a change of the code.
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
