import Experiments
import Foundation
import Gates
import LoadTrials
import Profiles
import Rehearsals
import Scenarios
import Statistics
import Vocabulary

extension RehearsalReport {
  /// How many differences are told in full; the folder of a run has all of them.
  private static let mostTold = 3

  /// The report as a terminal or a page shows it.
  func text(isMarkdown: Bool = false) -> String {
    func shown(_ table: ReportTable) -> String { isMarkdown ? table.markdown : table.text }
    let title = isMarkdown ? "# \(plan.title)\n" : "\(plan.title)\n"
    let parts = [
      title, about, shown(comparisonTable), shown(timeTable),
      plan.gates.isEmpty ? "" : shown(gateTable), differences, verdict,
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
  }

  private var about: String {
    let others = settingsOfService
    let profile =
      "profile \(script.profile.id.rawValue)"
      + (others.isEmpty ? "" : ", the service with \(others.joined(separator: ", "))")
    let outages = record.outages.map { NumberText.decimal($0 / .seconds(1), 2) + " s" }
    let killed =
      outages.isEmpty
      ? ""
      : "Killed \(outages.count) \(outages.count == 1 ? "time" : "times"), away "
        + "\(outages.joined(separator: ", ")); \(record.repeated) \(record.repeated == 1 ? "request was" : "requests were") "
        + "sent again, "
        + "\(record.disturbed.totalCount) due meanwhile or right after are timed by themselves.\n"
    let rate = Double(record.planned) / (record.elapsed / .seconds(1))
    return """
      \(profile), seed \(plan.seed); \(script.expected.referrals.count) newcomers, \(script.links) links.
      \(record.planned) requests in \(NumberText.decimal(record.elapsed / .seconds(1), 1)) s, \
      \(Int(rate)) a second (planned: \(plan.rate)), up to \(record.mostInFlight) at a time.
      \(killed)
      """
  }

  private var comparisonTable: ReportTable {
    ReportTable(
      header: ["compared", "count", "equal", "different"],
      rows: RehearsedSubject.allCases.map { subject in
        let count = outcome.reconciliation?.count(of: subject) ?? 0
        let different = outcome.reconciliation?.differences(in: subject) ?? 0
        return [subject.rawValue, "\(count)", "\(count - different)", "\(different)"]
      })
  }

  private var timeTable: ReportTable {
    ReportTable(
      header: ["request", "count", "p50 ms", "p99 ms", "max ms"],
      rows: times.map { time in
        [time.name, "\(time.count)"]
          + [time.p50, time.p99, time.most].map { NumberText.significant($0) }
      })
  }

  private var gateTable: ReportTable {
    GateTable(
      rows: judgements.map { judgement in
        func shown(_ value: Double) -> String {
          switch judgement.gate.limit {
          case .response: LoadText.time(value)
          case .errors: NumberText.significant(value * 100) + "%"
          }
        }
        return GateTable.Row(
          gate: judgement.gate.description, measured: judgement.value.map(shown) ?? "–",
          interval: judgement.low.flatMap { low in
            judgement.high.map { (shown(low), shown($0)) }
          }, verdict: judgement.verdict)
      }
    ).table
  }

  private var differences: String {
    let all = outcome.reconciliation?.differences ?? []
    let told = Self.worthTelling(all).prefix(Self.mostTold).map(Self.told)
    let rest = all.count - told.count
    return told.joined(separator: "\n")
      + (rest > 0 ? "\nand \(rest) more; '--out DIR' writes them all to differences.jsonl\n" : "")
  }

  /// Differences of each subject in turn, so that the first few show as many kinds as there are.
  private static func worthTelling(_ all: [Difference]) -> [Difference] {
    RehearsedSubject.allCases.compactMap { subject in all.first { $0.subject == subject } }
  }

  private static func told(_ difference: Difference) -> String {
    let rules = difference.rules.isEmpty ? "" : " [\(difference.rules.joined(separator: ", "))]"
    var lines = ["\(difference.subject.rawValue) of person \(difference.person)\(rules)"]
    if difference.isOfPromise {
      lines += difference.rules.compactMap(RuleBook.rule).map { rule in
        "  \(rule.id), \(rule.place): \(rule.meaning)"
      }
    }
    lines += difference.words.map { word in
      "  " + word.side.padding(toLength: 11, withPad: " ", startingAt: 0) + word.said
    }
    lines += difference.story.map { "    " + $0.replacing("\n", with: "\n    ") }
    return lines.joined(separator: "\n") + "\n"
  }

  private var verdict: String {
    guard let reconciliation = outcome.reconciliation else {
      return "Interrupted: nothing was compared."
    }
    let count = RehearsedSubject.allCases.reduce(0) { $0 + reconciliation.count(of: $1) }
    return reconciliation.isExact
      ? "All \(count) comparisons came out the same."
      : "\(reconciliation.differences.count) of \(count) comparisons came out differently."
  }
}
