import GrowthloopReports
import Testing

@testable import growthloop

@Suite("growthloop analyse")
struct AnalyseCommandTests {
  /// Two hundred units in each arm, of which eighty and a hundred and ten do it.
  private let rows =
    "unit,arm,numerator\n"
    + (0..<400).map { unit in
      let isControl = unit < 200
      return
        "u\(unit),\(isControl ? "control" : "variant"),\(unit % 200 < (isControl ? 80 : 110) ? 1 : 0)\n"
    }.joined()

  @Test func `the answer, the split, and each estimator`() {
    let outcome = growthloop("analyse", "-", input: rows)
    #expect(outcome.code == .success)
    #expect(outcome.complaints == "")
    // The standard error is √((.24 + .2475) / 199) = .0494949; Welch's t has 397.9 degrees of freedom.
    #expect(
      outcome.output.hasPrefix(
        """
        'variant' moves the share by +15.0 points (95% interval: +5.27 to +24.7 points), from 40.0% under \
        'control' to 55.0%. Chance alone seldom does that (p = 0.0026). That holds if this is the one planned \
        look. If you looked before, it is not yet enough.

        The split is as planned: 200 units in 'control' and 200 in 'variant' (p = 1.0, at any number of \
        looks p = 1.0).


        """))
    #expect(outcome.lines.contains { $0.hasPrefix("by unit ") })
    #expect(outcome.lines.contains { $0.hasPrefix("the same, at any number of looks ") })
  }

  @Test func `rows of one unit add up`() {
    let once = growthloop("analyse", "-", "--json", input: rows)
    let inParts = growthloop(
      "analyse", "-", "--json",
      input: rows.replacing("unit,arm,numerator", with: "unit,arm,numerator,denominator")
        .replacing(",1\n", with: ",1,1\n").replacing(",0\n", with: ",0,1\n")
        .replacing("u0,control,1,1\n", with: "u0,control,0,0\nu0,control,1,1\n"))
    #expect(once.code == .success)
    #expect(once.output == inParts.output)
  }

  @Test func `clusters widen the interval, and an arm that lost units is not believed`() {
    let header = "unit,cluster,arm,numerator\n"
    let alike =
      header
      + (0..<400).map { unit in
        let group = unit / 10
        return "u\(unit),c\(group),\(group % 2 == 0 ? "a" : "b"),\(group % 5 < 2 ? 1 : 0)\n"
      }.joined()
    let outcome = growthloop("analyse", "-", "--control", "a", input: alike)
    #expect(outcome.output.contains("20 clusters in 'a' and 20 in 'b'"))
    #expect(outcome.lines.contains { $0.hasPrefix("by unit, as if independent") })
    let lost = growthloop("analyse", "-", "--allocation", "30%", input: rows)
    #expect(lost.output.hasPrefix("These rows do not say what 'variant' does"))
    #expect(lost.output.contains("The split is not the planned one"))
  }

  @Test func `what they did before is taken out`() {
    let before =
      "unit,arm,numerator,covariate\n"
      + (0..<100).map { unit in
        let level = unit / 2 % 7
        let isVariant = unit % 2 == 1
        return
          "u\(unit),\(isVariant ? "variant" : "control"),\(level + (isVariant ? 1 : 0) + unit % 3),\(level)\n"
      }.joined()
    let outcome = growthloop("analyse", "-", input: before)
    #expect(outcome.code == .success)
    #expect(outcome.lines.contains { $0.hasPrefix("with what they did before (CUPED)") })
    #expect(outcome.output.contains("'variant' moves the mean by +0.980"))
  }

  @Test func `all mistakes come at once, with line and remedy`() {
    let outcome = growthloop(
      "analyse", "-",
      input: """
        unit,arm,numerator,denominator,cluster
        u,a,1,1,c
        u,b,1,1,d
        v,b,x,1,d
        v,b,1,-1,d
        w,b,1,1,c
        w,a
        "z,1,2,3,c

        """)
    #expect(outcome.code == .badInput)
    for words in [
      "3: error: the unit 'u' was in 'a' and is in 'b' here; leave out units that changed",
      "4: error: 'x' in the column 'numerator' is no number",
      "5: error: a denominator is not negative",
      "6: error: the cluster 'c' has units of 'a' and 'b'; a cluster is what was assigned together",
      "7: error: 2 cells where the header has 5",
      "8: error: a quote does not end in this line",
    ] {
      #expect(outcome.complaints.contains(words), "\(outcome.complaints)")
    }
  }

  @Test(arguments: [
    ("", [], "there is no header"),
    ("unit,arms,numerator\n", [], "the column 'arm' is missing; did you mean 'arms'?"),
    ("unit,unit,arm,numerator\n", [], "the column 'unit' is there twice"),
    (
      "unit,arm,numerator\n", [],
      "there are no rows below the header; write one for each unit, such as"
    ),
    ("unit,arm,numerator\nu,a,1\n", [], "all rows have the arm 'a'; there must be a second one"),
    ("unit,arm,numerator\nu,a,1\nv,b,1\n", [], "by '--control': 'a', 'b'"),
    ("unit,arm,numerator\nu,a,1\nv,b,1\nw,c,1\n", ["--control", "a"], "each needs two units"),
    ("unit,arm,numerator\nu,a,1\n", ["--column", "unit"], "must be such as unit=user_id"),
    ("u,arm,numerator\nu,a,1\n", [], "'unit' is missing; name it by --column unit=…"),
    (
      "unit,arm,numerator\nu,a,1\n", ["--metric", "taps=/sent"], "must be such as taps=tapped/sent"
    ),
    (
      "unit,arm,numerator\nu,a,1\nv,b,1\n", ["--control", "a", "--cap", "5"],
      "a share has no outliers"
    ),
    (
      "unit,arm,numerator\nu,a,9\nv,b,9\n", ["--control", "a", "--cap", "5"],
      "leave every unit with the same number"
    ),
    (
      "unit,arm,numerator\nu,a,1\nv,b,1\n", ["--control", "a", "--margin", "0"],
      "a change such as -1pp"
    ),
    ("unit,arm,numerator\nu,a,1\nv,b,1\n", ["--control", "c"], "no row has the arm 'c'"),
    ("unit,arm,numerator\nu,a,1\nv,b,1\n", ["--control", "a"], "each needs two units"),
    ("unit,arm,numerator\nu,a,1\nv,b,1\n", ["--allocation", "0%"], "a share between 0 and 1"),
  ])
  func `what cannot be compared is refused with a remedy`(
    input: String, options: [String], words: String
  ) {
    let outcome = run(["analyse", "-"] + options, Array(input.utf8))
    #expect(outcome.code == .badInput || outcome.code == .usage)
    #expect(outcome.complaints.contains(words), "\(outcome.complaints)")
  }
}
