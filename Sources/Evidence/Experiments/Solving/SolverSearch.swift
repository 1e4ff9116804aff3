import Statistics

/// The steps of a solver.
struct SolverSearch {
  var landscape: SolverLandscape
  var outcome = SolverOutcome()
  /// Whether the metric must rise to the target: 1, or −1 if it must fall.
  private var sense = 1.0
  /// The ends of each axis that can be evaluated.
  private var ends: [(low: Double, high: Double)] = []
  /// The slopes over the whole ranges, towards the ends that help.
  private var wholeSlopes: [Double] = []
  /// The best point seen so far, by its gap in the sense of the target.
  private var best: (point: SolverPoint, gap: Double)?

  init(_ landscape: SolverLandscape) { self.landscape = landscape }

  private var axes: [SolverAxis] { landscape.axes }

  mutating func run() async throws {
    let origin = landscape.origin
    outcome.base = try await landscape.values([origin], .answer)[0]
    guard outcome.base != nil, let gap = try await landscape.gaps([origin])[0] else {
      outcome.base = nil
      return
    }
    sense = gap <= 0 ? 1 : -1
    best = (origin, gap * sense)
    guard gap.magnitude > landscape.tolerance else {
      try await settle(on: .still(origin))
      return
    }
    let slopes = try await lookAtEnds(from: gap)
    wholeSlopes = slopes
    var candidates = try await aloneCandidates(gap)
    if let together = try await nearest(by: slopes, gap) { candidates.append(together) }
    if candidates.isEmpty, let reached = try await climb(gap) { candidates.append(reached) }
    guard var found = candidates.min(by: { $0.point.distance < $1.point.distance }) else {
      try await giveUp()
      return
    }
    for _ in 0..<3 {
      let slopes = try await localSlopes(at: found.point)
      guard let next = try await nearest(by: slopes, gap),
        next.point.distance < found.point.distance * 0.995
      else { break }
      found = next
    }
    try await settle(on: found)
    try await drawFrontier()
  }

  // MARK: The candidates

  /// A point with the target, on the curve that led to it.
  private struct Candidate {
    let point: SolverPoint
    let place: Double
    let slope: Double
    let curve: @Sendable (Double) -> SolverPoint

    /// A point that needs no search.
    static func still(_ point: SolverPoint) -> Candidate {
      Candidate(point: point, place: 0, slope: 0) { _ in point }
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
    let values = try await landscape.values(allEnds)
    // What an end does is told from the base as many replications have it, so that one that does
    // nothing stays there.
    let origin = try await landscape.values([landscape.origin])[0]
    let shift = origin.flatMap { origin in outcome.base.map { $0.value - origin.value } } ?? 0
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
        SolverOutcome.Alone(point: nil, best: better?.shifted(by: shift)))
      return slope
    }
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
      let point = path.point(root.place)
      candidates.append(
        Candidate(point: point, place: root.place, slope: root.slope, curve: path.point))
      let earlier = outcome.alone[axis]
      if point.distance < earlier.point?.distance ?? .infinity {
        outcome.alone[axis] = SolverOutcome.Alone(point: point, best: earlier.best)
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
    return try await landscape.roots(of: [path])[0].map {
      Candidate(point: curve($0.place), place: $0.place, slope: $0.slope, curve: curve)
    }
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

  /// Climbs from the best point in shrinking steps; returns where the line to a point beyond the
  /// target meets it, and `nil` if no point goes beyond.
  private mutating func climb(_ gap: Double) async throws -> Candidate? {
    for step in [1.0, 0.5, 0.25] {
      for _ in 0..<4 {
        guard let start = best else { return nil }
        let points = axes.indices.flatMap { axis in
          [-step, step].map { step in
            var coordinates = start.point.coordinates
            coordinates[axis] = min(
              max(coordinates[axis] + step, ends[axis].low), ends[axis].high)
            return landscape.point(coordinates)
          }
        }
        for (point, gap) in zip(points, try await landscape.gaps(points)) {
          if let gap { see(point, gap * sense) }
        }
        if let reached = best, reached.gap >= 0 { return try await line(to: reached, gap) }
        // A gain below the tolerance is noise.
        if best?.gap ?? 0 <= start.gap + landscape.tolerance { break }
      }
    }
    return nil
  }

  private mutating func line(
    to end: (point: SolverPoint, gap: Double), _ gap: Double
  ) async throws -> Candidate? {
    let curve = curve(along: end.point.coordinates)
    let path = SolverPath(point: curve, near: (0, gap), far: (1, end.gap * sense))
    return try await landscape.roots(of: [path])[0].map {
      Candidate(point: curve($0.place), place: $0.place, slope: $0.slope, curve: curve)
    }
  }

  // MARK: The answer

  /// Moves a candidate along its curve until the full number of replications has the target, and
  /// confirms it.
  private mutating func settle(on candidate: Candidate) async throws {
    var place = candidate.place
    outcome.answer = candidate.point
    for _ in 0..<3 {
      guard let gap = try await landscape.gaps([candidate.curve(place)], .answer)[0],
        gap.magnitude > landscape.tolerance, candidate.slope != 0
      else { break }
      place = max(0, place - gap / candidate.slope)
    }
    for round in 0..<3 {
      let point = candidate.curve(place)
      outcome.answer = point
      if axes.count == 1 {
        outcome.alone = outcome.alone.map { SolverOutcome.Alone(point: point, best: $0.best) }
      }
      let fresh = try await landscape.values([point], .confirmation(round))[0]
      outcome.confirmation = fresh
      guard let fresh, !fresh.contains(landscape.target), candidate.slope != 0, round < 2 else {
        return
      }
      // All sets of random numbers so far count alike; by the earlier ones the target is met here.
      place = max(0, place - landscape.gap(fresh.value) / candidate.slope / Double(round + 2))
    }
  }

  private mutating func giveUp() async throws {
    guard let best else { return }
    outcome.closest = best.point
    outcome.confirmation = try await landscape.values([best.point], .confirmation(0))[0]
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
        SolverOutcome.Frontier.Point(x: line(0), point: root.map { line($0.place) })
      })
  }
}
