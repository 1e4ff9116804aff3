public import GrowthloopFindings

/// The metric that answers a question, with the parameters that may move it.
public struct RankedAnswer: Sendable {
  public let metric: String
  /// The names of the parameters that it is computed through; empty where they are not known.
  public let parameters: [String]
  /// Those of them that a scenario switches on, and that speak to what it is about.
  public let added = HeadlineMetric.added

  public init(_ metric: String) {
    self.metric = metric
    parameters = HeadlineMetric.chain(of: metric) ?? []
  }
}

extension RankedAnswer {
  /// What a dismissed prompt costs, and the most that is supposed where it costs nothing.
  public static let dismissalCost = (key: "sharing.dismissalCost", most: 0.3)

  /// Returns the inputs that a change of these settings and parameters turns on beside the loop, and
  /// that therefore run whatever they move.
  public func companions(of changed: Set<String>) -> Set<String> {
    let isPlaced = changed.contains { $0.hasPrefix("market.") || $0.hasPrefix("arrivals.") }
    let crowd: Set = ["market.communitySize", "market.communityShare", "arrivals.seeds"]
    return isPlaced ? added.union(crowd) : added
  }
}

/// Findings whose answer says which inputs it rests on most.
public protocol RankedFindings: ReplicatedFindings {
  var isPartial: Bool { get set }
  /// The inputs by their movement of the answer; `nil` where they were not ranked.
  var ranking: [Measured<InputMove>]? { get set }
  /// What to rank the inputs by, and which.
  var rankedAnswer: RankedAnswer { get }
}

extension SimulationFindings: RankedFindings {
  public var rankedAnswer: RankedAnswer { RankedAnswer(headlineKey) }
}

extension ComparisonFindings: RankedFindings {
  public var rankedAnswer: RankedAnswer { RankedAnswer(headlineKey) }
}
