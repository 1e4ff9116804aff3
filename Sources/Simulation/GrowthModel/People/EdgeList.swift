/// The contacts of all people as given by a file; at most eight bytes per pair.
public struct EdgeList: Hashable, Sendable {
  /// The name of the list, as that of its file.
  public let name: String
  /// The first place of each person's contacts, and after the last the end of all.
  private let starts: [UInt32]
  private let contacts: [UInt32]

  /// A person and a contact of theirs, by their numbers in the market.
  public struct Edge: Hashable, Sendable, BitwiseCopyable {
    public let from: UInt32
    public let to: UInt32

    public init(from: UInt32, to: UInt32) {
      self.from = from
      self.to = to
    }
  }

  /// Creates the list; the contacts of a person keep the order of `edges`.
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

  /// All pairs, by person.
  public var edges: [Edge] {
    (0..<UInt32(starts.count - 1)).flatMap { person in
      (0..<count(of: person)).map { Edge(from: person, to: contact($0, of: person)) }
    }
  }

  /// Returns the number of contacts of `person`.
  func count(of person: UInt32) -> Int {
    let place = Int(person)
    return place + 1 < starts.count ? Int(starts[place + 1] - starts[place]) : 0
  }

  /// Returns contact number `number` of `person`, from 0.
  func contact(_ number: Int, of person: UInt32) -> UInt32 {
    precondition(number < count(of: person), "person \(person) has no contact \(number)")
    return contacts[Int(starts[Int(person)]) + number]
  }
}
