import GrowthloopFindings
import Statistics
import Testing

@testable import GrowthloopReports

@Suite("Answers · what would have to be true")
struct SolveAnswerTests {
  private static func row(
    _ name: String, nearest: String, alone: String, people: Double
  ) -> SolvedParameter {
    var row = SolvedParameter(
      name, value: "1", low: "0.5", high: "2", isAssumed: true, nearest: nearest, moved: 0.5,
      alone: alone, aloneReaches: nil)
    row.alonePeople = change(people)
    return row
  }

  /// A change of the people, known to half a point.
  private static func change(_ people: Double) -> Measure {
    Measure(people, from: people - 0.005, to: people + 0.005, in: .share)
  }

  /// A search for a k.cohort of 0.3, which fewer sessions have, and more recipients.
  private static func search(people: Double?) -> SolveFindings {
    var search = SolveFindings()
    (search.metric, search.unit, search.target) = ("k.cohort", "newcomers", 0.3)
    search.base = Measure(0.1, from: 0.09, to: 0.11, in: .ratio)
    (search.isReached, search.distance) = (true, 0.5)
    search.confirmed = Measure(0.3, from: 0.29, to: 0.31, in: .ratio)
    search.people = people.map(change)
    search.solved = [
      row("a.sessions", nearest: "0.7", alone: "0.6", people: -0.3),
      row("a.recipients", nearest: "1.2", alone: "1.9", people: 0.4),
    ]
    return search
  }

  @Test(arguments: [
    (-0.12 as Double?, "It reaches 0.300, but brings 12.0% fewer people by invites than today."),
    (-0.004, nil), (0.3, nil), (nil, nil),
  ])
  func `a way that brings fewer people says so`(_ people: Double?, _ words: String?) {
    let lines = Self.search(people: people).answer?.leads ?? []
    #expect(lines.first { $0.hasPrefix("It reaches ") } == words)
  }

  @Test(arguments: [
    (nil as Bool?, ". No smaller change was found within the ranges."),
    (true, " change that brings as many people by invites was found within the ranges."),
  ])
  func `the smallest change is that of the ways that were looked at`(
    _ keepsPeople: Bool?, _ words: String
  ) {
    var search = Self.search(people: 0.3)
    search.keepsPeople = keepsPeople
    #expect(search.answer?.leads.first?.hasSuffix(words) == true)
  }

  @Test func `the nearest to a target out of reach says so too`() {
    var search = Self.search(people: -0.12)
    search.isReached = false
    #expect(
      search.answer?.leads.contains(
        "It comes nearest, but brings 12.0% fewer people by invites than today.") == true)
  }

  @Test func `of single parameters one that brings fewer people comes last`() {
    #expect(
      Self.search(people: nil).answer?.leads.last
        == "One parameter by itself has it: a.recipients at about 1.9, or a.sessions at about 0.6 "
        + "(which brings 30.0% fewer people).")
  }
}
