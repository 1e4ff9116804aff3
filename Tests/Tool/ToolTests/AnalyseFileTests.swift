import GrowthloopReports
import Testing

@testable import growthloop

@Suite("growthloop analyse · files as they are, several metrics and arms, outliers and margins")
struct AnalyseFileTests {
  /// Two hundred units in two arms, with what they sent, and how many taps that had.
  private static let rows =
    "unit,arm,sent,tapped\n"
    + (0..<200).map { unit in
      let isControl = unit.isMultiple(of: 2)
      let sent = unit / 2 % 5 + 1
      return
        "u\(unit),\(isControl ? "control" : "v"),\(sent),\(min(sent, unit / 2 % (isControl ? 3 : 6)))\n"
    }.joined()

  @Test func `a semicolon between cells, a comma before decimals, and columns called otherwise`() {
    let plain = "unit,arm,numerator\na,control,1.5\nb,control,0\nc,v,2.25\nd,v,3\n"
    let german =
      "Person;Gruppe;Zahl\na;control;1,5\nb;control;0\nc;v;2,25\nd;v;3\n"
    let tabs = plain.replacing(",", with: "\t")
    let expected = growthloop("analyse", "-", input: plain)
    #expect(expected.code == .success)
    #expect(growthloop("analyse", "-", input: tabs).output == expected.output)
    let mapped = growthloop(
      "analyse", "-", "--column", "unit=Person", "--column", "arm=Gruppe", "--column",
      "numerator=Zahl",
      input: german)
    #expect(mapped.complaints == "")
    #expect(mapped.output == expected.output)
  }

  @Test func `a numerator above its denominator is an error, and a ratio is named`() {
    let rows =
      "unit,arm,numerator,denominator\na,control,1,2\nb,control,1,1\nc,v,3,2\nd,v,1,1\nc,v,1,1\n"
    let refused = growthloop("analyse", "-", input: rows)
    #expect(refused.code == .badInput)
    #expect(
      refused.complaints.contains(
        "6: error: a unit has a numerator of 4.0 and a denominator of 3.0"))
    let ratio = growthloop("analyse", "-", "--metric", "sends=numerator:denominator", input: rows)
    #expect(ratio.code == .success)
    #expect(ratio.output.contains("moves the mean by"))
  }

  @Test func `several metrics err together as often as one would`() throws {
    let outcome = growthloop(
      "analyse", "-", "--metric", "taps=tapped/sent", "--metric", "sends=sent", input: Self.rows)
    #expect(outcome.code == .success)
    #expect(
      outcome.output.hasPrefix(
        "1 of 2 comparisons shows an effect. Together they err in 5% at most, since each is judged at 2.5%. "
          + "taps: 'v' moves the share by"), "\(outcome.output)")
    // Alone the interval is that of 95%, in the family that of 97.5%: as 1.97 to 2.26 standard errors.
    let alone = growthloop("analyse", "-", "--json", "--metric", "sends=sent", input: Self.rows)
    #expect(alone.output.contains(#""falsePositiveRate" : 0.05"#))
    let json = growthloop(
      "analyse", "-", "--json", "--metric", "taps=tapped/sent", "--metric", "sends=sent",
      input: Self.rows)
    #expect(json.output.matches(of: /"falsePositiveRate" : 0\.025/).count == 2)
  }

  @Test func `three arms are two comparisons with the control`() {
    let rows =
      "unit,arm,numerator\n"
      + (0..<300).map {
        "u\($0),\(["control", "one", "two"][$0 % 3]),\($0 / 3 % 10 < 2 + $0 % 3 * 3 ? 1 : 0)\n"
      }
      .joined()
    let outcome = growthloop("analyse", "-", input: rows)
    #expect(outcome.output.hasPrefix("2 of 2 comparisons show an effect."), "\(outcome.output)")
    #expect(outcome.lines.contains { $0.hasPrefix("numerator  one") })
    let one = growthloop("analyse", "-", "--treatment", "one", input: rows)
    #expect(one.output.hasPrefix("'one' moves the share by +30.0 points"))
  }

  @Test func `a cap is the same as a file with less, and says so`() {
    let rows = "unit,arm,numerator\na,control,1\nb,control,2\nc,v,40\nd,v,3\ne,v,4\n"
    let capped = growthloop("analyse", "-", "--cap", "5", input: rows)
    let note =
      "\nA unit counts at most 5.00: 1 unit had more, and the effect is that on what is left.\n"
    #expect(
      capped.output
        == growthloop("analyse", "-", input: rows.replacing("40", with: "5")).output + note)
    // Four of five units have 4 at most.
    #expect(
      growthloop("analyse", "-", "--cap", "80%", input: rows).output.contains(
        "at most 4.00: 1 unit"))
  }

  @Test func `a margin is left out, or not`() {
    let outcome = growthloop(
      "analyse", "-", "--metric", "sends=sent", "--margin", "-0.5", input: Self.rows)
    #expect(
      outcome.output.contains("A fall of 0.500 or more is left out, with 2.5% false positives."))
    let tight = growthloop(
      "analyse", "-", "--metric", "sends=sent", "--margin", "0.1", input: Self.rows)
    #expect(tight.output.contains("A rise of 0.100 or more is not left out by this interval."))
  }

  @Test func `few skewed units against many are drawn anew, with a warning`() {
    let rows =
      "unit,arm,numerator\n"
      + (0..<300).map { unit in
        "u\(unit),\(unit % 10 == 0 ? "v" : "control"),\(unit % 37 == 30 ? unit % 100 + 20 : unit % 3)\n"
      }.joined()
    let outcome = growthloop("analyse", "-", "--allocation", "10%", input: rows)
    #expect(outcome.code == .success)
    #expect(outcome.output.contains("The units are skewed"))
    #expect(
      outcome.output.contains("So the answer rests on arms that were drawn anew, 4,000 times."))
    #expect(outcome.lines.contains { $0.hasPrefix("the same, by drawing the arms anew") })
  }
}
