import Glibc
import Testing
import Vocabulary

@testable import GrowthloopModel

@Suite("What the model remembers of people")
struct PeopleTests {
  @Test func `a member takes one line of the cache, and anybody else of the market four bytes`() {
    #expect(MemoryLayout<Member>.stride == 64)
    #expect(MemoryLayout<PersonRecord>.stride == 4)
  }

  @Test func `what is read rarely of a member takes twenty bytes, a received invite half a line`() {
    #expect(MemoryLayout<Member.Rest>.stride == 20)
    #expect(MemoryLayout<ReceivedInvites.Record>.stride == 32)
    #expect(MemoryLayout<Passing>.stride == 48)
  }

  @Test func `a member has room for every trigger that was used up`() {
    for trigger in PromptTrigger.allCases {
      var member = Member(person: 0, inviter: nil, joined: 0, acquaintances: 0)
      member.spent.insert(trigger)
      #expect(member.spent == [trigger])
    }
  }

  @Test(arguments: [0, 1, 1 << 32 - 1, 1 << 32, 9_999_999_999, 1 << 40 - 2] as [PersonNumber])
  func `numbers of people above 2^32 are kept, with their place in a shard`(person: PersonNumber) {
    #expect(KeptPerson(person).number == person)
    let member = Member(person: person, inviter: person, joined: 0, acquaintances: 0)
    #expect(member.person == person && member.inviter == person)
    // A market that 256 processes hold.
    let people = 1 << 40 - 1
    let market = Territory(of: people)
    let shard = market.shard(of: person, of: 256)
    let territory = Territory(of: people, shard: shard, of: 256)
    #expect(territory.person(at: territory.place(of: person)) == person)
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

  @Test func `a large column moves without being copied`() {
    // The pages that the system had to give to this thread.
    var pages: Int {
      var usage = rusage()
      let thisThread: __rusage_who_t = 1
      #expect(unsafe getrusage(thisThread, &usage) == 0)
      return usage.ru_minflt
    }
    var column = Column<SIMD8<UInt64>>()
    for number in 0..<32_768 as Range<UInt64> { column.append(SIMD8(repeating: number)) }
    var most = 0
    for number in 32_768..<600_000 as Range<UInt64> {
      let before = pages
      column.append(SIMD8(repeating: number))
      most = max(most, pages - before)
    }
    // It has outgrown its first stretch of addresses; a copy would touch all of the next one.
    #expect(most <= 8)
    #expect(column.indices.allSatisfy { column[$0] == SIMD8(repeating: UInt64($0)) })
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
