import Foundation
import Statistics
import GrowthloopReports
import Testing

@testable import growthloop

@Suite("growthloop analyse · rows of a unit, mistakes, and looks on the way")
struct AnalyseLooksTests {
  /// Ten units an arm and day for ten days, of which four and eight in ten do it.
  private static let days =
    "unit,arm,numerator,time\n"
    + (0..<200).map { unit in
      let (day, isControl) = (unit / 20, unit.isMultiple(of: 2))
      let place = unit % 20 / 2
      return "u\(unit),\(isControl ? "control" : "variant"),"
        + "\(place < (isControl ? 4 : 8) ? 1 : 0),2026-02-2\(day < 8 ? day + 1 : 0)\n"
    }.joined()

  @Test func `P-EXP-08 · looks by a rule end on a day, and the habit ends before`() {
    let rows = Self.days.replacing("2026-02-20", with: "2026-03-01 09:30")
    let outcome = growthloop(
      "analyse", "-", "--days", "9", "--rule", "obrienFleming", "--looks", "3", input: rows)
    #expect(outcome.code == .success)
    #expect(outcome.output.contains("Looked at 3 times by the rule 'obrienFleming'"))
    #expect(outcome.output.contains("the test ends on day"))
    #expect(
      outcome.output.contains(
        "The habit to look each day, and to stop at the first p below 0.05, stops on day "))
    let daily = growthloop("analyse", "-", "--json", input: rows)
    #expect(daily.output.contains(#""habitDay" : 2"#), "\(daily.output)")
  }

  /// What `--json` says of looks.
  private struct Looks: Decodable {
    struct All: Decodable {
      struct Look: Decodable {
        let day: Int
        let units: Int
        let bound: Double?
      }
      struct End: Decodable {
        let day: Int
        let isSignificant: Bool
        let low, high: Double?
      }
      let looks: [Look]
      let end: End
      let isComplete: Bool
    }
    let looks: All

    static func read(_ rows: String, _ options: String...) throws -> All {
      let outcome = run(["analyse", "-", "--json"] + options, Array(rows.utf8))
      #expect(outcome.complaints == "")
      return try JSONDecoder().decode(Looks.self, from: Data(outcome.output.utf8)).looks
    }
  }

  /// Ten units each day in two arms, which do the same.
  private static func aliked(days: Int) -> String {
    "unit,arm,numerator,time\n"
      + (0..<10 * days).map {
        "u\($0),\($0.isMultiple(of: 2) ? "control" : "v"),\($0 % 10 / 2 % 2),\($0 / 10)\n"
      }.joined()
  }

  // With a plan that ends anew each day these are 10.6% and 17.3%; over 28 days 13.1% and 23.2%.
  @Test(arguments: ["pocock", "obrienFleming"])
  func `who analyses a file each day while it grows errs in 5% by the plan`(rule: String) throws {
    let each = try (1...10).map { day in
      try #require(
        try Looks.read(Self.aliked(days: day), "--days", "10", "--rule", rule).looks.last)
    }
    #expect(each.map(\.day) == Array(1...10))
    let plan = GroupSequential(
      information: each.map { Double($0.units) / 100 }, bounds: each.map { $0.bound ?? .infinity })
    #expect((plan.falsePositiveRate - 0.05).magnitude < 2e-4, "\(plan.falsePositiveRate)")
    // The last look is that of the whole file.
    let whole = try Looks.read(Self.aliked(days: 10), "--days", "10", "--rule", rule)
    #expect(whole.looks.map(\.bound) == each.map(\.bound))
    #expect(whole.isComplete)
  }

  @Test func `a plan of units ends on the first day that has them`() throws {
    let plan = ["--planned", "75", "--looks", "3"]
    let all = try Looks.read(Self.aliked(days: 12), plan[0], plan[1], plan[2], plan[3])
    #expect(all.looks.map(\.units) == [30, 50, 80])
    #expect(all.isComplete && !all.end.isSignificant && all.end.day == 8)
    let half = try Looks.read(Self.aliked(days: 6), plan[0], plan[1], plan[2], plan[3])
    #expect(half.looks.map(\.bound) == all.looks.prefix(2).map(\.bound))
    #expect(!half.isComplete)
    let words = growthloop("analyse", "-", "--planned", "75", input: Self.aliked(days: 6))
    #expect(words.output.contains("the test goes on: day 6, with 60 of 75 planned units"))
  }

  @Test func `without a plan the answer is the one at any number of looks`() throws {
    // Sixty and forty of a hundred: p is .0047 for one look, and .16 at any number of them.
    let rows =
      "unit,arm,numerator,time\n"
      + (0..<200).map {
        "u\($0),\($0.isMultiple(of: 2) ? "control" : "v"),"
          + "\($0 / 2 % 10 < ($0.isMultiple(of: 2) ? 4 : 6) ? 1 : 0),\($0 / 20)\n"
      }.joined()
    let outcome = growthloop("analyse", "-", input: rows)
    #expect(
      outcome.output.hasPrefix(
        "By the rule 'confidenceSequence', which holds at any number of looks"))
    #expect(outcome.output.contains("no effect is shown after 10 days"))
    let planned = growthloop("analyse", "-", "--days", "10", "--looks", "1", input: rows)
    #expect(
      planned.output.hasPrefix("Looked at once by the rule 'pocock', the test ends on day 10"))
    for options in [["--rule", "pocock"], ["--looks", "3"]] {
      let refused = run(["analyse", "-"] + options, Array(rows.utf8))
      #expect(refused.code == .usage)
      #expect(refused.complaints.contains("name it by '--days' or '--planned'"))
    }
  }

  // Johari and others (2022), with effects of the size that the plan finds: σ² = 4 (1.960 + .842)² / N.
  @Test func `the mixture test has its closed form`() throws {
    let looks = try Looks.read(Self.aliked(days: 4), "--planned", "200", "--rule", "mixture")
    let spread = 4 * 2.801_585 * 2.801_585 / 200
    for look in looks.looks {
      let growth = Double(look.units) * spread + 1
      let bound = (2 * growth * (0.5 * log(growth) - log(0.05)) / (growth - 1)).squareRoot()
      #expect((try #require(look.bound) - bound).magnitude < 1e-4)
    }
    #expect(looks.looks.map(\.units) == [10, 20, 30, 40])
  }

  @Test func `without days there are no looks`() {
    let rows = "unit,arm,numerator\na,control,1\nb,control,0\nc,v,1\nd,v,0\n"
    let outcome = growthloop("analyse", "-", "--days", "3", input: rows)
    #expect(outcome.code == .usage)
    #expect(outcome.complaints.contains("'--days' needs a column 'time'"))
    #expect(
      growthloop("analyse", "-", "--rule", "pokock", input: rows).complaints.contains(
        "must be one of fixed, pocock, obrienFleming"))
  }

  @Test func `without denominators the rows of a unit are one value, and the answer says so`() {
    let rows = "unit,arm,numerator\na,control,1\na,control,2\nb,control,0\nc,v,1\nc,v,3\nd,v,2\n"
    let summed = "unit,arm,numerator\na,control,3\nb,control,0\nc,v,4\nd,v,2\n"
    let outcome = growthloop("analyse", "-", input: rows)
    let note =
      "\nThe rows of a unit are summed: without a column 'denominator' this is a mean per unit.\n"
    #expect(outcome.output == growthloop("analyse", "-", input: summed).output + note)
    #expect(outcome.output.contains("moves the mean by +1.50"))
  }

  @Test func `a covariate counts once, and differing ones are refused with both lines`() {
    let header = "unit,arm,numerator,denominator,covariate\n"
    let once = header + "a,control,1,2,4\nb,control,0,2,1\nc,v,2,2,3\nd,v,1,2,2\n"
    let repeated = once.replacing("a,control,1,2,4\n", with: "a,control,1,1,4\na,control,0,1,4\n")
    #expect(
      growthloop("analyse", "-", input: once).output
        == growthloop("analyse", "-", input: repeated).output)
    let differing = growthloop("analyse", "-", input: once + "a,control,1,1,5\n")
    #expect(differing.code == .badInput)
    #expect(
      differing.complaints.contains(
        "6: error: the covariate of the unit 'a' is 4.0 in line 2 and 5.0 in line 6"))
  }

  @Test func `a refused row still says which arm its unit has`() {
    let rows = "unit,arm,numerator,denominator,time\na,control,x,-1,soon\na,v,1,1,1\n"
    let complaints = growthloop("analyse", "-", input: rows).complaints
    for words in [
      "2: error: 'x' in the column 'numerator' is no number; write it with a point, such as 0.5",
      "2: error: a denominator is not negative, unlike -1.0; it counts chances",
      "2: error: 'soon' in the column 'time' is no day; write 2026-11-24",
      "3: error: the unit 'a' was in 'control' and is in 'v' here",
    ] {
      #expect(complaints.contains(words), "\(complaints)")
    }
  }

  @Test func `a split that is not the planned one ends with 1`() {
    let rows =
      "unit,arm,numerator\n"
      + (0..<100).map { "u\($0),\($0 < 80 ? "control" : "v"),\($0 % 2)\n" }.joined()
    #expect(growthloop("analyse", "-", input: rows).code == .gateMissed)
    #expect(growthloop("analyse", "-", "--allocation", "20%", input: rows).code == .success)
  }

  @Test func `points are written as pp`() {
    let points = growthloop("power", "--rate", "40%", "--by", "2pp")
    #expect(points.code == .success)
    #expect(points.output == growthloop("power", "--rate", "40%", "--by", "2%").output)
    #expect(growthloop("power", "--rate", "40%", "--lift", "2pp").code == .usage)
  }
}
