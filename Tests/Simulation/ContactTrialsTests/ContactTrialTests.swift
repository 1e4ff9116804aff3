import AddressBooks
import Testing

@testable import ContactTrials

@Suite("HPF-07, HPF-08, D-PCK-11 · every operation is measured in every book")
struct ContactTrialTests {
  private static func plan() -> ContactPlan {
    var plan = ContactPlan()
    plan.sizes = [60]
    plan.rounds = 4
    plan.searches = 8
    return plan
  }

  @Test func `each step of each operation is measured once in a round`() throws {
    let plan = Self.plan()
    let book = try #require(try ContactTrial(plan).measure(60) { _ in true })
    #expect(book.times.map(\.operation) == ContactOperation.allCases)
    for times in book.times {
      #expect(times.steps > 0)
      #expect(times.all.totalCount == times.steps * times.roundCount)
      let isSlow = [.duplicates, .picker, .entry].contains(times.operation)
      #expect(times.roundCount == (isSlow ? 3 : 4))
    }
    // Every row of the list comes into sight, fourteen in a frame.
    #expect(book.times.first { $0.operation == .frame }?.steps == 5)
    #expect(book.savedBytesPerContact > 50)
  }

  @Test func `who wants no more gets nothing half measured`() throws {
    var asked = 0
    let book = try ContactTrial(Self.plan()).measure(60) { _ in
      asked += 1
      return asked < 4
    }
    #expect(book.map(\.size) == nil)
  }

  @Test func `a language or country that is not known is told`() {
    var plan = Self.plan()
    plan.language = "not a language"
    #expect(throws: ContactTrial.Unknown.language("not a language")) { try ContactTrial(plan) }
    plan.language = nil
    plan.home = "XX"
    #expect(throws: ContactTrial.Unknown.home("XX")) { try ContactTrial(plan) }
  }

  @Test(arguments: ["entry", "success"])
  func `D-ENT-02, D-BUD-01, D-SUC-02, D-BUD-04 · an invite's screens are measured and held`(
    operation: String
  ) throws {
    var plan = Self.plan()
    plan.gates = ["\(operation) p99 < 600s", "\(operation) p99 < 1ns"]
      .compactMap { ContactGate($0) }
    let book = try #require(try ContactTrial(plan).measure(60) { _ in true })
    #expect(book.judged(by: plan).map(\.verdict) == [.kept, .missed])
  }

  @Test func `gates are judged in the books that they concern`() throws {
    var plan = Self.plan()
    plan.gates = ["frame p99 < 600s", "frame p99 < 1ns at 60", "frame p99 < 1ns at 61"]
      .compactMap { ContactGate($0) }
    let book = try #require(try ContactTrial(plan).measure(60) { _ in true })
    #expect(book.judged(by: plan).map(\.verdict) == [.kept, .missed])
  }
}
