public import Vocabulary

/// The number of a queued creation.
///
/// It is the key under which a link is created once, however often it is asked for.
public struct QueueTicket: Hashable, Comparable, Sendable, BitwiseCopyable {
  public var number: UInt32

  public init(number: UInt32) {
    self.number = number
  }

  public static func < (left: QueueTicket, right: QueueTicket) -> Bool {
    left.number < right.number
  }
}

/// The creations that wait for the network, in the order in which they were asked for.
///
/// Tickets are numbered in turn and leave from the front, so the queue is two numbers, however long
/// it grows. One creation is under way at a time. Its ticket is the key under which the server
/// creates once: an answer that was lost on the way is asked for again with the same ticket.
public struct OfflineQueue: Hashable, Sendable, BitwiseCopyable {
  public enum Event: Hashable, Sendable {
    /// Another creation is to wait.
    case queued
    case connected
    case disconnected
    case linkReady(QueueTicket)
    case linkFailed(QueueTicket)
    case timePassed
  }

  public enum Action: Hashable, Sendable {
    /// The creation waits under this ticket.
    case accepted(QueueTicket)
    /// The queue is full; the user is told, and nothing waits.
    case refused
    /// Ask the server, with the ticket as the key that makes asking twice harmless.
    case create(QueueTicket)
    /// Tell the user that the link is ready; `isInTime` says whether the promise was kept.
    case promptToShare(QueueTicket, isInTime: Bool)
    case wake(at: Instant)
    /// The answer belongs to a ticket that is not under way.
    case ignored
  }

  /// The most creations that wait; ours, no document gives one.
  public static let capacity: UInt32 = 50
  /// The pause after a failure while the network is there; ours, no document gives one.
  public static let retryPause = Interval.seconds(5)

  /// The ticket at the front.
  public private(set) var next = QueueTicket(number: 0)
  public private(set) var count: UInt32 = 0
  /// Since when the network has been there; `nil` without one.
  public private(set) var onlineSince: Instant?
  private var isUnderWay = false
  private var retryAt: Instant?

  public init() {}

  public var isEmpty: Bool { count == 0 }
}

extension OfflineQueue {
  public mutating func receive(
    _ event: Event, at now: Instant, under policy: OfflinePolicy
  ) -> [Action] {
    switch event {
    case .queued:
      guard policy.queuesCreations, count < Self.capacity else { return [.refused] }
      let ticket = QueueTicket(number: next.number &+ count)
      count += 1
      return [.accepted(ticket)] + createNext(at: now)
    case .connected:
      // A network that was there all along begins no new promise.
      guard onlineSince == nil else { return [] }
      onlineSince = now
      retryAt = nil
      return createNext(at: now)
    case .disconnected:
      onlineSince = nil
      isUnderWay = false
      retryAt = nil
      return []
    case .linkReady(let ticket):
      // Also the late answer to a request from before the network went: the link is there.
      guard !isEmpty, ticket == next else { return [.ignored] }
      next.number &+= 1
      count -= 1
      isUnderWay = false
      retryAt = nil
      return announce(ticket, at: now, under: policy) + createNext(at: now)
    case .linkFailed(let ticket):
      guard isUnderWay, ticket == next else { return [.ignored] }
      isUnderWay = false
      let pause = now + Self.retryPause
      retryAt = pause
      return [.wake(at: pause)]
    case .timePassed:
      return createNext(at: now)
    }
  }

  private mutating func createNext(at now: Instant) -> [Action] {
    guard onlineSince != nil, !isEmpty, !isUnderWay else { return [] }
    if let retryAt, now < retryAt { return [] }
    isUnderWay = true
    retryAt = nil
    return [.create(next)]
  }

  /// Nothing is ever sent from the queue: the sheet needs the user.
  private func announce(
    _ ticket: QueueTicket, at now: Instant, under policy: OfflinePolicy
  ) -> [Action] {
    switch policy.onDrained {
    case .promptUserToShare: [.promptToShare(ticket, isInTime: keepsPromise(at: now, policy))]
    case nil: []
    }
  }

  /// A link that is ready at the very end of the promised time is in time.
  private func keepsPromise(at now: Instant, _ policy: OfflinePolicy) -> Bool {
    guard let drainWithin = policy.drainWithin, let onlineSince else { return true }
    return now <= onlineSince + drainWithin
  }
}

extension SharingRules {
  static let offlineQueue: [Rule] = [
    Rule("D-OFF-03", "A creation without network is queued and tried when the network is back."),
    Rule("D-OFF-04", "A queued link is ready within 30 s of the network's return."),
    Rule("D-OFF-05", "A drained queue asks the user to share; it sends nothing."),
    Rule("D-OFF-06", "Under a flapping network each creation happens once, in order."),
    Rule("CNF-20", "Offline: the cached link, an error and the queue, or picker and queue."),
  ]
}
