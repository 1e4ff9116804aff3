/// The findings of `simulate` in a study of matching.
public struct MatchingFindings: ReplicatedFindings {
  public static let kind = "matching"

  public var command = ""
  public var title = ""
  public var question: String?
  public var seed: UInt64 = 0
  public var replicationsWanted = 0
  public var replications = 0
  public var ending = ReplicationsEnding.complete
  public var isPartial = false
  /// The mean numbers of launches in a replication.
  public var invitedLaunches = 0.0
  public var organicLaunches = 0.0
  public var rules: [Rule] = []
  /// The launches of each replication, by their results.
  public var replicates: FigureTable
  public var parameters: [Parameter] = []

  /// A rule with the proportions of launches, by its results.
  public struct Rule: Codable, Sendable {
    public let rule: String
    public let right, wrong, missed, stolen: Measured<Truth>

    public init(
      _ rule: String, right: Measured<Truth>, wrong: Measured<Truth>, missed: Measured<Truth>,
      stolen: Measured<Truth>
    ) {
      self.rule = rule
      self.right = right
      self.wrong = wrong
      self.missed = missed
      self.stolen = stolen
    }
  }

  /// The proportion of a perfect matcher.
  public struct Truth: MeasuredSubject {
    public static let valueKey = "mean"

    public let truth: Double

    public init(_ truth: Double) { self.truth = truth }
  }

  public init(replicates: FigureTable) { self.replicates = replicates }
}
