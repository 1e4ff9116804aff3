/// Taps in open loop, at one rate after the other.
struct TapLadder {
  let ground: BenchGround
  /// How long a rate is asked for.
  let seconds: Double
  /// From one rate that is not kept up to the next that is tried, and how often each is: once it may
  /// have been others who used the machine.
  private static let step = 0.95
  private static let tries = 2

  /// The greatest rate that the service follows, tried from one down that it cannot.
  ///
  /// Connections that wait for their answers, as wrk's do, find out what a server does at the most:
  /// an open loop at that rate builds a queue that never ends, and has no percentiles to speak of.
  func sustained(below most: Double, report: (String) -> Void) throws -> Double {
    var rate = most * Self.step
    while rate > 1 {
      report("are \(Int(rate)) taps a second kept up?")
      for _ in 0..<Self.tries where try run(rate).isFollowed { return rate }
      rate *= Self.step
    }
    throw SystemTool.Trouble(description: "the service keeps up with no rate of taps at all")
  }

  /// All rates in turns, up and down.
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
