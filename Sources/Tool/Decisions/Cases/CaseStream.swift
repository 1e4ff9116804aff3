import GrowthloopFindings
package import GrowthloopReports

/// The cases of one subject, one JSON line each, and their decisions by the rules.
package struct CaseStream {
  /// The limit of a line's length; a longer line is rejected and skipped.
  package static let longestLine = 256 * 1024

  private let subject: any Subject.Type
  private let rules: DecisionRules

  package init(of subject: CaseSubject, under rules: DecisionRules) {
    self.subject = subject.subject
    self.rules = rules
  }

  /// Answers every case of the input, in order.
  ///
  /// - Returns: Whether every line was a valid case.
  package func answerAll(on console: any Console) throws -> Bool {
    var lines = LineReader(limit: Self.longestLine)
    var number = 0
    var isSound = true
    while let line = try lines.next(reading: {
      // A client that waits for a response receives it before the next read.
      try console.flush()
      return try console.read()
    }) {
      number += 1
      if case .whole(let bytes) = line, bytes.allSatisfy({ [0x20, 0x09].contains($0) }) {
        continue
      }
      let decision: any Encodable
      do {
        decision = try answer(line)
      } catch let refusal as Refusal {
        decision = RefusalAnswer(
          id: refusal.id, line: number,
          error: "line \(number): \(refusal.mistakes.joined(separator: "; "))")
        isSound = false
      }
      try console.write(decision.jsonLine())
    }
    return isSound
  }

  /// An invalid line.
  private struct Refusal: Error {
    var id = JSONValue.null
    let mistakes: [String]
  }

  private struct RefusalAnswer: Encodable {
    let id: JSONValue
    let line: Int
    let error: String
  }

  private func answer(_ line: LineReader.Line) throws -> any Encodable {
    guard case .whole(let bytes) = line else {
      throw Refusal(mistakes: ["longer than \(Self.longestLine / 1024) KiB"])
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Refusal(mistakes: ["not UTF-8"])
    }
    let value: JSONValue
    do {
      value = try JSONParser.parse(bytes)
    } catch {
      throw Refusal(mistakes: ["not JSON at column \(error.column): \(error.words)"])
    }
    do {
      return try subject.decide(CaseReader(value), under: rules)
    } catch let error as CaseError {
      throw Refusal(id: Self.id(of: value), mistakes: error.mistakes)
    }
  }

  private static func id(of value: JSONValue) -> JSONValue {
    guard case .object(let members) = value, let id = members["id"] else { return .null }
    switch id {
    case .text, .integer: return id
    case .null, .bool, .number, .array, .object: return .null
    }
  }
}
