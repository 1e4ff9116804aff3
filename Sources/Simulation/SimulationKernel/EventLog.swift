/// A digest of all handled events, in order: equal for equal runs, and almost certainly different
/// for others.
@frozen
public struct EventLog: Hashable, BitwiseCopyable, Sendable {
  @usableFromInline var events: UInt64 = 0
  // Not 0, so that events which mix to 0 count as well.
  @usableFromInline var sum: UInt64 = 0x2545_f491_4f6c_dd1d

  /// Creates the digest of no events.
  @inlinable
  public init() {}

  /// The number of handled events.
  @inlinable
  public var count: UInt64 { events }

  /// The digest.
  public var hash: UInt64 {
    var mixed = (sum ^ (sum >> 31)) &* 0x7fb5_d329_728e_a185
    mixed = (mixed ^ (mixed >> 27)) &* 0x81da_def4_bc2d_d44d
    return mixed ^ (mixed >> 33)
  }

  /// Adds one event.
  @inlinable
  @inline(__always)
  mutating func add(_ tick: UInt64, _ fingerprint: UInt64) {
    events &+= 1
    // A polynomial over the events, each mixed on its own: only one multiplication and one addition
    // wait for the event before, 4 cycles beside the 25 that an event takes at the least.
    let mixed = (tick &* 0xff51_afd7_ed55_8ccd) ^ (fingerprint &* 0xc4ce_b9fe_1a85_ec53)
    sum = sum &* 0x9fb2_1c65_1e98_df25 &+ (mixed ^ (mixed >> 32))
  }
}
