import RandomStreams

/// The turns of a shard's people who come without an invite.
///
/// Start members, organic arrivals and those of a crowd are dealt to the partitions in turns, each
/// kind from the first on, and each partition has an order of its own.
struct Arrivals: Sendable {
  private let territory: Territory
  private let seeds: Int
  private var orders: [ArrivalOrder]

  init(of plan: PreparedGrowthPlan, in territory: Territory) {
    self.territory = territory
    seeds = plan.membersAtStart
    orders = territory.partitions.map { partition in
      ArrivalOrder(
        of: territory.people(in: partition),
        startingWith: territory.count(of: plan.membersAtStart, in: partition),
        key: plan.streams[.arrival].words(0, UInt32(partition)).low)
    }
  }

  /// Calls `body` with the start members of the shard.
  func forEachMemberOfStart(_ body: (PersonNumber) -> Void) {
    for number in 0..<seeds {
      let partition = self.partition(ofArrival: UInt64(number), after: 0)
      guard territory.holds(partition) else { continue }
      let place = orders[self.place(of: partition)].memberOfStart(number >> territory.partitionBits)
      body(person(place, of: partition))
    }
  }

  /// The partition that arrival number `number` of its kind asks after so many others.
  func partition(ofArrival number: UInt64, after asked: UInt16) -> UInt64 {
    territory.partition(of: number &+ UInt64(asked))
  }

  /// Whether an arrival that has asked so many partitions before this one has asked all others.
  func isLast(after asked: UInt16) -> Bool { UInt64(asked) + 1 >= 1 << territory.partitionBits }

  mutating func nextOfCrowd(in partition: UInt64) -> PersonNumber? {
    orders[place(of: partition)].nextOfCrowd().map { person($0, of: partition) }
  }

  mutating func nextFromBack(in partition: UInt64) -> PersonNumber? {
    orders[place(of: partition)].nextFromBack().map { person($0, of: partition) }
  }

  mutating func nextOfReserve(in partition: UInt64) -> PersonNumber? {
    orders[place(of: partition)].nextOfReserve().map { person($0, of: partition) }
  }

  private func place(of partition: UInt64) -> Int {
    Int(partition - territory.partitions.lowerBound)
  }

  private func person(_ place: Int, of partition: UInt64) -> PersonNumber {
    UInt64(place) << territory.partitionBits | partition
  }
}
