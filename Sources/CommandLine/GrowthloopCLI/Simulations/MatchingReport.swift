import Experiments
import GrowthModel
import Scenarios
import Statistics

/// What `simulate` tells of a study of matching: the same facts as a table and as `run.json`.
struct MatchingReport: Encodable {
  let kind = "matching"
  /// What gives these results again, to the byte.
  let command: String
  let title: String
  let question: String?
  let seed: UInt64
  let replicationsWanted: Int
  let replications: Int
  let isPartial: Bool
  /// The mean numbers of first launches in a replication.
  let invitedLaunches: Double
  let organicLaunches: Double
  let rules: [Row]
  let parameters: [RunParameter]

  struct Row: Encodable {
    let rule: String
    let right: Share
    let wrong: Share
    let missed: Share
    let stolen: Share
  }

  /// A share with its 95% interval over the replications, and what the truth would give.
  struct Share: Encodable {
    let truth: Double
    /// How many replications had launches that it is a share of.
    let replications: Int
    let mean: Double?
    let low: Double?
    let high: Double?
    let evidence: EvidenceReport?

    var text: String {
      guard let mean else { return "–" }
      return IntervalText(mean, from: low, to: high, in: .share, evidence)?.withValue
        ?? NumberText.percent(mean)
    }
  }

  init(_ outcome: MatchingTrialOutcome, of choice: ChosenScenario, command: String) {
    self.command = command
    title = choice.scenario.title
    question = choice.scenario.question
    seed = outcome.trial.seed
    replicationsWanted = outcome.trial.replications
    replications = outcome.replicates.count
    isPartial = outcome.isPartial
    (invitedLaunches, organicLaunches) = outcome.launches
    rules = outcome.trial.candidates.enumerated().map { place, candidate in
      func share(_ share: MatchingTrialOutcome.Share) -> Share {
        let moments = outcome.moments(of: share, rule: place)
        let estimate = moments.shareEstimate()
        return Share(
          truth: share.truth, replications: moments.count, mean: moments.mean, low: estimate?.low,
          high: estimate?.high, evidence: EvidenceReport(estimate))
      }
      return Row(
        rule: candidate.name, right: share(.right), wrong: share(.wrong), missed: share(.missed),
        stolen: share(.stolen))
    }
    parameters = RunParameter.all(of: choice.setup)
  }

  func text(isMarkdown: Bool = false) -> String {
    var table = ReportTable(header: ["rule", "right", "wrong", "missed", "stolen"])
    table.rows =
      [["the truth: who clicked", "100%", "0%", "0%", "0%"]]
      + rules.map { [$0.rule, $0.right.text, $0.wrong.text, $0.missed.text, $0.stolen.text] }
    let ended =
      isPartial
      ? "PARTIAL: interrupted after \(replications) of \(replicationsWanted) replications"
      : replications.counting("replication")
    var parts = [isMarkdown ? "# \(title)" : title]
    if let question { parts.append(question) }
    parts += [
      "Seed \(seed); \(ended) with 95% intervals over them, every rule under the same launches.",
      isMarkdown ? table.markdown : table.text,
      "Right, wrong and missed are shares of the \(NumberText.decimal(invitedLaunches, 0)) first "
        + "launches of a replication that a tap led to;\nstolen is the share of the "
        + "\(NumberText.decimal(organicLaunches, 0)) that none did. A comparison of rules in one "
        + "dense town, and no forecast.",
    ]
    parts += undefined
    let paragraph = RunParameter.assumptions(parameters)
    if !paragraph.isEmpty { parts.append(paragraph) }
    parts.append("Again: \(isMarkdown ? "`\(command)`" : command)")
    return parts.map { $0.hasSuffix("\n") ? String($0.dropLast()) : $0 }.joined(separator: "\n\n")
      + "\n"
  }

  /// What is said where replications had no launches of a kind, so that shares of them mean nothing.
  private var undefined: [String] {
    guard let rule = rules.first else { return [] }
    return [
      ("Right, wrong and missed", "a tap led to", rule.right),
      ("Stolen shares", "no tap led to", rule.stolen),
    ].compactMap { shares, launches, share in
      share.replications == 0
        ? "\(shares) are not defined: no replication had a first launch that \(launches)."
        : share.replications < replications
          ? "\(shares) are defined in \(share.replications) of \(replications) replications: the others "
            + "had no first launch that \(launches)." : nil
    }
  }
}
