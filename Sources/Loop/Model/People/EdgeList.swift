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
    var gathered = GatheredEdges()
    for edge in edges { gathered.append(edge) }
    self.init(gathered, called: name)
  }

  /// Creates the list; where pairs are mutual, each stands for both directions.
  public init(_ edges: GatheredEdges, called name: String, areMutual: Bool = false) {
    self.name = name
    var people = 0
    edges.forEach { people = max(people, Int(areMutual ? max($0.from, $0.to) : $0.from) + 1) }
    var starts = [UInt32](repeating: 0, count: people + 1)
    edges.forEach { edge in
      starts[Int(edge.from) + 1] += 1
      if areMutual { starts[Int(edge.to) + 1] += 1 }
    }
    for place in starts.indices.dropFirst() { starts[place] += starts[place - 1] }
    var contacts = [UInt32](repeating: 0, count: Int(starts[people]))
    // Every start moves to the end of its contacts, where the next begins, and back afterwards.
    func add(_ contact: UInt32, to person: UInt32) {
      contacts[Int(starts[Int(person)])] = contact
      starts[Int(person)] += 1
    }
    edges.forEach { edge in
      add(edge.to, to: edge.from)
      if areMutual { add(edge.from, to: edge.to) }
    }
    for place in starts.indices.dropFirst().reversed() { starts[place] = starts[place - 1] }
    starts[0] = 0
    self.starts = starts
    self.contacts = contacts
  }

  /// The pairs that stand in the list more than once, at most `most` of them.
  public func repeated(atMost most: Int) -> [Edge] {
    var found: [Edge] = []
    let people = contacts.reduce(0) { max($0, Int($1) + 1) }
    // The person, from 1, among whose contacts each was seen last.
    var seen = [UInt32](repeating: 0, count: people)
    for person in 0..<UInt32(starts.count - 1) {
      for contact in contacts[Int(starts[Int(person)])..<Int(starts[Int(person) + 1])] {
        if seen[Int(contact)] == person + 1 {
          found.append(Edge(from: person, to: contact))
          guard found.count < most else { return found }
        }
        seen[Int(contact)] = person + 1
      }
    }
    return found
  }

  /// The number of pairs.
  public var count: Int { contacts.count }

  /// Passes on every number of the list: the same for the same list.
  public func forEachNumber(_ take: (UInt32) -> Void) {
    starts.forEach(take)
    contacts.forEach(take)
  }

  /// Returns the number of contacts of `person`.
  func count(of person: PersonNumber) -> Int {
    let place = Int(person)
    return place + 1 < starts.count ? Int(starts[place + 1] - starts[place]) : 0
  }

  /// Returns contact number `number` of `person`, from 0.
  func contact(_ number: Int, of person: PersonNumber) -> UInt32 {
    precondition(number < count(of: person), "person \(person) has no contact \(number)")
    return contacts[Int(starts[Int(person)]) + number]
  }
}

/// Pairs of a list that is still being read, in blocks: an array that grows would be copied, and take
/// three times the memory meanwhile.
public struct GatheredEdges: Sendable {
  private var full: [[EdgeList.Edge]] = []
  private var block: [EdgeList.Edge] = []

  private static let blockLength = 1 << 16

  public init() {}

  /// The number of pairs.
  public var count: Int { full.count * Self.blockLength + block.count }

  public mutating func append(_ edge: EdgeList.Edge) {
    if block.count == Self.blockLength {
      full.append(block)
      block = []
    }
    if block.isEmpty { block.reserveCapacity(Self.blockLength) }
    block.append(edge)
  }

  /// Passes on the pairs in their order.
  func forEach(_ take: (EdgeList.Edge) -> Void) {
    for block in full { block.forEach(take) }
    block.forEach(take)
  }
}
