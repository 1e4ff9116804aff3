/// A row of values in slabs of memory.
///
/// Appending moves no value, and neither does dropping the oldest, a slab at a time.
struct Slabs<Element: BitwiseCopyable & Sendable>: Sendable {
  static var bits: Int { 10 }
  /// The number of values dropped at a time.
  static var size: Int { 1 << bits }

  private var slabs: [[Element]] = []
  private(set) var count = 0

  var last: Element? { count == 0 ? nil : self[count - 1] }

  subscript(place: Int) -> Element {
    get { slabs[place >> Self.bits][place & (Self.size - 1)] }
    set { slabs[place >> Self.bits][place & (Self.size - 1)] = newValue }
  }

  mutating func append(_ element: Element) {
    if count == slabs.count << Self.bits {
      slabs.append([])
      slabs[slabs.count - 1].reserveCapacity(Self.size)
    }
    slabs[slabs.count - 1].append(element)
    count += 1
  }

  mutating func popLast() -> Element? {
    guard let element = slabs.last?.last else { return nil }
    slabs[slabs.count - 1].removeLast()
    if slabs[slabs.count - 1].isEmpty { slabs.removeLast() }
    count -= 1
    return element
  }

  /// Drops the oldest `size` values, which must be there; the places of all others move by as many.
  mutating func dropSlab() {
    count -= slabs.removeFirst().count
  }

  /// Calls `body` with the values from a place on, in order, without a copy of each.
  func forEach(from first: Int, _ body: (borrowing Element) -> Void) {
    var place = first
    while place < count {
      let slab = slabs[place >> Self.bits]
      let values = slab.span
      for index in (place & (Self.size - 1))..<values.count { body(values[index]) }
      place = (place >> Self.bits + 1) << Self.bits
    }
  }
}
