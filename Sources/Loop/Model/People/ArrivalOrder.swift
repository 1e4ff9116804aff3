import RandomStreams

/// The order of arrivals without an invite in one partition: a shuffle of its people.
///
/// The start members are at its front and a crowd behind them; organic newcomers come from its end.
/// A person who arrived by an invite before their turn is replaced by the next of a reserve: all
/// but the start members, from behind the crowd on. All other turns stay the same.
struct ArrivalOrder: Sendable {
  private let people: Permutation
  /// The number of start members, who come before the crowd.
  private let first: Int
  /// The place after the crowd.
  private var crowdEnd: Int
  /// The first place of those at the end whose turn has passed.
  private var backStart: Int
  /// The number of reserve places taken or passed over.
  private var passed = 0

  init(of count: Int, startingWith first: Int, key: UInt64) {
    people = Permutation(of: count, key: key)
    self.first = first
    crowdEnd = first
    backStart = count
  }

  /// Returns the start member with that number.
  func memberOfStart(_ number: Int) -> Int {
    precondition(number < first)
    return people[number]
  }

  /// Adds the next person to the crowd and returns it; `nil` at the end of the partition.
  ///
  /// A crowd is complete before other turns begin.
  mutating func nextOfCrowd() -> Int? {
    guard crowdEnd < people.count else { return nil }
    defer { crowdEnd += 1 }
    return people[crowdEnd]
  }

  /// Returns the next person, from the end on; `nil` once the crowd is reached.
  mutating func nextFromBack() -> Int? {
    guard backStart > crowdEnd else { return nil }
    backStart -= 1
    return people[backStart]
  }

  /// Returns the next of the reserve; `nil` once all were returned.
  ///
  /// - Complexity: O(1); over a whole run, no more calls return a person than there are people.
  mutating func nextOfReserve() -> Int? {
    guard passed < people.count - first else { return nil }
    let place = crowdEnd + passed
    passed += 1
    return people[place < people.count ? place : place - people.count + first]
  }
}
