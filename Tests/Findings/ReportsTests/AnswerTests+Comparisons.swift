import GrowthloopFindings
import Statistics
import Testing

@testable import GrowthloopReports

// What a comparison opens with.
extension AnswerTests {
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
        == "With a.b 2 instead of 1: each newcomer is credited with 0.0120 instead of 0.0100 others (20.0% more, by 0.00200, 95% "
        + "interval 0.00100 to 0.00300).\nInviters gain: the credit that is lost falls from 4.0% to 1.0% of "
        + "launches (by 3.00 points, 95% interval 2.50 to 3.50). The product loses: credit for launches "
        + "that no invite led to rises from 0.10% to 0.30% of launches (by 0.200 points, 95% interval 0.100 "
        + "to 0.300).", "a certain movement of a thousandth is not worth a sentence")
  }

  @Test func `a comparison begins with the people that invites bring more or fewer`() {
    let own = Self.difference("k.cohort", 0.01, -0.002, from: -0.003, to: -0.001)
    var run = Self.comparison([
      Self.difference("members.invitedHome", 1_282, -116, from: -140, to: -92, .count), own,
    ])
    run.days = 180
    #expect(
      run.answer?.lead
        == "With a.b 2 instead of 1: 116 users fewer in six months (-9.0%; 95% interval: 92 to 140 users). "
        + "1,166 people come by invites, instead of 1,282.\nEach newcomer is credited with 0.00800 instead of 0.0100 others "
        + "(20.0% less, by 0.00200, 95% interval 0.00100 to 0.00300).")
    run.variants =
      Self.comparison([
        Self.difference("members.invitedHome", 1_282, -1, from: -20, to: 18, .count), own,
      ]).variants
    #expect(
      run.answer?.lead.hasPrefix(
        "With a.b 2 instead of 1: no difference is shown: it is less than 1.6%. Without the change 1,282 "
          + "people come by invites in six months.\nEach newcomer") == true)
    run.variants =
      Self.comparison([
        Self.difference("members.invitedHome", 3, -1, from: -20, to: 18, .count), own,
      ]).variants
    #expect(
      run.answer?.lead.hasPrefix(
        "With a.b 2 instead of 1: no difference can be judged: there are too few replications. ")
        == true, "\(run.answer?.lead ?? "")")
  }

  @Test(arguments: [
    (
      "k.cohort", 0.002, -116.0,
      "Both can be true: k.cohort counts credited newcomers per newcomer and cycle. The people are a total, "
        + "which also depends on how many members there are. And k.cohort leaves out the members of the "
        + "start, who invite too." as String?
    ),
    (
      "k.month", -0.002, 116,
      "Both can be true: k.month counts credited newcomers per active member and month. The people are a "
        + "total, which also depends on how many members there are."
    ),
    ("k.month", 0.002, 116, nil), ("k.month", 0.002, -4, nil),
    ("conversion.home", 0.002, -116, nil),
  ])
  func `a coefficient that surely moves against the people by invites says why it can`(
    _ key: String, _ change: Double, _ people: Double, _ words: String?
  ) {
    var run = Self.comparison([
      Self.difference(key, 0.01, change, from: change - 0.001, to: change + 0.001),
      Self.difference(
        PeopleByInvite.metric, 1_282, people, from: people - 9, to: people + 9, .count),
    ])
    run.answeringMetric = key
    let lead = run.answer?.lead ?? ""
    #expect(words.map(lead.contains) ?? !lead.contains("Both can be true"), "\(lead)")
  }

  @Test func `what a change brings along is not named beside it`() {
    let found = Variant(
      "a.b=1",
      changes: [
        SettingChange("attribution.windowDays", base: "none", variant: "7"),
        SettingChange("attribution.windowEndsAt", base: "none", variant: "firstLaunch"),
        SettingChange("recipients.landing.known", base: nil, variant: "0s"),
      ], metrics: [], ranking: [], rules: [])
    #expect(
      found.inWords
        == "A window of 7 days instead of a window without end, and recipients.landing.known 0s instead "
        + "of none")
  }

  @Test(
    arguments: [
      ("prompts.lifetimeMax", "3", "1", "One prompt in a lifetime instead of three"),
      ("prompts.lifetimeMax", "none", "5", "Five prompts in a lifetime instead of any number"),
      ("prompts.lifetimeMax", "3", "none", "Any number of prompts in a lifetime instead of three"),
      ("attribution.windowDays", "7", "30", "A window of 30 days instead of 7"),
      ("attribution.windowDays", "none", "7", "A window of 7 days instead of a window without end"),
      (
        "prompts.dismissCooldownDays", "7", "none",
        "No pause after a dismissal instead of a pause of 7 days after a dismissal"
      ),
      (
        "attribution.model", "lastClick", "firstTouch",
        "Credit for the first click instead of credit for the last click"
      ),
      ("rewards.mode", "off", "bothSides", "A reward for both sides instead of no reward"),
      ("recipients.install", "0.25", "0.5", "50% of taps install instead of 25%"),
      ("use.sessionsPerDay", "0.5", "2.0013", "2 sessions a day instead of 0.5"),
      ("use.sessionsPerDay", "100.4", "1", "1 session a day instead of 100"),
      ("use.retention.7", "0.15", "0.2", "20% active on day 7 instead of 15%"),
      (
        "arrivals.organicPerDay", "300", "1000",
        "1,000 newcomers a day without an invite instead of 300"
      ),
      (
        "recipients.landing.time", "none", "1s500ms",
        "A landing page of 1.5 s instead of one that comes at once"
      ),
      (
        "recipients.landing.time", "0s", "1s500ms",
        "A landing page of 1.5 s instead of one that comes at once"
      ),
      ("limits.made.up", "1", "2", "With limits.made.up 2 instead of 1"),
    ])
  func `a variant is named by its setting in plain words, or by the title of its file`(
    setting: String, base: String, variant: String, words: String
  ) {
    var found = Variant(
      "other.yaml", changes: [SettingChange(setting, base: base, variant: variant)], metrics: [],
      ranking: [], rules: [])
    #expect(found.inWords == words)
    found.title = "One prompt"
    #expect(found.inWords == "One prompt" && found.shortWords == "One prompt")
  }

  @Test func `of two changes the short name has both`() {
    let found = Variant(
      "attribution.windowDays=30 attribution.model=firstTouch",
      changes: [
        SettingChange("attribution.windowDays", base: "7", variant: "30"),
        SettingChange("attribution.model", base: "lastClick", variant: "firstTouch"),
      ], metrics: [], ranking: [], rules: [])
    #expect(found.shortWords == "a window of 30 days and credit for the first click")
  }

  @Test func `a file without a title of its own is named by how much it changes`() {
    func found(_ count: Int) -> Variant {
      Variant(
        "money.yaml",
        changes: (0..<count).map { SettingChange("a.b\($0)", base: "1", variant: "2") },
        metrics: [], ranking: [], rules: [])
    }
    #expect(found(4).inWords == "With the 4 changes of money.yaml")
    #expect(found(4).shortWords == "the 4 changes of money.yaml")
    #expect(found(0).inWords == "With the file money.yaml")
  }

  @Test func `of several variants, the first line says which brings the most people`() {
    let own = Self.difference("k.cohort", 0.01, 0.002, from: 0.001, to: 0.003)
    var run = Self.comparison([
      Self.difference("members.invitedHome", 1_282, -116, from: -140, to: -92, .count), own,
    ])
    run.days = 180
    run.variants.append(
      Variant(
        "more.yaml", changes: [SettingChange("prompts.lifetimeMax", base: "3", variant: "5")],
        metrics: [
          Self.difference("members.invitedHome", 1_282, 20, from: 10, to: 30, .count), own,
        ],
        ranking: [], rules: []))
    #expect(
      run.answer?.lead.hasPrefix(
        "1,302 people come by invites in six months with five prompts in a lifetime, 1,282 with the base, "
          + "1,166 with a.b 2.\n") == true)
  }

  @Test func `a coefficient that moves by credit alone is not called growth`() {
    let run = Self.comparison([
      Self.difference("k.cohort", 0.01, 0.002, from: 0.001, to: 0.003),
      Self.difference("k.effective", 0.03, 0, from: -0.0003, to: 0.0003),
    ])
    #expect(
      run.answer?.lead.contains(
        "Credit moves, and people do not: of newcomers whom invites bring, credited or not, no difference is "
          + "shown: it is less than 1.0%.") == true)
  }

  @Test func `what would change a comparison is the end that turns it in runs of its own`() {
    func move(_ name: String, turn: Double? = nil) -> Measured<InputMove> {
      let end = Measure(-0.009, from: -0.01, to: -0.008, in: .ratio)
      return Measured(
        InputMove(
          name, from: "0.01", to: "1", isAssumed: false, atLow: end, atHigh: end,
          turningEnd: turn.map { _ in "1" },
          atTurn: turn.map { Measure($0, from: $0 - 0.001, to: $0 + 0.001, in: .ratio) }),
        Measure(0.1, in: .ratio))
    }
    let basis =
      " Both ends of 2 inputs were tried, in four runs each. At this one the difference is the smallest share "
      + "of the value. It then ran 16 times more, with other random numbers."
    var run = Self.comparison([Self.difference("k.cohort", 0.01, 0.002, from: 0.001, to: 0.003)])
    run.parameters = [Self.parameter("recipients.install", "0.25", .b)]
    run.ranking = [Self.move("recipients.install", 0.05, assumed: false)]
    #expect(run.answer?.change == nil, "what older versions did not measure")
    run.replications = 16
    run.ranking = [move("recipients.install"), move("use.friendStay")]
    #expect(run.answer?.change == nil, "four runs at an end prove nothing")
    run.ranking = [move("recipients.install"), move("use.friendStay", turn: 0.0005)]
    #expect(
      run.answer?.change
        == "What may change it: at use.friendStay=1 no difference is shown (+0.000500, 95% interval -0.000500 to "
        + "0.00150).\(basis)")
    run.ranking = [move("recipients.install"), move("use.friendStay", turn: 0.003)]
    #expect(
      run.answer?.change
        == "No end that was tried turns the difference: at use.friendStay=1 it is still +0.00300, 95% "
        + "interval 0.00200 to 0.00400.\(basis)")
    run.ranking = [move("recipients.install"), move("use.friendStay", turn: -0.003)]
    #expect(
      run.answer?.change
        == "What would change it: at use.friendStay=1 the difference turns (-0.00300, 95% interval -0.00400 "
        + "to -0.00200).\(basis)")
    run.variants =
      Self.comparison([
        Self.difference("k.cohort", 0.01, 0.002, from: -0.001, to: 0.003)
      ]).variants
    #expect(run.answer?.change == nil, "what is not sure does not turn")
  }

  @Test func `a sure difference says what a test without shared luck would take`() {
    var run = Self.comparison([])
    run.days = 60
    run.parameters = [Self.parameter("recipients.install", "0.25", .b)]
    run.variants =
      Self.comparison([
        Measured(
          MetricDifferenceSubject(
            metric: "k.cohort", name: nil, unit: "", base: 0.01, variant: 0.012, standardErrors: 5,
            savedByPairing: nil, measuredSaving: nil, testMembers: 123_400),
          Measure(0.002, from: 0.001, to: 0.003, in: .ratio))
      ]).variants
    #expect(
      run.answer?.basis?.hasPrefix(
        "An A/B test that sees this difference four times in five takes about 130,000 members in each group, "
          + "over 60 days.\n") == true)
  }

  @Test func `a test that the market has no members for is not named bare`() {
    var run = Self.comparison([
      Measured(
        MetricDifferenceSubject(
          metric: "k.cohort", name: nil, unit: "", base: 0.01, variant: 0.012, standardErrors: 5,
          savedByPairing: nil, measuredSaving: nil, testMembers: 6_000_000),
        Measure(0.002, from: 0.001, to: 0.003, in: .ratio)),
      Self.difference("members.atHome", 480_000, 0, from: -1, to: 1, .count),
    ])
    run.days = 180
    run.parameters = [Self.parameter("market.people", "500000", .b)]
    // Twenty-five times fewer in each group find a difference five times as large.
    #expect(
      run.answer?.basis?.hasPrefix(
        "No A/B test in this market can decide this difference: it takes about 6,000,000 members in each group. "
          + "The market has 500,000 people. What its 480,000 members at home after 180 days can find is a "
          + "difference of 0.0100 or more.\n") == true, "\(run.answer?.basis ?? "")")
  }

  @Test func `over draws of the inputs the answer speaks of them, and not of their mean`() {
    func drawn(_ low: Double, _ high: Double) -> ComparisonFindings {
      Self.comparison([
        Measured(
          MetricDifferenceSubject(
            metric: "k.cohort", name: nil, unit: "", base: 0.01, variant: 0.012, standardErrors: 5,
            savedByPairing: nil, measuredSaving: nil),
          Measure(
            Estimate(0.002, from: low, to: high, confidence: 0.95, basis: .draws(50)), in: .ratio))
      ])
    }
    #expect(
      drawn(0.001, 0.003).answer?.lead.contains("by 0.00200, 95% of draws 0.00100 to 0.00300).")
        == true)
    #expect(
      drawn(-0.001, 0.003).answer?.lead.contains(
        "it is not known which way it moves: 95% of draws lie between -0.00100 and +0.00300.")
        == true)
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
    #expect(
      run.answer?.basis?.contains("The model does not know whether the first run changes") == true)
  }

  @Test func `a change that nothing asks for is said to change nothing`() {
    let run = Self.comparison([
      Self.difference("k.cohort", 0.01, 0, from: -0.0001, to: 0.0001),
      Self.difference("prompts.shown", 40, 0, from: -1, to: 1, .count),
    ])
    #expect(
      run.answer?.lead
        == "With a.b 2 instead of 1: nothing changes, for every decision came out the same in every run."
    )
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
    func basis(_ setting: String, _ cost: String) -> String? {
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
      return run.answer?.basis
    }
    let words = "a dismissed prompt annoys no one (sharing.dismissalCost, assumed)."
    #expect(basis("prompts.lifetimeMax", "0")?.contains(words) == true)
    #expect(basis("prompts.lifetimeMax", "0.2")?.contains(words) == false)
    #expect(basis("attribution.windowDays", "0")?.contains(words) == false)
  }

  @Test func `beside a sure effect only the others are not shown to gain or lose`() {
    let lead = Self.comparison([
      Self.difference("k.cohort", 0.01, 0.002, from: 0.001, to: 0.003),
      Self.difference("members.invitedHome", 1_000, 326, from: 300, to: 350, .count),
      Self.difference("credit.lostShare", 0.04, 0, from: -0.001, to: 0.001, .share),
      Self.difference("use.activeDaily", 100, 0, from: -1, to: 1, .count),
    ]).answer?.lead
    #expect(
      lead?.hasSuffix(
        "Beyond that no one is shown to gain or lose: none of 2 further metrics of inviters, members, "
          + "newcomers and the product moves surely by 1% or more.") == true,
      "\(lead ?? "")")
  }

  @Test(arguments: [
    (0.0, 12.0, "alike). 12 people come by invites, instead of no one."),
    (12, -12, "No one comes by invites, instead of 12."),
    (12, -11.99, "Fewer than one person comes by invites, instead of 12."),
  ])
  func `that no one comes is said in words`(base: Double, difference: Double, words: String) {
    let people = Self.difference(
      PeopleByInvite.metric, base, difference, from: difference, to: difference, .count)
    let said = Self.comparison([people]).variants[0].people(in: nil)
    #expect(said?.hasSuffix(words) == true, "\(said ?? "")")
  }

  /// A loss of 14% a second, or from 2% to 52% by a range of that kind.
  private static func second(isAssumed: Bool = false, source: String? = nil) -> Parameter {
    Parameter(
      "recipients.landing.lossPerSecond", "0.14", meaning: "", source: source,
      grade: source == nil ? .c : nil,
      range: ParameterRange(
        ParameterAxis(.chance, at: 0.14, within: 0.02...0.52) { "\($0)" }, isAssumed: isAssumed))
  }

  @Test(arguments: [
    (second(), "the range of its source", " of them: measure "),
    (second(isAssumed: true), "an assumed range", " of them: measure "),
    (second(source: "ours"), "its own range", " of them."),
  ])
  func `a landing page has what it costs by what is known of a second`(
    second: Parameter, basis: String, advice: String
  ) {
    var run = Self.comparison([
      Self.difference(PeopleByInvite.metric, 1_000, -200, from: -210, to: -190, .count)
    ])
    run.answeringMetric = PeopleByInvite.metric
    run.variants[0].landing = LandingRange(second) { 1.5 * $0 }
    let said = run.answer?.leads.first ?? ""
    #expect(
      said.contains("instead of 1,000. It rests on 14% of the installs lost a second. "), "\(said)")
    #expect(
      said.contains("With 2% to 52%, \(basis), the page costs 3.0% to 78.0%\(advice)"), "\(said)")
  }

  @Test func `a faster landing page brings installs`() {
    #expect(
      LandingRange(Self.second()) { -$0 }?.sentence.contains("the page brings 2.0% to 52.0% more: ")
        == true)
  }

  @Test func `a landing page that costs no one is said once, with the most that it may cost`() {
    func costs(_ difference: Double) -> [String] {
      var run = Self.comparison([
        Self.difference(
          PeopleByInvite.metric, 200, difference, from: difference - 5, to: difference + 5, .count)
      ])
      run.variants.append(run.variants[0])
      run.landing = LandingFound(
        run: "links", request: "landingTap", p50: 1, p90: 2, p99: 3, losses: [0.05, 0.12],
        range: LandingRange(Self.second()) { $0 })
      return run.landingSentences
    }
    let none = costs(0)
    #expect(
      none.first?.contains(
        "Beside a page that comes at once no loss of newcomers is shown: it is at most 5.0, 2.5% of those "
          + "who come by invites, also if a second of waiting costs 12.0% of the installs. The gen")
        == true,
      "\(none)")
    let some = costs(-20)
    #expect(
      some.first?.contains(
        "at once that costs 20 newcomers, 10.0% of those who come by invites (95% interval: 15 to 25), if a "
          + "second of waiting costs 5.0% of the installs. It costs 20 newcomers") == true,
      "\(some)")
    #expect(
      some.first?.contains("of its source, the page costs 2.0% to 52.0% of them: measure") == true)
  }

  @Test func `where nothing is certain, the answer is a bound on the difference`() {
    let run = Self.comparison([
      Self.difference("k.cohort", 0.01, 0.0001, from: -0.0004, to: 0.0006),
      Self.difference("credit.lostShare", 0.04, 0, from: -0.001, to: 0.001, .share),
    ])
    #expect(
      run.answer?.lead
        == "With a.b 2 instead of 1: each newcomer is credited with 0.0100 others at the base; no difference is shown: it is "
        + "less than 6.0%.\nNo one is shown to gain or lose: none of 1 metric of inviters, members, newcomers and the "
        + "product moves surely by 1% or more.")
  }
}
