import Experiments
import GrowthModel
import Profiles
import Statistics
import Vocabulary

/// How one rule of credit decided, against the truth that only a simulation knows.
struct CreditReport: Encodable {
  /// The rule that spoke; `nil` for all of them together.
  let rule: String?
  let meaning: String?
  /// How often in a replication, in the order of `CreditVerdict.allCases`.
  let verdicts: [Count]

  struct Count: Encodable {
    let verdict: String
    let mean: Double?
    let low: Double?
    let high: Double?
    let evidence: EvidenceReport?
  }

  init(_ credit: StudyOutcome.RuleCredit) {
    rule = credit.rule.description
    meaning = RuleBook.rule(credit.rule.description)?.meaning
    verdicts = Self.counts(credit.verdicts)
  }

  /// The decisions of all rules together.
  init(all outcome: StudyOutcome) {
    rule = nil
    meaning = nil
    verdicts = Self.counts(
      CreditVerdict.allCases.map { verdict in
        EventMoments(
          outcome.replicates.map { replicate in
            EventCounts(replicate.credit.values.reduce(0) { $0 + $1[verdict] }, per: 1)
          })
      })
  }

  private static func counts(_ moments: [EventMoments]) -> [Count] {
    zip(CreditVerdict.allCases, moments).map { verdict, moments in
      let estimate = moments.countEstimate()
      return Count(
        verdict: "\(verdict)", mean: moments.mean, low: estimate?.low, high: estimate?.high,
        evidence: EvidenceReport(estimate))
    }
  }
}

extension CreditReport {
  /// A row for each rule, and one for all.
  static func table(_ reports: [CreditReport]) -> ReportTable {
    var table = ReportTable(
      header: ["decided by", "right", "wrong", "lost", "stolen", "nobody's", "meaning"])
    table.rows = reports.map { report in
      [report.rule ?? "all rules"] + report.verdicts.map(\.text) + [report.meaning ?? ""]
    }
    return table
  }

  static let legend =
    "First launches by who was credited: the sender of the link that led to it (right), another "
    + "inviter\n(wrong), nobody although there was one (lost), somebody although there was none "
    + "(stolen)"
}

extension CreditReport.Count {
  fileprivate var text: String {
    let style = NumberStyle.count
    guard let mean else { return "–" }
    return IntervalText(mean, from: low, to: high, in: style, evidence)?.withValue
      ?? style.text(mean)
  }
}
