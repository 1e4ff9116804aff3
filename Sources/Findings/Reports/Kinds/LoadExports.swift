import GrowthloopFindings
import Statistics

extension LoadFindings {
  /// The run in the forms of other generators, for the boards and the comments that read those.
  var exports: [ResultFile] {
    [.init("k6.json", k6.json + "\n"), .init("vegeta.json", vegeta.json + "\n")]
  }

  /// What k6's `handleSummary` is given, with the gates as thresholds.
  ///
  /// `http_req_duration` counts from the planned moment, as the gates do; k6 itself counts from the
  /// sending, which is `http_req_sending_to_end` here.
  private var k6: JSONValue {
    var metrics: [String: JSONValue] = [:]
    for (name, figures, own) in [("", all, total)]
      + kinds.compactMap({ kind in
        kind.histograms.map { ("{name:\(kind.name)}", kind, $0) }
      })
    {
      let gates = gates.filter { Self.kind(of: $0) == (name.isEmpty ? nil : figures.name) }
      metrics["http_req_duration\(name)"] = Self.trend(
        own.response, Self.thresholds(gates.filter { !$0.asksAboutErrors }))
      metrics["http_req_sending_to_end\(name)"] = Self.trend(own.service, nil)
      metrics["http_req_failed\(name)"] = Self.rate(
        figures.counts, Self.thresholds(gates.filter(\.asksAboutErrors)))
      metrics["http_reqs\(name)"] = counter(figures.counts.planned - figures.counts.notSent)
      metrics["dropped_iterations\(name)"] = counter(figures.counts.notSent)
    }
    return .object([
      "metrics": .object(metrics),
      "state": .object(["testRunDurationMs": .number(seconds * 1_000)]),
    ])
  }

  /// The report of `vegeta report -type=json`, times in nanoseconds.
  ///
  /// Bytes are left out: they are not counted.
  private var vegeta: JSONValue {
    let (times, counts) = (total.response, all.counts)
    var latencies: [String: JSONValue] = ["mean": .integer(Int64(times.mean ?? 0))]
    latencies["total"] = .integer(Int64((times.mean ?? 0) * Double(times.totalCount)))
    for (name, percentile) in [("50th", 50.0), ("90th", 90), ("95th", 95), ("99th", 99)] {
      latencies[name] = .integer(Int64(times.value(atPercentile: percentile) ?? 0))
    }
    latencies["max"] = .integer(Int64(times.max ?? 0))
    latencies["min"] = .integer(Int64(times.min ?? 0))
    let (length, good) = (max(measuredSeconds, 1e-9), counts.planned - counts.errors)
    return .object([
      "latencies": .object(latencies), "requests": .integer(Int64(counts.planned)),
      "duration": .integer(Int64(length * 1e9)), "rate": .number(Double(counts.planned) / length),
      "throughput": .number(Double(good) / length),
      "success": .number(counts.planned > 0 ? Double(good) / Double(counts.planned) : 0),
      "status_codes": .object(
        (counts.byStatus ?? [:]).mapValues { .integer(Int64($0)) }
          .merging(Self.unanswered(counts)) { first, _ in first }),
      "errors": .array(counts.named.map { .text($0.name) }),
    ])
  }

  /// Requests without an answer, which vegeta counts as those of status 0.
  private static func unanswered(_ counts: RequestCountsFound) -> [String: JSONValue] {
    let count = counts.failed + counts.notSent
    return count > 0 ? ["0": .integer(Int64(count))] : [:]
  }

  /// The planned time behind the warm-up.
  private var measuredSeconds: Double { plannedSeconds - Double(warmUpSeconds) }

  private func counter(_ count: Int) -> JSONValue {
    .object([
      "type": .text("counter"), "contains": .text("default"),
      "values": .object([
        "count": .integer(Int64(count)),
        "rate": .number(Double(count) / max(measuredSeconds, 1e-9)),
      ]),
    ])
  }

  /// A rate, of which `passes` are the errors, as k6 has it.
  private static func rate(_ counts: RequestCountsFound, _ thresholds: JSONValue?) -> JSONValue {
    let share = counts.planned > 0 ? Double(counts.errors) / Double(counts.planned) : 0
    var rate: [String: JSONValue] = [
      "type": .text("rate"), "contains": .text("default"),
      "values": .object([
        "rate": .number(share), "passes": .integer(Int64(counts.errors)),
        "fails": .integer(Int64(counts.planned - counts.errors)),
      ]),
    ]
    rate["thresholds"] = thresholds
    return .object(rate)
  }

  private static func trend(_ times: HDRHistogram, _ thresholds: JSONValue?) -> JSONValue {
    func milliseconds(_ nanoseconds: Double) -> JSONValue { .number(nanoseconds / 1e6) }
    var values = [
      "avg": milliseconds(times.mean ?? 0), "min": milliseconds(Double(times.min ?? 0)),
      "max": milliseconds(Double(times.max ?? 0)),
    ]
    for (name, percentile) in [
      ("med", 50), ("p(90)", 90), ("p(95)", 95), ("p(99)", 99), ("p(99.9)", 99.9),
    ] {
      values[name] = milliseconds(Double(times.value(atPercentile: percentile) ?? 0))
    }
    var trend: [String: JSONValue] = [
      "type": .text("trend"), "contains": .text("time"), "values": .object(values),
    ]
    trend["thresholds"] = thresholds
    return .object(trend)
  }

  /// The kind that a gate is about; `nil` for all.
  private static func kind(of gate: JudgedGate) -> String? {
    let words = gate.gate.split(separator: " ")
    return words.count > 3 ? words.dropLast(3).joined(separator: " ") : nil
  }

  /// The gates as k6 writes thresholds; `nil` for none.
  private static func thresholds(_ gates: [JudgedGate]) -> JSONValue? {
    guard !gates.isEmpty else { return nil }
    return .object(
      Dictionary(
        gates.map { gate in
          let figure = gate.gate.split(separator: " ").dropLast(2).last ?? ""
          let name =
            figure == "errors" ? "rate" : figure == "max" ? "max" : "p(\(figure.dropFirst()))"
          return (
            "\(name)\(gate.limit.comparison.rawValue)\(CSV.cell(gate.limit.value))",
            .object(["ok": .bool(gate.verdict == .kept)])
          )
        }, uniquingKeysWith: { $1 }))
  }
}
