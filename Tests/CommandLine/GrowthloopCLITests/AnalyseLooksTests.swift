import Terminal
import Testing

@testable import GrowthloopCLI

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
      "analyse", "-", "--rule", "obrienFleming", "--looks", "3", input: rows)
    #expect(outcome.code == .success)
    #expect(outcome.output.contains("Looked at 3 times by the rule 'obrienFleming'"))
    #expect(outcome.output.contains("the test ends on day"))
    #expect(outcome.output.contains("Who looks each day, and stops at the first p below 0.05"))
    let daily = growthloop("analyse", "-", "--json", "--rule", "daily", input: rows)
    // Every day is a look but the last two, whose rows have one date; nine looks at 1.96.
    #expect(daily.output.contains(#""habitDay" : 2"#), "\(daily.output)")
  }

  @Test func `without days there are no looks`() {
    let rows = "unit,arm,numerator\na,control,1\nb,control,0\nc,v,1\nd,v,0\n"
    let outcome = growthloop("analyse", "-", "--looks", "3", input: rows)
    #expect(outcome.code == .usage)
    #expect(outcome.complaints.contains("need a column 'time'"))
    #expect(
      growthloop("analyse", "-", "--rule", "pokock", input: rows).complaints.contains(
        "must be one of fixed, daily, pocock"))
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
      "2: error: 'x' in the column 'numerator' is no number; write it as 0.5",
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
