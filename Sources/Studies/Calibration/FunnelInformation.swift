import RandomStreams
public import Statistics

/// What a funnel with Poisson counts can say about its parameters, before it is observed.
///
/// A day has steps of equal length: invites are sent at the beginning of each, and lags are whole
/// steps, from a send to its tap and from the tap to the launch. Counts are kept by day.
public struct FunnelInformation: Sendable {
  /// The parameters, each by its logarithm, in the order of the matrices.
  public enum Parameter: Int, CaseIterable, Sendable {
    case sendsPerDay, tap, install, tapMedian, installMedian, tapSigma, installSigma
  }

  /// How the counts are kept.
  public enum Table: Sendable {
    /// All sends, taps and launches of a day.
    case totals
    /// Taps and launches by the day of sending, and the days since.
    case cohorts
    /// Taps and launches by the day of sending, and the steps since.
    case steps
    /// Sends and launches of a day, without taps.
    case totalsWithoutTaps
  }

  /// The days of sending, all of which are observed until the last.
  public var days = 28
  public var stepsPerDay = 24
  public var sendsPerDay = 200.0
  public var tap = 0.4
  public var install = 0.25
  /// In days.
  public var tapDelay = DelayCurve(median: 2.0 / 24, sigma: 1.6)
  public var installDelay = DelayCurve(median: 9.5 / 24, sigma: 1.634)

  /// Creates the funnel of the baseline.
  public init() {}

  /// Returns Fisher's information about the logarithms of the parameters.
  public func information(in table: Table) -> SymmetricMatrix {
    let means = means(in: table)
    let step = 1e-4
    let slopes = Parameter.allCases.map { parameter in
      zip(moved(parameter, by: step).means(in: table), moved(parameter, by: -step).means(in: table))
        .map { ($0 - $1) / (2 * step) }
    }
    var information = SymmetricMatrix(count: slopes.count)
    for row in slopes.indices {
      for column in 0...row {
        information[row, column] = means.indices.reduce(0.0) { sum, cell in
          means[cell] > 0 ? sum + slopes[row][cell] * slopes[column][cell] / means[cell] : sum
        }
      }
    }
    return information
  }

  private func moved(_ parameter: Parameter, by step: Double) -> FunnelInformation {
    var moved = self
    let factor = Double.exp(step)
    switch parameter {
    case .sendsPerDay: moved.sendsPerDay *= factor
    case .tap: moved.tap *= factor
    case .install: moved.install *= factor
    case .tapMedian:
      moved.tapDelay = DelayCurve(median: tapDelay.median * factor, sigma: tapDelay.sigma)
    case .installMedian:
      moved.installDelay = DelayCurve(
        median: installDelay.median * factor, sigma: installDelay.sigma)
    case .tapSigma:
      moved.tapDelay = DelayCurve(median: tapDelay.median, sigma: tapDelay.sigma * factor)
    case .installSigma:
      moved.installDelay = DelayCurve(
        median: installDelay.median, sigma: installDelay.sigma * factor)
    }
    return moved
  }

  private func means(in table: Table) -> [Double] {
    let taps = lags(of: tapDelay)
    let installs = lags(of: installDelay)
    let launches = taps.indices.map { lag in
      (0...lag).reduce(0.0) { $0 + taps[$1] * installs[lag - $1] }
    }
    let tapped = byDay(taps).map { $0 * sendsPerDay * tap }
    let launched = byDay(launches).map { $0 * sendsPerDay * tap * install }
    let sends = [Double](repeating: sendsPerDay, count: days)
    switch table {
    case .totals: return sends + sums(tapped) + sums(launched)
    case .totalsWithoutTaps: return sends + sums(launched)
    case .cohorts:
      return sends + (0..<days).flatMap { tapped.prefix(days - $0) + launched.prefix(days - $0) }
    case .steps:
      let (taps, launches) = (
        taps.map { $0 * sendsPerDay * tap }, launches.map { $0 * sendsPerDay * tap * install }
      )
      return (0..<days).reduce(into: sends) { means, day in
        let steps = (days - day) * stepsPerDay
        means += taps.prefix(steps)
        means += launches.prefix(steps)
      }
    }
  }

  /// Returns the share of each lag, in steps.
  private func lags(of delay: DelayCurve) -> [Double] {
    let step = 1 / Double(stepsPerDay)
    return (0..<days * stepsPerDay).map {
      delay.share(within: Double($0 + 1) * step) - delay.share(within: Double($0) * step)
    }
  }

  /// Returns the share of each day after that of the sends, of which every step has as many.
  private func byDay(_ lags: [Double]) -> [Double] {
    var shares = [Double](repeating: 0, count: days)
    for sent in 0..<stepsPerDay {
      for (lag, share) in lags.enumerated() {
        let day = (sent + lag) / stepsPerDay
        if day < days { shares[day] += share / Double(stepsPerDay) }
      }
    }
    return shares
  }

  private func sums(_ values: [Double]) -> [Double] {
    var sum = 0.0
    return values.map {
      sum += $0
      return sum
    }
  }
}

/// A delay with a log-normal distribution: how much of what will come has come by then.
///
/// The K of a cohort that was observed for w is K times the share within w.
public struct DelayCurve: Sendable, Hashable {
  /// The time within which half comes.
  public let median: Double
  /// The standard deviation of the delay's logarithm.
  public let sigma: Double

  /// Creates the curve of positive parameters, the median in the unit of all times.
  public init(median: Double, sigma: Double) {
    precondition(median > 0 && sigma > 0, "no delay has the median \(median) and sigma \(sigma)")
    self.median = median
    self.sigma = sigma
  }

  /// Returns the share that comes within `time`.
  public func share(within time: Double) -> Double {
    time > 0 ? Double.normalCumulative(Double.log(time / median) / sigma) : 0
  }
}
