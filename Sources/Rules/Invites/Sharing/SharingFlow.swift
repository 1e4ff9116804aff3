public import Vocabulary

/// A sharing flow as a state machine: events in, actions out, nothing performed.
///
/// The host performs the actions in their order and reports their results as further events.
public protocol SharingFlow: Hashable, Sendable {
  /// The events of the flow: acts of the user, and results that the host reports.
  associatedtype Event: SharingFlowEvent

  /// Whether the flow is not on the screen: not opened yet, or left.
  var isClosed: Bool { get }

  /// Applies `event` and returns the actions to perform, in order.
  mutating func receive(
    _ event: Event, at now: Instant, under policy: SharingPolicy
  ) -> [SharingAction]

  /// Returns one example of each kind of event that may come next; none while the flow is closed.
  func possibleEvents(under policy: SharingPolicy) -> [Event]
}

/// An event of a sharing flow.
public protocol SharingFlowEvent: Hashable, Sendable {
  /// The taps of the user that the event stands for; `nil` for an event without one.
  var tap: Tap? { get }
  /// Whether the event only reports that time has passed.
  var isClock: Bool { get }
}

/// The progress of an invite link.
public enum LinkProgress: Hashable, Sendable {
  /// No link exists, and none is requested.
  case absent
  /// A request is under way; the host reports its result.
  case requested
  /// The link exists; the value is its text.
  case ready(String)
  /// The request failed; one that took too long is `timedOut`.
  case failed
  /// The request took too long and was abandoned.
  case timedOut
  /// The creation waits in the queue for the network.
  case queued

  /// Whether the request for the link failed or timed out.
  var isLost: Bool { self == .failed || self == .timedOut }
}

/// The result of closing the share sheet.
public enum SheetResult: Hashable, Sendable {
  /// The sheet reported a share, which does not prove a send.
  ///
  /// The target is `nil` where the system does not report it. `wasEdited` reports a change made in
  /// the target itself, after the sheet had received the message.
  case completed(ShareTarget?, wasEdited: Bool = false)
  /// The sheet was dismissed without a choice.
  case cancelled
}
