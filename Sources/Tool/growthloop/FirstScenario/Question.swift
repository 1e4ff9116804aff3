import Vocabulary
import GrowthloopReports

/// A question about a first scenario, answered by an option, a line of the terminal, or a default.
struct Question {
  /// The name of the answer.
  let key: String
  let option: CommandOption
  let usual: String
  private let meaning: String

  init(
    _ key: String, _ value: String, _ meaning: String, usually usual: String,
    among words: [String] = []
  ) {
    self.key = key
    option = CommandOption(
      "--\(key)", value, "\(meaning) (default: \(usual))", completion: .words { words })
    self.usual = usual
    self.meaning = meaning
  }

  /// Creates a question about a product, whose default is that of its template.
  init(_ key: String, _ value: String, ofProduct meaning: String, usually usual: String = "") {
    self.key = key
    let words = usual.isEmpty ? "" : " (default: \(usual))"
    option = CommandOption("--\(key)", value, "(--template) \(meaning)\(words)")
    self.usual = usual
    self.meaning = meaning
  }

  static let all = [
    Question("title", "TEXT", "the title of the scenario", usually: "My invite loop"),
    Question(
      "profile", "NAME",
      "the rules: \(ProfileID.allCases.map(\.shortName).joined(separator: ", "))", usually: "rin"),
    Question("people", "N", "the number of people who could ever join", usually: "10_000"),
    Question("members", "N", "the number of members there are already", usually: "200"),
    Question("newcomers", "N", "the number of newcomers a day without an invite", usually: "20"),
    Question("days", "N", "the number of days to simulate", usually: "90"),
  ]

  /// Returns what an option gives, or what someone types who is asked on a terminal; `nil` for neither.
  ///
  /// On a terminal `check` refuses an option at once, and lets the question come again for what is typed.
  func said(
    _ arguments: Arguments, on console: any Console, reading lines: inout LineReader,
    usually usual: String, check: (String) throws -> Void
  ) throws -> String? {
    if let given = try arguments.one(option) {
      // Elsewhere the mistakes of all options are found together, in the scenario that they make.
      if console.inputIsTerminal { try check(given) }
      return given
    }
    while let typed = try typed(on: console, reading: &lines, usually: usual) {
      do {
        try check(typed)
        return typed
      } catch {
        console.complain("\(error)")
      }
    }
    return nil
  }

  /// Returns what someone types who is asked on a terminal; `nil` for an empty line.
  private func typed(
    on console: any Console, reading lines: inout LineReader, usually usual: String
  ) throws -> String? {
    guard console.inputIsTerminal else { return nil }
    try console.write("\(meaning) (default: \(usual)): ")
    try console.flush()
    guard case .whole(let bytes)? = try lines.next(reading: { try console.read() }) else {
      return nil
    }
    let typed = String(decoding: bytes, as: UTF8.self).filter { !$0.isNewline }
    return typed.allSatisfy(\.isWhitespace) ? nil : typed
  }
}
