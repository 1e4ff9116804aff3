import Gates
import LoadGenerator
import LoadTrials
import Statistics

extension LoadReport {
  /// The counts and times of one kind of request, in milliseconds.
  struct Figures: Encodable {
    struct Counts: Encodable {
      let planned, answered, failed, notSent, unwanted: Int
      let byClass: [String: Int]
      let byFailure: [String: Int]

      init(_ counts: RequestCounts) {
        planned = counts.planned
        answered = counts.answered
        failed = counts.failed
        notSent = counts.notSent
        unwanted = counts.unwanted
        byClass = Dictionary(
          uniqueKeysWithValues: (1...5).map { ("\($0)xx", counts.answered(inClass: $0)) })
        byFailure = Dictionary(
          uniqueKeysWithValues: Failure.allCases.map { ($0.name, counts[$0]) })
      }
    }

    let name: String
    let counts: Counts
    /// By the name of the percentile.
    let response, service, lag: [String: Double]

    init(_ name: String, _ counts: RequestCounts, _ latencies: Latencies) {
      self.name = name
      self.counts = Counts(counts)
      response = Self.times(latencies.response)
      service = Self.times(latencies.service)
      lag = Self.times(latencies.lag)
    }

    private static func times(_ histogram: HDRHistogram) -> [String: Double] {
      var times: [String: Double] = [:]
      for percentile in percentiles {
        times[LoadReport.name(of: percentile)] = histogram.value(atPercentile: percentile).map {
          Double($0) / 1e6
        }
      }
      return times
    }
  }

  /// How the generator itself was.
  struct Generator: Encodable {
    let sent, due: Int
    let lackedConnections, isFallingBehind: Bool
    let ownLagP50Milliseconds, ownLagP99Milliseconds: Double?
    let busy, waiting, foreign, stolen: Double?

    init(_ health: GeneratorHealth) {
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

  /// A gate with what was measured: milliseconds, or a share.
  struct Gate: Encodable {
    let gate: String
    let verdict: GateVerdict
    /// Why it is left open that the interval alone would decide.
    let doubt: String?
    let count: Int
    let blockEffect: Double
    let unit: String
    let measured, low, high: Double?
    let limit: Double

    init(_ judgement: GateJudgement) {
      let isTime = judgement.gate.responseLimit != nil
      gate = judgement.gate.description
      verdict = judgement.verdict
      doubt = judgement.doubt?.words
      count = judgement.count
      blockEffect = judgement.effect
      unit = isTime ? "ms" : "share"
      let scale = isTime ? 1e-6 : 1
      limit =
        switch judgement.gate.limit {
        case .response(_, let nanoseconds): Double(nanoseconds) * scale
        case .errors(let share): share
        }
      measured = judgement.value.map { $0 * scale }
      low = judgement.low.map { $0 * scale }
      high = judgement.high.map { $0 * scale }
    }
  }
}
