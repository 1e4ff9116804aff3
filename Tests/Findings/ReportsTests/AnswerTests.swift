import GrowthloopFindings
import Statistics
import Testing

@testable import GrowthloopReports

@Suite("Answers · what a report opens with")
struct AnswerTests {
  static func metric(
    _ key: String, _ value: Double, _ style: NumberStyle = .share, above target: Double? = nil,
    called name: String? = nil
  ) -> Measured<MetricSubject> {
    Measured(
      MetricSubject(
        metric: key, name: name ?? "The \(key)", unit: "of launches", definition: "", answers: [],
        target: target.map { GateLimit(.above, $0) }, meetsTarget: nil),
      Measure(value, from: value * 0.9, to: value * 1.1, in: style))
  }

  static func parameter(
    _ name: String, _ value: String, _ grade: EvidenceGrade?
  ) -> Parameter {
    Parameter(name, value, meaning: "", grade: grade)
  }

  /// A run whose funnel loses most where links are opened.
  static func run(k: Double = 0.01, goal: Double = 0.5) -> SimulationFindings {
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
        == "Each newcomer is credited with 0.0100 others (95% interval: 0.00900 to 0.0110), which misses the target of "
        + "more than 0.500. That is k.cohort: newcomers credited to a cohort within one cycle ÷ newcomers "
        + "of the cohort, all at home. The product meets none of 1 target. Missed: The k.cohort (0.0100, "
        + "target more than 0.500).")
    #expect(
      answer?.basis
        == "It rests on 3 inputs of the loop, of which 2 are assumed. The interval is of chance alone, and an "
        + "assumed input may move the answer further: 'growthloop sweep' says which matters most.")
    #expect(
      answer?.change
        == "What would move it most: today 10.0% of recipients open the link. If all of them did, it would be "
        + "at most 0.110, still not the target: several stages would have to rise together.")
    let text = Self.run().summary(
      MetricSelection(keys: Self.run().headline, withDefinitions: false, hasFurtherTables: true)
    ).text
    #expect(text.hasPrefix("Does it carry?\n\nEach newcomer is credited with 0.0100 others"))
  }

  @Test func `the first words are of people, time and what becomes of the product`() {
    var run = Self.run()
    func course(_ days: Int, _ first: Double?, _ last: Double?) -> String? {
      run.course = LoopCourse(
        days: days, from: "Jan 5, 2026", to: "Jul 3, 2026",
        invited: Measure(1_282, from: 1_250, to: 1_310, in: .count), activeAtFirst: first,
        activeAtLast: last)
      return run.answer?.leads.first
    }
    #expect(
      course(180, 12_500, 7_500)
        == "In six months, Jan 5, 2026 to Jul 3, 2026, 1,282 people come by invites (95% interval: 1,250 to "
        + "1,310). Daily actives fall from 12,500 to 7,500, from the first week to the last.")
    #expect(course(28, 12, 340)?.hasPrefix("In four weeks, ") == true)
    #expect(course(365, 100, 101)?.hasSuffix(" Daily actives stay at about 101.") == true)
    #expect(course(10, nil, nil)?.hasSuffix("1,310).") == true)
    #expect(PeopleByInvite.time(30) == "one month" && PeopleByInvite.time(365) == "a year")
    #expect(PeopleByInvite.time(100) == "100 days" && PeopleByInvite.time(7) == "one week")
  }

  @Test func `a run without targets has no word of them`() {
    var run = Self.run()
    run.scorecard = []
    run.metrics = run.metrics.map { Self.metric($0.metric, $0.measured.value ?? 0, .ratio) }
    let text = run.summary(run.everything).text
    for word in ["arget", "goal", "KPI", "hold together"] {
      #expect(!text.contains(word), "\(word)")
    }
    #expect(!run.report(in: RunFolder("none", files: [])).html.contains("Targets"))
  }

  static func move(_ name: String, _ value: Double, assumed: Bool) -> Measured<InputMove> {
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
        == "It rests on 3 inputs of the loop, of which 2 are assumed, and most on "
        + "recipients.install, 0.25 (grade B). Over its own range, 0.01 to 1, it changes the answer by "
        + "+0.0500 (95% interval: 0.0400 to 0.0600). Next is sharing.visit (-0.0200, grade D). "
        + "Measure recipients.install first: its number is of other products, and of such inputs it "
        + "moves the answer most.")
    run.ranking?.removeFirst()
    #expect(
      run.answer?.basis?.hasSuffix(
        "Over an assumed range, 0.01 to 1, it changes the answer by -0.0200 (95% interval: -0.0300 to "
          + "-0.0100). Measure sharing.visit first: it is only assumed, and of such inputs it moves the answer most."
      ) == true)
    let page = run.report(in: RunFolder("none", files: [])).html
    #expect(page.contains("moves the value by"))
    run.ranking = [
      Measured(
        InputMove("sharing.visit", from: "0.01", to: "1", isAssumed: true, peoplePerPerson: 8),
        Measure(0.02, from: 0.01, to: 0.03, in: .ratio))
    ]
    #expect(
      run.answer?.basis?.contains("To save time one person was simulated here for every 8.") == true
    )
  }

  @Test func `a forecast is doubted where most counts that were held out came out otherwise`() {
    func doubt(_ observed: [Double]) -> String? {
      var found = CalibratedFound()
      (found.parameter, found.verdict) = ("recipients.tap", .identified)
      var month = CalibratedMonth()
      (month.days, month.newcomers) = (30, Measure(375, from: 320, to: 432, in: .count))
      var findings = CalibrationFindings()
      (findings.calibrated, findings.nextMonth) = ([found], month)
      findings.counts = observed.map { observed in
        var count = CalibratedCount()
        (count.observed, count.predicted, count.low, count.high) = (observed, 12, 10, 14)
        count.isHeldOut = true
        return count
      }
      return findings.report(in: RunFolder("none", files: [])).html
        .firstMatch(of: /Doubt it: .+? counts\./).map { String($0.output) }
    }
    #expect(doubt([12, 13, 7]) == nil)
    #expect(
      doubt([7, 8, 9])
        == "Doubt it: for the days held out, which the fit did not see, the model is too high in all 3 counts."
    )
    #expect(doubt([20, 21, 12])?.hasSuffix("the model is too low in 2 of 3 counts.") == true)
    #expect(doubt([7, 21, 12])?.hasSuffix("too high or too low in 2 of 3 counts.") == true)
  }

  @Test func `what was observed is taken to be with the reward that the scenario gives`() {
    var run = Self.run()
    func isSaid(_ dollars: Double) -> Bool {
      run.money = MoneyFound(
        currency: "USD", reward: .init(inviter: dollars, friend: 0, isForThree: false), worth: 12,
        lift: 0.2, figures: [])
      return run.answer?.lead.contains("What you observed is taken to be with this reward.") == true
    }
    #expect(!isSaid(4), "nothing was observed")
    run.fitted = [
      Measured(
        FittedInput([], metric: "k.month", name: "K", unit: "newcomers", observed: 0.2),
        Measure(0.2, in: .ratio))
    ]
    #expect(isSaid(4))
    #expect(!isSaid(0), "nothing is given")
  }

  @Test(arguments: [
    (-0.3, "It does not pay: it loses 300 USD (95% interval of the gain: "),
    (0.3, "It pays: it gains 300 USD (95% interval: "),
  ])
  func `whether a reward pays has its gain and its return with their intervals`(
    rate: Double, words: String
  ) {
    func figure(_ key: String, _ value: Double, _ style: NumberStyle) -> Measured<MoneyFigure> {
      let ends = [value * 0.9, value * 1.1].sorted()
      return Measured(
        MoneyFigure(key, key, ""), Measure(value, from: ends[0], to: ends[1], in: style))
    }
    let found = MoneyFound(
      currency: "USD", reward: .init(inviter: 4, friend: 4, isForThree: false), worth: 12,
      lift: 0.2,
      figures: [
        figure("newcomers", 50, .count), figure("cost", 1_000, .count),
        figure("gain", 1_000 * rate, .count), figure("return", rate, .share),
      ])
    let said = found.sentences ?? ""
    #expect(said.contains(words), "\(said)")
    #expect(said.contains(", a return of \(rate < 0 ? "-" : "")30.0% ("), "\(said)")
  }

  @Test(arguments: [
    (
      -36_612.0,
      "It rests on a guess, how much more people share (money.rewardLift): at 11.1% the "
        + "gain is about -36,612 USD, at 33.3% about 50.0 USD."
    ),
    (
      nil,
      "It rests on a guess, how much more people share (money.rewardLift), from 11.1% to 33.3%: "
        + "try '--set money.rewardLift=11.1%'."
    ),
  ])
  func `the widest guess stands beside what a reward gains`(atLow: Double?, words: String) {
    let axis = ParameterAxis(.chance, at: 0.2, within: 0.1111...0.3333) { "\($0)" }
    let lift = Parameter(
      "money.rewardLift", "0.2", meaning: "", range: ParameterRange(axis, isAssumed: true))
    let ends = [("newcomers", 50.0), ("cost", 1_000), ("gain", -300)].map { key, value in
      Measured(
        MoneyFigure(key, key, ""),
        Measure(value, from: value - 10, to: value + 10, in: .count))
    }
    let found = MoneyFound(
      currency: "USD", reward: .init(inviter: 4, friend: 4, isForThree: false), worth: 12,
      lift: 0.2, figures: ends, guess: .init(lift, atLow: atLow, atHigh: atLow.map { _ in 50 }))
    #expect(found.sentences?.contains(words) == true, "\(found.sentences ?? "")")
  }

  @Test func `the steps behind the viral coefficient stand beside it, with what is missing`() {
    var run = Self.run()
    #expect(run.answer?.leads.count == 1)
    for (key, value, style) in [
      ("cohort.sessions", 5.4, .ratio), ("cohort.invites", 0.41, .ratio),
      ("taps.byMembers", 0.2, .share), ("taps.notOnIOS", 0.43, .share),
      ("conversion.installed", 0.0925, .share), ("onboarding.invitedCompletion", 0.613, .share),
    ] as [(String, Double, NumberStyle)] {
      run.metrics.removeAll { $0.metric == key }
      run.metrics.append(Self.metric(key, value, style))
    }
    // 0.41 × 0.1 × 0.57 × 0.25 × 0.613 is less than the 0.0100 of the run.
    #expect(
      run.answer?.leads.last
        == "Behind it, in a newcomer's cycle: 5.40 sessions → 0.410 invites × 10.0% tapped × "
        + "57.0% on a phone that runs the app × 25.0% installed × 61.3% home = 0.00358.")
    run.metrics[0].measured = Measure(0.003, in: .ratio)
    #expect(
      run.answer?.leads.last?.hasSuffix(
        "= 0.00358; less those who have the app already, come too late or lose their credit: 0.00300."
      ) == true)
    run.answeringMetric = "k.month"
    #expect(run.answer?.leads.count == 1)
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
    #expect(
      run.answer?.lead.hasPrefix("Each member who sends is credited with 0.300 newcomers") == true)
    #expect(run.openingKeys == ["k.sender", "conversion.tapped"])
    run.answeringMetric = "no.such"
    #expect(run.answer == nil, "an answer is never about another metric")
  }

  @Test
  func `a run without a whole cycle is answered by the coefficient of a month, or not at all`() {
    var run = Self.run()
    run.metrics[0].measured = Measure(nil, in: .ratio)
    #expect(
      run.answer?.lead.hasPrefix("Each active member is credited with 0.0200 newcomers a month")
        == true)
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
    #expect(page.contains("<p class=\"answer\">Each newcomer is credited with"))
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
    #expect(near.reachesTarget && near.words.hasSuffix(", which would meet the target"))
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
    #expect(
      way.words.hasPrefix(
        "today 25.0% of newcomers leave at the screen 'code'. If none of them did, it would be"))
  }

  @Test func `a reading of a goal with another verdict is not hidden`() {
    var run = Self.run()
    run.scorecard = [Score(id: "KPI-01", role: "goal", metrics: ["k.cohort", "k.sender"])]
    #expect(run.goals.map(\.metric) == ["k.cohort"])
    run.metrics[2] = Self.metric("k.sender", 0.9, .ratio, above: 0.5)
    #expect(run.goals.map(\.metric) == ["k.cohort", "k.sender"])
    #expect(run.goals.map(\.verdict) == [.missed, .kept])
    #expect(
      run.goals.sentence()
        == "The simulation meets none of 1 target. Missed: The k.cohort (0.0100, target more than 0.500)."
    )
    run.scorecard.append(Score(id: "KPI-02", role: "goal", metrics: ["k.sender"]))
    #expect(
      run.goals.sentence()
        == "The simulation meets 1 of 2 targets. Missed: The k.cohort (0.0100, target more than 0.500)."
    )
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
    #expect(echoes.first?.reason?.hasSuffix("Per session it is 20.0%.") == true)
    run.metrics = [Self.metric("prompts.tapShare", 0.2)]
    #expect(run.echoSection == nil)
    // A share of retention that the scenario says stands beside what came of it, whether or not it
    // agrees.
    run.parameters = [
      Self.parameter("use.retention.7", "0.15", .a), Self.parameter("use.retention.30", "0.06", .b),
    ]
    run.metrics = [
      Self.metric("retention.active.day7", 0.15), Self.metric("retention.active.day30", 0.06),
    ]
    #expect(run.echoSection == nil)
    run.changes = [ScenarioChange("use.retention.7", profile: nil, value: "0.15")]
    #expect(EchoedInput.all(run.parameters, Figures(run), said: ["use.retention.7"]).count == 1)
    #expect(run.echoSection?.title == "What went in, and what came out")
  }

  // MARK: Gates

  @Test func `a gate opens with what is kept and missed, and with goals that are no gates`() throws
  {
    var stage = Example.stage([Example.kept, Example.missed, Example.undecided])
    #expect(
      Example.run(stage).answer?.lead
        == "1 of 3 gates are kept, of links. Missed: links, p99 < 200ms. Undecided: links, p95 < 200ms."
    )
    #expect(!Example.run(stage).summary.text.contains("target"))
    stage.goals = Self.run().goals
    stage.basis = "It rests on little."
    let run = Example.run(stage)
    #expect(
      run.answer?.lead.hasSuffix(
        " Gates say that what is built works, and nothing of the product's targets. The simulation meets "
          + "none of 1 target. Missed: The k.cohort (0.0100, target more than 0.500).") == true)
    let text = run.summary.text
    let goals = try #require(
      text.firstRange(of: "Targets that the product misses in the simulation:"))
    let gates = try #require(text.firstRange(of: "stage  gate"))
    #expect(goals.lowerBound < gates.lowerBound)
    #expect(text.contains("missed  today 10.0% of recipients open the link. If all of them did"))
    #expect(
      StepSummary(of: run).text.contains("### Targets that the product misses in the simulation"))
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
