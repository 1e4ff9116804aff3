import TestSupport
import Testing

@testable import AddressBooks

@Suite("Duplicates · slips of the hand")
struct EditDistanceTests {
  @Test(arguments: [
    ("vosberg", "vosberg", 0), ("vosberg", "vosbreg", 1), ("vosberg", "vosbrg", 1),
    ("vosberg", "vossberg", 1), ("vosberg", "fosberk", 2), ("", "abc", 3), ("abc", "", 3),
    ("ca", "abc", 3),
  ])
  func `a letter added, dropped, changed or swapped is a slip`(
    one: String, other: String, slips: Int
  ) {
    var distance = EditDistance()
    let bytes = Array((one + other).utf8)
    let middle = one.utf8.count
    let counted = distance.between(bytes, 0..<middle, and: middle..<bytes.count)
    #expect(counted == slips)
  }

  @Test func `the words of bits count as a table does`() {
    var chance = SeededChance(seed: 6)
    var distance = EditDistance()
    for _ in 0..<2_000 {
      let texts = (0..<2).map { _ in
        (0..<Int.random(in: 0...12, using: &chance)).map { _ in
          UInt8.random(in: 97...99, using: &chance)
        }
      }
      let bytes = texts[0] + texts[1]
      let slips = distance.between(
        bytes, 0..<texts[0].count, and: texts[0].count..<bytes.count)
      #expect(slips == Self.table(texts[0], texts[1]), "\(texts)")
    }
  }

  @Test func `bytes of every value are letters`() {
    var distance = EditDistance()
    for byte in UInt8.min...UInt8.max {
      let same = distance.between([byte, byte], 0..<1, and: 1..<2)
      let other = distance.between([byte, byte ^ 1], 0..<1, and: 1..<2)
      #expect(same == 0 && other == 1, "\(byte)")
    }
  }

  @Test func `of longer texts the first sixty-four letters count`() {
    let text = [UInt8](repeating: 97, count: 70)
    var distance = EditDistance()
    for place in [0, 62, 63, 64, 69] {
      var other = text
      other[place] = 98
      let slips = distance.between(text + other, 0..<70, and: 70..<140)
      #expect(slips == (place < 64 ? 1 : 0), "letter \(place + 1)")
    }
    let shorter = distance.between(text, 0..<70, and: 0..<60)
    let longer = distance.between(text, 0..<60, and: 0..<70)
    #expect(shorter == 4)
    #expect(longer == 4)
  }

  /// The distance by the definition, in which no swapped letters are changed again.
  private static func table(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var rows = (0...left.count).map { row in (0...right.count).map { row == 0 ? $0 : row } }
    for row in left.indices {
      for column in right.indices {
        let change = left[row] == right[column] ? 0 : 1
        var least = min(
          rows[row][column + 1] + 1, rows[row + 1][column] + 1, rows[row][column] + change)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, rows[row - 1][column - 1] + 1)
        }
        rows[row + 1][column + 1] = least
      }
    }
    return rows[left.count][right.count]
  }
}
