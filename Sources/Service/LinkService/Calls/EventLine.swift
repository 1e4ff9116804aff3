package import Invites
package import GrowthloopFindings
package import Vocabulary

/// An exported event as a line of JSON, the same from a simulation and from a service.
package struct EventLine {
  /// The moment of the event.
  package var at: Instant
  package var event: ExportedEvent
  /// Members beside the event's own, such as the number that identifies the line.
  package var others: [String: JSONValue] = [:]

  package init(_ event: ExportedEvent, at moment: Instant) {
    self.event = event
    at = moment
  }

  /// The line without its end.
  package var text: String {
    var members = others
    members["at"] = .text(at.iso8601)
    members["event"] = .text(event.name)
    members["properties"] = .object(
      Dictionary(event.properties.map { ($0.name, $0.value.json) }) { _, last in last })
    return JSONValue.object(members).json
  }
}

extension ExportedEvent.Value {
  fileprivate var json: JSONValue {
    switch self {
    case .text(let text), .hashed(let text): .text(text)
    case .number(let number): .integer(Int64(number))
    case .flag(let flag): .bool(flag)
    // JSON's readers keep fewer digits than 64 bits have.
    case .raw(let number): Int64(exactly: number).map { .integer($0) } ?? .text("\(number)")
    }
  }
}
