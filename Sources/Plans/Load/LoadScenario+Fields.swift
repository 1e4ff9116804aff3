public import GrowthloopLoadGenerator
import Vocabulary

extension LoadScenario: ScenarioSection {
  public static let fields: [Field<LoadScenario>] = [
    .value("plan", \.kind, .choice, "What is measured: a service under load.").required,
    .value("title", \.title, .text(1...100), "What the plan is called in reports.").required,
    .value(
      "question", \.question, .none(or: .text(1...500)), "What it answers, in a sentence."),
    .policy(\.profile),
    .seed(\.seed, "The random seed: the same seed plans the same requests at the same moments."),
    .value(
      "target", \.target, .none(or: .target),
      "What is asked; none for a link service of its own, started on this machine and seeded."),
    .section("arrivals", \.arrivals, "When requests come, whatever the answers do."),
    .value(
      "closedLoop", \.closedLoop, .none(or: .section(LoadScenario.ClosedLoop.self)),
      "Users who wait for answers, in place of arrivals: a server that stalls makes them ask less."),
    .value(
      "length", \.length, .duration(.seconds(1) ... .days(7)),
      "How long requests are planned, warm-up and all; a recorded trace has its own."),
    .value(
      "warmUp", \.warmUp, .duration(.zero ... .days(1)),
      "How long the first part is that counts for no gate and no latency."),
    .section("mix", \.mix, "What is asked, by weights against each other."),
    .value(
      "requests", \.requests, .ownRequests,
      "Requests of your own by name, such as health: GET /health, in place of the mix."),
    .section(
      "flow", \.flow, "How far visits to the sharing flow come: link.createAt does the rest."),
    .section("links", \.links, "The links that requests are about."),
    .section("limits", \.limits, "What a run may use."),
    .value(
      "gates", \.gates, .none(or: .list(of: .loadGate, 0...100)),
      "What is to be kept: a percentile of response times, or the share of errors, perhaps of one kind; none for the budgets of the profile and errors < 1%."
    ),
  ]
}

extension LoadScenario.ClosedLoop: ScenarioSection {
  public static let fields: [Field<LoadScenario.ClosedLoop>] = [
    .value("users", \.users, .integer(1...100_000), "How many there are."),
    .value(
      "pause", \.pause, .duration(.zero ... .hours(1)), "How long each waits after an answer."),
  ]
}

extension LoadScenario.LimitsPlan: ScenarioSection {
  public static let fields: [Field<LoadScenario.LimitsPlan>] = [
    .value(
      "connections", \.connections, .integer(1...100_000),
      "The most connections at a time; a request that finds none free waits its turn."),
    .value(
      "timeout", \.timeout, .duration(.milliseconds(1) ... .hours(1)),
      "How long a request may take from its sending on."),
    .value(
      "overtime", \.overtime, .duration(.zero ... .hours(1)),
      "How long late requests may still be sent after the last was planned."),
    .value(
      "lateness", \.lateness, .none(or: .duration(.zero ... .milliseconds(100))),
      "By how much requests may be sent late so that several go at a time, which spares the generator's processor; none sends each in its moment."
    ),
  ]
}

extension MixPlan: ScenarioSection {
  public static let fields: [Field<MixPlan>] = [
    .value("landingTap", \.landingTap, weight, "Taps on links, each on a connection of its own."),
    .value("landingTapKept", \.landingTapKept, weight, "Taps over connections that are there."),
    .value("previewFetch", \.previewFetch, weight, "Messengers that look what a link shows."),
    .value("directOpen", \.directOpen, weight, "Links that an app opens which is there."),
    .value(
      "deferredResolution", \.deferredResolution, weight,
      "First launches that ask who brought them."),
    .value(
      "sharing", \.sharing, weight,
      "Visits to the sharing flow; those create a link that come by the moment of link.createAt."),
    .value("accept", \.accept, weight, "Newcomers who take an invite."),
    .value("dashboard", \.dashboard, weight, "People who look what became of their invites."),
    .value(
      "contactUpload", \.contactUpload, weight,
      "Uploads of an address book, to find the users in it; only where contacts.serverMatching is on."
    ),
    .value(
      "paths", \.paths,
      ValueFormat.table(of: weight).map(
        { $0.map { MixPlan.Path($0.name, weight: $0.value) } },
        back: { $0.map { Named($0.path, $0.weight) } }),
      "Plain paths to get beside the other kinds, such as /healthz, with their weights."),
  ]

  private static let weight = ValueFormat<Double>.real(0...1_000_000)
}

extension FlowPlan: ScenarioSection {
  public static let fields: [Field<FlowPlan>] = [
    .value("screenLoad", \.screenLoad, .share(), "Visits that see the screen."),
    .value("pickerLoad", \.pickerLoad, .share(), "Visits that come to the picker."),
    .value("messageScreen", \.messageScreen, .share(), "Visits that come to the message."),
    .value("send", \.send, .share(), "Visits that ask for the share sheet."),
  ]

  public func check(_ reading: SectionReading<FlowPlan>) {
    let steps = [1, screenLoad, pickerLoad, messageScreen, send]
    if zip(steps, steps.dropFirst()).contains(where: { $0 < $1 }) {
      reading.refuseWhole("must not come further with every step", remedy: "let the shares fall")
    }
  }
}

extension LinksPlan: ScenarioSection {
  public static let fields: [Field<LinksPlan>] = [
    .value(
      "count", \.count, .integer(1...1_000_000),
      "How many links the plan's own service has, each of one person."),
    .value("unknown", \.unknown, .share(), "Requests about unknown codes."),
    .value("expired", \.expired, .share(), "Requests about links that expired, where any can."),
    .value("deleted", \.deleted, .share(), "Requests about links of deleted accounts."),
    .value(
      "exponent", \.exponent, .real(0...10),
      "Of the Zipf distribution of their popularity: 0 makes all alike."),
    .value(
      "codes", \.codes, .none(or: .list(of: .text(1...200), 1...10_000)),
      "Codes that another target has."),
    .value(
      "people", \.people, .none(or: .list(of: .text(1...200), 1...10_000)),
      "Ids of people at another target."),
  ]

  public func check(_ reading: SectionReading<LinksPlan>) {
    let sum = unknown + expired + deleted
    if sum > 1 {
      reading.refuseWhole("has unknown, expired and deleted shares beyond the whole")
    }
  }
}
