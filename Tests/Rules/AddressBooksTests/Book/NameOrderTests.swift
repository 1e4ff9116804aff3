import Testing

@testable import AddressBooks

@Suite("Lists · an order that was saved")
struct NameOrderTests {
  @Test(arguments: [[0, 1, 1], [0, 1, 3], [3, 1, 2], [0, 1, 2, 3]] as [[Slot]])
  func `it is refused where it names an entry twice, or one that is not there`(order: [Slot]) {
    var names = NameOrder(collation: RootCollation())
    let isTaken = names.restore(order, of: 3)
    #expect(!isTaken)
    #expect(names.slots.isEmpty)
  }

  @Test func `an entry is refused whose key is shorter than an id behind a zero`() {
    for (count, isTaken) in [(0, false), (8, false), (9, true), (10, true)] {
      var writer = VarintWriter()
      writer.write(0)
      writer.write([UInt8](repeating: 1, count: count))
      var names = NameOrder(collation: RootCollation())
      var reader = VarintReader(writer.bytes)
      names.restore(from: &reader)
      #expect(reader.isDone == isTaken, "\(count) bytes")
    }
  }

  @Test func `an entry is refused under a letter that the collation does not have`() {
    let letters = RootCollation().letters.count
    for (letter, isTaken) in [
      (0, true), (letters - 1, true), (letters, false), (Int(NameOrder.otherLetter), true),
      (256, false),
    ] {
      var writer = VarintWriter()
      writer.write(UInt64(letter))
      writer.write([UInt8](repeating: 1, count: 9))
      var names = NameOrder(collation: RootCollation())
      var reader = VarintReader(writer.bytes)
      names.restore(from: &reader)
      #expect(reader.isDone == isTaken, "letter \(letter)")
    }
  }
}
