import GrowthloopFindings
import GrowthloopModel
import Profiles
import Prompts
import Testing
import Vocabulary

@testable import GrowthloopPlans

@Suite("Growth scenarios · from a file to a plan")
struct GrowthScenarioTests {
  @Test func `a title is enough, and all else is as the model has it`() throws {
    let scenario = try readGrowth("title: x\n").value
    #expect(scenario.plan == GrowthPlan())
    #expect(scenario.question == nil)
    #expect(scenario.seed == 1)
  }

  @Test(arguments: [
    ("UTC", "2026-03-23T00:00:00Z"), ("Europe/Berlin", "2026-03-22T23:00:00Z"),
    ("Pacific/Auckland", "2026-03-22T11:00:00Z"), ("America/New_York", "2026-03-23T04:00:00Z"),
  ])
  func `the first day begins at the midnight of the people's zone`(name: String, start: String)
    throws
  {
    let plan = try readGrowth(
      "title: x\nstart: 2026-03-23T00:00:00Z\nmarket: {zone: \(name)}\n"
    ).value.plan
    #expect(plan.behaviour.market.zone.name == name)
    #expect(plan.start.iso8601 == start)
  }

  @Test func `an unknown zone is refused, with the one that was meant`() {
    #expect(
      growthMistakes(in: "title: x\nmarket: {zone: Europe/Berln}\n") == """
        loop.yaml:2:16: error: 'market.zone' must be a time zone such as Europe/Berlin, not \
        'Europe/Berln'
            market: {zone: Europe/Berln}
                           ^ write Europe/Berlin
        """)
  }

  @Test func `what is written comes to the plan`() throws {
    let scenario = try readGrowth(
      """
      title: Summer
      question: Who comes?
      profile: design
      policy: {prompts.lifetimeMax: 2, load.previewFetchesPerSend: 3}
      seed: 18_000_000
      replications: 3
      days: 14
      start: 2026-06-01T00:00:00Z
      market: {people: 20k, iOSShare: 1}
      arrivals:
        seeds: 7
        crowd: {installs: 1k}
      use: {sessionsPerDay: 2.5, retention: {1: 25%, 14: 9%, 30: 5%}}
      sharing:
        recipients: 4
        channels: {whatsapp: 3}
      recipients:
        tap: {value: 30%, source: a test, grade: B}
        tapDelay: 1h30m
        installDelay: {mean: 2d}
        launchDelay: {sigma: 1}
      devices: {peoplePerAddress: 2, addressLease: 1d, models: {count: 3}}
      firstRun: {dropAtCode: 0.1, perScreen: {median: 9s}}

      """
    ).value
    #expect(scenario.title == "Summer")
    #expect(scenario.question == "Who comes?")
    #expect(scenario.seed == 18_000_000)
    #expect(scenario.replications == 3)
    var plan = GrowthPlan()
    plan.profile = .design
    try plan.profile.apply([
      .init("prompts.lifetimeMax", "2"), .init("load.previewFetchesPerSend", "3"),
    ])
    plan.days = 14
    plan.start = try #require(Instant(iso8601: "2026-06-01T00:00:00Z"))
    plan.behaviour.market.people = 20_000
    plan.behaviour.market.iOSShare = 1
    plan.behaviour.arrivals.seeds = 7
    plan.behaviour.arrivals.crowd = .init(
      installs: 1_000, after: .days(34) + .hours(20), within: .hours(2))
    plan.behaviour.use.sessionsPerDay = 2.5
    plan.behaviour.use.retention[30] = 0.05
    plan.behaviour.sharing.recipients = 4
    plan.behaviour.sharing.channels.whatsapp = 3
    plan.behaviour.recipients.tap = 0.3
    plan.behaviour.recipients.tapDelay = .fixed(.minutes(90))
    plan.behaviour.recipients.installDelay = .exponential(mean: .days(2))
    plan.behaviour.recipients.launchDelay = .logNormal(median: .minutes(2), sigma: 1)
    plan.behaviour.devices.peoplePerAddress = 2
    plan.behaviour.devices.addressLease = .days(1)
    plan.behaviour.devices.models = Variety(count: 3, exponent: 0.7)
    plan.behaviour.firstRun.dropAtCode = 0.1
    plan.behaviour.firstRun.perScreen = .logNormal(median: .seconds(9), sigma: 0.8)
    #expect(scenario.plan == plan)
  }

  @Test func `every number of the model has a key`() {
    let numbers = leaves(of: Behaviour())
    let keys = GrowthScenario().fieldDescriptions.flatMap(\.paths).map {
      $0.split(separator: ".").last.map(String.init) ?? ""
    }
    #expect(numbers.subtracting(keys) == [])
    #expect(numbers.contains("dropAtAccount"))
  }

  /// The names of the stored numbers and delays within a value.
  private func leaves(of value: Any) -> Set<String> {
    Mirror(reflecting: value).children.reduce(into: []) { names, child in
      guard let label = child.label else { return }
      switch child.value {
      case is Double, is Int, is Bool, is Delay, is Interval, is Variety, is CivilZone:
        names.insert(label)
      // It has keys of its own; by default there is none.
      case is OrganicArrivals.Crowd?: break
      default: names.formUnion(leaves(of: child.value))
      }
    }
  }

  @Test func `every parameter says what it means, and who is believed`() throws {
    let parameters = try readGrowth("title: x\narrivals: {crowd: {}}\n").parameters
    for parameter in parameters {
      #expect(parameter.meaning.hasSuffix("."), "\(parameter.name)")
      #expect(parameter.grade != nil, "\(parameter.name)")
      #expect(parameter.place == nil || parameter.name.hasPrefix("arrivals.crowd"))
    }
    #expect(Set(parameters.map(\.name)).count == parameters.count)
    func grade(_ name: String) -> EvidenceGrade? { parameters.first { $0.name == name }?.grade }
    #expect(grade("use.retention.1") == .b)
    #expect(grade("recipients.install") == .b)
    #expect(grade("recipients.installDelay") == .c)
    #expect(grade("arrivals.crowd.installs") == .d)
  }

  @Test func `a what-if rests on what the one below it says, until it changes that`() throws {
    let base = [
      "base.yaml": "title: x\nrecipients: {tap: {value: 30%, source: a talk, grade: B}}\n"
    ]
    func source(_ lines: String, set: [String] = []) throws -> String? {
      try readGrowth("extends: base.yaml\n" + lines, set: set, beside: base).source(
        of: "recipients.tap")
    }
    #expect(try source("") == "B a talk")
    #expect(try source("recipients: {tap: 31%}\n") == "- nobody")
    #expect(try source("", set: ["recipients.tap=31%"]) == "- nobody")
    #expect(
      try source("", set: ["recipients.tap={value: 31%, source: a vote, grade: C}"]) == "C a vote")
  }
}
