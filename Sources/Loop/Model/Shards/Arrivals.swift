import RandomStreams

/// The turns of a shard's people who come without an invite.
///
/// Start members, organic arrivals and those of a crowd are dealt to the partitions in turns, each
/// kind from the first on, and each partition has an order of its own.
struct Arrivals: Sendable {
  private let territory: Territory
  private let seeds: Int
  /// The start members, where their places are chosen; `nil` where they are the first of their
  /// partitions.
  private let placed: [PersonNumber]?
  private let stream: RandomStream
  private var orders: [ArrivalOrder]

  init(of plan: PreparedGrowthPlan, in territory: Territory) {
    self.territory = territory
    seeds = plan.membersAtStart
    stream = plan.streams[.arrival]
    placed = plan.placedSeeds
    let first = placed == nil ? seeds : 0
    orders = []
    orders = territory.partitions.map { order(of: $0, startingWith: first) }
  }

  /// Returns the order of any partition of the market.
  private func order(of partition: UInt64, startingWith seeds: Int) -> ArrivalOrder {
    ArrivalOrder(
      of: territory.people(in: partition),
      startingWith: territory.count(of: seeds, in: partition),
      key: stream.words(0, UInt32(partition)).low)
  }

  /// Calls `body` with the start members of the shard, or of the whole market.
  func forEachMemberOfStart(
    ofMarket wantsAll: Bool = false, _ body: (PersonNumber) -> Void
  ) {
    if let placed {
      for person in placed where wantsAll || territory.holds(territory.partition(of: person)) {
        body(person)
      }
      return
    }
    for number in 0..<seeds {
      let partition = self.partition(ofArrival: UInt64(number), after: 0)
      let isHeld = territory.holds(partition)
      guard isHeld || wantsAll else { continue }
      let order =
        isHeld ? orders[self.place(of: partition)] : order(of: partition, startingWith: seeds)
      body(person(order.memberOfStart(number >> territory.partitionBits), of: partition))
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
