public import Statistics

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
public struct Solver: Sendable {
  /// Evaluates points together; `nil` for one that contradicts itself, or has no value.
  public typealias Evaluation =
    @Sendable (_ points: [SolverPoint], SolverEffort) async throws -> [Estimate?]

  public let axes: [SolverAxis]
  public let target: Double
  public let evaluate: Evaluation

  /// Creates a search over `axes`, of which there is at least one.
  public init(_ axes: [SolverAxis], target: Double, evaluate: @escaping Evaluation) {
    precondition(!axes.isEmpty, "nothing to vary")
    self.axes = axes
    self.target = target
    self.evaluate = evaluate
  }

  /// Searches, and confirms what it found with fresh random numbers.
  ///
  /// After a cancellation the outcome is partial: it contains what was found before.
  public func solve() async throws -> SolverOutcome {
    var search = SolverSearch(SolverLandscape(axes, target: target, evaluate))
    do {
      try await search.run()
    } catch is CancellationError {
      search.outcome.isPartial = true
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
