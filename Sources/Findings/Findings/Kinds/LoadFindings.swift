public import Statistics

/// The findings of `load`.
public struct LoadFindings: RunFindings {
  public static let kind = "load"

  public var command = ""
  public var title = ""
  public var question: String?
  /// The rules of the service; empty where requests of one's own were sent.
  public var profile = ""
  public var seed: UInt64 = 0
  public var target = ""
  /// The event that triggers the next request.
  public var loop = ""
  public var machine = ""
  public var build = ""
  /// Whether the run was interrupted, or an agent is missing.
  public var partial = false
  /// Whether the figures are the server's and not the generator's.
  public var valid = true
  /// The signs that the generator, or the machine, was a limit.
  public var because: [String] = []
  /// The reservations about the figures, a sentence each.
  public var doubts: [String] = []
  /// The duration of the run, overtime included.
  public var seconds = 0.0
  /// The duration of the plan.
  public var plannedSeconds = 0.0
  /// The longest that a request may take; `nil` in older runs.
  public var timeoutSeconds: Double?
  /// What was agreed about encryption, in sentences; left out without TLS.
  public var encryption: String?
  /// How many connections and streams HTTP/2 used, in sentences; left out with HTTP/1.1.
  public var multiplexing: String?
  /// How requests were sent, and why; `nil` in older runs.
  public var engine: String?
  /// The arrivals and the shares of the requests, in words; `nil` in older runs.
  public var asks: String?
  public var kinds: [RequestFigures] = []
  public var all: RequestFigures
  public var warmUp: RequestCountsFound
  public var generator: GeneratorFound
  /// Of a plan that several generators shared, each; left out where one sent it.
  public var agents: [AgentFound]?
  /// The numbers of those that left nothing, whose requests are missing here.
  public var missingAgents: [Int]?
  public var gates: [JudgedGate] = []
  public var parameters: [Parameter] = []
  /// The events second by second.
  public var timeline: FigureSeries
  /// The number of warm-up seconds, the first ones.
  public var warmUpSeconds = 0
  /// The verdict on the plan as a whole.
  public var verdict = GateVerdict.kept

  public init(
    all: RequestFigures, warmUp: RequestCountsFound, generator: GeneratorFound,
    timeline: FigureSeries
  ) {
    self.all = all
    self.warmUp = warmUp
    self.generator = generator
    self.timeline = timeline
  }

  /// The effect of agents that are missing, in a sentence; `nil` where none is.
  public var absence: String? {
    missingAgents.map { missing in
      (missing.count == 1 ? "Agent " : "Agents ")
        + missing.map { "\($0)" }.joined(separator: ", ")
        + (missing.count == 1 ? " is" : " are")
        + " missing: the report has the requests of the others alone, and decides no gate."
    }
  }

  public var judged: [JudgedGate] { gates }
  public var misfit: String? {
    kinds.contains { $0.histograms != nil }
      ? timeline.misfit(at: "timeline") : "kinds has no request with histograms"
  }
  public var isPartial: Bool { partial }
  public var note: String? { doubts.isEmpty ? nil : doubts.joined(separator: "\n") }
}

/// The numbers of a kind's requests by their results.
public struct RequestCountsFound: Codable, Sendable {
  public var planned, answered, failed, notSent, unwanted: Int
  /// Of those not sent, the ones that waited for a connection until the end; left out for none.
  public var unconnected: Int?
  public var byClass: [String: Int]
  public var byFailure: [String: Int]
  /// The answers by their statuses; left out for none.
  public var byStatus: [String: Int]?
  /// The unwanted answers by their statuses; left out for none.
  public var byUnwantedStatus: [String: Int]?
  /// The unwanted answers of a wanted status by the expectation that each did not meet; left out for
  /// none.
  public var byExpectation: [String: Int]?
  /// Steps that were not reached, since one before them failed or the run ended; left out for none.
  public var unreached: Int?

  public init(
    planned: Int, answered: Int, failed: Int, notSent: Int, unwanted: Int,
    unconnected: Int? = nil, byClass: [String: Int], byFailure: [String: Int],
    byStatus: [String: Int]? = nil, byUnwantedStatus: [String: Int]? = nil,
    byExpectation: [String: Int]? = nil, unreached: Int = 0
  ) {
    self.planned = planned
    self.answered = answered
    self.failed = failed
    self.notSent = notSent
    self.unwanted = unwanted
    self.unconnected = unconnected
    self.byClass = byClass
    self.byFailure = byFailure
    self.byStatus = byStatus
    self.byUnwantedStatus = byUnwantedStatus
    self.byExpectation = byExpectation
    self.unreached = unreached > 0 ? unreached : nil
  }

  /// The number of requests without a good response.
  public var errors: Int { failed + unwanted + notSent }

  /// The errors above zero, by name.
  public var named: [(name: String, count: Int)] {
    let (statuses, expectations) = (byUnwantedStatus ?? [:], byExpectation ?? [:])
    let told = [statuses, expectations].reduce(0) { $0 + $1.values.reduce(0, +) }
    return
      (byFailure.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
      + statuses.sorted { $0.key < $1.key }.map { ("unwanted answer: \($0.key)", $0.value) }
      + expectations.sorted { $0.key < $1.key }.map { ("not as expected: \($0.key)", $0.value) }
      + [
        ("unwanted answer", unwanted - told),
        ("not sent: all connections in use", unconnected ?? 0),
        ("not sent", notSent - (unconnected ?? 0)),
      ]).filter { $0.1 > 0 }
  }
}

/// The counts and times of one kind of request, after the warm-up.
public struct RequestFigures: Codable, Sendable {
  public let name: String
  public let counts: RequestCountsFound
  /// In milliseconds, by the name of the percentile.
  public let response, service, lag: [String: Double]
  /// In nanoseconds; left out of the sum of all kinds, which is made of theirs.
  public let histograms: Histograms?
  /// The first unexpected answer of each flaw; left out for none.
  public let unexpected: [AnswerFound]?

  /// Response, service and lag, as stored in the histogram log.
  public struct Histograms: Codable, Sendable {
    /// From the planned moment to the end of the answer.
    public var response: HDRHistogram
    /// From the sending to the end of the answer.
    public var service: HDRHistogram
    /// From the planned moment to the sending.
    public var lag: HDRHistogram

    public init(response: HDRHistogram, service: HDRHistogram, lag: HDRHistogram) {
      self.response = response
      self.service = service
      self.lag = lag
    }
  }

  public init(
    _ name: String, _ counts: RequestCountsFound, _ times: Histograms, keepsHistograms: Bool = true,
    unexpected: [AnswerFound] = []
  ) {
    self.name = name
    self.unexpected = unexpected.isEmpty ? nil : unexpected
    self.counts = counts
    response = Self.milliseconds(times.response)
    service = Self.milliseconds(times.service)
    lag = Self.milliseconds(times.lag)
    histograms = keepsHistograms ? times : nil
  }

  /// The percentiles that every form of a report has.
  public static let percentiles: [Double] = [50, 90, 99, 99.9, 99.99, 100]

  public static func name(of percentile: Double) -> String {
    if percentile == 100 { return "max" }
    return percentile == percentile.rounded() ? "p\(Int(percentile))" : "p\(percentile)"
  }

  private static func milliseconds(_ histogram: HDRHistogram) -> [String: Double] {
    var times: [String: Double] = [:]
    for percentile in percentiles {
      times[name(of: percentile)] = histogram.value(atPercentile: percentile).map {
        Double($0) / 1e6
      }
    }
    return times
  }
}

/// An unexpected answer: what was wrong, and what its body begins with.
public struct AnswerFound: Codable, Sendable {
  /// Its status, or the name of the expectation that it did not meet.
  public let flaw: String
  public let status: Int
  public let beginning: String

  public init(flaw: String, status: Int, beginning: String) {
    self.flaw = flaw
    self.status = status
    self.beginning = beginning
  }
}

/// The condition of the generator itself.
public struct GeneratorFound: Codable, Sendable {
  public var sent = 0
  public var due = 0
  public var lackedConnections = false
  public var isFallingBehind = false
  public var ownLagP50Milliseconds, ownLagP99Milliseconds: Double?
  /// Proportions of its core.
  public var busy, waiting, foreign, stolen: Double?

  public init() {}
}

/// The condition of one of several generators.
public struct AgentFound: Codable, Sendable {
  /// From 1.
  public let number: Int
  public let generator: GeneratorFound
  public let valid: Bool
  /// The signs that it, or its machine, was a limit.
  public let because: [String]

  public init(number: Int, _ generator: GeneratorFound, valid: Bool, because: [String]) {
    self.number = number
    self.generator = generator
    self.valid = valid
    self.because = because
  }
}
