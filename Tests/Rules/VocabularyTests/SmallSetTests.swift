import Testing
import Vocabulary

@Suite("Sets of a small kind")
struct SmallSetTests {
  private enum Place: UInt8, SmallSetMember {
    case first = 0
    case second = 1
    case fifth = 4
    case last = 31
  }

  private let all = SmallSet(Place.allCases)

  @Test func `a set begins empty, and has what was inserted and not removed`() {
    var set = SmallSet<Place>()
    #expect(set.isEmpty)
    #expect(set.count == 0)
    for place in Place.allCases {
      set.insert(place)
      #expect(set.contains(place))
      #expect(set.members == [place])
      #expect(set.count == 1)
      #expect(!set.isEmpty)
      set.insert(place)
      #expect(set.count == 1)
      set.remove(place)
      #expect(!set.contains(place))
      #expect(set.isEmpty)
      set.remove(place)
      #expect(set.isEmpty)
    }
  }

  @Test func `members come in the order of their kind`() {
    #expect(SmallSet<Place>([.last, .first, .fifth]).members == [.first, .fifth, .last])
    #expect(all.members == Place.allCases)
    #expect(all.description == "first second fifth last")
  }

  @Test func `one member is removed and the others stay`() {
    for place in Place.allCases {
      var set = all
      set.remove(place)
      #expect(set.members == Place.allCases.filter { $0 != place })
    }
  }

  @Test func `a union has the members of either, an intersection those of both`() {
    let low: SmallSet<Place> = [.first, .second]
    let odd: SmallSet<Place> = [.second, .last]
    #expect(low.union(odd) == [.first, .second, .last])
    #expect(low.intersection(odd) == [.second])
    #expect(low.intersection([.fifth]).isEmpty)
  }

  @Test func `ordinals are handed out in their order`() {
    var ordinals: [Int] = []
    all.forEachOrdinal { ordinals.append($0) }
    #expect(ordinals == [0, 1, 4, 31])
    SmallSet<Place>().forEachOrdinal { _ in Issue.record("an empty set has no members") }
  }

  @Test func `a place is counted from the members before it, and has a next behind it`() {
    #expect(Place.allCases.map(all.count(before:)) == [0, 1, 2, 3])
    #expect(Place.allCases.map(all.firstOrdinal(after:)) == [1, 4, 31, nil])
    let some: SmallSet<Place> = [.first, .last]
    #expect(Place.allCases.map(some.count(before:)) == [0, 1, 1, 1])
    #expect(Place.allCases.map(some.firstOrdinal(after:)) == [31, 31, 31, nil])
  }
}
