import Vocabulary

/// Holds a list of events to the order of time.
struct TimeOrder {
  private var last: Instant?

  /// Reads "at" of the next event, and notes if it is earlier than the one before.
  mutating func next(in event: CaseReader) -> (moment: Instant, text: String) {
    let at = event.instant("at")
    // A moment that could not be read has been noted, and orders nothing.
    guard !at.text.isEmpty else { return at }
    if let last, at.moment < last {
      event.note("at", "is earlier than the event before it; give events in time order")
    }
    last = at.moment
    return at
  }
}
