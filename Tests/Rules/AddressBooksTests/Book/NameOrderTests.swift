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
}
