public import GrowthloopFindings
public import GrowthloopPlans
import Statistics

extension SolveFindings {
  /// Creates the findings of a search over `axes` of `scenario`.
  public init(
    _ outcome: SolverOutcome, of solver: Solver, by trial: SolverTrial,
    in scenario: GrowthScenario, setup: Setup, command: String
  ) {
    self.init()
    let metric = Metric.all[trial.metric]
    self.command = command
    title = scenario.title
    question = scenario.question
    target = solver.target
    self.metric = metric.key
    definition = metric.definition
    unit = metric.unit
    style = metric.style
    seed = trial.seed
    replications = trial.replications
    answerReplications = trial.replications * outcome.times
    isPartial = outcome.isPartial
    base = Measure(outcome.base, in: metric.style)
    isReached = outcome.answer != nil
    let nearest = outcome.answer ?? outcome.closest
    distance = nearest?.distance
    confirmed = Measure(outcome.confirmation, in: metric.style)
    solved = solver.axes.enumerated().compactMap { place, axis in
      setup.parameters.first { $0.name == axis.key }.flatMap {
        SolvedParameter(
          $0, at: place, nearest: nearest, within: isReached ? outcome.ends : nil,
          alone: outcome.alone)
      }
    }
    frontier = outcome.frontier.map { SolvedFrontier($0, nearest, solver.axes) }
    evaluations = outcome.evaluations
    parameters = setup.parameters
  }
}

extension SolvedParameter {
  fileprivate init?(
    _ parameter: Parameter, at place: Int, nearest: SolverPoint?,
    within ends: (low: SolverPoint, high: SolverPoint)?, alone: [SolverOutcome.Alone]
  ) {
    guard let range = parameter.range else { return nil }
    let values = [ends?.low, ends?.high].compactMap { $0 }
      .sorted { $0.numbers[place] < $1.numbers[place] }.map { $0.values[place] }
    let alone = alone.indices.contains(place) ? alone[place] : nil
    self.init(
      parameter.name, value: parameter.value, low: range.low, high: range.high,
      isAssumed: range.isAssumed, nearest: nearest?.values[place],
      from: values.first == values.last ? nil : values.first,
      to: values.first == values.last ? nil : values.last,
      moved: nearest?.coordinates[place], alone: alone?.point?.values[place],
      aloneReaches: alone?.best?.value)
  }
}

extension SolvedFrontier {
  fileprivate init(
    _ frontier: SolverOutcome.Frontier, _ nearest: SolverPoint?, _ axes: [SolverAxis]
  ) {
    func coordinate(_ place: Int) -> Coordinate {
      let axis = axes[place]
      return Coordinate(
        axis.key, axis.style, base: axis.drawn(axis.range.value),
        nearest: axis.drawn(nearest?.numbers[place] ?? axis.range.value))
    }
    self.init(
      x: coordinate(frontier.x), y: coordinate(frontier.y),
      points: frontier.points.map { point in
        Point(
          x: axes[frontier.x].drawn(point.x.numbers[frontier.x]),
          y: point.point.map { axes[frontier.y].drawn($0.numbers[frontier.y]) },
          xValue: point.x.values[frontier.x], yValue: point.point?.values[frontier.y])
      })
  }
}

extension SolverAxis {
  fileprivate var style: NumberStyle {
    switch range.kind {
    case .chance: .share
    case .number: .ratio
    case .time: .days
    }
  }

  /// Returns a number in the unit of its style.
  fileprivate func drawn(_ number: Double) -> Double {
    range.kind == .time ? number / 86_400_000 : number
  }
}
