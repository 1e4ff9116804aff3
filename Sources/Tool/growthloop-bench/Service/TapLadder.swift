/// Taps in an open loop, at one rate after another.
struct TapLadder {
  let ground: BenchGround
  /// The seconds of a run.
  let seconds: Double
  /// The ratio of a rate to the next one tried, and the tries of each.
  ///
  /// One failed try may be due to other processes on the machine.
  private static let step = 0.95
  private static let tries = 2

  /// Returns the greatest rate that the service sustains, searching down from `most`.
  ///
  /// Connections that wait for responses, like wrk's, find the maximal throughput of a server. An
  /// open loop at that rate builds an unbounded queue without meaningful percentiles.
  func sustained(below most: Double, report: (String) -> Void) throws -> Double {
    var rate = most * Self.step
    while rate > 1 {
      report("trying \(Int(rate)) taps a second")
      for _ in 0..<Self.tries where try run(rate).isFollowed { return rate }
      rate *= Self.step
    }
    throw SystemTool.Trouble(description: "the service keeps up with no rate of taps at all")
  }

  /// Runs all rates in turns, up and down.
  func rungs(
    _ rates: [(perSecond: Double, ofSustained: Double?)], rounds: Int, report: (String) -> Void
  ) throws -> [ServiceFigures.Rung] {
    var runs = [[ServiceFigures.Latency]](repeating: [], count: rates.count)
    for round in 0..<rounds {
      report("taps at \(rates.count) rates, round \(round + 1) of \(rounds)")
      let places = Array(rates.indices)
      for place in round % 2 == 0 ? places : places.reversed() {
        runs[place].append(try run(rates[place].perSecond))
      }
    }
    return zip(rates, runs).map {
      ServiceFigures.Rung(perSecond: $0.perSecond, ofSustained: $0.ofSustained, runs: $1)
    }
  }

  private func run(_ perSecond: Double) throws -> ServiceFigures.Latency {
    try ground.loads.taps(perSecond, for: seconds).run(against: ground.service)
  }
}
