/// The links that requests are about, by what became of them.
public struct LinkPopulation: Sendable, Hashable {
  /// What a link is to the service.
  public enum Standing: Int, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    case known
    case unknown
    case expired
    case deleted
  }

  /// Links of one standing.
  public struct Group: Sendable, Hashable {
    public let standing: Standing
    /// How often it is drawn, against the other groups.
    public let weight: Double
    /// The codes, the most popular first.
    public let codes: [String]

    public init(_ standing: Standing, weight: Double, codes: [String]) {
      self.standing = standing
      self.weight = weight
      self.codes = codes
    }
  }

  public var groups: [Group]
  /// Of the Zipf distribution of their popularity; 0 makes them all alike.
  public var exponent: Double

  public init(_ groups: [Group], exponent: Double = 1) {
    self.groups = groups
    self.exponent = exponent
  }

  public static let none = LinkPopulation([])
}
