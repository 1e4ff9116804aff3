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

  @Test(arguments: [1, 0x0102_0304_0506_0708, .max] as [UInt64])
  func `what is saved of an entry is its letter, and its key with a zero and its id behind`(
    id: UInt64
  ) {
    var entries = EntryTable()
    let slot = entries.put(.named("Ada", id: ContactID(rawValue: id)))
    var names = NameOrder(collation: RootCollation())
    names.update([slot], in: entries)
    var key: [UInt8] = []
    RootCollation().appendKey(of: "Ada", to: &key)
    let ending = (0..<8).map { UInt8(truncatingIfNeeded: id >> (56 - 8 * $0)) }
    var (saved, expected) = (VarintWriter(), VarintWriter())
    names.save(slot, to: &saved)
    expected.write(0)
    expected.write(key + [0] + ending)
    #expect(saved.bytes == expected.bytes)
  }

  @Test func `of one name the older id comes first, whichever digit of it is the smaller`() {
    let ids = (0..<64).map { UInt64(1) << $0 } + [0, 3, .max]
    let contacts = ids.map { Contact.named("Ada", id: ContactID(rawValue: $0)) }
    #expect(AddressBook(contacts).list().ids.map(\.rawValue) == ids.sorted())
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
