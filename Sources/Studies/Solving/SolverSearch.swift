import GrowthloopFindings
import Statistics

/// The steps of a solver.
struct SolverSearch {
  var landscape: SolverLandscape
  private let people: Solver.People
  var outcome = SolverOutcome()
  /// Whether the metric must rise to the target: 1, or −1 if it must fall.
  private var sense = 1.0
  /// The ends of each axis that can be evaluated.
  private var ends: [(low: Double, high: Double)] = []
  /// Whether each of these ends helps, and brings fewer people.
  private var costs: [(low: Bool, high: Bool)] = []
  /// The slopes over the whole ranges, towards the ends that help.
  private var wholeSlopes: [Double] = []
  /// The best point seen so far, by its gap in the sense of the target.
  private var best: (point: SolverPoint, gap: Double)?

  init(_ landscape: SolverLandscape, _ people: @escaping Solver.People) {
    self.landscape = landscape
    self.people = people
  }

  private var axes: [SolverAxis] { landscape.axes }

  mutating func run() async throws {
    let origin = landscape.origin
    outcome.base = try await landscape.values([origin], .answer(times: 1))[0]
    guard let base = outcome.base else { return }
    try await landscape.calibrate(at: origin, by: .answer(times: 1))
    let gap = landscape.gap(base.value)
    sense = gap <= 0 ? 1 : -1
    best = (origin, gap * sense)
    guard gap.magnitude > landscape.tolerance else {
      try await settle(on: .still(origin), gap)
      return
    }
    let slopes = try await lookAtEnds(from: gap)
    wholeSlopes = slopes
    var candidates = try await aloneCandidates(gap)
    let kept = keepingPeople(slopes)
    if let together = try await nearest(by: kept, gap) { candidates.append(together) }
    if kept != slopes, candidates.allSatisfy({ costsPeople($0.point) }),
      let together = try await nearest(by: slopes, gap)
    {
      candidates.append(together)
    }
    if candidates.isEmpty, let reached = try await climb(gap) { candidates.append(reached) }
    let harmless = candidates.filter { !costsPeople($0.point) }
    outcome.keepsPeople = !harmless.isEmpty && costs.contains { $0.low || $0.high }
    let first = (harmless.isEmpty ? candidates : harmless)
      .min { $0.point.distance < $1.point.distance }
    if var found = first {
      for _ in 0..<3 {
        let slopes = try await localSlopes(at: found.point)
        guard
          let next = try await nearest(
            by: harmless.isEmpty ? slopes : keepingPeople(slopes), gap),
          next.point.distance < found.point.distance * 0.995,
          harmless.isEmpty || !costsPeople(next.point)
        else { break }
        found = next
      }
      try await settle(on: found, gap)
    }
    // What few replications do not reach, many may.
    if outcome.answer == nil, let best { try await settle(on: line(to: best.point), gap) }
    try await drawFrontier()
  }

  /// Leaves the search with the best point so far.
  mutating func stop() {
    outcome.isPartial = true
    guard outcome.answer == nil, outcome.closest == nil, let best,
      best.point != landscape.origin
    else { return }
    outcome.closest = best.point
    outcome.seen = landscape.seen(at: best.point)
  }

  // MARK: The candidates

  /// A point with the target, on the curve that led to it.
  private struct Candidate {
    let point: SolverPoint
    let place: Double
    /// The place at which the curve ends.
    let length: Double
    let curve: @Sendable (Double) -> SolverPoint

    init(on path: SolverPath, at place: Double) {
      point = path.point(place)
      self.place = place
      length = path.far.place
      curve = path.point
    }

    private init(still point: SolverPoint) {
      self.point = point
      (place, length) = (0, 0)
      curve = { _ in point }
    }

    /// A point that needs no search.
    static func still(_ point: SolverPoint) -> Candidate { Candidate(still: point) }

    /// The way from now to its end in half ranges for each unit of place.
    var speed: Double {
      let (start, end) = (curve(0).coordinates, curve(length).coordinates)
      let far = zip(start, end).map { ($1 - $0).magnitude }.max() ?? 0
      return length > 0 ? far / length : 0
    }
  }

  /// Evaluates both ends of every axis; returns the slopes towards those that help.
  private mutating func lookAtEnds(from gap: Double) async throws -> [Double] {
    ends = axes.map { ($0.ends.lowerBound, $0.ends.upperBound) }
    // An end that contradicts the other values is drawn in by quarters.
    for _ in 0..<4 {
      let gaps = try await landscape.gaps(allEnds)
      var isSound = true
      for axis in axes.indices {
        if gaps[2 * axis] == nil { (ends[axis].low, isSound) = (ends[axis].low * 0.75, false) }
        if gaps[2 * axis + 1] == nil {
          (ends[axis].high, isSound) = (ends[axis].high * 0.75, false)
        }
      }
      if isSound { break }
    }
    let values = try await landscape.values(allEnds).map { $0.map(landscape.calibrated) }
    return axes.indices.map { axis in
      let marks = [(ends[axis].low, values[2 * axis]), (ends[axis].high, values[2 * axis + 1])]
      var slope = 0.0
      var most = 0.0
      for (place, value) in marks {
        guard let value, place != 0 else { continue }
        let end = landscape.gap(value.value) * sense
        see(corner(axis, place), end)
        let gain = end - gap * sense
        if gain > most { (most, slope) = (gain, gain / place) }
      }
      let better = marks.compactMap(\.1).max {
        landscape.gap($0.value) * sense < landscape.gap($1.value) * sense
      }
      outcome.alone.append(
        SolverOutcome.Alone(point: nil, best: better))
      costs.append(
        (
          slope < 0 && costsPeople(corner(axis, ends[axis].low)),
          slope > 0 && costsPeople(corner(axis, ends[axis].high))
        ))
      return slope
    }
  }

  /// Whether a point has fewer people come by invites, where the metric is to rise.
  private func costsPeople(_ point: SolverPoint) -> Bool {
    sense > 0 && people(point, .search).isLoss
  }

  /// Returns the slopes without those towards an end that brings fewer people.
  private func keepingPeople(_ slopes: [Double]) -> [Double] {
    zip(slopes, costs).map { slope, costs in (slope < 0 ? costs.low : costs.high) ? 0 : slope }
  }

  /// The axes whose slopes are measured anew at a root; of the others, that over the whole range is
  /// near enough.
  private static let mostMeasured = 6

  /// The axes whose ends carry farthest.
  private var foremost: [Int] {
    let reach = axes.indices.map { axis in
      (wholeSlopes[axis] * (wholeSlopes[axis] < 0 ? ends[axis].low : ends[axis].high)).magnitude
    }
    let order = axes.indices.sorted {
      reach[$0] == reach[$1] ? $0 < $1 : reach[$0] > reach[$1]
    }
    return order.prefix(Self.mostMeasured).sorted()
  }

  private var allEnds: [SolverPoint] {
    axes.indices.flatMap { [corner($0, ends[$0].low), corner($0, ends[$0].high)] }
  }

  /// The point at which one axis is moved.
  private func corner(_ axis: Int, _ place: Double) -> SolverPoint {
    var coordinates = [Double](repeating: 0, count: axes.count)
    coordinates[axis] = place
    return landscape.point(coordinates)
  }

  private mutating func see(_ point: SolverPoint, _ gap: Double) {
    if gap > best?.gap ?? -.infinity { best = (point, gap) }
  }

  /// Returns the points at which one parameter by itself has the target.
  private mutating func aloneCandidates(_ gap: Double) async throws -> [Candidate] {
    var paths: [(axis: Int, path: SolverPath)] = []
    for axis in axes.indices {
      for place in [ends[axis].low, ends[axis].high] where place != 0 {
        guard let far = try await landscape.gaps([corner(axis, place)])[0], far * sense >= 0
        else { continue }
        let curve = curve(along: Self.unit(axis, of: axes.count, place < 0 ? -1 : 1))
        paths.append(
          (axis, SolverPath(point: curve, near: (0, gap), far: (place.magnitude, far))))
      }
    }
    let roots = try await landscape.roots(of: paths.map(\.path))
    var candidates: [Candidate] = []
    for ((axis, path), root) in zip(paths, roots) {
      guard let root else { continue }
      let candidate = Candidate(on: path, at: root)
      candidates.append(candidate)
      let earlier = outcome.alone[axis]
      if candidate.point.distance < earlier.point?.distance ?? .infinity {
        // Few replications license two digits.
        let tenth = root / 10
        let about = landscape.rounded(
          candidate.point, from: path.point(root - tenth), to: path.point(root + tenth))
        outcome.alone[axis] = SolverOutcome.Alone(
          point: about, best: earlier.best, people: people(candidate.point, .search))
      }
    }
    return candidates
  }

  private static func unit(_ axis: Int, of count: Int, _ value: Double) -> [Double] {
    var unit = [Double](repeating: 0, count: count)
    unit[axis] = value
    return unit
  }

  /// The curve on which each axis goes at its own pace until its end.
  private func curve(along paces: [Double]) -> @Sendable (Double) -> SolverPoint {
    let landscape = landscape
    let ends = ends
    return { place in
      landscape.point(
        zip(paces, ends).map { pace, ends in min(max(pace * place, ends.low), ends.high) })
    }
  }

  /// Returns the nearest point by a model with these slopes, on its curve; `nil` if the curve does
  /// not meet the target.
  private mutating func nearest(by slopes: [Double], _ gap: Double) async throws -> Candidate? {
    let steepest = slopes.map(\.magnitude).max() ?? 0
    guard steepest > 0 else { return nil }
    // A parameter that does nearly nothing stays as it is.
    let paces = slopes.map { $0.magnitude < steepest * 0.03 ? 0 : $0 / steepest }
    let length = axes.indices.reduce(0.0) { length, axis in
      let end = paces[axis] < 0 ? ends[axis].low : ends[axis].high
      return paces[axis] == 0 ? length : max(length, end / paces[axis])
    }
    guard length > 0 else { return nil }
    let curve = curve(along: paces)
    let far = try await landscape.gaps([curve(length)])[0]
    if let far { see(curve(length), far * sense) }
    let path = SolverPath(point: curve, near: (0, gap), far: (length, far))
    return try await landscape.roots(of: [path])[0].map { Candidate(on: path, at: $0) }
  }

  /// Returns the slopes of the gap at a point, in the sense of the target.
  private mutating func localSlopes(at point: SolverPoint) async throws -> [Double] {
    let step = 0.2
    let moved = foremost
    let places = moved.map { axis in
      (
        max(point.coordinates[axis] - step, ends[axis].low),
        min(point.coordinates[axis] + step, ends[axis].high)
      )
    }
    let points = zip(moved, places).flatMap { axis, places in
      [places.0, places.1].map { place in
        var coordinates = point.coordinates
        coordinates[axis] = place
        return landscape.point(coordinates)
      }
    }
    let gaps = try await landscape.gaps(points)
    var slopes = wholeSlopes
    for (number, axis) in moved.enumerated() {
      guard let below = gaps[2 * number], let above = gaps[2 * number + 1],
        places[number].1 > places[number].0
      else {
        slopes[axis] = 0
        continue
      }
      slopes[axis] = (above - below) / (places[number].1 - places[number].0) * sense
    }
    return slopes
  }

  /// Climbs from the best point in shrinking steps, of one axis and of several; returns where the line
  /// to a point beyond the target meets it, and `nil` if no point goes beyond, or so little is gained
  /// that none will.
  private mutating func climb(_ gap: Double) async throws -> Candidate? {
    guard let foot = best, let own = try await landscape.gaps([foot.point], .climb)[0] else {
      return nil
    }
    best = (foot.point, own * sense)
    for step in [1.0, 0.5, 0.25] {
      for _ in 0..<Self.mostClimbs {
        guard let start = best else { return nil }
        let steps = axes.indices.flatMap { axis in [(axis, -step), (axis, step)] }
        let alone = steps.map { moved(start.point, by: [$0]) }
        let gaps = try await landscape.gaps(alone, .climb).map { $0.map { $0 * sense } }
        for (point, gap) in zip(alone, gaps) { if let gap { see(point, gap) } }
        // What helps alone is tried together too: the most helpful, twice as many of them each time.
        // A gain that is small beside the best may be noise.
        let gains = axes.indices.compactMap { axis -> (step: (Int, Double), gain: Double)? in
          let sides = [2 * axis, 2 * axis + 1].compactMap { side in
            gaps[side].map { (step: steps[side], gain: $0 - start.gap) }
          }
          return sides.max { $0.gain < $1.gain }.flatMap { $0.gain > 0 ? $0 : nil }
        }.sorted { ($0.gain, $1.step.0) > ($1.gain, $0.step.0) }
        let helpful = gains.filter { $0.gain > gains[0].gain / 10 }.map(\.step)
        let together = sequence(first: 2) { $0 * 2 }.prefix { $0 < 2 * helpful.count }.map {
          moved(start.point, by: helpful.prefix($0))
        }
        for (point, gap) in zip(together, try await landscape.gaps(together, .climb)) {
          if let gap { see(point, gap * sense) }
        }
        guard let reached = best else { return nil }
        if reached.gap >= 0 {
          let far = try await landscape.gaps([reached.point])[0]
          let line = line(to: reached.point)
          let path = SolverPath(point: line.curve, near: (0, gap), far: (line.length, far))
          return try await landscape.roots(of: [path])[0].map { Candidate(on: path, at: $0) }
        }
        let gain = reached.gap - start.gap
        // A gain below the tolerance is noise.
        if gain <= landscape.tolerance { break }
        if gain * Double(2 * Self.mostClimbs) < -reached.gap { return nil }
      }
    }
    return nil
  }

  /// Returns a point with some axes moved, each no farther than its end.
  private func moved(
    _ point: SolverPoint, by steps: some Sequence<(Int, Double)>
  ) -> SolverPoint {
    var coordinates = point.coordinates
    for (axis, step) in steps {
      coordinates[axis] = min(max(coordinates[axis] + step, ends[axis].low), ends[axis].high)
    }
    return landscape.point(coordinates)
  }

  /// The rounds of a climb in steps of the same length.
  private static let mostClimbs = 4

  /// Returns the straight line to a point, at its end.
  private func line(to end: SolverPoint) -> Candidate {
    let path = SolverPath(point: curve(along: end.coordinates), near: (0, nil), far: (1, nil))
    return Candidate(on: path, at: 1)
  }

  // MARK: The answer

  /// The reach of an answer's interval, in half ranges, at which the replications are enough; more
  /// where the answer is far away, of which a tenth is enough.
  private static let enough = 0.1

  /// Moves a candidate along its curve until enough replications have the target there, and lets
  /// fresh random numbers decide whether it has.
  private mutating func settle(on candidate: Candidate, _ gap: Double) async throws {
    let speed = candidate.speed
    if candidate.length > 0, candidate.place < candidate.length { outcome.answer = candidate.point }
    var spot = try await self.spot(
      on: candidate, near: candidate.place, gap, .answer(times: 1))
    let enough = max(Self.enough, Self.enough * candidate.place * speed)
    while spot.reach * speed > enough, !spot.fallsShort, outcome.times < SolverEffort.mostTimes {
      outcome.times *= 2
      spot = try await self.spot(
        on: candidate, near: spot.place, gap, .answer(times: outcome.times))
    }
    for round in 0..<3 {
      let point = landscape.rounded(
        candidate.curve(spot.place), from: candidate.curve(spot.place - spot.reach),
        to: candidate.curve(spot.place + spot.reach))
      let effort = SolverEffort.confirmation(times: outcome.times, round: round)
      guard let fresh = try await landscape.values([point], effort)[0] else { break }
      outcome.confirmation = fresh
      outcome.people = people(point, effort)
      let isShort = landscape.gap(sense > 0 ? fresh.high : fresh.low) * sense < 0
      let isAtEnd = candidate.length > 0 && spot.place >= candidate.length
      if isShort, isAtEnd, spot.fallsShort || round == 2 {
        (outcome.answer, outcome.closest) = (nil, point)
        return
      }
      (outcome.answer, outcome.closest) = (point, nil)
      outcome.ends = spot.ends(by: fresh, landscape).map {
        // The fresh numbers are those of the rounded point, which lies beside the spot.
        let middle = candidate.curve(spot.place)
        let ends = [$0, min($1, candidate.length)].map { place in
          let end = candidate.curve(place)
          return landscape.point(
            axes.indices.map {
              end.coordinates[$0] - middle.coordinates[$0] + point.coordinates[$0]
            })
        }
        let printed = ends.map {
          landscape.rounded($0, from: ends[0], to: ends[1], beside: point)
        }
        return (printed[0], printed[1])
      }
      if axes.count == 1 {
        outcome.alone = outcome.alone.map { SolverOutcome.Alone(point: point, best: $0.best) }
      }
      guard !fresh.contains(landscape.target), spot.slope != 0, round < 2 else { break }
      // All sets of random numbers so far count alike; by the earlier ones the target is met here.
      spot.move(by: -landscape.gap(fresh.value) / spot.slope / Double(round + 2))
    }
    if let answer = outcome.answer {
      try await landscape.calibrate(at: answer, by: .answer(times: outcome.times))
    }
  }

  /// A place on a curve at which the target is met, with what is known of the gap around it.
  private struct Spot {
    private(set) var place: Double
    let length: Double
    /// The slope of the gap, and those on either side of the place; 0 where it has none.
    var slope = 0.0
    var sides = (below: 0.0, above: 0.0)
    /// How far the place may lie off, by the interval of the metric.
    var reach = 0.0
    /// Whether the curve has come to its end, and the whole interval lies before the target.
    var fallsShort = false

    init(at place: Double, of length: Double) {
      self.place = min(max(place, -length), length)
      self.length = length
    }

    /// Many replications may have the target on the other side of now.
    mutating func move(by distance: Double) {
      place = min(max(place + distance, -length), length)
    }

    /// Returns the places at which the ends of an interval of the metric would be the target; `nil`
    /// without a slope.
    func ends(by fresh: Estimate, _ landscape: SolverLandscape) -> (low: Double, high: Double)? {
      guard slope != 0 else { return nil }
      let roots = [fresh.low, fresh.high].map { end in
        let gap = landscape.gap(end)
        let side = gap / slope > 0 ? sides.below : sides.above
        return place - gap / (side / slope > 0.1 ? side : slope)
      }
      return (min(roots[0], roots[1]), max(roots[0], roots[1]))
    }
  }

  /// The distance over which slopes are measured, in half ranges: farther than noise reaches.
  private static let step = 0.2

  /// Returns the place near `start` on a curve at which so many replications have the target, by
  /// slopes that they have themselves.
  private mutating func spot(
    on candidate: Candidate, near start: Double, _ gap: Double, _ effort: SolverEffort
  ) async throws -> Spot {
    var spot = Spot(at: start, of: candidate.length)
    if candidate.speed > 0 { try await aim(&spot, on: candidate, gap, effort) }
    guard let value = try await landscape.values([candidate.curve(spot.place)], effort)[0]
    else { return spot }
    let (low, high) = (landscape.gap(value.low), landscape.gap(value.high))
    let middle = landscape.gap(value.value)
    spot.reach = spot.slope == 0 ? 0 : (max(middle - low, high - middle) / spot.slope).magnitude
    spot.fallsShort =
      candidate.length > 0 && spot.place >= candidate.length && (sense > 0 ? high : -low) < 0
    return spot
  }

  /// Moves a spot to where the target is met, by slopes measured there.
  private mutating func aim(
    _ spot: inout Spot, on candidate: Candidate, _ gap: Double, _ effort: SolverEffort
  ) async throws {
    let width = Self.step / candidate.speed
    let center = spot.place
    let sides = [center - width, center, min(center + width, candidate.length)]
    let gaps = try await landscape.gaps(sides.map(candidate.curve), effort)
    guard var here = gaps[1] else { return }
    func slope(_ from: Int, _ to: Int) -> Double? {
      guard sides[to] > sides[from], let first = gaps[from], let second = gaps[to],
        (second - first) * sense > 0
      else { return nil }
      return (second - first) / (sides[to] - sides[from])
    }
    // Where noise hides it, the slope is that over the whole way.
    let whole = center > 0 ? (here - gap) / center : 0
    spot.slope = slope(0, 2) ?? (whole * sense > 0 ? whole : 0)
    spot.sides = (slope(0, 1) ?? spot.slope, slope(1, 2) ?? spot.slope)
    for _ in 0..<3 where here.magnitude > landscape.tolerance && spot.slope != 0 {
      let side = here / spot.slope > 0 ? spot.sides.below : spot.sides.above
      let steepness = side / spot.slope > 0.3 ? side : spot.slope
      spot.move(by: min(max(-here / steepness, -2 * width), 2 * width))
      guard let next = try await landscape.gaps([candidate.curve(spot.place)], effort)[0] else {
        return
      }
      here = next
    }
  }

  // MARK: The frontier

  /// The columns of a frontier, and by how many tolerances its picture may be off: a hundredth.
  private static let columns = 9
  private static let roughness = 3.0

  /// Searches the frontier over the two parameters that the answer moves most.
  private mutating func drawFrontier() async throws {
    guard axes.count > 1, let answer = outcome.answer else { return }
    let moved = axes.indices.sorted { left, right in
      let (first, second) = (
        answer.coordinates[left].magnitude, answer.coordinates[right].magnitude
      )
      return first == second ? left < right : first > second
    }
    let (x, y) = (min(moved[0], moved[1]), max(moved[0], moved[1]))
    let landscape = landscape
    let ends = ends
    func column(_ number: Int) -> @Sendable (Double) -> SolverPoint {
      let share = Double(number) / Double(Self.columns - 1)
      let place = ends[x].low + share * (ends[x].high - ends[x].low)
      return { other in
        var coordinates = answer.coordinates
        coordinates[x] = place
        coordinates[y] = other
        return landscape.point(coordinates)
      }
    }
    let lines = (0..<Self.columns).map(column)
    let gaps = try await self.landscape.gaps(
      lines.flatMap { [$0(ends[y].low), $0(ends[y].high)] })
    let paths = lines.indices.map { line in
      SolverPath(
        point: lines[line], near: (ends[y].low, gaps[2 * line]),
        far: (ends[y].high, gaps[2 * line + 1]))
    }
    let roots = try await self.landscape.roots(of: paths, roughness: Self.roughness)
    outcome.frontier = SolverOutcome.Frontier(
      x: x, y: y,
      points: zip(lines, roots).map { line, root in
        SolverOutcome.Frontier.Point(x: line(0), point: root.map(line))
      })
  }
}
