public import GrowthloopLoadGenerator
public import GrowthloopTransport
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
    .value(
      "protocol", \.version, .choice,
      "What it is asked in: http1 for HTTP/1.1; http2 for HTTP/2, over TLS by ALPN, else by prior knowledge."
    ),
    .section("tls", \.tls, "How a target with https:// is asked."),
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
      "Requests and journeys of your own by name, such as health: GET /health, in place of the mix."
    ),
    .value(
      "values", \.values, .planValues,
      "What fills {name} in requests: draws from the seed, or {name.column} the rows of a file."),
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

extension TLSSettings: ScenarioSection {
  public static let fields: [Field<TLSSettings>] = [
    .value(
      "verify", \.verifies, .flag,
      "Whether its certificate must be valid for its name, and known to this machine."),
    .value(
      "serverName", \.serverName, .none(or: .text(1...253)),
      "The name that it is asked for, and that its certificate must have; none for that of its address."
    ),
    .value(
      "resume", \.resumes, .flag,
      "Whether new connections take up earlier sessions, as returning visitors do; those of new visitors cost more."
    ),
    .value(
      "certificate", \.certificate, .none(or: .pathOfFile),
      "The file in PEM of the generator's own certificate, with its chain; none without one."),
    .value(
      "key", \.key, .none(or: .pathOfFile),
      "The file in PEM of its key; none where it is in the same file."),
  ]

  public func check(_ reading: SectionReading<TLSSettings>) {
    if key != nil, certificate == nil {
      reading.refuse(
        \.key, "needs a certificate", remedy: "write certificate: client.pem beside it")
    }
  }
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
      "connections", \.connections, .none(or: .integer(1...100_000)),
      "The most connections at a time; a request that finds none free waits its turn. None is 256, or 8 with http2, unless each request has a new one."
    ),
    .value(
      "streams", \.streams, .integer(1...10_000),
      "With http2, the most requests at a time over one connection; a server may allow fewer."),
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
    .value(
      "engine", \.engine, .choice,
      "How requests are sent: io_uring takes all that is due in one call, for HTTP/1.1 without TLS; auto measures both before the start."
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

extension LoadScenario {
  public func check(_ reading: SectionReading<LoadScenario>) {
    checkTimes(reading)
    checkGates(reading)
    checkTarget(reading)
    checkRequests(reading)
    for problem in problems {
      let isWhole = !problem.setting.contains(".")
      let name = problem.setting.hasPrefix("mix.") ? String(problem.setting.dropFirst(4)) : nil
      let own = requests.isEmpty ? nil : name.map { "'\($0)' \(problem.reason)" }
      reading.refuse(
        place(of: problem.setting), about: name,
        isWhole ? problem.reason : "cannot be: \(own ?? "\(problem)")")
    }
    if !hasExpiringLinks, links.expired > 0 {
      reading.section(\.links).warn(
        \.expired, "has no effect: no link of this profile expires", remedy: "write expired: 0")
    }
  }

  /// Returns the place in a plan of a setting that the generator names.
  private func place(of setting: String) -> PartialKeyPath<LoadScenario> {
    if setting.hasPrefix("mix.links") || setting == "mix.people" { return \.links }
    switch setting.prefix(while: { $0 != "." }) {
    case "arrivals": return \.arrivals
    case "length":
      return closedLoop == nil && arrivals.course == .recorded ? \.arrivals : \.length
    case "warmUp": return \.warmUp
    case "mix": return requests.isEmpty ? \.mix : \.requests
    case "values": return \.values
    case "limits": return \.limits
    case "users", "pause": return \.closedLoop
    case "target": return \.target
    default: return \.title
    }
  }

  private func checkTimes(_ reading: SectionReading<LoadScenario>) {
    if closedLoop == nil, arrivals.fixedLength > length {
      reading.refuse(
        \.arrivals, "takes \(arrivals.fixedLength), and the plan has \(length)",
        remedy: "write length: \(arrivals.fixedLength) or more")
    }
    if closedLoop != nil, arrivals != ArrivalPlan() {
      reading.warn(
        \.arrivals, "is of no use where users wait for answers", remedy: "leave it out")
    }
  }

  private func checkGates(_ reading: SectionReading<LoadScenario>) {
    let kinds = parts.flatMap(\.kinds).map(\.name)
    let gates = gates ?? []
    if gates.contains(where: \.isOnExports), target != nil {
      reading.refuse(
        \.gates, "has one about events, which only a service of the plan's own measures",
        remedy: "leave out target, or that gate")
    }
    if gates.contains(where: { $0.isOnExports && $0.responseLimit == nil }) {
      reading.refuse(
        \.gates, "has one about errors of events, which are exported or not acknowledged",
        remedy: "write events max < 1h")
    }
    let others = gates.filter { !$0.isOnExports }.compactMap(\.kind)
    for kind in Set(others).subtracting(kinds).sorted() {
      reading.refuse(
        \.gates, about: kind, "has one about \(kind), which is not in the mix",
        remedy: "the mix has \(kinds.joined(separator: ", "))")
    }
  }

  /// Reports requests of one's own that have no target, or no name of their own.
  private func checkRequests(_ reading: SectionReading<LoadScenario>) {
    guard !requests.isEmpty else { return }
    if target == nil {
      reading.refuse(
        \.requests, "need a target: the link service of the plan's own answers the mix",
        remedy: "write target: http://127.0.0.1:8080")
    }
    if mix != MixPlan() {
      reading.refuse(
        \.mix, "is not asked where there are requests", remedy: "leave one of them out")
    }
    for name in requests.flatMap({ [$0.name] + $0.steps.map(\.name) })
    where name == LoadGate.events || !Self.isName(name) {
      reading.refuse(
        \.requests, about: name, "cannot have the name \(name.debugDescription)",
        remedy: "begin with a letter; letters, digits, blanks, - and _ may follow, and not events")
    }
  }

  private static func isName(_ name: String) -> Bool {
    name.utf8.count <= 60 && name.first.map { $0.isASCII && $0.isLetter } == true
      && name.last != " "
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || " -_".contains($0)) }
  }

  /// Reports a running target if the plan lacks the codes or people that its mix needs.
  private func checkTarget(_ reading: SectionReading<LoadScenario>) {
    guard target != nil else {
      if version == .http2 {
        reading.refuse(
          \.version, "needs a target: a link service of its own answers in HTTP/1.1",
          remedy: "write target: https://…, or protocol: http1")
      }
      return
    }
    let kinds = parts.flatMap(\.kinds)
    if kinds.contains(where: { $0.path.contains("{code}") }), links.codes == nil {
      reading.refuse(
        \.target, "needs 'links.codes': the mix asks for links, and a target has only its own",
        remedy: "write links: {codes: […]}, or a mix of paths alone")
    }
    if kinds.contains(where: { "\($0.path)\($0.body ?? "")".contains("{person}") }),
      links.people == nil
    {
      reading.refuse(
        \.target,
        "needs 'links.people': the mix asks about people, and a target has only its own",
        remedy: "write links: {people: […]}, or sharing: 0 and dashboard: 0 in the mix")
    }
  }
}
