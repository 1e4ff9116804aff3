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
