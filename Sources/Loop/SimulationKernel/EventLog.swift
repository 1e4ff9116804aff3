/// A digest of all handled events: equal for equal runs, and almost certainly different for others.
///
/// It is a sum over the events, so that the digests of shards that each handled some of them add up
/// to the digest of one run. Events of one moment may be handled in any order.
@frozen
public struct EventLog: Hashable, BitwiseCopyable, Sendable {
  @usableFromInline var events: UInt64 = 0
  @usableFromInline var sum: UInt64 = 0

  /// Creates the digest of no events.
  @inlinable
  public init() {}

  /// The number of handled events.
  @inlinable
  public var count: UInt64 { events }

  /// The digest.
  public var hash: UInt64 {
    // The number counts, too, so that events which mix to 0 do.
    var mixed = sum ^ events &* 0x2545_f491_4f6c_dd1d
    mixed = (mixed ^ (mixed >> 31)) &* 0x7fb5_d329_728e_a185
    mixed = (mixed ^ (mixed >> 27)) &* 0x81da_def4_bc2d_d44d
    return mixed ^ (mixed >> 33)
  }

  /// Adds one event.
  @inlinable
  @inline(__always)
  mutating func add(_ tick: UInt64, _ fingerprint: UInt64) {
    events &+= 1
    // Each event is mixed on its own, and only the addition waits for the event before.
    var mixed = (tick &* 0xff51_afd7_ed55_8ccd) ^ (fingerprint &* 0xc4ce_b9fe_1a85_ec53)
    mixed = (mixed ^ (mixed >> 32)) &* 0x9fb2_1c65_1e98_df25
    sum &+= mixed ^ (mixed >> 29)
  }

  /// The number of events and their sum, as a message between processes has them.
  package var words: [UInt64] { [events, sum] }

  /// Takes over the log of another process.
  package init(events: UInt64, sum: UInt64) {
    self.events = events
    self.sum = sum
  }

  /// Adds the events of another shard.
  public mutating func add(_ other: EventLog) {
    events &+= other.events
    sum &+= other.sum
  }
}
