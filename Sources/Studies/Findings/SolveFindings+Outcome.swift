public import GrowthloopFindings
import GrowthloopModel
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
    confirmed = Measure(outcome.confirmation ?? outcome.seen, in: metric.style)
    people = Self.people(outcome.people, beside: metric)
    keepsPeople = outcome.keepsPeople ? true : nil
    let factors = [trial.factors.search, trial.factors.answer].map { Int($0) }
    peoplePerPerson = factors == [1, 1] ? nil : factors
    solved = solver.axes.enumerated().compactMap { place, axis in
      let parameter = setup.parameters.first { $0.name == axis.key }
      var row = parameter.flatMap {
        SolvedParameter(
          $0, over: axis.range, at: place, nearest: nearest, within: isReached ? outcome.ends : nil,
          alone: outcome.alone)
      }
      if outcome.alone.indices.contains(place) {
        row?.alonePeople = Self.people(outcome.alone[place].people, beside: metric)
      }
      return row
    }
    frontier = outcome.frontier.map { SolvedFrontier($0, nearest, solver.axes) }
    evaluations = outcome.evaluations
    parameters = setup.parameters
  }

  /// Returns a change of the people where it is known, and not that of the metric itself.
  private static func people(_ change: Measure, beside metric: Metric) -> Measure? {
    change.value == nil || metric.key == LoopCourse.metric ? nil : change
  }
}

extension SolvedParameter {
  fileprivate init?(
    _ parameter: Parameter, over axis: ParameterAxis, at place: Int, nearest: SolverPoint?,
    within ends: (low: SolverPoint, high: SolverPoint)?, alone: [SolverOutcome.Alone]
  ) {
    guard let range = parameter.range else { return nil }
    let values = [ends?.low, ends?.high].compactMap { $0 }
      .sorted { $0.numbers[place] < $1.numbers[place] }.map { $0.values[place] }
    let alone = alone.indices.contains(place) ? alone[place] : nil
    self.init(
      parameter.name, value: parameter.value, low: axis.spell(axis.ends.lowerBound),
      high: axis.spell(axis.ends.upperBound),
      isAssumed: range.isAssumed && axis.ends == range.axis?.ends, nearest: nearest?.values[place],
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

extension MatchingFindings {
  /// Creates the findings of a trial of matching rules.
  public init(
    _ outcome: MatchingTrialOutcome, of scenario: GrowthScenario, _ setup: Setup, command: String
  ) {
    self.init(replicates: outcome.table)
    self.command = command
    title = scenario.title
    question = scenario.question
    seed = outcome.trial.seed
    replicationsWanted = outcome.trial.replications
    replications = outcome.replicates.count
    ending = outcome.isPartial ? .cancelled : .complete
    isPartial = outcome.isPartial
    (invitedLaunches, organicLaunches) = outcome.launches
    rules = outcome.trial.candidates.enumerated().map { place, candidate in
      func share(_ share: MatchingTrialOutcome.Share) -> Measured<Truth> {
        let moments = outcome.moments(of: share, rule: place)
        return Measured(
          Truth(share.truth),
          Measure(
            moments.mean, moments.shareEstimate(), in: .share, count: moments.count,
            of: outcome.replicates.count))
      }
      return Rule(
        candidate.name, right: share(.right), wrong: share(.wrong), missed: share(.missed),
        stolen: share(.stolen))
    }
    parameters = setup.parameters
  }
}

extension MatchingTrialOutcome {
  /// A row for each replication and rule: the launches by their result.
  fileprivate var table: FigureTable {
    let rows = replicates.enumerated().flatMap { number, replicate in
      zip(trial.candidates, replicate).map { (number: number, rule: $0.name, outcome: $1) }
    }
    return FigureTable(
      of: rows,
      [
        .count("replication", isLabel: true) { $0.number }, .words("rule") { $0.rule },
        .count("invited") { $0.outcome.invited }, .count("right") { $0.outcome.found },
        .count("wrong") { $0.outcome.wrong }, .count("organic") { $0.outcome.organic },
        .count("stolen") { $0.outcome.stolen }, .count("ambiguous") { $0.outcome.ambiguous },
      ])
  }
}
