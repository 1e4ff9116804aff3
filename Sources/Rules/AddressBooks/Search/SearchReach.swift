/// The distances of a book's contacts from the searched words, and the contacts in reach.
struct SearchReach: Sendable {
  /// The distance of a contact without a match.
  static let nowhere = UInt8.max

  /// The distances by place in the book.
  private var distances: [UInt8] = []
  /// The places that are in reach, in no order.
  private(set) var found: [Slot] = []

  subscript(slot: Slot) -> UInt8 { distances[Int(slot)] }

  /// Returns whether the place is in reach; `false` for one that came later.
  func holds(_ slot: Slot) -> Bool {
    Int(slot) < distances.count && distances[Int(slot)] != Self.nowhere
  }

  /// Resets the reach for a book of so many places, none of them in reach.
  mutating func begin(_ places: Int) {
    for slot in found { distances[Int(slot)] = Self.nowhere }
    found.removeAll(keepingCapacity: true)
    while distances.count < places { distances.append(Self.nowhere) }
  }

  @inline(__always)
  mutating func lower(_ slot: Slot, to distance: UInt8) {
    let before = distances[Int(slot)]
    guard distance < before else { return }
    distances[Int(slot)] = distance
    if before == Self.nowhere { found.append(slot) }
  }

  /// Adds `further` to each distance; a contact without a match for it is out of reach.
  mutating func extend(_ further: (Slot) -> UInt8) {
    var kept = 0
    for slot in found {
      let step = further(slot)
      if step == Self.nowhere {
        distances[Int(slot)] = Self.nowhere
      } else {
        distances[Int(slot)] += step
        found[kept] = slot
        kept += 1
      }
    }
    found.removeLast(found.count - kept)
  }
}
