import RandomStreams

/// The choice of start members by where they live and whom they know.
///
/// The same for every shard.
struct SeedPlacing {
  private let seeds: Int
  private let people: Int
  private let communitySize: Int
  private let key: UInt64
  private let acquaintances: Acquaintances

  init(
    of seeds: Int, in market: Market, stream: RandomStream, acquaintances: Acquaintances
  ) {
    self.seeds = seeds
    people = market.people
    communitySize = min(market.communitySize, market.people)
    key = stream.words(3).low
    self.acquaintances = acquaintances
  }

  /// Returns the start members, in the order of their numbers as members.
  func people(_ placement: SeedPlacement) -> [PersonNumber] {
    switch placement {
    case .random:
      let order = Permutation(of: people, key: key)
      return (0..<seeds).map { PersonNumber(order[$0]) }
    case .dense: return dense()
    case .spread: return spread()
    case .connected: return connected()
    }
  }

  /// Neighbouring communities, from the first person of one that is drawn.
  private func dense() -> [PersonNumber] {
    let first = Int(key.multipliedFullWidth(by: UInt64(communities)).high) * communitySize
    return (0..<seeds).map { PersonNumber((first + $0) % people) }
  }

  private var communities: Int { (people + communitySize - 1) / communitySize }

  /// One of each community in turns, in an order of communities and of their people that is drawn.
  private func spread() -> [PersonNumber] {
    let order = Permutation(of: communities, key: key)
    let members = Permutation(of: communitySize, key: key ^ .max)
    var chosen: [PersonNumber] = []
    chosen.reserveCapacity(seeds)
    for round in 0..<communitySize {
      for turn in 0..<communities {
        guard chosen.count < seeds else { return chosen }
        // The last community may have no such person.
        let person = order[turn] * communitySize + members[round]
        if person < people { chosen.append(PersonNumber(person)) }
      }
    }
    return chosen
  }

  /// Those with the most contacts; of equally many, the first.
  private func connected() -> [PersonNumber] {
    var counts = [Int](repeating: 0, count: Int(UInt16.max) + 1)
    for person in 0..<people { counts[contacts(of: person)] += 1 }
    var (least, above) = (counts.count - 1, 0)
    while least > 0, above + counts[least] < seeds {
      above += counts[least]
      least -= 1
    }
    var chosen: [PersonNumber] = []
    var ofLeast = seeds - above
    for person in 0..<people {
      let contacts = contacts(of: person)
      guard contacts >= least else { continue }
      if contacts == least {
        guard ofLeast > 0 else { continue }
        ofLeast -= 1
      }
      chosen.append(PersonNumber(person))
    }
    return chosen
  }

  private func contacts(of person: Int) -> Int {
    min(acquaintances.contacts(of: PersonNumber(person)), Int(UInt16.max))
  }
}
