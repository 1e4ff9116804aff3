/// The links that requests name, grouped by standing.
public struct LinkPopulation: Sendable, Hashable {
  /// The standing of a link in the service.
  public enum Standing: Int, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    case known
    case unknown
    case expired
    case deleted
  }

  /// Links of one standing.
  public struct Group: Sendable, Hashable {
    public let standing: Standing
    /// The weight of the group among the others.
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
  /// The exponent of the Zipf distribution of their popularity; 0 makes it uniform.
  public var exponent: Double

  public init(_ groups: [Group], exponent: Double = 1) {
    self.groups = groups
    self.exponent = exponent
  }

  public static let none = LinkPopulation([])
}
