import Diagnostics
import Gates
import Runs
import Statistics
import Testing

@testable import Reports

@Suite("Answers · what a report opens with")
struct AnswerTests {
  private static func metric(
    _ key: String, _ value: Double, _ style: NumberStyle = .share, above target: Double? = nil,
    called name: String? = nil
  ) -> Measured<MetricSubject> {
    Measured(
      MetricSubject(
        metric: key, name: name ?? "The \(key)", unit: "of launches", definition: "", answers: [],
        target: target.map { GateLimit(.above, $0) }, meetsTarget: nil),
      Measure(value, from: value * 0.9, to: value * 1.1, in: style))
  }

  private static func parameter(
    _ name: String, _ value: String, _ grade: EvidenceGrade?
  ) -> Parameter {
    Parameter(name, value, meaning: "", grade: grade)
  }

  /// A run whose funnel loses most where links are opened.
  private static func run(k: Double = 0.01, goal: Double = 0.5) -> SimulationFindings {
    var run = SimulationFindings()
    run.question = "Does it carry?"
    run.headline = ["k.cohort", "k.month", "k.sender", "conversion.tapped"]
    run.metrics = [
      metric("k.cohort", k, .ratio, above: goal), metric("k.month", 0.02, .ratio, above: goal),
      metric("k.sender", 0.3, .ratio, above: goal),
      metric("conversion.tapped", 0.1), metric("conversion.launched", 0.01),
      metric("taps.byMembers", 0), metric("taps.notOnIOS", 0.5),
      metric("onboarding.invitedCompletion", 0.5),
    ]
    run.scorecard = [
      Score(id: "KPI-01", role: "goal", metrics: ["k.cohort", "k.month", "k.sender"])
    ]
    run.parameters = [
      parameter("sharing.visit", "0.02", .d), parameter("recipients.tap", "0.1", nil),
      parameter("recipients.install", "0.25", .b), parameter("devices.languages", "1", .d),
    ]
    return run
  }

  @Test func `a simulation opens with its headline, its goal, and what it rests on`() {
    let answer = Self.run().answer
    #expect(
      answer?.lead
        == "Each newcomer brings 0.0100 others (95% interval: 0.00900 to 0.0110), which misses the goal of "
        + "more than 0.500. That is k.cohort: newcomers credited to a cohort within one cycle ÷ newcomers "
        + "of the cohort, all at home. It does not meet the document's goal: missed.")
    #expect(
      answer?.basis
        == "It rests on 3 parameters of the loop, of which 2 are assumed (grade D, or none), the first of them "
        + "sharing.visit, 0.02; 'growthloop sweep' ranks them.")
    #expect(
      answer?.change
        == "What would move it most: if every recipient opened the link (10.0% do): at most 0.110, still "
        + "not the goal: several stages would have to rise together.")
    let text = Self.run().summary(
      MetricSelection(keys: Self.run().headline, withDefinitions: false, hasFurtherTables: true)
    ).text
    #expect(text.hasPrefix("Does it carry?\n\nEach newcomer brings 0.0100 others"))
  }

  private static func move(_ name: String, _ value: Double, assumed: Bool) -> Measured<InputMove> {
    Measured(
      InputMove(name, from: "0.01", to: "1", isAssumed: assumed),
      Measure(value, from: value - 0.01, to: value + 0.01, in: .ratio))
  }

  @Test func `where inputs are ranked it rests most on the one that moves the answer most`() {
    var run = Self.run()
    run.ranking = [
      Self.move("recipients.install", 0.05, assumed: false),
      Self.move("sharing.visit", -0.02, assumed: true),
    ]
    #expect(
      run.answer?.basis
        == "It rests on 3 parameters of the loop, of which 2 are assumed (grade D, or none), and most on "
        + "recipients.install, 0.25 (grade B): from 0.01 to 1, its own range, it moves by +0.0500 "
        + "(95% interval: 0.0400 to 0.0600). Next is sharing.visit (-0.0200, grade D).")
    run.ranking?.removeFirst()
    #expect(
      run.answer?.basis?.hasSuffix(
        "from 0.01 to 1, its assumed range, it moves by -0.0200 (95% interval: -0.0300 to -0.0100)."
      ) == true)
    let page = run.report(in: RunFolder("none", files: [])).html
    #expect(page.contains("moves the value by"))
  }

  @Test
  func `the metric that the scenario names is the headline, and one coefficient stays beside it`() {
    var run = Self.run()
    run.answeringMetric = "conversion.tapped"
    #expect(
      run.answer?.lead.hasPrefix(
        "The conversion.tapped: 10.0% of launches (95% interval: 9.0% to 11.0%).") == true)
    #expect(run.openingKeys == ["conversion.tapped", "k.cohort"])
    run.answeringMetric = "k.sender"
    #expect(run.answer?.lead.hasPrefix("Each member who sends brings 0.300 newcomers") == true)
    #expect(run.openingKeys == ["k.sender", "conversion.tapped"])
    run.answeringMetric = "no.such"
    #expect(run.answer == nil, "an answer is never about another metric")
  }

  @Test
  func `a run without a whole cycle is answered by the coefficient of a month, or not at all`() {
    var run = Self.run()
    run.metrics[0].measured = Measure(nil, in: .ratio)
    #expect(
      run.answer?.lead.hasPrefix("Each active member brings 0.0200 newcomers a month") == true)
    #expect(run.openingKeys.first == "k.month")
    run.answeringMetric = "k.cohort"
    #expect(
      run.answer?.lead == "Not answered: The k.cohort (k.cohort) has no value in this run.")
  }

  @Test func `the other coefficients are folded, with the reason why they differ`() throws {
    let others = try #require(Self.run().otherCoefficients)
    guard case .paragraph(let words) = others.blocks[0],
      case .metrics(let figures) = others.blocks[1]
    else {
      Issue.record("a sentence and a table")
      return
    }
    #expect(
      words.hasPrefix("They differ 30-fold because they count for different units: k.cohort per"))
    #expect(figures.map(\.key) == ["k.month", "k.sender"])
    let page = Self.run().report(in: RunFolder("none", files: [])).html
    #expect(page.contains("<details><summary>The other viral coefficients</summary>"))
    #expect(page.contains("<p class=\"answer\">Each newcomer brings"))
    #expect(XMLCheck.problem(in: page) == nil)
  }

  private static func way(to key: String, in run: SimulationFindings) -> WayToGoal? {
    let figures = Figures(run)
    return figures[key].flatMap { WayToGoal(to: $0, in: figures) }
  }

  @Test func `the most promising way is the stage that loses most, put at 100%`() throws {
    let run = Self.run()
    let way = try #require(Self.way(to: "k.cohort", in: run))
    // 1 of 10 links is opened; 2 of 10 who could install do so; half of them come home.
    #expect((way.bound - 0.011 / 0.1).magnitude < 1e-12)
    #expect((way.boundOfAll - 0.011 / 0.1 / 0.2 / 0.5).magnitude < 1e-12)
    #expect(!way.reachesTarget && way.words.hasSuffix("several stages would have to rise together"))
    let low = Self.run(goal: 0.1)
    let near = try #require(Self.way(to: "k.cohort", in: low))
    #expect(near.reachesTarget && near.words.hasSuffix(", which would meet the goal"))
    let far = Self.run(goal: 2)
    let never = try #require(Self.way(to: "k.cohort", in: far))
    #expect(never.words.hasSuffix("nor would all stages together meet it"))
  }

  @Test func `a goal that no stage was measured for, or that must be low, has no way`() throws {
    var run = Self.run()
    run.metrics = [Self.metric("k.cohort", 0.01, .ratio, above: 0.5)]
    #expect(Self.way(to: "k.cohort", in: run) == nil)
    #expect(run.goals.map(\.way) == [nil])
    let figures = Figures(Self.run())
    let low = Figure(
      "k.cohort", Measure(1, from: 0.9, to: 1.1, in: .ratio), unit: "",
      target: GateLimit(.below, 0.5))
    #expect(WayToGoal(to: low, in: figures) == nil)
  }

  @Test func `KPI-04 · onboarding has the screen at which most leave as its way`() throws {
    var run = SimulationFindings()
    run.metrics = [
      Self.metric("onboarding.completion", 0.6, above: 0.8),
      Self.metric("members.invited", 20, .count), Self.metric("members.organic", 80, .count),
      Self.metric("onboarding.leftAt.code", 25, .count),
      Self.metric("onboarding.leftAt.name", 15, .count),
    ]
    let way = try #require(Self.way(to: "onboarding.completion", in: run))
    #expect((way.bound - 0.91).magnitude < 1e-12 && way.reachesTarget)
    #expect(way.words.hasPrefix("if no newcomer left at the screen 'code' (25.0% do)"))
  }

  @Test func `a reading of a goal with another verdict is not hidden`() {
    var run = Self.run()
    run.scorecard = [Score(id: "KPI-01", role: "goal", metrics: ["k.cohort", "k.sender"])]
    #expect(run.goals.map(\.metric) == ["k.cohort"])
    run.metrics[2] = Self.metric("k.sender", 0.9, .ratio, above: 0.5)
    #expect(run.goals.map(\.metric) == ["k.cohort", "k.sender"])
    #expect(run.goals.map(\.verdict) == [.missed, .kept])
    #expect(run.goals.sentence() == "It does not meet the document's goal: missed.")
    run.scorecard.append(Score(id: "KPI-02", role: "goal", metrics: ["k.sender"]))
    #expect(run.goals.sentence() == "It meets 1 of the document's 2 goals: 1 missed.")
  }

  // MARK: Inputs and outputs

  @Test func `an input stands beside its output where the interval excludes it`() throws {
    var run = Self.run()
    run.parameters = [
      Self.parameter("sharing.promptTap", "0.2", .c), Self.parameter("use.returnOnPush", "0.3", .d),
    ]
    run.metrics = [
      Self.metric("prompts.tapShare", 0.3), Self.metric("prompts.dismissShare", 0.6),
      Self.metric("prompts.ignoredPerShown", 0.6, .ratio), Self.metric("after.returnShare", 0.31),
    ]
    let echoes = EchoedInput.all(run.parameters, Figures(run))
    #expect(echoes.map(\.parameter) == ["sharing.promptTap"])
    #expect(echoes.first?.reason.hasSuffix("Per session it is 20.0%.") == true)
    run.metrics = [Self.metric("prompts.tapShare", 0.2)]
    #expect(run.echoSection == nil)
  }

  // MARK: Comparisons

  private static func difference(
    _ key: String, _ base: Double, _ difference: Double, from low: Double, to high: Double,
    _ style: NumberStyle = .ratio
  ) -> Measured<MetricDifferenceSubject> {
    Measured(
      MetricDifferenceSubject(
        metric: key, name: nil, unit: "of launches", base: base, variant: base + difference,
        standardErrors: difference.magnitude * 100, savedByPairing: nil, measuredSaving: nil),
      Measure(difference, from: low, to: high, in: style))
  }

  private static func comparison(
    _ metrics: [Measured<MetricDifferenceSubject>]
  ) -> ComparisonFindings {
    var run = ComparisonFindings()
    run.variants = [
      Variant(
        "other.yaml", changes: [SettingChange("a.b", base: "1", variant: "2")], metrics: metrics,
        ranking: [], rules: [])
    ]
    return run
  }

  @Test func `a comparison names what moves, who gains and who loses, with intervals`() {
    let run = Self.comparison([
      Self.difference("k.cohort", 0.01, 0.002, from: 0.001, to: 0.003),
      Self.difference("k.effective", 0.03, 0.006, from: 0.005, to: 0.007),
      Self.difference("credit.lostShare", 0.04, -0.03, from: -0.035, to: -0.025, .share),
      Self.difference("credit.stolenShare", 0.001, 0.002, from: 0.001, to: 0.003, .share),
      Self.difference("return.inviterShare", 0.7, 0.001, from: 0.0005, to: 0.0015, .share),
    ])
    #expect(
      run.answer?.lead
        == "With a.b 1 → 2: each newcomer brings 0.0120 instead of 0.0100 others (20.0% more, by 0.00200, 95% "
        + "interval 0.00100 to 0.00300).\nInviters gain: the credit that is lost falls from 4.0% to 1.0% of "
        + "launches (by 3.00 points, 95% interval 2.50 to 3.50). The product loses: credit for launches "
        + "that no invite led to rises from 0.10% to 0.30% of launches (by 0.200 points, 95% interval 0.100 "
        + "to 0.300).", "a certain movement of a thousandth is not worth a sentence")
  }

  @Test func `a coefficient that moves by credit alone is not called growth`() {
    let run = Self.comparison([
      Self.difference("k.cohort", 0.01, 0.002, from: 0.001, to: 0.003),
      Self.difference("k.effective", 0.03, 0, from: -0.0003, to: 0.0003),
    ])
    #expect(
      run.answer?.lead.contains(
        "Credit moves there, and not people: of newcomers whom invites bring, credited or not, no difference "
          + "can be seen: it is smaller than 0.000300, 1.0% of it.") == true)
  }

  @Test func `what would change a comparison is an input at whose ends the difference turns`() {
    func move(_ name: String, _ low: Double, _ high: Double) -> Measured<InputMove> {
      Measured(
        InputMove(
          name, from: "0.01", to: "1", isAssumed: false,
          atLow: Measure(low, from: low - 0.001, to: low + 0.001, in: .ratio),
          atHigh: Measure(high, from: high - 0.001, to: high + 0.001, in: .ratio)),
        Measure(0.1, in: .ratio))
    }
    var run = Self.comparison([Self.difference("k.cohort", 0.01, 0.002, from: 0.001, to: 0.003)])
    run.parameters = [Self.parameter("recipients.install", "0.25", .b)]
    run.ranking = [Self.move("recipients.install", 0.05, assumed: false)]
    #expect(run.answer?.change == nil, "what older versions did not measure")
    run.ranking = [move("recipients.install", 0.0005, 0.02), move("use.friendStay", 0.002, 0.003)]
    #expect(
      run.answer?.change
        == "What would change it: nothing turns the difference, of recipients.install, use.friendStay, each "
        + "over its range; it is not to be told from nothing at recipients.install=0.01. With "
        + "recipients.install it goes farthest, from +0.000500 at 0.01 to +0.0200 at 1.")
    run.ranking?.append(move("sharing.dismissalCost", 0.004, -0.003))
    #expect(
      run.answer?.change
        == "What would change it: sharing.dismissalCost. With sharing.dismissalCost the difference turns, "
        + "from +0.00400 at 0.01 to -0.00300 at 1.")
  }

  @Test func `credit that moves says whether it is right`() {
    let run = Self.comparison([
      Self.difference("k.cohort", 0.01, 0.002, from: 0.001, to: 0.003),
      Self.difference("k.effective", 0.03, 0, from: -0.0003, to: 0.0003),
      Self.difference("credit.precision", 0.98, -0.05, from: -0.06, to: -0.04, .share),
    ])
    #expect(
      run.answer?.lead.contains(
        "The share of credits that are right falls from 98.0% to 93.0% of launches (by 5.00 points, 95% "
          + "interval 4.00 to 6.00).") == true)
  }

  @Test func `further credits are counted with those of them that are wrong`() {
    let run = Self.comparison([
      Self.difference("k.cohort", 0.01, 0.002, from: 0.001, to: 0.003),
      Self.difference("k.effective", 0.03, 0, from: -0.0003, to: 0.0003),
      Self.difference("credit.precision", 0.98, -0.05, from: -0.06, to: -0.04, .share),
      Self.difference("credit.credited", 400, 30, from: 28, to: 32, .count),
    ])
    // 430 of which 7% are wrong, in place of 400 of which 2% are.
    #expect(
      run.answer?.lead.contains("; of 30 further credits a replication about 22 are wrong.") == true
    )
  }

  @Test func `a coefficient that moves otherwise than the headline is named with what it counts`() {
    let run = Self.comparison([
      Self.difference("k.cohort", 0.01, 0.002, from: 0.001, to: 0.003),
      Self.difference("k.month", 0.02, 0.001, from: 0.0009, to: 0.0011),
      Self.difference("k.effective", 0.03, 0.006, from: 0.005, to: 0.007),
      Self.difference("k.saturation", 0.1, 0.09, from: 0.08, to: 0.1, .share),
    ])
    let lead = run.answer?.lead ?? ""
    #expect(
      lead.contains(
        "Counted otherwise it differs: k.month, per active member and month, rises by 5.0%. k.cohort"
      ))
    #expect(
      lead.contains("What is lost because people have the app already rises from 10.0% to 19.0%"))
  }

  @Test func `a base other than the default, and a first run that changes nothing later, are said`()
  {
    var run = Self.comparison([Self.difference("k.cohort", 0.01, 0.002, from: 0.001, to: 0.003)])
    run.parameters = [Self.parameter("recipients.install", "0.25", .b)]
    #expect(run.answer?.basis?.contains("not the default") == false)
    run.baseChanges = [ScenarioChange("market.people", profile: "100000", value: "4000")]
    #expect(
      run.answer?.basis?.contains(" The base is not the default: market.people=4000.") == true)
    run.variants = [
      Variant(
        "other.yaml", changes: [SettingChange("firstRun.dropAtCode", base: "1", variant: "2")],
        metrics: run.variants[0].metrics, ranking: [], rules: [])
    ]
    #expect(run.answer?.basis?.contains("How long people stay does not depend on what") == true)
  }

  @Test func `a change that nothing asks for is said to change nothing`() {
    let run = Self.comparison([
      Self.difference("k.cohort", 0.01, 0, from: -0.0001, to: 0.0001),
      Self.difference("prompts.shown", 40, 0, from: -1, to: 1, .count),
    ])
    #expect(
      run.answer?.lead
        == "With a.b 1 → 2 nothing changes, in any replication: nothing here asks for it.")
  }

  @Test
  func `where a limit is lifted in vain, the answer names those that hold the same moments back`() {
    func run(shown: Double) -> ComparisonFindings {
      Self.comparison([
        Self.difference("k.cohort", 0.01, 0, from: -0.0001, to: 0.0001),
        Self.difference("prompts.shown", 3_400, shown, from: shown - 1, to: shown + 1, .count),
        Self.difference(
          "prompts.suppressed.minInterval", 1_000, -1_000, from: -1_020, to: -980, .count),
        Self.difference("prompts.suppressed.weeklyCap", 1_010, 0, from: -1, to: 1, .count),
        Self.difference("prompts.suppressed.coreFlow", 500, 0, from: -1, to: 1, .count),
      ])
    }
    let words =
      "minInterval holds back 1000 moments fewer, and no more prompts are shown: other limits hold the "
      + "same ones back, such as weeklyCap (1010)."
    #expect(run(shown: 0).answer?.lead.contains(words) == true)
    #expect(run(shown: 90).answer?.lead.contains("other limits") == false)
  }

  @Test func `prompts whose dismissal costs nothing are said to have one side alone`() {
    func basis(_ setting: String, _ cost: String, supposed: Double? = nil) -> String? {
      var run = Self.comparison([Self.difference("k.cohort", 0.01, 0.002, from: 0.001, to: 0.003)])
      run.variants = [
        Variant(
          "other.yaml", changes: [SettingChange(setting, base: "1", variant: "2")],
          metrics: run.variants[0].metrics, ranking: [], rules: [])
      ]
      run.parameters = [
        Self.parameter("sharing.visit", "0.02", .d),
        Self.parameter("sharing.dismissalCost", cost, .d),
      ]
      run.ranking = supposed.map { value in
        let end = Measure(value, from: value - 0.001, to: value + 0.001, in: .ratio)
        return [
          Measured(
            InputMove(
              "sharing.dismissalCost", from: "0", to: "0.3", isAssumed: true, atLow: end,
              atHigh: end), Measure(0.1, in: .ratio))
        ]
      }
      return run.answer?.basis
    }
    let words = "What a dismissed prompt costs is taken as nothing (sharing.dismissalCost, assumed)"
    #expect(basis("prompts.lifetimeMax", "0")?.contains(words) == true)
    #expect(
      basis("prompts.lifetimeMax", "0", supposed: -0.004)?.contains(
        words
          + "; where it took 30.0% of the stay that is left, the difference would be -0.00400 in "
          + "place of -0.00400 in the same few runs.")
        == true)
    #expect(
      basis("prompts.lifetimeMax", "0", supposed: 0.0005)?.contains(
        words
          + "; where it took 30.0% of the stay that is left, the difference would not be told from "
          + "nothing either.")
        == true)
    #expect(basis("prompts.lifetimeMax", "0.2")?.contains(words) == false)
    #expect(basis("attribution.windowDays", "0")?.contains(words) == false)
  }

  @Test func `where nothing is certain, the answer is a bound on the difference`() {
    let run = Self.comparison([
      Self.difference("k.cohort", 0.01, 0.0001, from: -0.0004, to: 0.0006),
      Self.difference("credit.lostShare", 0.04, 0, from: -0.001, to: 0.001, .share),
    ])
    #expect(
      run.answer?.lead
        == "With a.b 1 → 2: each newcomer brings 0.0100 others at the base; no difference can be seen: it is "
        + "smaller than 0.000600, 6.0% of it.\nNo one is seen to gain or lose: none of 1 metric of inviters, "
        + "members, newcomers and the product moves for sure by a hundredth.")
  }

  // MARK: Sweeps

  private static func sweep(sure: Bool) -> SweepFindings {
    var run = SweepFindings()
    run.metric = "k.cohort"
    run.metricName = "Others"
    run.base = 0.01
    func point(_ name: String, _ difference: Double) -> Measured<SweepPoint> {
      let half = sure ? 0.0005 : 0.01
      return Measured(
        SweepPoint(name, mean: 0.01 + difference),
        Measure(difference, from: difference - half, to: difference + half, in: .ratio))
    }
    run.points = [point("a.b=1", -0.002), point("a.b=2", 0.004), point("c.d=9", 0.002)]
    run.tornado = [
      TornadoBar("a.b", lowestValue: "1", lowest: -0.002, highestValue: "2", highest: 0.004),
      TornadoBar("c.d", lowestValue: "9", lowest: 0.002, highestValue: "9", highest: 0.004),
    ]
    run.parameters = [parameter("a.b", "1.5", .d)]
    return run
  }

  @Test func `a sweep names the setting that moves most, its share, and its grade`() {
    let answer = Self.sweep(sure: true).answer
    #expect(
      answer?.lead
        == "a.b moves others most: from 0.00800 at 1 to 0.0140 at 2, 75.0% of what the 2 settings move it "
        + "over the values tried. The highest is 0.0140, at a.b=2, against 0.0100 at the base, 95% interval "
        + "of the difference +0.00350 to +0.00450.")
    #expect(
      answer?.basis == "a.b is assumed (grade D): to measure it would change the answer most.")
    #expect(
      Self.sweep(sure: false).answer?.lead.contains("no difference can be seen at any point")
        == true)
  }

  @Test func `a setting of which one end contradicts itself has no part in the share`() {
    var run = Self.sweep(sure: true)
    run.leftOut = [LeftOutPoint("c.d=8", because: "it is above a.b")]
    #expect(run.answer?.lead.contains("settings move it") == false)
    run.leftOut = [LeftOutPoint("e.f=8", because: "it is above a.b")]
    #expect(run.answer?.lead.contains("75.0% of what the 2 settings move it") == true)
  }

  @Test func `levers are told per cent for per cent, all that are as strong, and no market`() {
    func move(_ setting: String, _ elasticity: Double) -> Measured<ParameterMove> {
      Measured(
        ParameterMove(
          setting, from: "1", to: "2", isAssumed: true, atLow: -0.1, atHigh: 0.1,
          elasticity: Measure(
            elasticity, from: elasticity - 0.04, to: elasticity + 0.04, in: .ratio)),
        Measure(0.2, in: .ratio))
    }
    var run = Self.sweep(sure: true)
    run.moves = [
      move("a.b", 0.5), move("c.d", 0.9), move("e.f", -0.95), move("market.iOSShare", 1),
    ]
    #expect(
      run.answer?.lead.hasSuffix(
        " The strongest levers, which their intervals do not tell apart, whatever the width of the values and "
          + "but for the market: 1% more of e.f gives 0.95% less (± 0.04), of c.d gives 0.90% more (± 0.04)."
      ) == true)
  }

  // MARK: Gates

  @Test func `a gate opens with what is kept and missed, and with goals that are no gates`() throws
  {
    var stage = Example.stage([Example.kept, Example.missed, Example.undecided])
    #expect(
      Example.run(stage).answer?.lead
        == "1 of 3 gates are kept. Missed: links, p99 < 200ms. Undecided: links, p95 < 200ms.")
    #expect(!Example.run(stage).summary.text.contains("Goals"))
    stage.goals = Self.run().goals
    stage.basis = "It rests on little."
    let run = Example.run(stage)
    #expect(
      run.answer?.lead.hasSuffix(
        " The simulation does not meet the document's goal: missed. Goals are no gates.") == true)
    let text = run.summary.text
    let goals = try #require(text.firstRange(of: "Goals that the simulation does not support:"))
    let gates = try #require(text.firstRange(of: "stage  gate"))
    #expect(goals.lowerBound < gates.lowerBound)
    #expect(text.contains("missed  if every recipient opened the link (10.0% do)"))
    #expect(StepSummary(of: run).text.contains("### Goals that the simulation does not support"))
    let again = try GateFindings.decoded(run)
    #expect(again.goals.map(\.way) == run.goals.map(\.way))
    #expect(again.goals.map(\.measured) == run.goals.map(\.measured))
  }
}

extension RunFindings {
  /// The findings after a way through `run.json`.
  fileprivate static func decoded(_ findings: Self) throws -> Self {
    try RunFolder("run", files: [("run.json", findings.json())]).findings(Self.self)
  }
}
