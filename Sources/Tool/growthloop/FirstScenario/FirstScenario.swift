import Foundation
import GrowthloopFindings
import GrowthloopPlans
import GrowthloopReports
import Statistics
import Vocabulary

/// The text of a first scenario.
enum FirstScenario {
  /// Returns the scenario with these answers, in the notation of scenarios.
  static func text(_ answers: [String: String]) -> String {
    func answer(_ key: String) -> String { answers[key] ?? "" }
    return """
      # A scenario of growthloop: which rules hold, how people behave, how long to look.
      # Every key that is not here has a default: 'growthloop schema --reference' lists them all.

      title: \(quoted(answer("title")))
      question: What becomes of the invite loop with our own numbers?

      # Which document decides where they differ: rin, product or design.
      # 'growthloop profiles --differing' compares them.
      profile: \(answer("profile"))

      # The same seed gives the same bytes. More replications give narrower intervals.
      seed: 1
      replications: 16
      days: \(answer("days"))

      market:
        # Everybody who could ever join.
        people: \(answer("people"))

      arrivals:
        # Members at the start, and newcomers a day whom no invite brought.
        seeds: \(answer("members"))
        organicPerDay: \(answer("newcomers"))

      # Numbers of your own, with what they rest on: A is a primary source, B a benchmark, C derived,
      # D assumed. A number without a source counts as assumed.
      #recipients:
      #  tap: {value: 35%, source: our own beta of last March, grade: A}

      # Settings that differ from the profile: 'growthloop profiles prompts' lists those of prompts.
      #policy:
      #  prompts.lifetimeMax: 1

      # What must hold for 'growthloop simulate' to end with exit code 0, not 1.
      #gates:
      #  - sends.senderShare > 10%

      """
  }

  /// Quotes text for YAML.
  static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}

/// What a team says of its product.
struct Product {
  /// A number as it was typed or counted, of how many, and who says so.
  typealias Said = (value: String, of: Int?, source: String)

  let title: String
  /// By the key of the question.
  private(set) var said: [String: Said] = [:]
  /// The shares of newcomers who are active on a day, by the day; empty for those of the template.
  private(set) var retention: [(day: Int, share: Said)] = []
  /// What the product has; `nil` for what its template has.
  var parts: Set<ProductTemplate.Part>?
  /// Since when the loop runs, in days since 1970; `nil` for longer than four weeks.
  var since: Int64?
  var people: String?
  var days = "180"

  init(title: String) { self.title = title }

  /// Whether members have lived with the loop for four weeks.
  func hasLived(until today: Int64) -> Bool { (since ?? 0) + 28 <= today }

  /// Takes the numbers between the stages of the funnel in a file.
  ///
  /// - Throws: `DiagnosticList` with all mistakes of the table.
  mutating func take(funnel file: String) throws {
    guard let bytes = try? [UInt8](Data(contentsOf: URL(filePath: file))) else {
      throw UnfitInput(description: "'\(file)' cannot be read: '--funnel' takes a table of counts")
    }
    try take(
      funnel: SourceText(name: file, bytes: bytes), called: URL(filePath: file).lastPathComponent)
  }

  /// Takes the numbers between the stages of a funnel.
  mutating func take(funnel source: SourceText, called name: String) throws {
    let table = try FunnelReader.read(source, isWhole: true)
    func count(_ stage: FunnelStage) -> Int? {
      table.stages.contains(stage) ? table.total(stage, on: 0..<table.days) : nil
    }
    let name = "our own numbers: \(name)"
    func take(_ key: String, _ part: FunnelStage, of whole: FunnelStage) {
      guard let part = count(part), let whole = count(whole), whole > 0 else { return }
      let share = Double(part) / Double(whole)
      said[key] =
        key == "invites"
        ? (NumberText.decimal(share, 2), nil, name)
        : ("\(NumberText.decimal(100 * share, 2))%", whole, name)
    }
    take("invites", .sent, of: .shared)
    take("tap", .tapped, of: .sent)
    take("install", .launched, of: .tapped)
    take("sign-up", .onboarded, of: .launched)
    if said.isEmpty {
      throw DiagnosticList([
        Diagnostic(
          .error, "the table has no two stages that follow each other", at: source.range(0..<0),
          remedy:
            "write the counts of \(FunnelStage.allCases.map(\.rawValue).joined(separator: ", "))")
      ])
    }
  }

  /// Takes an answer of the team to a question.
  ///
  /// - Throws: `UsageError` with the option and what to write.
  mutating func take(_ answer: String, to key: String) throws {
    guard key == "retention" else {
      said[key] = try Self.said(answer, to: key)
      return
    }
    retention = try answer.split(separator: ",", omittingEmptySubsequences: false).map { part in
      let words = part.split(separator: ":", maxSplits: 1)
      guard words.count == 2, let day = Int(words[0].filter { $0 != " " }) else {
        throw UsageError(
          description:
            "'--retention' needs a day before each share, such as 1:35%,7:15%, not '\(answer)'")
      }
      return (day, try Self.said(String(words[1]), to: key))
    }
  }

  /// Reads a number as a team says it: `35%`, or `35% of 41_200` where it was counted.
  private static func said(_ answer: String, to key: String) throws -> Said {
    let halves = answer.split(separator: "of", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.split(separator: " ").joined(separator: " ") }
    let number = halves[0]
    try ProductTemplate.check(number, to: key)
    guard halves.count > 1 else { return (number, nil, "our own numbers") }
    guard let example = ProductTemplate.countedExamples[key] else {
      throw UsageError(
        description: "'--\(key) \(answer)' has a count, of which a scenario makes no use: "
          + "write \(number)")
    }
    let most = key == "organic-per-day" ? Double.infinity : 1
    guard let value = ValueText.share(number), value <= most,
      let count = ValueText.integer(halves[1]), count > 0
    else {
      let plain = example.split(separator: " ")[0]
      throw UsageError(
        description: "'--\(key) \(answer)' must be a number, such as \(plain), or a number and its "
          + "count, such as \(example)")
    }
    return (number, count, "our own numbers")
  }

  /// Returns a number that the team says, as a scenario's input; `nil` for one that it does not say.
  func input(_ key: String) -> String? { said[key].map(Self.input) }

  static func input(_ said: Said) -> String {
    let count = said.of.map { ", of: \(ValueText.spelt($0))" } ?? ", grade: A"
    return "{value: \(said.value), source: \(FirstScenario.quoted(said.source))\(count)}"
  }

  /// Returns the same as what comes out of a scenario.
  func output(_ key: String) -> String? {
    said[key].map { "{value: \($0.value), source: \(FirstScenario.quoted($0.source))}" }
  }

  /// Returns the day of a date, since 1970.
  static func day(_ text: String) throws -> Int64 {
    guard text.count == 10, let instant = Instant(iso8601: "\(text)T00:00:00Z") else {
      throw UsageError(description: "'--since' must be a date such as 2025-03-01, not '\(text)'")
    }
    return (instant - Instant(milliseconds: 0)).wholeDays
  }

  static var today: Int64 { Int64(Date().timeIntervalSince1970 / 86_400) }

  /// Returns the Monday of a day's week, as a moment.
  static func monday(of day: Int64) -> String {
    // The first day of 1970 was a Thursday.
    let monday = day - (day + 3) % 7
    return Instant(milliseconds: monday * 86_400_000).iso8601
  }
}
