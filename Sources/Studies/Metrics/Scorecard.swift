import GrowthloopFindings
import GrowthloopPlans
import Invites
import Profiles
import Statistics
public import Vocabulary

/// The goals and guardrails that one document sets for a launch.
public enum Scorecard {
  /// The role of a row.
  public enum Role: String, Sendable {
    case goal
    /// Must stay at least as good while the goals improve.
    case guardrail
    /// Reported without a target.
    case measure
  }

  /// A row of the document.
  public struct Entry: Sendable, Hashable {
    public let id: String
    public let role: Role
    /// The metrics that answer it; empty where a simulation cannot.
    public let metrics: [String]

    init(_ id: String, _ role: Role, _ metrics: String...) {
      self.id = id
      self.role = role
      self.metrics = metrics
    }
  }

  /// Returns the rows of the document whose targets are chosen, in its order (CNF-28).
  public static func entries(of document: ProfileID) -> [Entry] {
    switch document {
    case .rin: rin
    case .product: product
    case .design: design
    }
  }

  /// Returns what a scenario asks, as rows with the metrics that answer them.
  static func rows(_ targets: ScenarioTargets, in profile: Profile) -> [Score] {
    switch targets {
    case .document:
      entries(of: profile.metrics.targets).map {
        Score(id: $0.id, role: $0.role.rawValue, metrics: $0.metrics)
      }
    case .own(let gates):
      gates.map { Score(id: $0.metric, role: Role.goal.rawValue, metrics: [$0.metric]) }
    }
  }

  /// Returns the targets of a scenario by their metrics.
  static func limits(
    _ targets: ScenarioTargets, in profile: Profile
  ) -> [String: GateLimit] {
    switch targets {
    case .document:
      let ids = entries(of: profile.metrics.targets).map(\.id)
      let own = Metric.all.filter { $0.target.map { ids.contains($0.document) } ?? false }
      return Dictionary(
        uniqueKeysWithValues: own.compactMap { metric in
          metric.target.map { (metric.key, $0.limit) }
        })
    case .own(let gates):
      return Dictionary(gates.map { ($0.metric, $0.limit) }, uniquingKeysWith: { $1 })
    }
  }

  private static let rin = [
    Entry("KPI-01", .goal, "k.cohort", "k.month", "k.sender"),
    Entry("KPI-02", .goal, "sends.perActiveMonth"),
    Entry("KPI-03", .goal, "conversion.home", "conversion.homePerShare"),
    Entry("KPI-04", .goal, "onboarding.completion"),
  ]

  private static let product = [
    Entry("P-MET-01", .goal, "sends.senderShare"),
    Entry("P-MET-02", .goal, "conversion.tapped"),
    // The denominator is not stated, so both are reported (P-MET-07).
    Entry("P-MET-03", .goal, "conversion.homeOfTapped", "conversion.home"),
    Entry("P-MET-04", .goal, "flow.seconds.median", "flow.seconds"),
    Entry(
      "P-MET-05", .goal, "firstValue.sinceTap.median", "firstValue.invitedSeconds.median"),
    Entry("P-DSH-06", .guardrail),
  ]

  private static let design = [
    Entry("D-MET-01", .goal, "flow.senderShare"),
    Entry("D-MET-02", .goal, "conversion.signedUp"),
    Entry("D-MET-03", .goal, "return.inviterShare"),
    Entry("D-MET-04", .measure, "flow.openRate.week", "flow.openRate.day"),
    Entry("D-MET-05", .guardrail, "onboarding.grantShare", "flow.grantShare"),
    Entry("D-MET-06", .guardrail, "flow.sheetCompletion"),
    Entry("D-MET-07", .measure, "flow.taps.median", "flow.taps.p90"),
    Entry("D-MET-08", .guardrail),
    Entry("D-MET-09", .guardrail, "recipients.complaints"),
    Entry("D-MET-10", .guardrail, "uninstall.excess", "uninstall.invited", "uninstall.organic"),
  ]
}

/// The targets of the documents that cannot hold together, in figures (KPI-09).
public enum SeedTargets {
  /// The monthly result of the send rate and the conversion in the `rin` documents.
  public static let floorPerMonth = 1.5 * 30 / 100
  /// The active months after which these floors reach the coefficient of the target.
  public static let monthsToTarget = 0.5 / floorPerMonth
  /// The invites per sender for the same coefficient.
  ///
  /// It uses the proportion of senders and the conversion in the product document.
  public static let invitesPerSender = 0.5 / (0.15 * 0.25)

  /// The contradiction in sentences.
  public static let sentences = [
    "1.5 invites per active member and month (KPI-02) × 30% conversion (KPI-03) = "
      + "\(NumberText.decimal(floorPerMonth, 2)) newcomers per active member and month: below the "
      + "viral coefficient of 0.5 (KPI-01).",
    "Both floors reach it only over \(NumberText.decimal(monthsToTarget, 2)) active months, or with "
      + "\(NumberText.decimal(0.5 / 0.30, 2)) invites a month, or at a conversion of "
      + "\(NumberText.percent(0.5 / 1.5)).",
    "15% of active members sending (P-MET-01) × 25% conversion (P-MET-03) takes "
      + "\(NumberText.decimal(invitesPerSender, 1)) invites per sender for the same coefficient.",
  ]
}
