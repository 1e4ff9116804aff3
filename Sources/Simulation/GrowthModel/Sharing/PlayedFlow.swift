import Invites

/// A sharing flow that a simulated person can be led through.
protocol PlayedFlow: SharingFlow where Event: PlayedEvent {
  /// What says that the network is back; `nil` where the flow does not want to know.
  var reconnection: Event? { get }

  /// What the person does next.
  func move(
    of course: inout SharingCourse<some RandomNumberGenerator>, under model: SharingModel
  ) -> Move<Event>

  /// The news that the sheet was closed.
  func closing(_ result: SheetResult) -> Event
}

/// An event that tells of what the host was asked to do.
protocol PlayedEvent: SharingFlowEvent {
  static func linkReady(_ link: String) -> Self
  static var linkFailed: Self { get }
  static var linkTimedOut: Self { get }
  static func messageComposed(_ text: String) -> Self
  static func sheetClosed(_ result: SheetResult) -> Self
}

/// What a person does next.
enum Move<Event> {
  /// Something that takes them the time of a step.
  case does(Event)
  /// Something that happens by itself, at once.
  case happens(Event)
  /// Nothing, until the link is there.
  case waits
  case leaves
}

extension PlayedFlow {
  var reconnection: Event? { nil }

  func closing(_ result: SheetResult) -> Event { .sheetClosed(result) }
}

extension ShareScreen.Event: PlayedEvent {}
extension DirectShare.Event: PlayedEvent {}
extension InviteFlow.Event: PlayedEvent {}
extension ContactInvite.Event: PlayedEvent {}
