public import Vocabulary

/// A sharing flow as a state machine: events in, actions out, nothing performed.
///
/// The host performs the actions in their order and reports what came of them as further events.
public protocol SharingFlow: Hashable, Sendable {
  associatedtype Event: SharingFlowEvent

  /// Whether the flow is not on the screen: not opened yet, or left.
  var isClosed: Bool { get }

  /// Takes note of `event` and returns what is to be done.
  mutating func receive(
    _ event: Event, at now: Instant, under policy: SharingPolicy
  ) -> [SharingAction]

  /// One example of each kind of event that may come next; none while the flow is closed.
  func possibleEvents(under policy: SharingPolicy) -> [Event]
}

/// Something that happens to a sharing flow.
public protocol SharingFlowEvent: Hashable, Sendable {
  /// The taps of the user that the event stands for; `nil` for what happens by itself.
  var tap: Tap? { get }
  /// Whether the event only says that time has passed.
  var isClock: Bool { get }
}

/// How an invite link comes along.
public enum LinkProgress: Hashable, Sendable {
  case absent
  case requested
  case ready(String)
  case failed
  /// The request took too long and was abandoned.
  case timedOut
  /// The creation waits in the queue for the network.
  case queued
}

/// How the share sheet was closed.
public enum SheetResult: Hashable, Sendable {
  /// The sheet reported a share; whether something was really sent, it cannot tell.
  ///
  /// The target is `nil` where the system does not say; `wasEdited` tells of a change made in the
  /// target itself, after the sheet had been handed the message.
  case completed(ShareTarget?, wasEdited: Bool = false)
  case cancelled
}
