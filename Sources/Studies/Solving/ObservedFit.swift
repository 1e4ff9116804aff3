public import GrowthloopFindings
public import GrowthloopModel
public import SimulationKernel
public import Statistics

/// A fit of inputs to outputs that were measured, each output by inputs of its own.
///
/// Few replications find the way, with the same random numbers at all points: Newton's method, with
/// slopes that are measured once and then follow the steps; the fewest go first, and what they miss by
/// far is missed. Then many replications with fresh random numbers correct what the few owe to luck, and
/// others show what came out. A large market is fitted in a smaller one of the same proportions.
public struct ObservedFit: Sendable {
  /// An input that may be moved.
  public struct Input: Sendable {
    let axis: ParameterAxis
    /// The values that are usual; `nil` where none are, so that it may have any.
    let usual: ClosedRange<Double>?
    /// Whether no source gives these.
    let isAssumed: Bool
    /// Whether a higher value makes the output less.
    let lessens: Bool

    public init(
      _ axis: ParameterAxis, usual: ClosedRange<Double>?, isAssumed: Bool, lessens: Bool
    ) {
      self.axis = axis
      self.usual = usual
      self.isAssumed = isAssumed
      self.lessens = lessens
    }
  }

  /// An output with the value that was measured, and the inputs that are moved, the first before the
  /// others.
  public struct Pair: Sendable {
    /// The place of the output in `Metric.all`.
    let metric: Int
    let target: Double
    var path: InputPath

    public init(_ metric: Metric, target: Double, by inputs: [Input]) {
      self.metric = Metric.place(of: metric.key) ?? 0
      self.target = target
      path = InputPath(inputs)
    }
  }

  /// The values of the inputs of each output; `nil` for one that is not moved.
  public typealias Values = [[String?]]

  public enum Outcome: Sendable {
    /// The values of the inputs, and the outputs with random numbers that the fit did not use.
    case fitted(Values, [Estimate])
    /// An output that its inputs cannot bring about, with those that come nearest and the output
    /// there; `nil` where it never has a value.
    case unreachable(Int, nearest: (inputs: [String?], output: Double)?)
    /// Two outputs, each of which can be had alone.
    case contradiction(Int, Int)
  }

  private var pairs: [Pair]
  /// Returns the plan with these values of inputs; `nil` for values that contradict each other.
  private let plan: @Sendable (Values) throws -> GrowthPlan?
  private let workers: Workers
  private let meter: ProgressMeter?
  /// How many people one person of the fitted market stands for, and while the way is searched.
  private var factor = (fit: 1.0, search: 1.0)
  /// The replications of a point while the way is searched.
  private var searching = Self.fewest
  /// Those of a point while it is only asked whether the way leads anywhere.
  private var rough = Self.fewest

  public init(
    _ pairs: [Pair], on workers: Workers, meter: ProgressMeter? = nil,
    plan: @escaping @Sendable (Values) throws -> GrowthPlan?
  ) {
    precondition(!pairs.isEmpty, "nothing to fit")
    self.pairs = pairs
    self.plan = plan
    self.workers = workers
    self.meter = meter
  }

  /// The people of a market from which on it is fitted in a smaller one, and searched in a yet smaller.
  ///
  /// In the smallest an invite more often finds someone who has the app.
  private static let mostPeople = (fit: 20_000, search: 10_000)
  /// The random numbers of all fits, which no run of a scenario has: its seed moves no input.
  private static let seed: UInt64 = 0x0B5E_72ED_F175_0001
  private static let fewest = 4
  /// The seeds of a round that corrects.
  private static let seedsOfRound = 6
  /// The events of a point while the way is searched, and of all replications that correct it.
  private static let events = (search: 400_000.0, correction: 20_000_000.0)
  /// The greatest standard error that the corrections leave, as a share of an output, and that of the
  /// first look for a way.
  private static let error = (correction: 0.004, rough: 0.05)

  public func run() async throws -> Outcome {
    var fit = self
    let all = Array(pairs.indices)
    if let plan = try plan(values(at: start(all))), plan.behaviour.market.acquaintances == nil {
      let most = max(1, members(of: plan) / Self.fewestMembers)
      let people = plan.behaviour.market.people
      fit.factor.fit = min(max(1, Double(people / Self.mostPeople.fit)), most)
      fit.factor.search = min(max(1, Double(people / Self.mostPeople.search)), most)
    }
    let seen = try await fit.evaluated([fit.start(all)], all, count: Self.fewest)
    if seen.events > 0 {
      fit.searching = min(max(Int(Self.events.search / seen.events), Self.fewest), 32)
    }
    let wanted = Self.relativeError(of: seen).map { ($0 / Self.error.rough).squared.rounded(.up) }
    fit.rough = Int(min(max(wanted ?? .infinity, 2), Double(fit.searching)))
    for place in all where pairs[place].path.count > 1 {
      let idle = try await fit.idle(of: place)
      fit.pairs[place].path.leaveOut(idle)
    }
    var found = try await fit.search(all)
    if !found.isFound, found.distance < Self.far, fit.factor.search > fit.factor.fit {
      // So few people may have missed it by what they distort.
      fit.factor.search = fit.factor.fit
      found = try await fit.search(all)
    }
    guard found.isFound else { return try await fit.obstacle(to: found) }
    if found.slopes.isEmpty { try await fit.measureSlopes(of: &found, all) }
    return try await fit.refined(found)
  }

  /// Returns about how many members a scenario has, or should have.
  private func members(of plan: GrowthPlan) -> Double {
    let arrivals = plan.behaviour.arrivals
    let observed = pairs.filter { Self.countsMembers.contains(Metric.all[$0.metric].key) }
    return observed.map(\.target).reduce(
      Double(arrivals.seeds) + arrivals.organicPerDay * Double(plan.days), max)
  }

  private static let countsMembers: Set = ["members.active", "use.activeDaily"]
  /// The members that a smaller market leaves: of fewer each is a step of an output.
  private static let fewestMembers = 500.0

  /// Returns the inputs that do not move their output, by replications with each of them alone: the
  /// rules of the scenario may have no use for them.
  private func idle(of place: Int) async throws -> Set<Int> {
    let path = pairs[place].path
    let shifted = (0..<path.count).map { input in
      var values = values(at: start(Array(pairs.indices)))
      values[place][input] = path.shifted(input)
      return values
    }
    let unmoved = values(at: start(Array(pairs.indices)))
    let seen = try await evaluated([unmoved] + shifted, [place], count: 2).estimates
    let idle = (0..<path.count).filter { input in
      guard let own = seen[0]?[0].value, let other = seen[input + 1]?[0].value else { return false }
      return own == other
    }
    return idle.count < path.count ? Set(idle) : []
  }

  // MARK: The search

  private typealias Point = [Int: Double]

  /// Where a search of some pairs is.
  private struct Search {
    var point: Point
    /// The distances from the targets on the scales of the outputs; `nil` where the values contradict
    /// each other.
    var gaps: [Double]?
    /// The slopes of each gap by each input; empty where none were measured near the point.
    var slopes: [[Double]] = []
    var isFound = false

    var distance: Double { gaps?.map(\.magnitude).max() ?? .infinity }
  }

  /// The distance that many replications correct, and the one at which the search ends.
  private static let near = (most: 0.03, enough: 0.006)
  /// The distance that is no luck of a rough look.
  private static let far = 3 * error.rough

  private func search(_ active: [Int], isRoughEnough: Bool = false) async throws -> Search {
    var look = self
    look.searching = rough
    let seen = try await look.search(active, from: start(active))
    let isDecided = seen.distance >= Self.far || (isRoughEnough && seen.isFound)
    return rough == searching || isDecided ? seen : try await search(active, from: seen.point)
  }

  private func search(_ active: [Int], from start: Point) async throws -> Search {
    var now = Search(point: start, gaps: try await gaps([start], active)[0])
    // Slopes of a way with corners lead far, so that it is walked first.
    for row in active.indices where pairs[active[row]].path.count > 1 {
      if let gap = now.gaps?[row], gap.magnitude > 0.2 {
        now = try await located(row, active, from: now)
      }
    }
    try await followSlopes(&now, active)
    // Where slopes lead nowhere, each output is brought about by itself, in turn.
    for _ in 0..<3 where now.distance >= Self.near.most {
      let before = now.distance
      for row in active.indices {
        now = try await located(row, active, from: now)
      }
      if active.count > 1 { try await followSlopes(&now, active) }
      guard active.count > 1, now.distance < 0.8 * before else { break }
    }
    now.isFound = now.distance < Self.near.most
    return now
  }

  private func followSlopes(_ now: inout Search, _ active: [Int]) async throws {
    guard now.gaps != nil, now.distance > Self.near.enough else { return }
    try await measureSlopes(of: &now, active)
    var isFresh = true
    for _ in 0..<16 where now.distance > Self.near.enough {
      guard let step = Self.step(from: now, damped: 2) else { break }
      var best: Search?
      for times in [[1], [0.4, 0.1]] where best == nil {
        let places = times.map { moved(now.point, active, by: step, times: $0) }
        let found = try await gaps(places, active)
        best = zip(places, found).map { Search(point: $0, gaps: $1, slopes: now.slopes) }
          .filter { $0.distance < now.distance }.min { $0.distance < $1.distance }
      }
      guard let best else {
        guard !isFresh else { break }
        try await measureSlopes(of: &now, active)
        isFresh = true
        continue
      }
      now = Self.followed(now, to: best, active)
      isFresh = false
    }
  }

  /// Measures how each input moves each output: with common random numbers few replications show it.
  private func measureSlopes(of search: inout Search, _ active: [Int]) async throws {
    guard let now = search.gaps else { return }
    let shifts = now.map { $0 > 0 ? -0.25 : 0.25 }
    let points = active.indices.map { place in
      var point = search.point
      point[active[place], default: 0] += shifts[place]
      return point
    }
    let seen = try await gaps([search.point] + points, active, count: rough)
    search.slopes = active.indices.map { row in
      active.indices.map { column in
        guard let here = seen[0], let there = seen[column + 1] else { return row == column ? 1 : 0 }
        return (there[row] - here[row]) / shifts[column]
      }
    }
  }

  /// Returns the search where the inputs of one output bring it about, by halves of their way; those of
  /// the others stay.
  private func located(_ row: Int, _ active: [Int], from last: Search) async throws -> Search {
    let place = active[row]
    var best = last
    func gaps(at places: [Double]) async throws -> [Double?] {
      let points = places.map { last.point.merging([place: $0]) { $1 } }
      let found = try await self.gaps(points, active)
      for (point, gaps) in zip(points, found) {
        guard let gaps, gaps[row].magnitude < best.gaps?[row].magnitude ?? .infinity else {
          continue
        }
        best = Search(point: point, gaps: gaps)
      }
      return found.map { $0?[row] }
    }
    let places = pairs[place].path.places
    let here = last.point[place] ?? 0
    guard let now = last.gaps?[row], let start = places.firstIndex(where: { $0 >= here }) else {
      return try await scanned(row, active, from: best)
    }
    // Outwards in short steps, on the side on which the output comes nearer: at the far ends everybody
    // may invite all day.
    let sides = [max(start - 1, 0), min(start + 1, places.count - 1)]
    let beside = try await gaps(at: sides.map { places[$0] }).map { $0 ?? now }
    let isUp = (beside[1] - beside[0]) * now < 0
    var (inner, outer, step) = (start, sides[isUp ? 1 : 0], 1)
    var (near, far): (Double, Double) = (now, beside[isUp ? 1 : 0])
    while (near <= 0) == (far <= 0) {
      let next = min(max(outer + (isUp ? step : -step), 0), places.count - 1)
      guard next != outer, let gap = try await gaps(at: [places[next]])[0] else {
        return try await scanned(row, active, from: best)
      }
      (inner, near, outer, far, step) = (outer, far, next, gap, 2)
    }
    var (low, high) = isUp ? (inner, outer) : (outer, inner)
    var (left, right) = isUp ? (near, far) : (far, near)
    while high - low > 1 {
      let middle = (low + high) / 2
      guard let gap = try await gaps(at: [places[middle]])[0] else {
        return try await scanned(row, active, from: best)
      }
      if (gap <= 0) == (left <= 0) {
        (low, left) = (middle, gap)
      } else {
        (high, right) = (middle, gap)
      }
    }
    let share = left / (left - right)
    _ = try await gaps(at: [places[low] + share * (places[high] - places[low])])
    return best
  }

  /// Returns the search where the inputs of one output bring it about, over all values that they may
  /// have; those of the others stay.
  private func scanned(_ row: Int, _ active: [Int], from last: Search) async throws -> Search {
    let place = active[row]
    var places = pairs[place].path.places
    var (best, least) = (last, last.gaps.map { $0[row].magnitude } ?? .infinity)
    for _ in 0..<4 {
      let points = places.map { last.point.merging([place: $0]) { $1 } }
      let gaps = try await gaps(points, active, count: min(searching, 8))
      for (point, gap) in zip(points, gaps) {
        guard let gap, gap[row].magnitude < least else { continue }
        (best, least) = (Search(point: point, gaps: gap), gap[row].magnitude)
      }
      guard
        let change = points.indices.dropLast().first(where: { place in
          guard let left = gaps[place]?[row], let right = gaps[place + 1]?[row] else {
            return false
          }
          return (left <= 0) != (right <= 0)
        }), let first = gaps[change]?[row], let second = gaps[change + 1]?[row]
      else { break }
      let (low, high) = (places[change], places[change + 1])
      if active.count == 1 { best.slopes = [[(second - first) / (high - low)]] }
      guard least > Self.near.enough else { break }
      places = (0...5).map { low + (high - low) * Double($0) / 5 }
    }
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
    var (point, here) = (found.point, found)
    // The mean of the roots that each round finds by itself, as many replications as it has.
    var (weight, wanted) = (0.0, 0.0)
    for round in 1...6 {
      let share = round == 2 ? wanted / 2 : wanted / 4
      let now = round == 1 ? max(searching, 8) : Int(share.rounded(.up))
      let seen = try await evaluated([point], all, count: now, round: round)
      guard let estimates = seen.estimates[0] else { break }
      if round == 1 {
        let most = max(8, Self.events.correction / max(seen.events, 1))
        wanted = ((Self.relativeError(of: seen) ?? 0) / Self.error.correction).squared
        wanted = min(max(wanted, 8), most, 1_000)
      }
      here.gaps = gaps(of: estimates, all)
      if round > 2, here.distance < Self.near.most || round == 6 {
        return .fitted(values(at: point), estimates)
      }
      if here.distance >= Self.near.most, round > 1 { weight = 0 }
      guard let step = Self.step(from: here, damped: 0.5) else { break }
      weight += Double(now)
      point = moved(point, all, by: step, times: Double(now) / weight)
    }
    let seen = try await evaluated([found.point], all, count: max(searching, 8), round: 7)
    return .fitted(values(at: found.point), seen.estimates[0] ?? [])
  }

  // MARK: What cannot be

  /// Returns why not all outputs can be had.
  private func obstacle(to search: Search) async throws -> Outcome {
    for place in pairs.indices {
      let alone = pairs.count == 1 ? search : try await self.search([place], isRoughEnough: true)
      guard alone.isFound else {
        let value = try await evaluated([alone.point], [place], count: searching).estimates[0]
        let inputs = values(at: alone.point)[place]
        return .unreachable(place, nearest: value.map { (inputs, $0[0].value) })
      }
    }
    if pairs.count == 2 { return .contradiction(0, 1) }
    for first in pairs.indices {
      for second in pairs.indices.dropFirst(first + 1)
      where try await !self.search([first, second], isRoughEnough: true).isFound {
        return .contradiction(first, second)
      }
    }
    // Each two can be had, and not all: the two that are farthest from it.
    let farthest = (search.gaps ?? pairs.map { _ in 0 }).enumerated().sorted {
      $0.element.magnitude > $1.element.magnitude
    }.prefix(2).map(\.offset).sorted()
    return .contradiction(farthest[0], farthest[1])
  }

  // MARK: Evaluations

  private func start(_ active: [Int]) -> Point {
    Point(uniqueKeysWithValues: active.map { ($0, 0) })
  }

  private func moved(
    _ point: Point, _ active: [Int], by step: [Double], times: Double
  ) -> Point {
    var moved = point
    for (place, step) in zip(active, step) {
      let ends = pairs[place].path.ends
      let to = (point[place] ?? 0) + times * step
      moved[place] = min(max(to, ends.lowerBound), ends.upperBound)
    }
    return moved
  }

  private func values(at point: Point) -> Values {
    pairs.indices.map { pairs[$0].path.values(at: point[$0]) }
  }

  private func gaps(
    _ points: [Point], _ active: [Int], count: Int? = nil
  ) async throws -> [[Double]?] {
    try await evaluated(points, active, count: count ?? searching).estimates.map { estimates in
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

  /// The outputs at each point, `nil` at one that contradicts itself or has no value; the standard
  /// errors at the last, of a single replication; and the events of a replication.
  private typealias Evaluations = (estimates: [[Estimate]?], errors: [Double], events: Double)

  /// Returns the greatest standard error at the only point, as a share of its output; `nil` where so few
  /// replications do not show it.
  private static func relativeError(of seen: Evaluations) -> Double? {
    guard let estimates = seen.estimates[0], seen.errors.allSatisfy({ $0 > 0 }) else { return nil }
    return zip(estimates, seen.errors).map { $1 / max($0.value.magnitude, 1e-9) }.max()
  }

  private func evaluated(
    _ points: [Point], _ active: [Int], count: Int, round: Int = 0
  ) async throws -> Evaluations {
    try await evaluated(points.map(values), active, count: count, round: round)
  }

  private func evaluated(
    _ points: [Values], _ active: [Int], count: Int, round: Int = 0
  ) async throws -> Evaluations {
    let people = round == 0 ? factor.search : factor.fit
    let plans = try points.map { try plan($0)?.smaller(by: people) }
    let sound = points.indices.filter { plans[$0] != nil }
    var estimates = [[Estimate]?](repeating: nil, count: points.count)
    guard !sound.isEmpty else { return (estimates, [], 0) }
    var moments = sound.map { _ in active.map { MetricMoments(at: pairs[$0].metric) } }
    var events = 0.0
    // Many replications of a seed share the members of the start: what corrects has many seeds. They
    // take turns, so that two workers seldom wait for one past.
    let seeds = round == 0 ? 1 : min(Self.seedsOfRound, count)
    let (runs, first) = (plans.compactMap(\.self), Self.seed &+ UInt64(round * Self.seedsOfRound))
    try await workers.replicate(count * runs.count) { [meter] number in
      let turn = number / runs.count
      return try Replicate.run(
        runs[number % runs.count], seed: first &+ UInt64(turn % seeds),
        number: UInt32(turn / seeds), meter: meter
      ).replicate
    } inOrder: { number, replicate in
      events += Double(replicate.events)
      for output in active.indices {
        moments[number % runs.count][output].record(
          replicate.readings[pairs[active[output]].metric])
      }
      return true
    }
    for (place, point) in sound.enumerated() {
      let found = zip(active, moments[place]).compactMap { pair, moments in
        let isCount = Metric.all[pairs[pair].metric].style == .count
        return moments.known.map { known in known.mapped { isCount ? $0 * people : $0 } }
      }
      estimates[point] = found.count == active.count ? found : nil
    }
    let errors = zip(active, moments[sound.count - 1]).map { pair, moments in
      let isCount = Metric.all[pairs[pair].metric].style == .count
      return (moments.values.standardDeviation ?? 0) * (isCount ? people : 1)
    }
    return (estimates, errors, events / Double(count * sound.count))
  }
}

extension Double {
  fileprivate var squared: Double { self * self }
}

/// The way along which the inputs of an output are moved together, one number for all of them.
///
/// The first moves by itself, to two thirds of the way to the end of its usual range; then the next.
/// When all are there, all go on to their ends; then beyond them: first those whose range is an
/// assumption, four times as far, then all. So an explanation has few inputs, and none that leaves its
/// range without need.
struct InputPath: Sendable {
  /// A part of the way: so long, with the places of some inputs at its beginning and end.
  private typealias Leg = (length: Double, moves: [(input: Int, from: Double, to: Double)])

  private let inputs: [ObservedFit.Input]
  /// The inputs that are not moved.
  private var idle: Set<Int> = []
  private var (up, down): ([Leg], [Leg])

  init(_ inputs: [ObservedFit.Input]) {
    self.inputs = inputs
    up = Self.legs(inputs, 1)
    down = Self.legs(inputs, -1)
  }

  var count: Int { inputs.count }

  mutating func leaveOut(_ idle: Set<Int>) {
    self.idle = idle
    up = Self.legs(inputs, 1, without: idle)
    down = Self.legs(inputs, -1, without: idle)
  }

  /// Returns a value of an input that is clearly another than its own.
  func shifted(_ input: Int) -> String {
    let (input, scale) = (inputs[input], Self.scale(inputs[input]))
    let place = scale.place(of: input.axis.value)
    return input.axis.spell(scale.number(at: place > 0 ? place - 1 : place + 1))
  }

  private static func scale(_ input: ObservedFit.Input) -> NaturalScale {
    input.axis.kind == .chance ? .odds : .ratio
  }

  private static func legs(
    _ inputs: [ObservedFit.Input], _ direction: Double, without idle: Set<Int> = []
  ) -> [Leg] {
    let moved = inputs.indices.filter { !idle.contains($0) }
    let starts = inputs.map { scale($0).place(of: $0.axis.value) }
    func isRising(_ input: Int) -> Bool { (direction > 0) != inputs[input].lessens }
    /// The end of the usual range, if the input is not beyond it.
    let ends = inputs.indices.map { input -> Double in
      guard let usual = inputs[input].usual else { return starts[input] }
      let places = [usual.lowerBound, usual.upperBound].map { number in
        inputs[input].axis.kind == .chance
          ? scale(inputs[input]).place(of: min(max(number, 1e-4), 1 - 1e-4))
          : scale(inputs[input]).place(of: max(number, 1e-6))
      }
      return isRising(input) ? max(starts[input], places[1]) : min(starts[input], places[0])
    }
    /// The last value that has a plain spelling.
    let limits = inputs.indices.map { input -> Double in
      switch inputs[input].axis.kind {
      case .chance: isRising(input) ? max(9.1, starts[input]) : min(-9.1, starts[input])
      case .number, .time: isRising(input) ? max(21, ends[input]) : min(-14, ends[input])
      }
    }
    var legs: [Leg] = []
    func add(_ moves: [(input: Int, from: Double, to: Double)]) {
      let length = moves.map { ($0.to - $0.from).magnitude }.max() ?? 0
      if length > 0 { legs.append((length, moves)) }
    }
    let most = moved.count > 1 ? 2.0 / 3 : 1
    let rests = inputs.indices.map { starts[$0] + most * (ends[$0] - starts[$0]) }
    for input in moved {
      add([(input, starts[input], inputs[input].usual == nil ? limits[input] : rests[input])])
    }
    let bounded = moved.filter { inputs[$0].usual != nil }
    add(bounded.map { ($0, rests[$0], ends[$0]) })
    let beyond = inputs.indices.map { input -> Double in
      guard inputs[input].isAssumed else { return ends[input] }
      let far = NaturalScale.ratio.place(of: farthest)
      return isRising(input)
        ? min(limits[input], ends[input] + far) : max(limits[input], ends[input] - far)
    }
    add(bounded.filter { inputs[$0].isAssumed }.map { ($0, ends[$0], beyond[$0]) })
    add(bounded.map { ($0, beyond[$0], limits[$0]) })
    return legs
  }

  /// How far a guess may be from its own range before what is sourced leaves its: other products have
  /// many more or fewer moments to share.
  private static let farthest = 40.0

  private static func length(_ legs: [Leg]) -> Double { legs.reduce(0) { $0 + $1.length } }

  /// The ends of the way; its beginning is at 0.
  var ends: ClosedRange<Double> { -Self.length(down)...Self.length(up) }

  /// Places all along the way, in order: those of a long part stand closer at its beginning.
  var places: [Double] {
    func along(_ legs: [Leg]) -> [Double] {
      var (places, begun) = ([Double](), 0.0)
      for leg in legs {
        places += [0.2, 0.5, 1].map { begun + $0 * leg.length }
        begun += leg.length
      }
      return places
    }
    return along(down).reversed().map(-) + [0] + along(up)
  }

  /// Returns the value of each input at a place; `nil` for one that has its own there, and for all of
  /// them where there is no place.
  func values(at place: Double?) -> [String?] {
    guard let place else { return inputs.map { _ in nil } }
    var values = inputs.indices.map { input in
      let axis = inputs[input].axis
      return inputs[input].usual == nil && !idle.contains(input) ? axis.spell(axis.value) : nil
    }
    var rest = place.magnitude
    for leg in place < 0 ? down : up where rest > 0 {
      let share = min(1, rest / leg.length)
      for move in leg.moves {
        let (input, at) = (inputs[move.input], move.from + share * (move.to - move.from))
        values[move.input] = input.axis.spell(Self.scale(input).number(at: at))
      }
      rest -= leg.length
    }
    return values
  }
}
