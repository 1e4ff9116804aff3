public import GrowthloopFindings
public import GrowthloopModel
public import SimulationKernel
public import Statistics

/// A fit of inputs to outputs that were measured, each output by an input of its own.
///
/// Few replications find the way, with the same random numbers at all points: Newton's method, with
/// slopes that are measured once and then follow the steps. Then many replications with fresh random
/// numbers correct what the few owe to luck, and as many once more show what came out. A large market is
/// fitted in a smaller one of the same proportions.
public struct ObservedFit: Sendable {
  /// An output with the value that was measured, and the input that is moved.
  public struct Pair: Sendable {
    /// The place of the output in `Metric.all`.
    let metric: Int
    let target: Double
    let axis: ParameterAxis

    public init(_ metric: Metric, target: Double, by axis: ParameterAxis) {
      self.metric = Metric.place(of: metric.key) ?? 0
      self.target = target
      self.axis = axis
    }
  }

  public enum Outcome: Sendable {
    /// The values of the inputs, and the outputs with random numbers that the fit did not use.
    case fitted([String], [Estimate])
    /// An output that its input cannot bring about, with the input that comes nearest and the output
    /// there; `nil` where it never has a value.
    case unreachable(Int, nearest: (input: String, output: Double)?)
    /// Two outputs, each of which can be had alone.
    case contradiction(Int, Int)
  }

  private let pairs: [Pair]
  /// Returns the plan with these values of inputs, or without its own for `nil`; `nil` for values that
  /// contradict each other.
  private let plan: @Sendable ([String?]) throws -> GrowthPlan?
  private let workers: Workers
  private let meter: ProgressMeter?
  /// How many people one person of the fitted market stands for.
  private var factor = 1.0
  /// The people of the largest market that is fitted as it is.
  private static let mostPeople = 20_000

  public init(
    _ pairs: [Pair], on workers: Workers, meter: ProgressMeter? = nil,
    plan: @escaping @Sendable ([String?]) throws -> GrowthPlan?
  ) {
    precondition(!pairs.isEmpty, "nothing to fit")
    self.pairs = pairs
    self.plan = plan
    self.workers = workers
    self.meter = meter
  }

  /// The random numbers of all fits, which no run of a scenario has: its seed moves no input.
  private static let seed: UInt64 = 0x0B5E_72ED_F175_0001
  private static let fewest = 8
  /// The events of all replications of a correction: about two seconds of work.
  private static let mostEvents = 16_000_000.0
  /// The greatest standard error of an output that the many replications leave, as a share of it.
  private static let error = 0.005

  public func run() async throws -> Outcome {
    var fit = self
    let market = try plan(values(at: start(Array(pairs.indices))))?.behaviour.market
    if let market, market.acquaintances == nil {
      fit.factor = max(1, Double(market.people / Self.mostPeople))
    }
    return try await fit.fitted()
  }

  private func fitted() async throws -> Outcome {
    let all = Array(pairs.indices)
    let found = try await search(all)
    guard found.isFound else { return try await obstacle(to: found) }
    return try await refined(found)
  }

  // MARK: The search

  private typealias Point = [Int: Double]

  /// Where a search of some pairs is.
  private struct Search {
    var point: Point
    /// The distances from the targets on the scales of the outputs; `nil` where the values contradict
    /// each other.
    var gaps: [Double]?
    /// The slopes of each gap by each input.
    var slopes: [[Double]] = []
    var isFound = false

    var distance: Double { gaps?.map(\.magnitude).max() ?? .infinity }
  }

  /// The distance that many replications correct.
  private static let near = 0.03

  private func search(_ active: [Int]) async throws -> Search {
    let start = start(active)
    var now = Search(point: start, gaps: try await gaps([start], active)[0])
    guard now.gaps != nil else { return now }
    try await measureSlopes(of: &now, active)
    var isFresh = true
    for _ in 0..<20 where now.distance > 0.002 {
      guard let step = Self.step(from: now, damped: 1.5) else { break }
      let places = [1, 0.5, 0.2, 0.05].map { moved(now.point, active, by: step, times: $0) }
      let found = try await gaps(places, active)
      let tried = zip(places, found).map { Search(point: $0, gaps: $1, slopes: now.slopes) }
      guard let best = tried.min(by: { $0.distance < $1.distance }), best.distance < now.distance
      else {
        guard !isFresh else { break }
        try await measureSlopes(of: &now, active)
        isFresh = true
        continue
      }
      now = Self.followed(now, to: best, active)
      isFresh = false
    }
    now.isFound = now.distance < Self.near
    if !now.isFound, active.count == 1 { now = try await scanned(active, from: now) }
    return now
  }

  /// Measures how each input moves each output.
  private func measureSlopes(of search: inout Search, _ active: [Int]) async throws {
    guard let gaps = search.gaps else { return }
    let shifts = active.indices.map { gaps[$0] > 0 ? -0.25 : 0.25 }
    let points = active.indices.map { place in
      var point = search.point
      point[active[place], default: 0] += shifts[place]
      return point
    }
    let moved = try await self.gaps(points, active)
    search.slopes = active.indices.map { row in
      active.indices.map { column in
        moved[column].map { ($0[row] - gaps[row]) / shifts[column] } ?? (row == column ? 1 : 0)
      }
    }
  }

  /// Returns the place at which one input brings its output about, over all values that it may have.
  private func scanned(_ active: [Int], from last: Search) async throws -> Search {
    let ends = ends(active[0])
    func line(_ low: Double, _ high: Double, _ parts: Int) -> [Point] {
      (0...parts).map { [active[0]: low + (high - low) * Double($0) / Double(parts)] }
    }
    var best = last
    var points = line(ends.lowerBound, ends.upperBound, 24)
    for _ in 0..<4 {
      let gaps = try await gaps(points, active)
      for (point, gap) in zip(points, gaps) where gap != nil {
        let here = Search(point: point, gaps: gap, slopes: best.slopes)
        if here.distance < best.distance { best = here }
      }
      guard
        let change = points.indices.dropLast().first(where: { place in
          guard let left = gaps[place]?[0], let right = gaps[place + 1]?[0] else { return false }
          return (left <= 0) != (right <= 0)
        }), let low = points[change][active[0]], let high = points[change + 1][active[0]],
        let first = gaps[change]?[0], let second = gaps[change + 1]?[0]
      else { break }
      best.slopes = [[(second - first) / (high - low)]]
      points = line(low, high, 6)
    }
    best.isFound = best.distance < Self.near
    return best
  }

  /// Returns a step to the root of the linear model, no longer than `most` in any input; `nil` where
  /// outputs move together, or not at all.
  private static func step(from search: Search, damped most: Double) -> [Double]? {
    guard var rest = search.gaps else { return nil }
    var rows = search.slopes
    for column in rows.indices {
      guard
        let pivot = (column..<rows.count).max(by: {
          rows[$0][column].magnitude < rows[$1][column].magnitude
        }), rows[pivot][column].magnitude > 1e-4
      else { return nil }
      rows.swapAt(column, pivot)
      rest.swapAt(column, pivot)
      for row in rows.indices where row != column {
        let factor = rows[row][column] / rows[column][column]
        for place in column..<rows.count { rows[row][place] -= factor * rows[column][place] }
        rest[row] -= factor * rest[column]
      }
    }
    return rows.indices.map { min(max(-rest[$0] / rows[$0][$0], -most), most) }
  }

  /// Returns the search at its next place, with slopes that explain the step there (Broyden).
  private static func followed(_ last: Search, to next: Search, _ active: [Int]) -> Search {
    guard let before = last.gaps, let after = next.gaps else { return next }
    let step = active.map { (next.point[$0] ?? 0) - (last.point[$0] ?? 0) }
    let length = step.reduce(0) { $0 + $1 * $1 }
    guard length > 0 else { return next }
    var next = next
    for row in before.indices {
      let foreseen = zip(last.slopes[row], step).reduce(0) { $0 + $1.0 * $1.1 }
      let missed = (after[row] - before[row] - foreseen) / length
      for column in step.indices { next.slopes[row][column] += missed * step[column] }
    }
    return next
  }

  // MARK: Many replications

  private func refined(_ found: Search) async throws -> Outcome {
    let all = Array(pairs.indices)
    let seen = try await evaluated([found.point], all, count: Self.fewest)
    let error = seen.estimates[0]?.map { ($0.high - $0.low) / 4.6 / max($0.value.magnitude, 1e-9) }
    let wanted = ((error?.max() ?? 0) / Self.error).squared * Double(Self.fewest)
    let most = max(Double(Self.fewest), Self.mostEvents / max(seen.events, 1))
    let count = Int(min(max(wanted, Double(Self.fewest)), most, 400).rounded(.up))
    var point = found.point
    for round in 0..<3 {
      let estimates = try await evaluated([point], all, count: count, round: round + 1).estimates[0]
      guard let estimates else { break }
      if round == 2 { return .fitted(values(at: point).compactMap(\.self), estimates) }
      // The second correction is half of what it sees: the mean of two roots found independently.
      var here = found
      here.gaps = gaps(of: estimates, all)
      guard let step = Self.step(from: here, damped: 0.5) else { break }
      point = moved(point, all, by: step, times: 1 / Double(round + 1))
    }
    return .fitted(values(at: found.point).compactMap(\.self), seen.estimates[0] ?? [])
  }

  // MARK: What cannot be

  /// Returns why not all outputs can be had.
  private func obstacle(to search: Search) async throws -> Outcome {
    for place in pairs.indices {
      let alone = pairs.count == 1 ? search : try await self.search([place])
      guard alone.isFound else {
        let value = try await evaluated([alone.point], [place], count: Self.fewest).estimates[0]
        let input = values(at: alone.point)[place]
        return .unreachable(place, nearest: value.flatMap { v in input.map { ($0, v[0].value) } })
      }
    }
    if pairs.count == 2 { return .contradiction(0, 1) }
    var culprits: [Int] = []
    for place in pairs.indices.reversed() where culprits.count < 2 {
      if try await self.search(pairs.indices.filter { $0 != place }).isFound {
        culprits.insert(place, at: 0)
      }
    }
    guard culprits.count == 2 else {
      let farthest = (search.gaps ?? []).enumerated().sorted {
        $0.element.magnitude > $1.element.magnitude
      }.prefix(2).map(\.offset)
      let two = (culprits + farthest + [0, 1]).reduce(into: [Int]()) {
        if !$0.contains($1) { $0.append($1) }
      }.prefix(2).sorted()
      return .contradiction(two[0], two[1])
    }
    return .contradiction(culprits[0], culprits[1])
  }

  // MARK: Evaluations

  private func start(_ active: [Int]) -> Point {
    Point(uniqueKeysWithValues: active.map { ($0, scale($0).place(of: pairs[$0].axis.value)) })
  }

  private func scale(_ place: Int) -> NaturalScale {
    pairs[place].axis.kind == .chance ? .odds : .ratio
  }

  private func ends(_ place: Int) -> ClosedRange<Double> {
    switch pairs[place].axis.kind {
    // A share below one in ten thousand has no plain spelling.
    case .chance: -9.1...9.1
    case .number, .time: -14...21
    }
  }

  private func moved(
    _ point: Point, _ active: [Int], by step: [Double], times: Double
  ) -> Point {
    var moved = point
    for (place, step) in zip(active, step) {
      let ends = ends(place)
      let to = (point[place] ?? 0) + times * step
      moved[place] = min(max(to, ends.lowerBound), ends.upperBound)
    }
    return moved
  }

  private func values(at point: Point) -> [String?] {
    pairs.indices.map { place in
      point[place].map { pairs[place].axis.spell(scale(place).number(at: $0)) }
    }
  }

  private func gaps(_ points: [Point], _ active: [Int]) async throws -> [[Double]?] {
    try await evaluated(points, active, count: Self.fewest).estimates.map { estimates in
      estimates.map { gaps(of: $0, active) }
    }
  }

  /// Returns the distances of outputs from what was measured: of shares on the scale of odds, of other
  /// numbers on that of ratios.
  private func gaps(of estimates: [Estimate], _ active: [Int]) -> [Double] {
    zip(active, estimates).map { place, estimate in
      let (target, isShare) = (pairs[place].target, Metric.all[pairs[place].metric].style == .share)
      guard target > 0 else { return estimate.value - target }
      let (least, most) = (target * 1e-4, isShare ? 1 - (1 - target) * 1e-4 : .infinity)
      let scale: NaturalScale = isShare && target < 1 ? .odds : .ratio
      return scale.place(of: min(max(estimate.value, least), most)) - scale.place(of: target)
    }
  }

  /// Returns the outputs at each point, `nil` at one that contradicts itself or has no value; and the
  /// events of a replication.
  private func evaluated(
    _ points: [Point], _ active: [Int], count: Int, round: Int = 0
  ) async throws -> (estimates: [[Estimate]?], events: Double) {
    let plans = try points.map { try plan(values(at: $0))?.smaller(by: factor) }
    let sound = points.indices.filter { plans[$0] != nil }
    var estimates = [[Estimate]?](repeating: nil, count: points.count)
    guard !sound.isEmpty else { return (estimates, 0) }
    var batch = Batch(
      plans.compactMap(\.self), seed: Self.seed, replications: count, workers: workers, meter: meter
    )
    for place in sound.indices { batch.first[place] = UInt32(1_000 * round) }
    var moments = sound.map { _ in active.map { MetricMoments(at: pairs[$0].metric) } }
    var events = 0.0
    let isComplete = try await batch.run { row in
      for place in row.indices {
        events += Double(row[place].replicate.events)
        for output in active.indices {
          moments[place][output].record(
            row[place].replicate.readings[pairs[active[output]].metric])
        }
      }
      return true
    }
    guard isComplete else { throw CancellationError() }
    for (place, point) in sound.enumerated() {
      let found = zip(active, moments[place]).compactMap { pair, moments in
        let isCount = Metric.all[pairs[pair].metric].style == .count
        return moments.known.map { known in known.mapped { isCount ? $0 * factor : $0 } }
      }
      estimates[point] = found.count == active.count ? found : nil
    }
    return (estimates, events / Double(count * sound.count))
  }
}

extension Double {
  fileprivate var squared: Double { self * self }
}
