import Vocabulary
import GrowthloopReports

/// A question about a first scenario, answered by an option, a line of the terminal, or a default.
struct Question {
  /// The name of the answer.
  let key: String
  let option: CommandOption
  let usual: String

  init(_ key: String, _ value: String, _ meaning: String, usually usual: String) {
    self.key = key
    option = CommandOption("--\(key)", value, "\(meaning) (default: \(usual))")
    self.usual = usual
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

  /// Returns the answer; it asks on a terminal, where no option gives it.
  func answer(
    _ arguments: Arguments, on console: any Console, reading lines: inout LineReader
  ) throws -> String {
    if let given = try arguments.one(option) { return given }
    guard console.inputIsTerminal else { return usual }
    try console.write("\(option.meaning): ")
    try console.flush()
    guard case .whole(let bytes)? = try lines.next(reading: { try console.read() }) else {
      return usual
    }
    let typed = String(decoding: bytes, as: UTF8.self).filter { !$0.isNewline }
    return typed.allSatisfy(\.isWhitespace) ? usual : typed
  }
}
