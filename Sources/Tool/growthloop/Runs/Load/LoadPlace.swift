import Foundation
import GrowthloopFindings
package import GrowthloopLoadGenerator
import GrowthloopPlans
package import GrowthloopReports
import GrowthloopStudies
import GrowthloopTransport
import Invites
import Profiles
import Statistics
import Vocabulary

/// The place of a load run: a service of its own, or a target that the user named.
package struct LoadPlace {
  let target: LoadTarget
  let links: KnownLinks
  /// The processor of the generator; `nil` for any.
  let processor: Int?
  /// Whether the generator has a real-time priority.
  var isInRealTime = false
  /// The name in reports.
  let description: String

  /// The options of the command line about the place.
  package struct Options {
    /// The folder for the links of its own service; `nil` for a temporary one.
    var data: String?
    var allowsRemote = false
    var isInRealTime = false
    /// Whether nothing is shown while it runs.
    var isQuiet = false
    /// Whether a page shows it while it runs.
    var isWatched = false

    package init(
      data: String? = nil, allowsRemote: Bool = false, isInRealTime: Bool = false,
      isQuiet: Bool = false, isWatched: Bool = false
    ) {
      self.data = data
      self.allowsRemote = allowsRemote
      self.isInRealTime = isInRealTime
      self.isQuiet = isQuiet
      self.isWatched = isWatched
    }
  }

  /// A target at which others have measured.
  init(at target: LoadTarget) {
    self.init(
      target: target, links: KnownLinks(known: [], people: []), processor: nil,
      description: "\(target)")
  }

  private init(
    target: LoadTarget, links: KnownLinks, processor: Int?, isInRealTime: Bool = false,
    description: String
  ) {
    self.target = target
    self.links = links
    self.processor = processor
    self.isInRealTime = isInRealTime
    self.description = description
  }

  /// The environment variable with a token that another target accepts.
  package static let tokenVariable = "GROWTHLOOP_TOKEN"

  /// Calls `body` with the place of a plan, and removes the place afterwards.
  package static func with<Answer>(
    _ scenario: LoadScenario, _ options: Options, on console: any Console,
    until interrupt: Interrupt, _ body: (LoadPlace) throws -> Answer
  ) throws -> Answer {
    if let target = scenario.target {
      return try body(try named(target, scenario, options, on: console, until: interrupt))
    }
    try scenario.loadLimits.reserveDescriptors()
    let processors = try ThisThread.processors()
    // With two processors or more, the generator has one to itself.
    let last = processors.count > 1 ? processors.last : nil
    let others = processors.filter { $0 != last }
    let service = try OwnService(
      for: scenario, in: options.data, on: others, console, until: interrupt)
    defer { service.stop() }
    let place = LoadPlace(
      target: service.target, links: service.links, processor: last,
      isInRealTime: options.isInRealTime,
      description: "a service of its own, \(scenario.links.count) links in SQLite"
        + (last.map { "; the generator has core \($0) to itself" } ?? ""))
    return try body(place)
  }

  private static func named(
    _ target: LoadTarget, _ scenario: LoadScenario, _ options: Options,
    on console: any Console, until interrupt: Interrupt
  ) throws -> LoadPlace {
    var target = target
    let addresses: [IPAddress]
    do throws(HostLookup.Failure) {
      // A socket in the file system is of this machine.
      addresses =
        target.socketPath == nil ? try HostLookup.addresses(of: target.endpoint.host) : []
    } catch {
      throw LoadRefusal.unknownHost(error)
    }
    guard addresses.allSatisfy(\.isLoopback) || options.allowsRemote else {
      throw UsageError(
        description: "\(target) is not this machine: give '--allow-remote' if you may load it")
    }
    target.bearerToken = console.variable(tokenVariable)
    let kinds = scenario.parts.flatMap(\.kinds)
    for credential in Set(kinds.compactMap(\.credential?.variable)).sorted() {
      guard let secret = console.variable(credential), !secret.isEmpty else {
        throw UsageError(
          description: "a request needs a credential: put it into the variable \(credential)")
      }
      target.credentials[credential] = secret
    }
    let needsToken = kinds.filter(\.isAuthorized)
    guard needsToken.isEmpty || target.bearerToken != nil else {
      throw UsageError(
        description: "\(needsToken.map(\.name).joined(separator: ", ")) need a token of the "
          + "target: put it into \(tokenVariable)")
    }
    var links = KnownLinks(
      known: scenario.links.codes ?? [], people: scenario.links.people ?? [])
    if scenario.uploadsContacts {
      // None of these numbers is a user's there, as far as is known here.
      links.books = SeededBooks.books(for: max(1, links.people.count), seed: scenario.seed)
    }
    links.unknown = try LinkSeeding(scenario, until: interrupt).unknownCodes(
      scenario.links.count(of: scenario.links.unknown))
    return LoadPlace(
      target: target, links: links, processor: nil, isInRealTime: options.isInRealTime,
      description: "\(target)")
  }
}

extension LoadFindings {
  /// Creates the findings of a load run.
  package init(_ outcome: LoadOutcome, at place: LoadPlace, _ repetition: Repetition) {
    let (scenario, record) = (outcome.scenario, outcome.record)
    self.init(
      all: RequestFigures(
        "all", RequestCountsFound(record.counts), .init(record.latencies), keepsHistograms: false),
      warmUp: RequestCountsFound(record.warmUpCounts), generator: GeneratorFound(record.health),
      timeline: record.timeline)
    command = repetition.alone.text()
    title = scenario.title
    question = scenario.question
    // Requests of one's own know no rules.
    profile = scenario.requests.isEmpty ? scenario.profile.id.rawValue : ""
    seed = scenario.seed
    target = place.description
    loop = scenario.loop
    machine = Machine.description
    build = Machine.build
    partial = record.wasCancelled || !record.missing.isEmpty
    missingAgents = record.missing.isEmpty ? nil : record.missing
    valid = outcome.validity.isValid
    because = outcome.validity.reasons
    doubts = [absence].compactMap(\.self) + outcome.doubts
    seconds = record.elapsed / .seconds(1)
    plannedSeconds = record.plan.length / .seconds(1)
    timeoutSeconds = record.plan.limits.timeout / .seconds(1)
    asks = scenario.asks
    encryption = record.encryption.map { $0.words(verified: scenario.tls.verifies) }
    multiplexing = record.multiplexing?.words
    engine = record.engine?.words
    kinds = record.kinds.map {
      RequestFigures(
        $0.name, RequestCountsFound($0.counts), .init($0.latencies),
        unexpected: $0.unexpected.map {
          AnswerFound(flaw: $0.flaw, status: $0.status, beginning: $0.beginning)
        })
    }
    gates = outcome.gates.map { gate in
      var gate = gate
      gate.next = scenario.next(after: gate, repetition)
      return gate
    }
    parameters = Parameter.all(of: scenario)
    warmUpSeconds = record.seconds.count { $0.isWarmUp }
    verdict = outcome.verdict
  }
}

extension Parameter {
  /// The keys that the heads of reports contain.
  private static let elsewhere: Set = ["question", "profile", "seed", "target"]

  /// Returns all keys of a load plan, and the settings that differ from its profile.
  static func all(of scenario: LoadScenario) -> [Parameter] {
    scenario.writtenKeys.filter { !elsewhere.contains($0.name) }.map {
      Parameter($0.name, $0.value, meaning: $0.meaning)
    }
      + Profile(scenario.profile.id).differences(to: scenario.profile).map {
        Parameter(
          $0.name, $0.variant ?? "none", meaning: "A setting in which the plan leaves its profile.")
      }
  }
}

extension LoadScenario {
  /// The kind of arrivals, open or closed, as a sentence.
  fileprivate var loop: String {
    if let closed = closedLoop {
      return "closed loop: \(closed.users) users, each waits for its response, so that a stalling "
        + "server receives fewer requests and looks better than it is"
    }
    return "open loop: \(arrivals.course.rawValue) arrivals planned beforehand, "
      + "times count from the planned moment"
  }

  /// Returns the command that examines a gate that is not kept.
  fileprivate func next(after gate: JudgedGate, _ repetition: Repetition) -> String? {
    switch gate.verdict {
    case .kept: nil
    case .missed: repetition.alone.text("--find-capacity")
    case .undecided where gate.doubt != nil: repetition.here.text()
    case .undecided:
      // Four times the length halves the intervals.
      repetition.here.changing("length", to: "\((length.milliseconds * 4 + 999) / 1_000)s").text()
    }
  }
}

extension LoadOutcome {
  /// The reasons to doubt the figures, one sentence each.
  fileprivate var doubts: [String] {
    var lines: [String] = []
    if !validity.isValid {
      lines.append("This run is not valid: the generator was the bottleneck.")
    } else if validity.isDisturbed {
      lines.append(
        "Other processes used the machine: the service may be faster than measured.")
    }
    // Each is a sentence: where a report has one line for all, they do not run together.
    lines += validity.reasons.map { "  \($0.prefix(1).uppercased())\($0.dropFirst())." }
    lines += gates.compactMap { gate in
      gate.doubt.map { "\(gate.gate) is undecided: \($0)." }
    }
    if isEarly {
      lines.append("The run was stopped before any request was measured: there are no figures.")
    } else if isEmpty {
      let hasTimes = !record.latencies.response.isEmpty
      lines.append(
        "No request received a good response"
          + (hasTimes ? ": all times are those of errors." : ": there are no response times."))
    }
    if record.health.lackedConnections { lines.append(connectionShortage) }
    if record.health.isFallingBehind {
      lines.append("The service fell behind: ever more requests waited or were under way.")
    }
    if record.wasCancelled { lines.append("Interrupted: only a part of the plan was run.") }
    return lines
  }

  /// What all connections in use meant for requests, in a sentence.
  private var connectionShortage: String {
    let (most, unsent) = (record.plan.limits.connections, record.counts.unconnected)
    let all =
      record.multiplexing == nil
      ? "All \(most) connections (limits.connections)"
      : "All streams (limits.streams, or fewer if the server says so) of all \(most) connections"
    return "\(all) were in use: requests waited for one"
      + (unsent > 0 ? ", and \(unsent) were not sent." : ".")
  }
}

extension LoadRecord {
  /// The figures of each second; times are milliseconds.
  fileprivate var timeline: FigureSeries {
    func count(_ key: String, _ value: (SecondRecord) -> Int) -> FigureSeries.Column {
      .init(key, .whole, seconds.map { Double(value($0)) })
    }
    func time(_ key: String, _ value: (SecondRecord) -> Duration?) -> FigureSeries.Column {
      .init(key, .milliseconds, seconds.map { value($0).map { $0 / .milliseconds(1) } })
    }
    return FigureSeries(
      over: "second",
      [
        count("sent", \.sent), count("answered", \.answered), count("failed", \.failed),
        count("unwanted", \.unwanted), count("inFlight", \.inFlight), time("backlogMs", \.backlog),
        time("p50Ms") { $0.quantiles?.median }, time("p99Ms") { $0.quantiles?.p99 },
        time("p999Ms") { $0.quantiles?.p999 }, time("maxMs") { $0.quantiles?.most },
      ])
  }
}

extension RequestCountsFound {
  init(_ counts: RequestCounts) {
    self.init(
      planned: counts.planned, answered: counts.answered, failed: counts.failed,
      notSent: counts.notSent, unwanted: counts.unwanted,
      unconnected: counts.unconnected > 0 ? counts.unconnected : nil,
      byClass: Dictionary(
        uniqueKeysWithValues: (1...5).map { ("\($0)xx", counts.answered(inClass: $0)) }),
      byFailure: Dictionary(
        uniqueKeysWithValues: Failure.allCases.map { ($0.name, counts[$0]) }),
      byStatus: counts.statuses.named, byUnwantedStatus: counts.unwantedStatuses.named,
      byExpectation: counts.unmet.named, unreached: counts.unreached)
  }
}

extension TLSAgreement {
  /// What was agreed, in sentences.
  fileprivate func words(verified: Bool) -> String {
    let name = applicationProtocol.map { ", \($0) by ALPN" } ?? ", no ALPN"
    return "\(version), \(cipher)\(name); \(handshakes) handshakes, \(resumed) of them resumed."
      + (verified ? "" : " The certificate was not checked (--insecure).")
  }
}

extension EngineUse {
  /// How it was sent, and why, in a sentence.
  fileprivate var words: String {
    guard let comparison else { return engine.rawValue }
    let ratio = NumberText.decimal(comparison.ratio, 2)
    return "\(engine.rawValue): for \(comparison.requests) requests at a time io_uring takes "
      + "\(ratio) of epoll's processor time, measured before the start."
  }
}

extension MultiplexingUse {
  /// What was used, in sentences.
  fileprivate var words: String {
    let are = connections == 1 ? "connection was" : "connections were"
    return "\(connections) \(are) opened, and one had at most \(streams) requests under way."
      + (resent > 0
        ? " \(resent) requests were sent again: the server ended their connections first." : "")
  }
}

extension RequestFigures.Histograms {
  init(_ latencies: Latencies) {
    self.init(response: latencies.response, service: latencies.service, lag: latencies.lag)
  }
}

extension GeneratorFound {
  init(_ health: GeneratorHealth) {
    self.init()
    (sent, due) = (health.sent, health.due)
    lackedConnections = health.lackedConnections
    isFallingBehind = health.isFallingBehind
    ownLagP50Milliseconds = health.ownLag.value(atPercentile: 50).map { Double($0) / 1e6 }
    ownLagP99Milliseconds = health.ownLag.value(atPercentile: 99).map { Double($0) / 1e6 }
    busy = health.processor?.busy
    waiting = health.processor?.waiting
    foreign = health.processor?.foreign
    stolen = health.processor?.stolen
  }
}
