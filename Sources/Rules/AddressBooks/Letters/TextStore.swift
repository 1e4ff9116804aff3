/// Short texts one after the other in one piece of memory, in units of one kind.
struct TextStore<Unit: FixedWidthInteger & Sendable>: Sendable {
  /// The place of a text.
  struct Span: Sendable, BitwiseCopyable {
    let start: UInt32
    let count: UInt32

    var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
  }

  private(set) var units: [Unit] = []
  /// The number of units in removed texts.
  private(set) var wasted = 0

  /// Whether more than half of it is waste, so that a compact copy is due.
  var isWasteful: Bool { wasted > 1_024 && wasted * 2 > units.count }

  mutating func append(_ text: some Collection<Unit>) -> Span {
    let span = Span(start: UInt32(units.count), count: UInt32(text.count))
    units += text
    return span
  }

  mutating func giveUp(_ span: Span) { wasted += Int(span.count) }

  subscript(span: Span) -> ArraySlice<Unit> { units[span.range] }

  /// Returns whether the text at `left` comes before that at `right`; `nil` if they are equal.
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
