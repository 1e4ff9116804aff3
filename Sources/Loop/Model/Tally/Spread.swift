/// A histogram of whole numbers: exact to 127, from there within a sixty-fourth.
public struct Spread: Sendable, Hashable {
  private static let exact = 128
  private var counts: [Int] = []
  public private(set) var count = 0

  public init() {}

  /// Counts `number`; negative numbers count as 0.
  mutating func record(_ number: Int) {
    let place = Self.place(of: max(0, number))
    while counts.count <= place { counts.append(0) }
    counts[place] += 1
    count += 1
  }

  mutating func lead(_ visitor: inout some CountVisitor) {
    visitor.visit(growing: &counts)
    visitor.visit(&count)
  }

  /// Returns the least number that at least this proportion does not exceed, at the middle of its
  /// step; `nil` if empty.
  public func quantile(_ share: Double) -> Double? {
    guard count > 0 else { return nil }
    var left = max(1, Int((share * Double(count)).rounded(.up)))
    for (place, count) in counts.enumerated() {
      left -= count
      if left <= 0 { return Self.middle(of: place) }
    }
    return nil
  }

  private static func place(of number: Int) -> Int {
    guard number >= exact else { return number }
    let shift = Int.bitWidth - number.leadingZeroBitCount - 7
    return exact + (shift - 1) * 64 + (number >> shift) - 64
  }

  private static func middle(of place: Int) -> Double {
    guard place >= exact else { return Double(place) }
    let (step, rest) = (place - exact).quotientAndRemainder(dividingBy: 64)
    let width = 1 << (step + 1)
    return Double((64 + rest) * width) + Double(width - 1) / 2
  }
}
