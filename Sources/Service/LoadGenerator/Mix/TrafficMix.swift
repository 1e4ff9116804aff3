/// Kinds of request with their weights, and the links and people they name.
public struct TrafficMix: Sendable, Hashable {
  /// One kind of request in the mix.
  public struct Part: Sendable, Hashable {
    public let kind: RequestKind
    public let weight: Double

    public init(_ kind: RequestKind, weight: Double = 1) {
      self.kind = kind
      self.weight = weight
    }
  }

  public var parts: [Part]
  public var links: LinkPopulation
  /// The names of people, each as likely as any other.
  public var people: [String]
  /// The numbers of address books, each in quotes and between commas; people take turns at them.
  public var books: [String]
  /// The first request's `{number}`; a second run on the same service needs others.
  public var firstNumber: UInt64

  public init(
    _ parts: [Part], links: LinkPopulation = .none, people: [String] = [],
    books: [String] = [], firstNumber: UInt64 = 1 << 32
  ) {
    self.parts = parts
    self.links = links
    self.people = people
    self.books = books
    self.firstNumber = firstNumber
  }

  /// A mix of one kind.
  public init(_ kind: RequestKind) {
    self.init([Part(kind)])
  }
}
