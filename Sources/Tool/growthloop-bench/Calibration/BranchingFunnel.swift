package import GrowthloopStudies
package import RandomStreams
import Statistics

/// A branching model of invites with eight parameters, as cohort counts of so many days.
///
/// Members send, invites are tapped and installed with log-normal delays in days, newcomers become
/// members who stay or leave, and send.
package struct BranchingFunnel: Sendable {
  private let days = 28
  private let seeds = 400

  package init() {}

  /// In the order of the values.
  package static let parameters = [
    CalibratedParameter("sends", in: 0.2...1.2, on: .ratio),
    CalibratedParameter("stay", in: 0.6...0.97, on: .odds),
    CalibratedParameter("recipients", in: 1...5, on: .ratio),
    CalibratedParameter("tap", in: 0.1...0.7, on: .odds),
    CalibratedParameter("tapMedian", in: 0.1...3, on: .ratio),
    CalibratedParameter("tapSigma", in: 0.6...2.4, on: .ratio),
    CalibratedParameter("install", in: 0.05...0.6, on: .odds),
    CalibratedParameter("installMedian", in: 0.1...3, on: .ratio),
  ]

  /// The ends of the groups of lags, in days.
  private static let groups = [1, 2, 3, 5, 8, 14]

  package static let cells: [CalibrationCell] =
    (0..<4).map { CalibrationCell("shares of week \($0 + 1)", stage: "shared", .rate) }
    + [CalibrationCell("invites of shares", stage: "sent", .rate)]
    + (0..<4).map { CalibrationCell("members of week \($0 + 1)", stage: "members", .rate) }
    + groups.map { CalibrationCell("taps before day \($0)", stage: "tapped", .share) }
    + groups.map { CalibrationCell("launches before day \($0)", stage: "launched", .share) }

  package func counts(_ values: [Double], _ draw: inout Draw) -> [CellCount] {
    let (sends, stay, recipients) = (values[0], values[1], values[2])
    let (tap, install) = (values[3], values[6])
    let tapLags = lags(DelayCurve(median: values[4], sigma: values[5]))
    let installLags = lags(DelayCurve(median: values[7], sigma: 1.2))
    var arrivals = [Int](repeating: 0, count: days)
    var shares = [Int](repeating: 0, count: days)
    var active = [Int](repeating: 0, count: days)
    var invites = 0
    var (tapped, tapRisk) = ([Int](repeating: 0, count: 6), [Int](repeating: 0, count: 6))
    var (launched, launchRisk) = ([Int](repeating: 0, count: 6), [Int](repeating: 0, count: 6))
    var members = seeds
    for day in 0..<days {
      members = ChanceCounts.binomial(members, stay, &draw) + arrivals[day]
      active[day] = members
      shares[day] = ChanceCounts.poisson(Double(members) * sends / 7, &draw)
      // One person at least receives a share.
      let sent =
        shares[day]
        + ChanceCounts.poisson(
          Double(shares[day]) * (recipients - 1), &draw)
      invites += sent
      var open = ChanceCounts.binomial(sent, tap, &draw)
      // Taps by lag, of those that will be, one hazard after the other.
      var atRisk = sent
      var left = 1.0
      var launchesAt = [Int](repeating: 0, count: days - day)
      var tapsAt = [Int](repeating: 0, count: days - day)
      for lag in 0..<days - day where open > 0 {
        let now = ChanceCounts.binomial(open, tapLags[lag] / left, &draw)
        left -= tapLags[lag]
        open -= now
        tapsAt[lag] = now
        var coming = ChanceCounts.binomial(now, install, &draw)
        var rest = 1.0
        for later in lag..<days - day where coming > 0 {
          let arrived = ChanceCounts.binomial(coming, installLags[later - lag] / rest, &draw)
          rest -= installLags[later - lag]
          coming -= arrived
          launchesAt[later] += arrived
          arrivals[day + later] += day + later > day ? arrived : 0
        }
      }
      var known = 0
      var arrived = 0
      var lag = 0
      for (group, end) in Self.groups.enumerated() where day + end <= days {
        let (taps, launches) = (lag..<end).reduce((0, 0)) {
          ($0.0 + tapsAt[$1], $0.1 + launchesAt[$1])
        }
        known += taps
        tapped[group] += taps
        tapRisk[group] += atRisk
        atRisk -= taps
        launched[group] += launches
        launchRisk[group] += known - arrived
        arrived += launches
        lag = end
      }
    }
    func week(_ days: [Int], _ week: Int) -> Int {
      days[week * 7..<min((week + 1) * 7, days.count)].reduce(0, +)
    }
    return (0..<4).map { CellCount(Double(week(shares, $0)), of: Double(max(week(active, $0), 0))) }
      + [CellCount(Double(invites - shares.reduce(0, +)), of: Double(shares.reduce(0, +)))]
      + (0..<4).map { CellCount(Double(week(active, $0)), of: 7) }
      + (0..<6).map { CellCount(Double(tapped[$0]), of: Double(tapRisk[$0])) }
      + (0..<6).map { CellCount(Double(launched[$0]), of: Double(launchRisk[$0])) }
  }

  private func lags(_ delay: DelayCurve) -> [Double] {
    (0..<days).map { delay.share(within: Double($0) + 1) - delay.share(within: Double($0)) }
  }
}
