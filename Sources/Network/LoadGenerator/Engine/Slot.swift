internal import LinuxIO

/// Room for one connection and for the request that goes over it.
struct Slot: BitwiseCopyable {
  /// What the slot waits for.
  enum Phase: UInt8, BitwiseCopyable {
    /// To be used; it has no connection.
    case free
    /// To be used again; it has a connection.
    case idle
    /// That the rest of a request can be sent, or that a connection is made.
    case sending
    /// For an answer.
    case answering
  }

  static let none: Int32 = -1

  var phase = Phase.free
  /// Whether the poller knows the connection, and tells when it can be written to.
  var isWatched = false
  var isWatchedForWriting = false
  /// Whether it has something to be done as soon as can be.
  var isHurried = false
  /// Whether there is more to read than was read in one turn.
  var isUnread = false
  /// Whether the other end sends no more; it is told of once.
  var isPeerFinished = false
  /// Whether the connection has carried a whole answer before.
  var wasUsed = false
  var socket: Int32 = -1
  /// Tells connections apart that had the same slot.
  var generation: UInt32 = 0
  /// The neighbours in the list of the slot's phase.
  var previous = Slot.none
  var next = Slot.none
  /// How much of the request is written, of how much.
  var written: Int32 = 0
  var length: Int32 = 0
  var request = DrawnRequest(kind: 0, code: 0, standing: .known, person: 0)
  /// Nanoseconds of the monotonic clock.
  var planned: Int64 = 0
  var sent: Int64 = 0
  var reader = ResponseReader()

  func token(at index: Int32) -> Poller.Token {
    Poller.Token(UInt64(generation) << 32 | UInt64(UInt32(bitPattern: index)))
  }
}
