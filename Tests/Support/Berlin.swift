public import Vocabulary

extension CivilZone {
  /// The clock of Berlin in 2026: set forward on 29 March and back on 25 October, at one o'clock UTC.
  public static let berlin = CivilZone(
    name: "Europe/Berlin", offset: .hours(1),
    changes: [
      Change(at: moment("2026-03-29T01:00:00Z"), offset: .hours(2)),
      Change(at: moment("2026-10-25T01:00:00Z"), offset: .hours(1)),
    ])
}

/// The moment of a text by ISO 8601, with its zone.
public func moment(_ text: String) -> Instant {
  guard let moment = Instant(iso8601: text) else { preconditionFailure("\(text) is no moment") }
  return moment
}
