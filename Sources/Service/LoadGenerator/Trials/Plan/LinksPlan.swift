/// The links that requests name.
public struct LinksPlan: Hashable, Sendable {
  /// The number of links of the plan's own service, one per person, with expired and deleted ones.
  public var count = 10_000
  /// Proportions of the requests; the rest names valid links.
  public var unknown = 0.05
  public var expired = 0.0
  public var deleted = 0.01
  /// The exponent of the Zipf distribution of their popularity; 0 makes it uniform.
  public var exponent = 1.0
  /// Codes of links that another target has, and the ids of people there.
  public var codes: [String]?
  public var people: [String]?

  public init() {}

  /// Returns the number of links in a proportion.
  public func count(of share: Double) -> Int {
    share > 0 ? max(1, Int(Double(count) * share)) : 0
  }
}

/// The links of a service, and their owners.
public struct KnownLinks: Hashable, Sendable {
  public var known: [String]
  public var unknown: [String] = []
  public var expired: [String] = []
  public var deleted: [String] = []
  public var people: [String]
  /// The numbers of address books, as a mix takes them.
  public var books: [String] = []

  public init(known: [String], people: [String]) {
    self.known = known
    self.people = people
  }

  /// Returns the links for drawing; groups without codes leave their proportion to valid links.
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
