import GrowthloopReports
import Testing

@testable import growthloop

@Suite("growthloop power")
struct PowerCommandTests {
  @Test func `an effect gives the size of each group, and the days`() {
    let outcome = growthloop("power", "--rate", "40%", "--lift", "10%", "--per-day", "59")
    #expect(outcome.code == .success)
    #expect(
      outcome.output == """
        Take 2388 units in each group, 4776 in all. They find a rise of 4.00 points, from 40.0% to 44.0% (+10.0%), \
        in 80.0% of experiments that have it. That takes 81 days at 59.0 units a day. Without an effect 5.0% of \
        experiments find one (two-sided).

        """)
  }

  @Test func `a size that takes more than ten years has what a year finds beside it`() {
    let outcome = growthloop("power", "--rate", "40%", "--by", "0.1pp", "--per-day", "59")
    // 2.80 standard errors of two groups of 10,767.
    #expect(
      outcome.output.contains(
        " a day. No test of this size is possible: what can be found in a year is a rise of 1.88 points or "
          + "more. "), "\(outcome.output)")
  }

  @Test(arguments: [
    ("0", "2.76", "2.76 points"), ("0.05", "1.29", "3.14"), ("0.2", "2.16", "4.06"),
  ])
  func `P-EXP-08 · 5,000 invites find 2.8 points, or up to 4.1 where a sender's are alike`(
    alike: String, factor: String, points: String
  ) {
    // One recipient a share, 1.5 shares a sender of a gamma of shape .35: 1 + 1.5 (1 + 1 / .35).
    let outcome = growthloop(
      "power", "--rate", "40%", "--units", "5_000", "--cluster-size", "6.786", "--icc", alike,
      "--unit", "invites")
    #expect(outcome.output.contains("5000 invites in each group"))
    #expect(outcome.output.contains("a rise of \(points)"))
    if alike != "0" { #expect(outcome.output.contains("take \(factor) times as many")) }
  }

  @Test func `P-EXP-08 · 1,000 newcomers find 4.5 points in 55 of 100 experiments`() {
    let outcome = growthloop("power", "--rate", "61%", "--by", "4.5%", "--units", "1_000")
    #expect(outcome.output.contains("in 55.1% of experiments that have it"))
    #expect(outcome.output.contains("For 80.0% it takes 1799 in each."))
    let smallest = growthloop("power", "--rate", "61%", "--units", "1_000")
    #expect(smallest.output.contains("a rise of 6.00 points, from 61.0% to 67.0%"))
  }

  @Test func `P-EXP-08 · 10,000 active members find 1.4 points of 15%`() {
    let outcome = growthloop("power", "--rate", "15%", "--units", "10_000", "--unit", "members")
    #expect(outcome.output.contains("a rise of 1.44 points, from 15.0% to 16.4% (+9.6%), or more"))
  }

  // Sends of a member and month are gamma-Poisson of mean .264 and shape .35: a variance of .4631.
  @Test func `a tenth more sends takes 10,432 members, and 29.8% fewer with three months before`() {
    let alone = growthloop("power", "--mean", "0.264", "--sd", "0.68053", "--lift", "10%")
    #expect(alone.output.contains("10432 units in each group"))
    let before = growthloop(
      "power", "--mean", "0.264", "--sd", "0.68053", "--lift", "10%", "--correlation-before",
      "0.5459")
    #expect(before.output.contains("7324 units in each group"))
    #expect(before.output.contains("explains 29.8% of the variance"))
  }

  @Test func `the same answer comes as JSON`() {
    let outcome = growthloop("power", "--rate", "40%", "--lift", "-10%", "--one-sided", "--json")
    #expect(outcome.code == .success)
    for fact in [
      #""unitsPerGroup" : 1819"#, #""isTwoSided" : false"#, #""level" : 0.4"#, #""unit" : "units""#,
    ] {
      #expect(outcome.output.contains(fact))
    }
  }

  @Test func `too few units find no rise`() {
    let outcome = growthloop("power", "--rate", "40%", "--units", "5")
    #expect(outcome.output.hasPrefix("5 units in each group find no rise of 40.0%"))
  }

  @Test func `six clusters find less than the normal law says`() {
    // 2.756 standard errors: .787 by the normal law.
    let outcome = growthloop(
      "power", "--mean", "1", "--sd", "1", "--by", "0.49683", "--units", "120", "--cluster-size",
      "20",
      "--icc", "0.05")
    #expect(outcome.output.contains("in 70.0% of experiments that have it"), "\(outcome.output)")
    #expect(
      outcome.output.contains("With 6.00 of them in a group the test has 10.0 degrees of freedom."))
  }

  @Test func `a margin, an allocation and looks`() {
    let outcome = growthloop(
      "power", "--rate", "75%", "--margin", "-2pp", "--allocation", "10%", "--looks", "5")
    #expect(outcome.code == .success)
    #expect(
      outcome.output.contains(
        "in all. They show in 80.0% of experiments that a fall of 2.00 points or more is left out, if there is "
          + "no effect on 75.0%. With a change as large as that 2.5% of experiments would leave it out (one-sided). "
          + "It is looked at 5 times"),
      "\(outcome.output)")
    let few = growthloop("power", "--rate", "2%", "--units", "100")
    #expect(few.output.contains("a group expects 2.0 of the rarer outcome"), "\(few.output)")
  }

  // Sends per session: the delta method's variance is (σ² − 2 R ρ σ τ + R² τ²) / μ².
  @Test func `a ratio has the variance of the delta method`() {
    let ratio = growthloop(
      "power", "--mean", "1.2", "--sd", "2", "--per", "4", "--per-sd", "3", "--per-correlation",
      "0.5",
      "--lift", "10%")
    // 4 − 1.8 + .81 = 3.01, whose root is 1.734935, by 4.
    let plain = growthloop("power", "--mean", "0.3", "--sd", "0.43373379", "--lift", "10%")
    #expect(ratio.code == .success)
    #expect(ratio.output == plain.output)
  }

  @Test func `each valid rule of looks has its price, and the last look alone has none`() throws {
    func units(_ options: String...) throws -> Int {
      let outcome = run(["power", "--rate", "75%", "--lift", "2%"] + options, [])
      let units = outcome.output.dropFirst("Take ".count).prefix { $0.isNumber }
      return try #require(Int(units), "\(outcome.complaints)")
    }
    func units(by rule: String) throws -> Int { try units("--looks", "5", "--rule", rule) }
    #expect(try units(by: "fixed") == units())
    // 1.03 and 1.23 times as many by gsDesign; what is valid at any look costs more.
    let (late, even) = (try units(by: "obrienFleming"), try units(by: "pocock"))
    #expect(try units() < late && late < even)
    #expect(try even < units(by: "confidenceSequence") && even < units(by: "mixture"))
  }

  @Test(arguments: [
    (["--lift", "10%"], "name what is measured"),
    (["--rate", "40%"], "name the effect by '--lift' or '--by'"),
    (["--rate", "140%", "--lift", "10%"], "above 0 and below 100%, not '140%'"),
    (["--rate", "40%", "--lift", "200%"], "from 40.0% to 120.0%, beyond what a share can be"),
    (["--rate", "40%", "--lift", "0%"], "must be an effect such as 10%"),
    (["--rate", "40%", "--lift", "1%", "--by", "1%"], "exclude each other"),
    (["--rate", "40%", "--mean", "1", "--lift", "1%"], "'--rate' has no '--mean' or '--sd'"),
    (["--mean", "0", "--sd", "1", "--lift", "1%"], "a mean of 0 has no '--lift'"),
    (["--rate", "40%", "--units", "500", "--icc", "0.2"], "'--cluster-size' and '--icc' together"),
    (["--rate", "40%", "--units", "1"], "'--units' must be a whole number from 2"),
    (
      ["--rate", "40%", "--units", "5", "--cluster-size", "6.8", "--icc", "0.1"],
      "less than two clusters in a group, which show no variance: it takes 28 units"
    ),
    (["--rate", "40%", "--units", "500", "--allocation", "10%"], "else name '--total' alone"),
    (
      ["--rate", "75%", "--margin", "-2pp", "--by", "-3pp"],
      "must be on the other side of '--margin'"
    ),
    (["--rate", "75%", "--lift", "2%", "--rule", "pocock"], "'--rule' needs '--looks'"),
    (
      ["--rate", "75%", "--lift", "2%", "--looks", "5", "--rule", "daily"],
      "one of fixed, pocock, obrienFleming, confidenceSequence, mixture, not 'daily'"
    ),
    (
      ["--mean", "1", "--sd", "1", "--per", "2", "--lift", "2%"],
      "'--per-sd' and '--per-correlation'"
    ),
  ])
  func `what cannot be answered is refused with a remedy`(options: [String], words: String) {
    let outcome = run(["power"] + options, [])
    #expect(outcome.code == .usage)
    #expect(outcome.complaints.contains(words), "\(outcome.complaints)")
  }
}
