extension TextStore {
  /// Returns whether the text at `span`, from its letter `place` on, begins with `typed` from
  /// `first` on.
  @inline(__always)
  func text(_ span: Span, from place: Int = 0, begins typed: [Unit], from first: Int = 0) -> Bool {
    let rest = typed.count - first
    guard Int(span.count) - place >= rest else { return false }
    let start = Int(span.start) + place
    var offset = 0
    while offset < rest, units[start + offset] == typed[first + offset] { offset += 1 }
    return offset >= rest
  }

  /// Returns whether the text at `span` begins with `typed`, except for one typing error in it.
  ///
  /// The error is a letter changed, left out, added, or swapped with its neighbour.
  func text(_ span: Span, beginsButForOneSlip typed: [Unit]) -> Bool {
    let (start, count) = (Int(span.start), Int(span.count))
    var place = 0
    while place < min(count, typed.count), units[start + place] == typed[place] { place += 1 }
    guard place < typed.count else { return true }
    let behind = place + 1
    // One letter too many, at the end of the word or before.
    return text(span, from: place, begins: typed, from: behind)
      || text(span, from: behind, begins: typed, from: behind)
      || text(span, from: behind, begins: typed, from: place)
      || behind < min(count, typed.count) && units[start + place] == typed[behind]
        && units[start + behind] == typed[place]
        && text(span, from: place + 2, begins: typed, from: place + 2)
  }
}
