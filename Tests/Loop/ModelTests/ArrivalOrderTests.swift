import Testing

@testable import GrowthloopModel

@Suite("Growth · the order in which people come without an invite")
struct ArrivalOrderTests {
  /// A market of 50, of whom 10 are there from the start and 15 are the crowd.
  private static func order() -> (order: ArrivalOrder, atStart: [Int], crowd: [Int]) {
    var order = ArrivalOrder(of: 50, startingWith: 10, key: 4)
    let atStart = (0..<10).map { order.memberOfStart($0) }
    let crowd = (0..<15).compactMap { _ in order.nextOfCrowd() }
    return (order, atStart, crowd)
  }

  private static func all(_ next: () -> Int?) -> [Int] {
    var people: [Int] = []
    while let person = next() { people.append(person) }
    return people
  }

  @Test func `each person has one turn: at the start, in the crowd, or from the end on`() {
    var (order, atStart, crowd) = Self.order()
    let others = Self.all { order.nextFromBack() }
    #expect(others.count == 25)
    #expect((atStart + crowd + others).sorted() == Array(0..<50))
    #expect(order.nextFromBack() == nil)
  }

  @Test func `the reserve is all but the members of the start, the crowd last`() {
    var (order, atStart, crowd) = Self.order()
    let reserve = Self.all { order.nextOfReserve() }
    #expect((atStart + reserve).sorted() == Array(0..<50))
    #expect(Array(reserve.suffix(15)) == crowd)
  }

  @Test func `the reserve begins with those whose turn would be last`() {
    var (order, _, _) = Self.order()
    var other = order
    #expect(Self.all { order.nextFromBack() }.last == other.nextOfReserve())
  }

  @Test func `neither more members at the start nor a crowd moves the turn of the others`() {
    var (order, _, _) = Self.order()
    var plain = ArrivalOrder(of: 50, startingWith: 3, key: 4)
    for _ in 0..<25 { #expect(order.nextFromBack() == plain.nextFromBack()) }
  }
}
