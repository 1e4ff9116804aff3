import Diagnostics
import Foundation
import JSON

/// Answers cases from outside by the rules, one JSON line each.
enum DecideCommand: Command {
  static let name = "decide"
  static let summary = "answers cases by the rules: JSON Lines in, one decision a line out"

  static let subjects: [any Subject.Type] = [
    PromptSubject.self, AttributionSubject.self, CodeSubject.self, LimitSubject.self,
    LifecycleSubject.self, MatchingSubject.self, ReceiptSubject.self, MessageSubject.self,
    ConnectionSubject.self, AcceptanceSubject.self, NotificationSubject.self,
    VisibilitySubject.self, QualificationSubject.self, EventSubject.self,
    OnboardingSubject.self, SharingSubject.self,
  ]

  /// The longest line that is read; a longer one is refused and skipped.
  static let longestLine = 256 * 1024

  static var help: String {
    """
    growthloop decide SUBJECT [options] < cases.jsonl

    Reads one case a line and writes one decision a line, in order and with the same "id".
    A line that is no case gives {"id", "line", "error"}, and the rest goes on; the exit code is
    then 65. A line may have \(longestLine / 1024) KiB. Empty lines are skipped.

    Options:
    \(ProfileChoice.help)
    \(SigningKeyChoice.help)
      --example             prints an example case instead of reading any

    Example:
      growthloop decide prompts --example | growthloop decide prompts --set prompts.minIntervalDays=3

    Subjects:

    \(subjects.map(description).joined(separator: "\n\n"))
    """
  }

  static func help(for words: ArraySlice<String>) -> String {
    guard let subject = subjects.first(where: { $0.name == words.first }) else { return help }
    return """
      growthloop decide \(subject.name) [options] < cases.jsonl

      \(description(subject))

      An example: growthloop decide \(subject.name) --example
      'growthloop decide --help' tells of options, bad lines and the other subjects.
      """
  }

  private static func description(_ subject: any Subject.Type) -> String {
    let contract = subject.contract.split(separator: "\n").map { "    \($0)" }
    return "  \(subject.name): \(subject.summary)\n" + contract.joined(separator: "\n")
  }

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let arguments = try Arguments(
      arguments,
      declared: .init(
        flags: ["--example"], options: ProfileChoice.options + [SigningKeyChoice.option],
        mostWords: 2))
    let subject = try subject(arguments.words.first)
    if arguments.words.count > 1 {
      let word = arguments.words[1]
      throw UsageError(
        description: "unexpected argument '\(word)'; cases come by standard input: "
          + "decide \(subject.name) < FILE")
    }
    if arguments.has("--example") {
      try console.write(subject.example + "\n")
      return .success
    }
    let rules = DecisionRules(
      profile: try ProfileChoice.read(arguments),
      key: try SigningKeyChoice.read(arguments, on: console))
    if console.inputIsTerminal {
      console.complain(
        "growthloop decide: type one case a line; 'growthloop decide --help' tells how")
    }
    return try answerAll(of: subject, under: rules, on: console)
  }

  private static func subject(_ name: String?) throws -> any Subject.Type {
    let names = subjects.map { $0.name }
    guard let name else {
      throw UsageError(description: "decide what? One of: \(names.joined(separator: ", "))")
    }
    if let subject = subjects.first(where: { $0.name == name }) { return subject }
    let near = Suggestion.phrase(for: name, among: names)
    throw UsageError(
      description: "unknown subject '\(name)'\(near); known: \(names.joined(separator: ", "))")
  }

  private static func answerAll(
    of subject: any Subject.Type, under rules: DecisionRules, on console: any Console
  ) throws -> ExitCode {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var lines = LineReader(limit: longestLine)
    var number = 0
    var code = ExitCode.success
    while let line = try lines.next(reading: {
      // Whoever waits for answers gets them before this waits for more questions.
      try console.flush()
      return try console.read()
    }) {
      number += 1
      if case .whole(let bytes) = line, bytes.allSatisfy({ [0x20, 0x09].contains($0) }) {
        continue
      }
      let answer: any Encodable
      do {
        answer = try answerOne(line, of: subject, under: rules)
      } catch let refusal as Refusal {
        answer = RefusalAnswer(
          id: refusal.id, line: number,
          error: "line \(number): \(refusal.mistakes.joined(separator: "; "))")
        code = .badInput
      }
      try console.write(String(decoding: encoder.encode(answer), as: UTF8.self) + "\n")
    }
    return code
  }

  /// A line that is no case.
  private struct Refusal: Error {
    var id = JSONValue.null
    let mistakes: [String]
  }

  private struct RefusalAnswer: Encodable {
    let id: JSONValue
    let line: Int
    let error: String
  }

  private static func answerOne(
    _ line: LineReader.Line, of subject: any Subject.Type, under rules: DecisionRules
  ) throws -> any Encodable {
    guard case .whole(let bytes) = line else {
      throw Refusal(mistakes: ["longer than \(longestLine / 1024) KiB"])
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
      throw Refusal(id: id(of: value), mistakes: error.mistakes)
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
