import CGrowthloopAllocationCounter
import HomeSections
import TestSupport
import Testing
import Vocabulary

@Suite("The sections · what an evaluation costs in memory")
struct SectionAllocationTests {
  /// The allocations of an evaluation of `count` contacts that are in every section there is.
  private func allocations(of count: Int) -> UInt64 {
    var home = Home.with([.needsAttention, .upcoming])
    home.contacts = (0..<count).map { place in
      var contact = SectionContact(
        addedAt: home.now - .milliseconds(Int64(count - place)), isReachable: false,
        birthday: YearDay(month: 4, day: 13) ?? .none)
      contact.receive(fields: 1, from: .network, at: home.now - .hours(Int64(place % 9)))
      return contact
    }
    let before = allocation_count()
    let evaluation = home.evaluation
    let made = allocation_count() - before
    #expect(evaluation.contents.count(.upcoming) == count)
    return UInt64(made)
  }

  @Test func `ten thousand contacts take no more blocks than a hundred`() {
    // The first evaluation also pays for what the Swift runtime makes once for a type.
    _ = allocations(of: 100)
    #expect(allocations(of: 10_000) == allocations(of: 100))
  }

  @Test func `a contact takes 24 bytes`() {
    #expect(MemoryLayout<SectionContact>.stride == 24)
  }
}
