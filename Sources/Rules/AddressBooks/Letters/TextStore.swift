/// Short texts one behind the other in one piece of memory, in units of one kind.
struct TextStore<Unit: FixedWidthInteger & Sendable>: Sendable {
  /// Where a text stands.
  struct Span: Sendable, BitwiseCopyable {
    let start: UInt32
    let count: UInt32

    var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
  }

  private(set) var units: [Unit] = []
  /// How many units belong to texts that were given up.
  private(set) var wasted = 0

  /// Whether more than half of it is waste, and a fresh copy is due.
  var isWasteful: Bool { wasted > 1_024 && wasted * 2 > units.count }

  mutating func append(_ text: some Collection<Unit>) -> Span {
    let span = Span(start: UInt32(units.count), count: UInt32(text.count))
    units += text
    return span
  }

  mutating func giveUp(_ span: Span) { wasted += Int(span.count) }

  subscript(span: Span) -> ArraySlice<Unit> { units[span.range] }

  /// Whether the text at `left` comes before that at `right`; `nil` if they are the same.
  func precedes(_ left: Span, _ right: Span) -> Bool? {
    var (one, other) = (Int(left.start), Int(right.start))
    let (oneEnd, otherEnd) = (one + Int(left.count), other + Int(right.count))
    while one < oneEnd, other < otherEnd {
      if units[one] != units[other] { return units[one] < units[other] }
      one += 1
      other += 1
    }
    if left.count == right.count { return nil }
    return left.count < right.count
  }
}
