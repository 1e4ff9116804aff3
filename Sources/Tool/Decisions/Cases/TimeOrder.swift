import Vocabulary

/// A check that the events of a list are in time order.
struct TimeOrder {
  private var last: Instant?

  /// Reads "at" of the next event, and records a mistake if it is earlier than the one before.
  mutating func next(in event: CaseReader) -> (moment: Instant, text: String) {
    let at = event.instant("at")
    // An unreadable moment is already recorded; it does not take part in the order.
    guard !at.text.isEmpty else { return at }
    if let last, at.moment < last {
      event.note("at", "is earlier than the event before it; give events in time order")
    }
    last = at.moment
    return at
  }
}
