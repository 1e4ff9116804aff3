/// A common feature of a circle's members.
public enum CirclePattern: Hashable, Sendable {
  /// The domain of an employer's e-mail addresses: `acme.com`.
  case domain(String)
  case areaCode(String)
  case familyName(String)

  /// The fields of a person that a pattern may read.
  public struct Person: Hashable, Sendable {
    public let id: UInt64
    public var domains: Set<String>
    public var areaCodes: Set<String>
    public var familyName: String?
    public var circles: Set<UInt64>

    public init(
      id: UInt64, domains: Set<String> = [], areaCodes: Set<String> = [],
      familyName: String? = nil, circles: Set<UInt64> = []
    ) {
      self.id = id
      self.domains = domains
      self.areaCodes = areaCodes
      self.familyName = familyName
      self.circles = circles
    }
  }

  func fits(_ person: Person) -> Bool {
    switch self {
    case .domain(let domain): person.domains.contains(domain)
    case .areaCode(let code): person.areaCodes.contains(code)
    case .familyName(let name): person.familyName == name
    }
  }

  /// The reason for proposing a person, as the card words it.
  ///
  /// The document words the domain alone; the others follow it.
  public var reason: String {
    switch self {
    case .domain(let domain): "Shared domain: @\(domain)"
    case .areaCode(let code): "Shared area code: \(code)"
    case .familyName(let name): "Shared name: \(name)"
    }
  }
}
