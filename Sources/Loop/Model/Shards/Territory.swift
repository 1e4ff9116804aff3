import RandomStreams

/// The people of a market that one shard holds.
///
/// A market is divided into partitions; of 256, each has every 256th person. Their number depends on
/// the market alone. A shard holds neighbouring partitions, so that any number of shards up to theirs
/// finds the same people in the same partitions.
struct Territory: Sendable {
  /// The number of people in the market.
  let people: Int
  /// The number of the market's partitions, as a power of two.
  let partitionBits: UInt64
  /// The partitions that the shard holds.
  let partitions: Range<UInt64>
  /// The number of places for a row of one person of each partition, as a power of two.
  private let rowBits: UInt64

  /// The most partitions, and so shards, of a market.
  static let mostPartitions = 256
  /// A market is not divided into smaller partitions.
  private static let fewestPeople = 64

  /// The territory of shard number `shard`, from 0, of `shards`.
  init(of people: Int, shard: Int = 0, of shards: Int = 1) {
    precondition(people > 0 && people < 1 << 40, "\(people) people have no numbers")
    let bits = Self.bits(for: people)
    precondition(shards <= 1 << bits && (0..<shards).contains(shard), "no shard \(shard)")
    self.people = people
    partitionBits = bits
    let first = Self.firstPartition(of: shard, of: shards, bits: bits)
    partitions = first..<Self.firstPartition(of: shard + 1, of: shards, bits: bits)
    rowBits = UInt64(UInt64.bitWidth - (partitions.count - 1).leadingZeroBitCount)
  }

  /// The most shards of a market of so many people.
  static func mostShards(of people: Int) -> Int { 1 << bits(for: people) }

  private static func bits(for people: Int) -> UInt64 {
    let partitions = min(max(1, people / fewestPeople), mostPartitions)
    return UInt64(Int.bitWidth - 1 - partitions.leadingZeroBitCount)
  }

  private static func firstPartition(of shard: Int, of shards: Int, bits: UInt64) -> UInt64 {
    UInt64((shard << bits + shards - 1) / shards)
  }

  /// The number of rows: of one person of each partition.
  var rows: Int { (people - 1) >> partitionBits + 1 }

  /// The number of places of a row.
  var placesOfRow: Int { 1 << rowBits }

  /// The number of places, most of them taken.
  var places: Int { rows << rowBits }

  @inline(__always)
  func partition(of person: PersonNumber) -> UInt64 { person & (1 << partitionBits - 1) }

  /// The shard that holds `person`, of `shards`.
  func shard(of person: PersonNumber, of shards: Int) -> Int {
    (Int(partition(of: person)) * shards) >> partitionBits
  }

  func holds(_ partition: UInt64) -> Bool { partitions.contains(partition) }

  /// The place of a person whom the shard holds.
  @inline(__always)
  func place(of person: PersonNumber) -> UInt32 {
    let column = partition(of: person) &- partitions.lowerBound
    return UInt32(truncatingIfNeeded: (person >> partitionBits) << rowBits | column)
  }

  /// The person at `place`.
  @inline(__always)
  func person(at place: UInt32) -> PersonNumber {
    let column = UInt64(place) & (1 << rowBits - 1) &+ partitions.lowerBound
    return (UInt64(place) >> rowBits) << partitionBits | column
  }

  /// The number of people in `partition`.
  func people(in partition: UInt64) -> Int { count(of: people, in: partition) }

  /// How many of `count` things, dealt to the partitions in turns, come to `partition`.
  func count(of count: Int, in partition: UInt64) -> Int {
    let place = Int(partition)
    return count <= place ? 0 : (count - 1 - place) >> partitionBits + 1
  }
}

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
