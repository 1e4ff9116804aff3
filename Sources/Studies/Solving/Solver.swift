public import GrowthloopFindings
import GrowthloopModel
import RandomStreams
public import SimulationKernel
public import Statistics
import Synchronization

/// A search for the nearest values of some parameters at which a metric has a target.
///
/// Nearest is in half ranges, each on its natural scale. The search goes along curves from the
/// scenario's values towards the ends that help: each is straight until a parameter reaches its end
/// and stays there, as the nearest points of a linear model do. At the root the slopes are measured
/// anew, until the curve is the one that its own slopes make. All points have the same random
/// numbers, so that the noise of two near points is the same.
///
/// Few replications find the way, and many the place on it: they double until the interval of the
/// answer is narrow. What has the target is decided by as many with fresh random numbers.
///
/// Where the metric is to rise, a way that brings fewer people comes after all that do not.
public struct Solver: Sendable {
  /// Evaluates points together; `nil` for one that contradicts itself, or has no value.
  public typealias Evaluation =
    @Sendable (_ points: [SolverPoint], SolverEffort) async throws -> [Estimate?]
  /// Returns by how much the people whom invites bring differ from now at a point that was evaluated,
  /// in proportion; without a value where that is not known.
  public typealias People = @Sendable (SolverPoint, SolverEffort) -> Measure

  public let axes: [SolverAxis]
  public let target: Double
  public let people: People
  public let evaluate: Evaluation

  /// Creates a search over `axes`, of which there is at least one.
  public init(
    _ axes: [SolverAxis], target: Double,
    people: @escaping People = { _, _ in Measure(nil, in: .share) },
    evaluate: @escaping Evaluation
  ) {
    precondition(!axes.isEmpty, "nothing to vary")
    self.axes = axes
    self.target = target
    self.people = people
    self.evaluate = evaluate
  }

  /// Searches, and confirms what it found with fresh random numbers.
  ///
  /// After a cancellation the outcome is partial: it contains what was found before.
  public func solve() async throws -> SolverOutcome {
    var search = SolverSearch(SolverLandscape(axes, target: target, evaluate), people)
    do {
      try await search.run()
    } catch is CancellationError {
      search.stop()
    }
    search.outcome.evaluations = search.landscape.evaluations
    return search.outcome
  }
}

/// The result of a solver.
public struct SolverOutcome: Sendable {
  /// The metric at the scenario's values; `nil` where it has none.
  public internal(set) var base: Estimate?
  /// One parameter moved by itself, in the order of the axes.
  public internal(set) var alone: [Alone] = []
  /// The nearest point that has the target; `nil` if none was found.
  public internal(set) var answer: SolverPoint?
  /// The point that comes nearest to the target where none has it.
  public internal(set) var closest: SolverPoint?
  /// The metric at the answer, or at the closest point, with fresh random numbers.
  public internal(set) var confirmation: Estimate?
  /// By how much the people whom invites bring differ from now at the same point, with the same
  /// numbers.
  public internal(set) var people = Measure(nil, in: .share)
  /// Whether the answer is the nearest of the ways that bring no fewer people alone.
  public internal(set) var keepsPeople = false
  /// The metric at the closest point as the search saw it, where an interrupt left it at that.
  public internal(set) var seen: Estimate?
  /// The ends of the answer's interval, on the way that led to it: where the fresh numbers would just
  /// hold the target.
  public internal(set) var ends: (low: SolverPoint, high: SolverPoint)?
  /// How many times the replications that were asked for the answer took.
  public internal(set) var times = 1
  public internal(set) var frontier: Frontier?
  public internal(set) var isPartial = false
  /// The number of evaluated points.
  public internal(set) var evaluations = 0

  /// What one parameter does by itself.
  public struct Alone: Sendable {
    /// The point at which the target is reached; `nil` if it is not.
    public let point: SolverPoint?
    /// The metric at the end of its range that comes nearest to the target.
    public let best: Estimate?
    /// By how much the people whom invites bring differ from now where the target is reached.
    public var people = Measure(nil, in: .share)
  }

  /// The values of two parameters that have the target together, the others as in the answer.
  public struct Frontier: Sendable {
    /// The places of both among the axes.
    public let x: Int
    public let y: Int
    public internal(set) var points: [Point]

    public struct Point: Sendable {
      public let x: SolverPoint
      /// The point of the frontier; `nil` where no value of the second has the target.
      public let point: SolverPoint?
    }
  }
}

/// A parameter as a coordinate of the solver: the distance from its value in units of half its
/// range, on the scale that is natural to it.
public struct SolverAxis: Sendable {
  public let key: String
  public let range: ParameterAxis
  private let scale: NaturalScale

  private let origin: Double
  private let unit: Double
  /// The coordinates of the ends; the value itself is at 0.
  public let ends: ClosedRange<Double>

  public init(_ key: String, _ range: ParameterAxis) {
    self.key = key
    self.range = range
    let (low, high) = (range.ends.lowerBound, range.ends.upperBound)
    let lowest = min(low, range.value)
    scale =
      switch range.kind {
      case .chance: lowest > 0 && max(high, range.value) < 1 ? .odds : .plain
      case .number, .time: lowest > 0 ? .ratio : .plain
      }
    origin = scale.place(of: range.value)
    unit = (scale.place(of: high) - scale.place(of: low)) / 2
    ends = (scale.place(of: low) - origin) / unit...(scale.place(of: high) - origin) / unit
  }

  /// Returns the number at a coordinate.
  public func number(at coordinate: Double) -> Double {
    if coordinate == 0 { return range.value }
    if coordinate <= ends.lowerBound { return range.ends.lowerBound }
    if coordinate >= ends.upperBound { return range.ends.upperBound }
    return scale.number(at: origin + coordinate * unit)
  }

  /// Returns the coordinate of a number.
  public func coordinate(of number: Double) -> Double {
    (scale.place(of: number) - origin) / unit
  }
}

/// The metric over the points of a solver, which evaluates no point twice.
struct SolverLandscape {
  /// Evaluates points together; `nil` for one that contradicts itself, or has no value.
  typealias Evaluation =
    @Sendable (_ points: [SolverPoint], SolverEffort) async throws -> [Estimate?]

  let axes: [SolverAxis]
  let target: Double
  let evaluate: Evaluation
  private var known: [SolverEffort: [[String]: Estimate?]] = [:]
  /// The number of points that were evaluated.
  private(set) var evaluations = 0
  /// By how much the few replications of the search miss the gap of many, where both were seen.
  private var shift = 0.0

  init(_ axes: [SolverAxis], target: Double, _ evaluate: @escaping Evaluation) {
    self.axes = axes
    self.target = target
    self.evaluate = evaluate
  }

  var origin: SolverPoint { point([Double](repeating: 0, count: axes.count)) }

  func point(_ coordinates: [Double]) -> SolverPoint { SolverPoint(coordinates, on: axes) }

  /// Returns the metric at each point.
  mutating func values(
    _ points: [SolverPoint], _ effort: SolverEffort = .search
  ) async throws -> [Estimate?] {
    var missing: [SolverPoint] = []
    var wanted = Set<[String]>()
    for point in points where known[effort]?[point.values] == nil {
      if wanted.insert(point.values).inserted { missing.append(point) }
    }
    if !missing.isEmpty {
      let found = try await evaluate(missing, effort)
      evaluations += missing.count
      for (point, value) in zip(missing, found) {
        known[effort, default: [:]].updateValue(value, forKey: point.values)
      }
    }
    return points.map { known[effort]?[$0.values] ?? nil }
  }

  /// Returns the distances of the metric from the target at each point: below it negative.
  ///
  /// Those of the search are as many replications would have them.
  mutating func gaps(
    _ points: [SolverPoint], _ effort: SolverEffort = .search
  ) async throws -> [Double?] {
    let shift = effort == .search || effort == .climb ? shift : 0
    return try await values(points, effort).map { value in value.map { gap($0.value) + shift } }
  }

  /// Lets the search have the metric that many replications have at a point: what they share of luck
  /// is nearly the same at all others.
  mutating func calibrate(at point: SolverPoint, by effort: SolverEffort) async throws {
    guard let few = try await values([point])[0], let many = try await values([point], effort)[0],
      target <= 0 || few.value > 0 && many.value > 0
    else { return }
    shift = gap(many.value) - gap(few.value)
  }

  /// Returns what the search saw, as many replications would have it.
  func calibrated(_ seen: Estimate) -> Estimate {
    guard target > 0 else { return seen.shifted(by: shift) }
    let factor = Double.exp(shift)
    return seen.mapped { $0 * factor }
  }

  /// Returns the metric at a point as the search saw it.
  func seen(at point: SolverPoint) -> Estimate? {
    let values = [SolverEffort.search, .climb].compactMap { known[$0]?[point.values] ?? nil }
    return values.first.map(calibrated)
  }

  /// Returns a point without the digits that an interval from `low` to `high` does not license.
  func rounded(_ point: SolverPoint, from low: SolverPoint, to high: SolverPoint) -> SolverPoint {
    self.point(
      axes.indices.map { axis in
        let number = point.numbers[axis]
        let reach = (high.numbers[axis] - low.numbers[axis]).magnitude / 4
        let ends = axes[axis].ends
        let place = point.coordinates[axis]
        guard reach > 0, place != 0, ends.lowerBound < place, place < ends.upperBound else {
          return place
        }
        var unit = 1.0
        while unit > reach { unit /= 10 }
        while unit * 10 <= reach { unit *= 10 }
        return axes[axis].coordinate(of: (number / unit).rounded() * unit)
      })
  }

  /// Returns an end of an interval without such digits, on its own side of the answer.
  func rounded(
    _ end: SolverPoint, from low: SolverPoint, to high: SolverPoint, beside answer: SolverPoint
  ) -> SolverPoint {
    let near = rounded(end, from: low, to: high)
    return point(
      axes.indices.map { axis in
        let middle = answer.coordinates[axis]
        let side = end.coordinates[axis] - middle
        return side * (near.coordinates[axis] - middle) < 0 ? middle : near.coordinates[axis]
      })
  }

  /// Returns the distance of a value from the target, in logarithms where the target is above zero:
  /// growth multiplies, so that logarithms of rates and chances add up to nearly straight lines.
  func gap(_ value: Double) -> Double {
    guard target > 0 else { return value - target }
    return Double.log(max(value, target * 1e-4) / target)
  }

  /// The gap that is none.
  var tolerance: Double { target > 0 ? 0.003 : 1e-9 + 0.003 * target.magnitude }
}

/// A line from one end to another on which the target is searched.
struct SolverPath {
  /// A place on the line with the gap there; `nil` for a point that contradicts itself.
  typealias Mark = (place: Double, gap: Double?)

  let point: @Sendable (Double) -> SolverPoint
  var near: Mark
  var far: Mark
}

extension SolverLandscape {
  /// The rounds after which a root is near enough, each of which halves the bracket at least every
  /// second time.
  private static let mostRounds = 12
  /// The places that are tried where the far end contradicts itself.
  private static let steps = (1...8).map { Double($0) / 8 }

  /// Returns where each path meets the target; `nil` where it does not.
  ///
  /// The paths go on together, a point each in a round: Illinois regula falsi between two places
  /// whose gaps differ in sign. A picture takes `roughness` times the tolerance.
  mutating func roots(
    of paths: [SolverPath], roughness: Double = 1
  ) async throws -> [Double?] {
    let tolerance = roughness * tolerance
    var searches: [RootSearch?] = []
    for path in try await bracketed(paths) { searches.append(path.flatMap(RootSearch.init)) }
    for _ in 0..<Self.mostRounds {
      let open = searches.indices.filter { searches[$0]?.isOpen(tolerance) == true }
      guard !open.isEmpty else { break }
      let places = open.map { searches[$0]?.next ?? 0 }
      let points = zip(open, places).map { paths[$0].point($1) }
      let gaps = try await gaps(points)
      for ((search, place), gap) in zip(zip(open, places), gaps) {
        searches[search]?.record(gap, at: place)
      }
    }
    return searches.map { $0?.root }
  }

  /// Returns the paths with brackets around the target; `nil` for those that do not meet it.
  private mutating func bracketed(_ paths: [SolverPath]) async throws -> [SolverPath?] {
    var bracketed: [SolverPath?] = []
    for var path in paths {
      guard path.near.gap != nil else {
        bracketed.append(nil)
        continue
      }
      if path.far.gap == nil {
        let length = path.far.place - path.near.place
        let places = Self.steps.dropLast().map { path.near.place + $0 * length }
        let gaps = try await gaps(places.map(path.point))
        for (place, gap) in zip(places, gaps) {
          guard let gap else { break }
          if path.crosses(to: gap) {
            path.far = (place, gap)
            break
          }
          path.near = (place, gap)
        }
      }
      bracketed.append(path.far.gap.map(path.crosses) == true ? path : nil)
    }
    return bracketed
  }
}

extension SolverPath {
  /// Whether the target lies between the near end and a place with that gap.
  fileprivate func crosses(to gap: Double) -> Bool {
    near.gap.map { ($0 <= 0) != (gap <= 0) || gap == 0 || $0 == 0 } ?? false
  }
}

/// The search of one root by Illinois regula falsi.
private struct RootSearch {
  private var low: (place: Double, gap: Double)
  private var high: (place: Double, gap: Double)
  /// The gaps with which the chord is drawn; halved at an end that stays.
  private var weights: (low: Double, high: Double)
  private var lastMovedLow: Bool?

  init?(_ path: SolverPath) {
    guard let near = path.near.gap, let far = path.far.gap, path.near.place != path.far.place else {
      return nil
    }
    low = (path.near.place, near)
    high = (path.far.place, far)
    weights = (near, far)
  }

  func isOpen(_ tolerance: Double) -> Bool {
    min(low.gap.magnitude, high.gap.magnitude) > tolerance
      && (high.place - low.place).magnitude > 1e-4
  }

  /// The next place to look at: on the chord, and not too close to an end.
  var next: Double {
    let share = weights.low / (weights.low - weights.high)
    return low.place + min(max(share, 0.02), 0.98) * (high.place - low.place)
  }

  mutating func record(_ gap: Double?, at place: Double) {
    // A point that contradicts itself lies on the far side.
    let gap = gap ?? high.gap
    if (gap <= 0) == (low.gap <= 0) {
      low = (place, gap)
      weights.low = gap
      if lastMovedLow == true { weights.high /= 2 }
      lastMovedLow = true
    } else {
      high = (place, gap)
      weights.high = gap
      if lastMovedLow == false { weights.low /= 2 }
      lastMovedLow = false
    }
  }

  var root: Double {
    low.gap.magnitude <= high.gap.magnitude ? low.place : high.place
  }
}

/// A combination of values of the parameters that a solver varies.
public struct SolverPoint: Sendable, Hashable {
  /// The distances from the scenario's values, in half ranges.
  public let coordinates: [Double]
  public let numbers: [Double]
  /// The numbers as a file spells them.
  public let values: [String]

  init(_ coordinates: [Double], on axes: [SolverAxis]) {
    self.coordinates = zip(coordinates, axes).map { coordinate, axis in
      min(max(coordinate, axis.ends.lowerBound), axis.ends.upperBound)
    }
    numbers = zip(self.coordinates, axes).map { $1.number(at: $0) }
    values = zip(numbers, axes).map { $1.range.spell($0) }
  }

  /// The distance from the scenario's values.
  public var distance: Double {
    coordinates.reduce(0) { $0 + $1 * $1 }.squareRoot()
  }
}

/// How surely a point is evaluated.
public enum SolverEffort: Sendable, Hashable {
  /// Few replications, the same for all points.
  case search
  /// The same, far from the scenario's values.
  case climb
  /// So many times the replications that were asked for, the same for all points.
  case answer(times: Int)
  /// As many with fresh random numbers, other ones in each round.
  case confirmation(times: Int, round: Int)

  /// The most times, after which an answer is as sure as it becomes.
  public static let mostTimes = 16
}

/// The evaluation of a solver's points by replications of a simulation.
///
/// Where replications have many events, they are of a smaller market in the same proportions.
public struct SolverTrial: Sendable {
  /// The place of the metric in `Metric.all`.
  public let metric: Int
  public let seed: UInt64
  /// The least replications of an answer.
  public let replications: Int
  /// Returns the plan of a point; `nil` for one that contradicts itself.
  let setup: @Sendable (SolverPoint) throws -> Setup?
  private let markets = SolverMarkets()
  private let people = SolverPeople()

  public init(
    metric: Int, seed: UInt64, replications: Int,
    setup: @escaping @Sendable (SolverPoint) throws -> Setup?
  ) {
    self.metric = metric
    self.seed = seed
    self.replications = replications
    self.setup = setup
  }

  /// The replications of a point while the answer is searched.
  private static let whileSearching = 4

  /// How many people one person of the markets stood for that were simulated last: on the way, and at
  /// the answer.
  var factors: (search: Double, answer: Double) { markets.factors }

  /// Returns the solver's evaluation on so many workers; the results do not depend on them.
  public func evaluation(on workers: Workers, meter: ProgressMeter) -> Solver.Evaluation {
    markets.forget()
    people.forget()
    return { points, effort in
      try await evaluate(points, effort, on: workers, meter: meter)
    }
  }

  /// Returns the change of the people by the runs of the evaluation.
  public func people(over axes: [SolverAxis]) -> Solver.People {
    let now = SolverPoint([Double](repeating: 0, count: axes.count), on: axes)
    return { point, effort in people.change(from: now, to: point, effort) }
  }

  private func evaluate(
    _ points: [SolverPoint], _ effort: SolverEffort, on workers: Workers, meter: ProgressMeter
  ) async throws -> [Estimate?] {
    let setups = try points.map { try setup($0) }
    let sound = points.indices.filter { setups[$0] != nil }
    guard let first = sound.first, let plan = setups[first]?.plan else {
      return points.map { _ in nil }
    }
    let (count, least) =
      switch effort {
      case .search, .climb:
        (min(Self.whileSearching, replications), min(Self.whileSearching, replications))
      case .answer(let times), .confirmation(let times, _): (times * replications, replications)
      }
    let isProportional = Metric.all[metric].isProportional(in: plan)
    let factor = isProportional ? markets.factor(for: points, effort, of: least) : 1
    var batch = Batch(
      setups.compactMap { $0?.plan.smaller(by: factor) }, seed: seed, replications: count,
      workers: workers, meter: meter)
    batch.draws = setups.compactMap(\.self).map { $0.draws.map { $0.smaller(by: factor) } }
    if case .confirmation(_, let round) = effort {
      // Behind all replications of the search.
      let first = UInt32((1 + round) * SolverEffort.mostTimes * replications)
      for place in sound.indices { batch.first[place] = first }
    }
    var moments = sound.map { _ in MetricMoments(at: metric) }
    var events = sound.map { _ in 0.0 }
    var invited = sound.map { _ in [Double]() }
    let counted = Metric.place(of: LoopCourse.metric)
    let isComplete = try await batch.run { row in
      for place in row.indices {
        moments[place].record(row[place].replicate.readings[metric])
        events[place] += Double(row[place].replicate.events)
        let people = counted.flatMap { row[place].replicate.readings[$0].value }
        invited[place].append((people ?? 0) * factor)
      }
      return true
    }
    guard isComplete else { throw CancellationError() }
    var estimates = [Estimate?](repeating: nil, count: points.count)
    let scale = Metric.all[metric].style == .count ? factor : 1
    for (place, point) in sound.enumerated() {
      estimates[point] = moments[place].known?.mapped { $0 * scale }
      people.note(invited[place], at: points[point], effort)
      markets.note(
        events[place] * factor / Double(count), at: points[point],
        in: plan.behaviour.market.people)
    }
    return estimates
  }
}

/// The people whom invites bring in each replication of a search, beside the metric that it is about.
private final class SolverPeople: Sendable {
  private let known = Mutex<[SolverEffort: [[String]: [Double]]]>([:])

  func forget() { known.withLock { $0 = [:] } }

  func note(_ people: [Double], at point: SolverPoint, _ effort: SolverEffort) {
    known.withLock { $0[effort, default: [:]][point.values] = people }
  }

  /// Returns by how much the people at a point differ from those of now, in proportion to them.
  func change(from now: SolverPoint, to point: SolverPoint, _ effort: SolverEffort) -> Measure {
    // What is fresh at an answer is not known of now: the runs of the base stand for it.
    let base = effort == .search ? effort : .answer(times: 1)
    let (before, after) = known.withLock {
      ($0[base]?[now.values] ?? [], $0[effort]?[point.values] ?? [])
    }
    return Measure(
      base == effort
        ? Self.change(ofPairs: Array(zip(before, after)))
        : Self.change(from: RunningMoments(before), to: RunningMoments(after)), in: .share)
  }

  /// Returns the change in replications with the same random numbers.
  private static func change(ofPairs pairs: [(Double, Double)]) -> Estimate? {
    var paired = PairedDifference()
    for (before, after) in pairs { paired.record(before: before, after: after) }
    guard let mean = paired.before.mean, mean > 0 else { return nil }
    return paired.estimate()?.mapped { $0 / mean }
  }

  /// Returns the change between replications with random numbers of their own.
  private static func change(from before: RunningMoments, to after: RunningMoments) -> Estimate? {
    guard let control = SampleSummary(before), let treatment = SampleSummary(after) else {
      return nil
    }
    return TwoSample(control: control, treatment: treatment, effect: .relative)?
      .fixedHorizon().estimate
  }
}

/// How much smaller than the scenario's the markets of a search are, by the events of what was
/// simulated before.
final class SolverMarkets: Sendable {
  private struct State {
    /// The events of a replication in the whole market.
    var events: [[String]: Double] = [:]
    var factors: [Kind: Double] = [:]
    var people = 0
  }

  private enum Kind { case search, climb, answer }

  /// The events of a point, over the least of its replications.
  private static let most: [Kind: Double] = [.search: 2e6, .climb: 1e6, .answer: 2.4e7]
  /// The people of the smallest market; a climb only compares points with each other.
  private static let fewestPeople: [Kind: Int] = [.search: 20_000, .climb: 6_000, .answer: 20_000]
  private let state = Mutex(State())

  func forget() { state.withLock { $0 = State() } }

  var factors: (search: Double, answer: Double) {
    state.withLock { ($0.factors[.search] ?? 1, $0.factors[.answer] ?? 1) }
  }

  func note(_ events: Double, at point: SolverPoint, in people: Int) {
    state.withLock {
      $0.events[point.values] = events
      $0.people = max($0.people, people)
    }
  }

  /// Returns how many people one of the market stands for.
  ///
  /// The points of a search have one market. An answer that was not seen before lies between those that
  /// were: it has the market of the one with the most events.
  func factor(for points: [SolverPoint], _ effort: SolverEffort, of replications: Int) -> Double {
    let kind: Kind =
      switch effort {
      case .search: .search
      case .climb: .climb
      case .answer, .confirmation: .answer
      }
    return state.withLock { state in
      if kind != .answer, let factor = state.factors[kind] { return factor }
      let seen = points.compactMap { state.events[$0.values] }.max()
      guard let events = seen ?? (kind == .answer ? state.events.values.max() : nil) else {
        return state.factors[kind] ?? 1
      }
      let wanted = events * Double(replications) / (Self.most[kind] ?? .infinity)
      let most = state.people / (Self.fewestPeople[kind] ?? 1)
      let factor = max(1, min(wanted, Double(most)).rounded(.down))
      state.factors[kind] = factor
      return factor
    }
  }
}

extension MetricMoments {
  /// The mean with its interval; without an end where the replications are too few for one.
  var known: Estimate? {
    mean.map { mean in
      estimate() ?? Estimate(mean, from: -.infinity, to: .infinity, confidence: 0.95)
    }
  }
}
