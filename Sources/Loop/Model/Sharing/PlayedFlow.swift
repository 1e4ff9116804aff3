import Invites

/// A sharing flow that a simulated person can use.
protocol PlayedFlow: SheetFlow {
  /// The event for a restored connection; `nil` where the flow ignores it.
  var reconnection: Event? { get }

  /// Returns the person's next move.
  func move(
    of course: inout SharingCourse<some RandomNumberGenerator>, under model: SharingModel
  ) -> Move<Event>

  /// Returns the event for the closed sheet.
  func closing(_ result: SheetResult) -> Event
}

/// The next move of a person in a flow.
enum Move<Event> {
  /// An action of the person, which takes the time of a step.
  case does(Event)
  /// An event without the person, which takes no time.
  case happens(Event)
  /// A wait for the link.
  case waits
  case leaves
}

extension PlayedFlow {
  var reconnection: Event? { nil }

  func closing(_ result: SheetResult) -> Event { .sheetClosed(result) }
}
