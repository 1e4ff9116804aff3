import Testing

@testable import AddressBooks

@Suite("Circles of a contact, and the order of ids")
struct CircleSetTests {
  @Test func `a book has circles at the places 0 to 127, and a contact may be in all`() throws {
    var circles = CircleSet()
    #expect(circles.isEmpty && circles.members.isEmpty)
    for place in UInt8(0)..<128 {
      let circle = try #require(CircleID(rawValue: place))
      #expect(!circles.contains(circle))
      circles.insert(circle)
      #expect(circles.contains(circle))
      #expect(circles.count == Int(place) + 1)
    }
    #expect(circles.members.map(\.rawValue) == Array(0..<128))
    #expect(CircleID(rawValue: 128) == nil)
    for circle in circles.members.reversed() {
      circles.remove(circle)
      #expect(!circles.contains(circle))
      #expect(circles.count == Int(circle.rawValue))
    }
  }

  @Test func `circles are disjoint until one is in both, and a union has those of either`() throws {
    let (one, other) = (
      try #require(CircleID(rawValue: 0)), try #require(CircleID(rawValue: 127))
    )
    let both: CircleSet = [one, other]
    #expect(([one] as CircleSet).isDisjoint(with: [other]))
    #expect(!both.isDisjoint(with: [other]))
    #expect(([one] as CircleSet).union([other]) == both)
  }

  @Test func `no id and no pair stands before itself`() throws {
    let contacts = [ContactID(rawValue: 1), ContactID(rawValue: 2)]
    #expect(contacts[0] < contacts[1])
    #expect(!(contacts[1] < contacts[0]) && !(contacts[0] < contacts[0]))
    let circles = [try #require(CircleID(rawValue: 1)), try #require(CircleID(rawValue: 2))]
    #expect(circles[0] < circles[1])
    #expect(!(circles[1] < circles[0]) && !(circles[0] < circles[0]))
    let pairs = [pair(1, 2), pair(1, 3), pair(2, 3)]
    #expect(pairs[0] < pairs[1] && pairs[1] < pairs[2])
    let found = pairs.map { DuplicatePair(entries: $0, confidence: 0.8) }
    #expect(found[0].comes(before: found[1]) && !found[0].comes(before: found[0]))
    #expect(!(pairs[0] < pairs[0]) && !(pairs[2] < pairs[1]))
  }
}
