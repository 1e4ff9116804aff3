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
