/// A common feature of a circle's members.
public enum CirclePattern: Hashable, Sendable {
  /// The domain of an employer's e-mail addresses: `acme.com`.
  case domain(String)
  /// An area code of the members' numbers, in the app's own form.
  case areaCode(String)
  /// A family name; upper and lower case are different.
  case familyName(String)

  /// The fields of a person that a pattern may read.
  public struct Person: Hashable, Sendable {
    /// The app's own number of the person's contact.
    public let id: UInt64
    /// The domains of the employers' addresses, such as `acme.com`.
    public var domains: Set<String>
    /// The area codes of all numbers of the person.
    public var areaCodes: Set<String>
    /// The family name; `nil` if it is unknown, which fits no pattern.
    public var familyName: String?
    /// The circles of which the person is a member, by the app's own numbers.
    public var circles: Set<UInt64>

    /// Creates a person with the fields that are known; a field left out fits no pattern.
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
