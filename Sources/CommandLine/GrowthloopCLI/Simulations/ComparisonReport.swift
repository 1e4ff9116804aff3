import Experiments
import Scenarios
import Statistics

/// What `compare` tells: the same facts as tables and as `run.json`.
struct ComparisonReport: Encodable {
  let kind = "compare"
  let command: String
  let base: String
  let title: String
  let question: String?
  let seed: UInt64
  let replicationsWanted: Int
  let replications: Int
  let isPartial: Bool
  /// Whether it ended because the intervals were narrow enough.
  let isPrecise: Bool
  let measuresPairing: Bool
  let variants: [VariantReport]
  let targetsThatConflict = SeedTargets.sentences
  let parameters: [RunParameter]

  /// The most metrics that are shown of a variant where none are asked for.
  private static let mostRanked = 15
  private static let mostRules = 8

  init(_ outcome: ComparisonOutcome, of choice: ChosenScenario, command: String) {
    self.command = command
    base = outcome.comparison.base.name
    title = choice.scenario.title
    question = choice.scenario.question
    seed = outcome.comparison.seed
    replicationsWanted = outcome.comparison.replications
    replications = outcome.replications
    isPartial = outcome.isPartial
    isPrecise = outcome.isPrecise
    measuresPairing = outcome.comparison.measuresPairing
    variants = outcome.variants.map(VariantReport.init)
    parameters = RunParameter.all(of: outcome.comparison.base)
  }

  /// What the report says to people; the chosen metrics, or the viral coefficient and those that differ
  /// most surely.
  func text(_ choice: MetricChoice, isMarkdown: Bool = false) -> String {
    func render(_ table: ReportTable) -> String { isMarkdown ? table.markdown : table.text }
    let ended =
      isPartial
      ? "PARTIAL: interrupted after \(replications) of \(replicationsWanted) replications"
      : replications.counting("replication")
        + (isPrecise ? ", enough for the precision wanted" : "")
    var parts = [
      isMarkdown ? "# \(title)" : title,
      "Base \(base) beside \(variants.count.counting("variant")) under the same luck; "
        + "seed \(seed); \(ended).",
    ]
    if let question { parts.insert(question, at: 1) }
    for variant in variants {
      parts.append("\(isMarkdown ? "## " : "")\(variant.variant)")
      parts.append(Self.changes(variant))
      parts.append(render(metrics(of: variant, choice)))
      if !variant.rules.isEmpty { parts.append(render(Self.rules(of: variant))) }
    }
    parts.append(
      "'saved' is how many times more replications independent seeds would take for the same "
        + "interval, \(measuresPairing ? "measured against such runs." : "by the variances.")")
    if choice.withDefinitions { parts.append(choice.definitions) }
    let paragraph = RunParameter.assumptions(parameters)
    if !paragraph.isEmpty { parts.append(paragraph) }
    parts.append("Again: \(isMarkdown ? "`\(command)`" : command)")
    return parts.map { $0.hasSuffix("\n") ? String($0.dropLast()) : $0 }.joined(separator: "\n\n")
      + "\n"
  }

  private func metrics(of variant: VariantReport, _ choice: MetricChoice) -> ReportTable {
    var table = ReportTable(
      header: ["metric", "base", "variant", "difference", "± 95%", "", "saved"])
    let rows = choice.isUsual ? Self.usual(variant.ranking) : choice.places
    table.rows = rows.map { variant.metrics[$0].cells(of: replications) }
    return table
  }

  /// The viral coefficient in all of its meanings, whatever became of it, and then what differs most surely.
  private static func usual(_ ranking: [String]) -> [Int] {
    let asked = Metric.all.map(\.key).filter { $0.hasPrefix("k.") }
    let others = ranking.prefix(mostRanked).filter { !asked.contains($0) }
    return (asked + others).compactMap { Metric.place(of: $0) }
  }

  private static func changes(_ variant: VariantReport) -> String {
    guard !variant.changes.isEmpty else { return "No setting differs from the base." }
    return variant.changes.map {
      "\($0.setting): \($0.base ?? "–") → \($0.variant ?? "–")\n"
    }.joined()
  }

  private static func rules(of variant: VariantReport) -> ReportTable {
    var table = ReportTable(
      header: ["rule that made the difference", "base", "variant", "difference", "meaning"])
    table.rows = variant.rules.prefix(mostRules).map { rule in
      let style = NumberStyle.count
      return [
        rule.rule, rule.base.map(style.text) ?? "", rule.variant.map(style.text) ?? "",
        rule.difference.map { ($0 > 0 ? "+" : "") + style.text($0) } ?? "", rule.meaning ?? "",
      ]
    }
    return table
  }
}
