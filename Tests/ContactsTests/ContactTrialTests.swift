import Statistics
import GrowthloopFindings
import Vocabulary
import Profiles
import AddressBooks
import Testing

@testable import GrowthloopContacts

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

  @Test(arguments: [
    ("HPF-01", ["interactive", "launch"], "500ms"), ("HPF-02", ["frame"], "16.67ms"),
    ("HPF-03", ["keystroke", "find"], "100ms"), ("HPF-04", ["sections"], "200ms"),
    ("HPF-05", ["sync", "refresh"], "3s"),
  ])
  func `HPF-01, HPF-02, HPF-03, HPF-04, HPF-05 · the limit "budget" is the catalogue's`(
    row: String, operations: [String], limit: String
  ) throws {
    for operation in operations {
      let budget = try #require(ContactGate("\(operation) p99 < budget"))
      let written = try #require(ContactGate("\(operation) p99 < \(limit)"))
      #expect(budget.nanoseconds == written.nanoseconds)
      #expect(budget.operation.budget?.rule.description == row)
    }
    #expect(ContactGate("page p99 < budget") == nil, "the documents give it none")
  }

  @Test func `HPF-05 · a refresh is the sync of at most a hundred changes, to the tab after it`()
    throws
  {
    var plan = Self.plan()
    plan.sizes = [400]
    let book = try #require(try ContactTrial(plan).measure(400) { _ in true })
    let refresh = try #require(book.times.first { $0.operation == .refresh })
    #expect(refresh.steps == 20)
    let source = SeededBook(count: 400, seed: plan.seed, mix: plan.mix)
    for number in 0..<refresh.steps {
      let delta = source.changes(number)
      #expect((80...100).contains(delta.contacts.count + delta.removed.count))
    }
  }

  @Test func `gates are judged in the books that they concern`() throws {
    var plan = Self.plan()
    plan.gates = ["frame p99 < 600s", "frame p99 < 1ns at 60", "frame p99 < 1ns at 61"]
      .compactMap { ContactGate($0) }
    let book = try #require(try ContactTrial(plan).measure(60) { _ in true })
    #expect(book.judged(by: plan).map(\.verdict) == [.kept, .missed])
  }
}
