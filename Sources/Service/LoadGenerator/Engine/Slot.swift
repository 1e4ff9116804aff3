internal import GrowthloopTransport

/// The state of one connection and its request.
struct Slot: BitwiseCopyable {
  /// The phase of a slot.
  enum Phase: UInt8, BitwiseCopyable {
    /// Free, without a connection.
    case free
    /// Free, with a kept connection.
    case idle
    /// Waits until it can connect or send the rest of a request.
    case sending
    /// Waits for a response.
    case answering
  }

  static let none: Int32 = -1

  var phase = Phase.free
  /// Whether the connection is registered with the poller, and for writing.
  var isWatched = false
  var isWatchedForWriting = false
  /// Whether it has urgent work.
  var isHurried = false
  /// Whether there are more bytes than one turn reads.
  var isUnread = false
  /// Whether the peer sends no more, which the poller reports once.
  var isPeerFinished = false
  /// Whether the connection has carried a complete response.
  var wasUsed = false
  var connection = ClientConnection()
  /// The neighbours in the list of the slot's phase.
  var previous = Slot.none
  var next = Slot.none
  /// The written bytes of the request, and its length.
  var written: Int32 = 0
  var length: Int32 = 0
  var request = DrawnRequest(kind: 0, code: 0, standing: .known, person: 0)
  /// Nanoseconds of the monotonic clock.
  var planned: Int64 = 0
  /// The moment from which only the generator kept the request from being sent.
  var ready: Int64 = 0
  var sent: Int64 = 0
  var reader = ResponseReader()

  func token(at index: Int32) -> Poller.Token { connection.token(at: index) }
}
