import Testing
import Vocabulary

@testable import GrowthModel

@Suite("What the model remembers of people")
struct PeopleTests {
  @Test func `a member takes one line of the cache, and anybody else of the market four bytes`() {
    #expect(MemoryLayout<Member>.stride == 64)
    #expect(MemoryLayout<PersonRecord>.stride == 4)
  }

  @Test func `a member has room for every trigger that was used up`() {
    for trigger in PromptTrigger.allCases {
      var member = Member(person: 0, inviter: nil, joined: 0, acquaintances: 0)
      member.spent.insert(trigger)
      #expect(member.spent == [trigger])
    }
  }

  @Test func `a stranger is no member and has no click`() {
    #expect(!PersonRecord.stranger.isMember)
    #expect(PersonRecord.stranger.member == Member.none)
    #expect(PersonRecord.stranger.firstClick == ReceivedInvites.none)
  }

  @Test(arguments: [0, 1, 77, UInt32(1) << 31 - 2])
  func `whoever tapped has a first click, and none any more once they are a member`(place: UInt32) {
    var record = PersonRecord.stranger
    record.firstClick = place
    #expect(record.firstClick == place)
    #expect(!record.isMember)
    record.firstClick = ReceivedInvites.none
    #expect(record.firstClick == ReceivedInvites.none)
    record.firstClick = place
    record.member = place
    #expect(record.isMember)
    #expect(record.member == place)
    #expect(record.firstClick == ReceivedInvites.none)
  }

  @Test func `records keep what they hold while their column grows and moves`() {
    var columns = Column<Int>()
    var others = Column<Int>()
    for number in 0..<40_000 {
      columns.append(number)
      // Another one that grows beside it keeps it from growing in place.
      others.append(-number)
    }
    #expect(columns.indices.allSatisfy { columns[$0] == $0 && others[$0] == -$0 })
  }

  @Test func `a return day is due from that day on, and a member has room to note each`() {
    for day in -1..<120 {
      let due = ActivityTally.returnDays.indices.filter {
        ActivityTally.returnsDue(after: day) >> $0 & 1 == 1
      }
      #expect(
        due == ActivityTally.returnDays.indices.filter { ActivityTally.returnDays[$0] <= day })
    }
    var member = Member(person: 0, inviter: nil, joined: 0, acquaintances: 0)
    member.marks = [.inviter, .homeCredited]
    for returns in 0...ActivityTally.everyReturn {
      member.marks.returns = returns
      #expect(member.marks.returns == returns)
      #expect(member.marks.contains(.everyReturn) == (returns == ActivityTally.everyReturn))
    }
    #expect(member.marks == [.inviter, .homeCredited, .everyReturn])
  }
}
