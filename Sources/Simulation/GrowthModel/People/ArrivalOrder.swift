import RandomStreams

/// The order in which people come without an invite: the people of the market, shuffled.
///
/// The members of the start stand at its front and a crowd behind them; organic newcomers come from its
/// end. A person who came by an invite before their turn is replaced by the next of a reserve: all but
/// the members of the start, from behind the crowd on. The turns of all others stay as they are.
struct ArrivalOrder: Sendable {
  private let people: Permutation
  /// How many stand before the crowd: the members of the start.
  private let first: Int
  /// Where the crowd ends.
  private var crowdEnd: Int
  /// Where the part at the end begins whose turn is over.
  private var backStart: Int
  /// How many of the reserve were taken or passed over.
  private var passed = 0

  init(of count: Int, startingWith first: Int, key: UInt64) {
    people = Permutation(of: count, key: key)
    self.first = first
    crowdEnd = first
    backStart = count
  }

  /// The member of the start with that number.
  func memberOfStart(_ number: Int) -> UInt32 {
    precondition(number < first)
    return UInt32(people[number])
  }

  /// Takes the person behind the crowd so far into it; returns `nil` where there is none.
  ///
  /// A crowd is complete before other turns are asked for.
  mutating func nextOfCrowd() -> UInt32? {
    guard crowdEnd < people.count else { return nil }
    defer { crowdEnd += 1 }
    return UInt32(people[crowdEnd])
  }

  /// Returns the person whose turn is next, from the end on; `nil` once the crowd is reached.
  mutating func nextFromBack() -> UInt32? {
    guard backStart > crowdEnd else { return nil }
    backStart -= 1
    return UInt32(people[backStart])
  }

  /// Returns the next of the reserve; `nil` once all were returned.
  ///
  /// - Complexity: O(1); over a whole run, no more calls return a person than there are people.
  mutating func nextOfReserve() -> UInt32? {
    guard passed < people.count - first else { return nil }
    let place = crowdEnd + passed
    passed += 1
    return UInt32(people[place < people.count ? place : place - people.count + first])
  }
}
