/// How the shards of one run meet at the end of each window of time.
protocol Exchange: AnyObject {
  /// Hands over what a shard has sent, and waits for what the others have.
  ///
  /// Empties `parcel.outgoing` and `parcel.newUsers`, and fills `parcel.incoming` and
  /// `parcel.users`.
  ///
  /// - Returns: The state of all shards together; the same for each.
  func meet(_ parcel: inout Parcel, of shard: Int, _ state: ShardState) -> ShardState
}

/// What a shard hands over, and what it receives.
struct Parcel: ~Copyable {
  var outgoing = Column<Passing>()
  var newUsers = Column<PersonNumber>()
  /// What was sent to the people of the shard, in any order.
  var incoming = Column<Passing>()
  /// All people who became users.
  var users = Column<PersonNumber>()
}

/// Where a shard stands at the end of a window.
struct ShardState: BitwiseCopyable {
  /// The tick of the next event, of those sent, too; the greatest number without any.
  var next = UInt64.max
  var events: UInt64 = 0
  var pending = 0
  var bytes = 0
  /// Whether the run continues.
  var goesOn = true

  mutating func add(_ other: ShardState) {
    next = min(next, other.next)
    events += other.events
    pending += other.pending
    bytes += other.bytes
    goesOn = goesOn && other.goesOn
  }
}

/// A run on one shard, which passes everything to itself.
final class LoneExchange: Exchange {
  func meet(_ parcel: inout Parcel, of shard: Int, _ state: ShardState) -> ShardState {
    swap(&parcel.outgoing, &parcel.incoming)
    parcel.outgoing.removeAll()
    swap(&parcel.newUsers, &parcel.users)
    parcel.newUsers.removeAll()
    return state
  }
}
