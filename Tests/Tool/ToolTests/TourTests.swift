@testable import GrowthloopDecisions
import Foundation
import GrowthloopFindings
import Profiles
import GrowthloopReports
import TestSupport
import Testing

@testable import growthloop

@Suite("growthloop tour", .timeLimit(.minutes(60)))
struct TourTests {
  /// The file is what `growthloop tour` prints; a rule that changes its mind shows as a difference.
  @Test func `the story comes out as it is written down`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Golden/tour.txt")
    let printed = growthloop("tour").output
    let written = try Golden.text(file, now: printed)
    let lines = { (text: String) in text.split(separator: "\n", omittingEmptySubsequences: false) }
    #expect(lines(printed).count == lines(written).count)
    for (printed, written) in zip(lines(printed), lines(written)) { #expect(printed == written) }
  }

  @Test func `every rule that speaks in it can be looked up`() {
    for chapter in Tour().chapters {
      for scene in chapter.scenes {
        #expect(scene.outcomes.count == 3)
        for rule in scene.outcomes.flatMap(\.rules) {
          #expect(RuleBook.rule(rule) != nil, "\(rule)")
        }
      }
    }
  }

  @Test func `the same facts come as JSON`() throws {
    let outcome = growthloop("tour", "--json")
    #expect(outcome.code == .success)
    #expect(try JSONParser.parse(Array(outcome.output.utf8)) != .null)
    #expect(outcome.output.contains(#""decision" : "Bob is credited""#))
  }
}
