internal import CGrowthloopEpoll
internal import Glibc

/// Waits for many descriptors at once: Linux's epoll.
///
/// An event carries the token of its registration, not the descriptor. With a unique token for each
/// registration, a late event never reaches a reused descriptor number.
///
/// `@safe`: the kernel writes events into an array of the capacity that it is given, for the time
/// of a call; an event's payload is the number it was added with, never an address.
@safe
public struct Poller: ~Copyable {
  /// The caller's identifier of a registration.
  public struct Token: Hashable, Sendable {
    public let rawValue: UInt64

    public init(_ rawValue: UInt64) {
      self.rawValue = rawValue
    }
  }

  /// The conditions to wait for.
  public struct Interest: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    public static let reading = Interest(rawValue: EPOLLIN.rawValue)
    public static let writing = Interest(rawValue: EPOLLOUT.rawValue)
    /// The peer has shut down sending; it may still receive.
    public static let peerFinished = Interest(rawValue: EPOLLRDHUP.rawValue)
    /// Edge-triggered: reports each change once.
    public static let changesOnly = Interest(rawValue: epoll_changes_only)
  }

  /// An event of one descriptor.
  public struct Event: Hashable, Sendable {
    public let token: Token
    fileprivate let bits: UInt32

    /// Whether there are bytes to read, or the end.
    public var isReadable: Bool { bits & (EPOLLIN.rawValue | EPOLLHUP.rawValue) != 0 }
    /// Whether the peer has shut down sending.
    public var isPeerFinished: Bool { bits & EPOLLRDHUP.rawValue != 0 }
    public var isWritable: Bool { bits & EPOLLOUT.rawValue != 0 }
    /// Whether the connection failed, or both of its directions are closed.
    public var isBroken: Bool { bits & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 }
  }

  private let descriptor: OwnedDescriptor
  private var happened: [epoll_event]

  /// Makes a poller that returns at most `count` events at a time.
  public init(eventsAtOnce: Int = 256) throws(SystemCallError) {
    descriptor = OwnedDescriptor(
      owning: try systemCall("epoll_create1") {
        epoll_create1(Int32(EPOLL_CLOEXEC))
      })
    unsafe happened = [epoll_event](repeating: epoll_event(), count: eventsAtOnce)
  }

  /// Registers a descriptor.
  public func add(
    _ number: Int32, for interest: Interest, as token: Token
  ) throws(SystemCallError) {
    try control(EPOLL_CTL_ADD, number, interest, token)
  }

  /// Changes the conditions of a registered descriptor.
  public func change(
    _ number: Int32, to interest: Interest, as token: Token
  ) throws(SystemCallError) {
    try control(EPOLL_CTL_MOD, number, interest, token)
  }

  /// Removes a registration; closing the descriptor does the same.
  public func remove(_ number: Int32) throws(SystemCallError) {
    try control(EPOLL_CTL_DEL, number, [], Token(0))
  }

  private func control(
    _ operation: Int32, _ number: Int32, _ interest: Interest, _ token: Token
  ) throws(SystemCallError) {
    var event = unsafe epoll_event()
    unsafe event.events = interest.rawValue
    unsafe event.data.u64 = token.rawValue
    let poller = descriptor.number
    try systemCall("epoll_ctl") { unsafe epoll_ctl(poller, operation, number, &event) }
  }

  /// Waits for an event, at most for `timeout`; without a limit if it is `nil`.
  ///
  /// - Returns: The number of events, which the subscript returns by index. A signal ends the wait
  ///   with zero.
  public mutating func wait(for timeout: Duration?) throws(SystemCallError) -> Int {
    guard let timeout else { return try wait(nanoseconds: -1) }
    return try wait(nanoseconds: max(0, timeout.nanoseconds))
  }

  /// Waits for an event, at most for so many nanoseconds; without a limit below zero.
  ///
  /// - Returns: The number of events, as for `wait(for:)`.
  public mutating func wait(nanoseconds: Int64) throws(SystemCallError) -> Int {
    let poller = descriptor.number
    let capacity = unsafe Int32(happened.count)
    do {
      guard nanoseconds > 0 else {
        let milliseconds: Int32 = nanoseconds < 0 ? -1 : 0
        return Int(
          try systemCallOnce("epoll_wait") {
            unsafe epoll_wait(poller, &happened, capacity, milliseconds)
          })
      }
      // To the nanosecond, where epoll_wait counts milliseconds.
      var time = timespec(
        tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
      return Int(
        try systemCallOnce("epoll_pwait2") {
          unsafe epoll_pwait2(poller, &happened, capacity, &time, nil)
        })
    } catch  where error.number == EINTR {
      return 0
    }
  }

  /// The event with this index, among those of the last `wait`.
  public subscript(index: Int) -> Event {
    unsafe Event(token: Token(happened[index].data.u64), bits: happened[index].events)
  }
}
