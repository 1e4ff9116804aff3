/// The number of typing errors between two texts: a letter added, dropped, changed, or two swapped.
///
/// The bit-parallel recurrence of Hyyrö (2003) for the restricted Damerau distance.
struct EditDistance {
  private var masks = [UInt64](repeating: 0, count: 256)

  /// Returns the distance of two ranges of `bytes`, by their first sixty-four.
  mutating func between(_ bytes: [UInt8], _ left: Range<Int>, and right: Range<Int>) -> Int {
    let (left, right) = (left.prefix(64), right.prefix(64))
    guard !left.isEmpty else { return right.count }
    for place in left { masks[Int(bytes[place])] |= 1 << UInt64(place - left.lowerBound) }
    defer { for place in left { masks[Int(bytes[place])] = 0 } }
    return distance(from: left.count, to: bytes, right)
  }

  /// Computes the distance with a column of the table of distances in a word.
  ///
  /// A bit states that the distance grows (`up`) or shrinks (`down`) from one letter of the other
  /// text to the next.
  private func distance(from height: Int, to bytes: [UInt8], _ text: Range<Int>) -> Int {
    var (up, down) = (~UInt64(0), UInt64(0))
    var (diagonal, earlier) = (UInt64(0), UInt64(0))
    var distance = height
    let last = UInt64(1) << UInt64(height - 1)
    for place in text {
      let mask = masks[Int(bytes[place])]
      let swapped = ((~diagonal & mask) << 1) & earlier
      diagonal = (((mask & up) &+ up) ^ up) | mask | down | swapped
      let grows = down | ~(diagonal | up)
      let shrinks = diagonal & up
      if grows & last != 0 { distance += 1 }
      if shrinks & last != 0 { distance -= 1 }
      up = shrinks << 1 | ~(diagonal | grows << 1 | 1)
      down = (grows << 1 | 1) & diagonal
      earlier = mask
    }
    return distance
  }
}
