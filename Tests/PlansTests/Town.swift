import GrowthloopFindings
import Profiles
import GrowthloopPlans
import Vocabulary

/// A scenario of the tests' own: one field of every kind.
struct Town: ScenarioSection, Equatable {
  enum Weather: String, CaseIterable, Sendable { case fair, rainy, snowedIn }

  var title = ""
  var profile = Profile.rin
  var people = 10_000
  var isSimulated = true
  var weather = Weather.fair
  var horizon = Interval.days(180)
  var opens = Instant(milliseconds: 1_767_225_600_000)
  var cap: Int? = 5
  var seeds = [1, 2]
  var click = 0.15
  var sessions = Rate(0.3, per: .days(1))
  var delay = Wait()
  var harbour = Harbour()
  var channels: [Named<Channel>] = []

  static let fields: [Field<Town>] = [
    .value("title", \.title, .text(1...40), "What the town is called.").required,
    .policy(\.profile),
    .value("people", \.people, .integer(10...1_000_000), "How many people live there."),
    .value("isSimulated", \.isSimulated, .flag, "Whether anything happens."),
    .value("weather", \.weather, .choice, "What the sky does."),
    .value("horizon", \.horizon, .duration(.days(1) ... .days(3650)), "How long it is watched."),
    .value("opens", \.opens, .instant, "When the gates open."),
    .value("cap", \.cap, .none(or: .integer(1...)), "How many boats may lie in the harbour."),
    .value("seeds", \.seeds, .list(of: .integer(0...), 1...3), "The seeds of chance."),
    .parameter(
      "click", \.click, .share(), "How many of the invited click.", source: "Extole benchmarks",
      grade: .a),
    .parameter("sessions", \.sessions, .rate, "How often a person comes."),
    .parameter(
      "delay", \.delay, "How long an invited person waits.", source: "Iribarren and Moro",
      grade: .c),
    .section("harbour", \.harbour, "Where boats lie."),
    .value(
      "channels", \.channels, .table(of: .section(), named: ["messages", "copy"]),
      "The ways of an invite."),
  ]

  func check(_ reading: SectionReading<Town>) {
    if harbour.boats > people {
      reading.section(\.harbour).refuse(
        \.boats, "must not exceed the \(people) people", remedy: "write at most \(people)")
    }
    if weather == .rainy, harbour.depth < 5 {
      reading.section(\.harbour).refuse(\.depth, "is too little for rain")
    }
    if delay.sigma > 5 { reading.section(\.delay).refuse(\.sigma, "is beyond all reason") }
    if click > 0.9 { reading.warn(\.click, "is hard to believe") }
  }
}

struct Wait: ScenarioSection, Equatable {
  var median = Interval.minutes(570)
  var sigma = 1.63

  static let fields: [Field<Wait>] = [
    .value("median", \.median, .duration(.milliseconds(1)...), "Half of them wait longer."),
    .value("sigma", \.sigma, .real(above: 0), "The spread of the logarithm."),
  ]
}

struct Harbour: ScenarioSection, Equatable {
  var boats = 3
  var depth = 4.5

  static let fields: [Field<Harbour>] = [
    .value("boats", \.boats, .integer(0...), "How many boats there are."),
    .value("depth", \.depth, .real(0...20), "How deep it is, in metres."),
  ]
}

struct Channel: ScenarioSection, Equatable {
  var share = 0.5

  static let fields: [Field<Channel>] = [
    .parameter("share", \.share, .share(), "How many invites go this way.")
  ]
}
