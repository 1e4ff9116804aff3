/// Who has whom among the contacts on the phone, as somebody gave it; eight bytes a pair at most.
public struct EdgeList: Hashable, Sendable {
  /// What the list is called, as the file that it stands in.
  public let name: String
  /// Where the contacts of each person begin, and behind the last where all end.
  private let starts: [UInt32]
  private let contacts: [UInt32]

  /// One who knows another, by their numbers in the market.
  public struct Edge: Hashable, Sendable, BitwiseCopyable {
    public let from: UInt32
    public let to: UInt32

    public init(from: UInt32, to: UInt32) {
      self.from = from
      self.to = to
    }
  }

  /// Takes the pairs; the contacts of a person keep the order in which they are given.
  public init(_ edges: [Edge], called name: String) {
    self.name = name
    let people = edges.reduce(0) { max($0, Int($1.from) + 1) }
    var starts = [UInt32](repeating: 0, count: people + 1)
    for edge in edges { starts[Int(edge.from) + 1] += 1 }
    for place in starts.indices.dropFirst() { starts[place] += starts[place - 1] }
    var next = starts
    var contacts = [UInt32](repeating: 0, count: edges.count)
    for edge in edges {
      contacts[Int(next[Int(edge.from)])] = edge.to
      next[Int(edge.from)] += 1
    }
    self.starts = starts
    self.contacts = contacts
  }

  /// The number of pairs.
  public var count: Int { contacts.count }

  /// The number of people whom `person` knows.
  func count(of person: UInt32) -> Int {
    let place = Int(person)
    return place + 1 < starts.count ? Int(starts[place + 1] - starts[place]) : 0
  }

  /// The contact of `person` who was given as number `number`, from 0.
  func contact(_ number: Int, of person: UInt32) -> UInt32 {
    precondition(number < count(of: person), "person \(person) knows fewer than \(number + 1)")
    return contacts[Int(starts[Int(person)]) + number]
  }
}
