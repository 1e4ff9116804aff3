public import Vocabulary

/// The number of a queued creation.
///
/// It is the key under which a link is created once, however often the request is repeated.
public struct QueueTicket: Hashable, Comparable, Sendable, BitwiseCopyable, Codable {
  /// The position of the creation among all of its queue, from 0.
  public var number: UInt32

  /// Creates the ticket with this number; a queue numbers its own.
  public init(number: UInt32) {
    self.number = number
  }

  public static func < (left: QueueTicket, right: QueueTicket) -> Bool {
    left.number < right.number
  }
}

/// The creations that wait for the network, in the order of the requests.
///
/// Tickets are numbered in turn and leave from the front, so the queue is two numbers, however long
/// it grows. One creation is pending at a time. Its ticket is the key under which the server
/// creates once: after a lost answer the request is repeated with the same ticket.
public struct OfflineQueue: Hashable, Sendable, BitwiseCopyable, KeptState {
  /// A report of the host to the queue.
  public enum Event: Hashable, Sendable {
    /// Another creation is added to the queue.
    case queued
    /// There is a network; without effect if there was one already.
    case connected
    /// There is no network; the request under way is repeated once it is back.
    case disconnected
    /// The link of this ticket was created; accepted, even late, while the ticket is at the front.
    case linkReady(QueueTicket)
    /// The request of this ticket failed, and is repeated after `retryPause`.
    case linkFailed(QueueTicket)
    /// The moment of a `wake` action came.
    case timePassed
  }

  /// An action that the queue requests from its host.
  public enum Action: Hashable, Sendable {
    /// The creation waits under this ticket.
    case accepted(QueueTicket)
    /// The queue is full, or the policy has none; the user is informed, and the creation does not
    /// wait.
    case refused
    /// Send the request, with the ticket as the key that makes a repetition harmless.
    case create(QueueTicket)
    /// Report to the user that the link is ready; `isInTime` is whether the deadline was met.
    case promptToShare(QueueTicket, isInTime: Bool)
    /// Send `timePassed` at this moment.
    case wake(at: Instant)
    /// The answer belongs to a ticket that is not pending.
    case ignored
  }

  /// The greatest number of waiting creations; ours, no document gives one.
  public static let capacity: UInt32 = 50
  /// The pause after a failure while the network is there; ours, no document gives one.
  public static let retryPause = Interval.seconds(5)

  /// The ticket at the front.
  public private(set) var next = QueueTicket(number: 0)
  /// The number of waiting creations, with the one under way; at most `capacity`.
  public private(set) var count: UInt32 = 0
  /// The start of the present network connection; `nil` without one.
  public private(set) var onlineSince: Instant?
  private var isUnderWay = false
  private var retryAt: Instant?

  /// Creates an empty queue without a network connection.
  public init() {}

  /// Whether no creation waits or is under way.
  public var isEmpty: Bool { count == 0 }
}

extension OfflineQueue {
  /// Applies `event` and returns the actions to perform, in order; takes constant time.
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
      // A network that was available all along starts no new deadline.
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
      // This includes the late answer to a request sent before the network failed: the link exists.
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

  /// Reports finished tickets to the user; the queue never sends, since the sheet needs the user.
  private func announce(
    _ ticket: QueueTicket, at now: Instant, under policy: OfflinePolicy
  ) -> [Action] {
    switch policy.onDrained {
    case .promptUserToShare: [.promptToShare(ticket, isInTime: keepsPromise(at: now, policy))]
    case nil: []
    }
  }

  /// Returns whether a link ready now meets the deadline; the last instant is in time.
  private func keepsPromise(at now: Instant, _ policy: OfflinePolicy) -> Bool {
    guard let drainWithin = policy.drainWithin, let onlineSince else { return true }
    return now <= onlineSince + drainWithin
  }
}

extension OfflinePolicy {
  /// The actions of a flow whose queued link is ready; it never shares, since the sheet needs the
  /// user.
  var drainedActions: [SharingAction] {
    switch onDrained {
    case .promptUserToShare: [.promptToShare]
    case nil: []
    }
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
