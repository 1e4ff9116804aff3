import LoadGenerator

/// The links that requests are about.
public struct LinksPlan: Hashable, Sendable {
  /// How many links the plan's own service has, each of one person; those that expired or were
  /// deleted among them.
  public var count = 10_000
  /// Shares of the requests; the rest is about links that serve.
  public var unknown = 0.05
  public var expired = 0.0
  public var deleted = 0.01
  /// Of the Zipf distribution of their popularity; 0 makes them all alike.
  public var exponent = 1.0
  /// Codes that another target knows, and the ids of people there.
  public var codes: [String]?
  public var people: [String]?

  public init() {}

  /// How many links of a share there are.
  public func count(of share: Double) -> Int {
    share > 0 ? max(1, Int(Double(count) * share)) : 0
  }
}

/// Links that a service knows, and people who have them.
public struct KnownLinks: Hashable, Sendable {
  public var known: [String]
  public var unknown: [String] = []
  public var expired: [String] = []
  public var deleted: [String] = []
  public var people: [String]

  public init(known: [String], people: [String]) {
    self.known = known
    self.people = people
  }

  /// The same as requests draw them; groups without codes leave their share to those that serve.
  func population(_ plan: LinksPlan) -> LinkPopulation {
    let others: [LinkPopulation.Group] = [
      .init(.unknown, weight: plan.unknown, codes: unknown),
      .init(.expired, weight: plan.expired, codes: expired),
      .init(.deleted, weight: plan.deleted, codes: deleted),
    ].filter { $0.weight > 0 && !$0.codes.isEmpty }
    let rest = max(0, 1 - others.reduce(0) { $0 + $1.weight })
    let groups = rest > 0 ? [.init(.known, weight: rest, codes: known)] + others : others
    return LinkPopulation(groups.filter { !$0.codes.isEmpty }, exponent: plan.exponent)
  }
}
