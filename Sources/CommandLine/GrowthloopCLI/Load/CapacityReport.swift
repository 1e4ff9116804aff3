import Experiments
import Gates
import LoadGenerator
import LoadTrials
import Profiles
import Statistics
import Vocabulary

/// The highest rate that keeps the gates of a plan, and what every trial said.
struct CapacityReport: Encodable {
  let kind = "capacity"
  let command: String
  let title: String
  let profile: String
  let seed: UInt64
  let target: String
  let machine = Machine.description
  let build = Machine.build
  let gates: [String]
  let capacity: CapacitySearch.Outcome
  /// Why the last trial was not valid that was not; empty if all were.
  let because: [String]
  let parameters: [RunParameter]

  /// Searches from the rate of the plan on, each trial at a constant rate for its length.
  init(
    _ stage: LoadStage, at place: LoadPlace, trials: Int, on console: any Console,
    until interrupt: Interrupt
  ) throws {
    let scenario = stage.scenario
    command = stage.repetition.alone.text()
    title = scenario.title
    profile = scenario.profile.id.rawValue
    seed = scenario.seed
    parameters = RunParameter.all(of: scenario)
    target = place.description
    gates = scenario.gates.map(\.description)
    var search = CapacitySearch(from: max(1, scenario.arrivals.rate))
    search.trials = trials
    var run = 0
    var because: [String] = []
    capacity = try search.run { rate, number in
      var trial = scenario
      trial.arrivals = ArrivalPlan()
      trial.arrivals.rate = rate
      trial.arrivals.spacing = scenario.arrivals.spacing
      let work = LoadWork(
        console: console, interrupt: interrupt, processor: place.processor,
        isInRealTime: place.isInRealTime,
        title: "\(Self.shown(rate))/s, trial \(number + 1) of \(trials): ")
      let record = try work.run(trial.plan(against: place.target, place.links, run: run))
      run += 1
      guard !record.wasCancelled else { return nil }
      let outcome = LoadOutcome(trial, record)
      if outcome.validity.isDisturbed { because = outcome.validity.reasons }
      return outcome.asTrial
    }
    self.because = because
  }

  var exitCode: ExitCode {
    if capacity.isPartial { return .interrupted }
    guard capacity.low != nil else {
      return capacity.high == nil ? .gateUndecided : .gateMissed
    }
    return capacity.high == nil ? .gateUndecided : .success
  }

  /// What the folder of a search holds.
  func files() throws -> [(name: String, text: String)] {
    [("run.json", try json()), ("summary.md", text(isMarkdown: true))]
  }

  func text(isMarkdown: Bool = false) -> String {
    let table = ReportTable(
      header: ["requests/s", "trials", ""],
      rows: capacity.steps.map { step in
        [
          Self.shown(step.rate), step.trials.map(\.rawValue).joined(separator: ", "),
          step.isKept ? "kept" : step.isMissed ? "missed" : "open",
        ]
      })
    return """
      \(isMarkdown ? "# " : "")\(title): capacity

      \(machine), \(build) build
      Target: \(target)
      Gates: \(gates.joined(separator: ", "))

      \(isMarkdown ? table.markdown : table.text)
      \(conclusion)
      \(reasons)
      """
  }

  private var reasons: String {
    guard !because.isEmpty else { return "" }
    return "\nOf the last trial that was not valid:\n" + because.map { "  \($0)\n" }.joined()
  }

  private var conclusion: String {
    let end = capacity.isPartial ? " Interrupted: the search is not done." : ""
    switch (capacity.low, capacity.high) {
    case (let low?, let high?):
      return "The gates are kept at \(Self.shown(low))/s and missed at \(Self.shown(high))/s.\(end)"
    case (let low?, nil):
      return
        "The gates are kept at \(Self.shown(low))/s; no higher rate missed them for sure.\(end)"
    case (nil, let high?):
      return "The gates are missed at \(Self.shown(high))/s, and kept at no rate tried.\(end)"
    case (nil, nil):
      return "No rate was decided: trials are too short, or the generator was the bottleneck.\(end)"
    }
  }

  private static func shown(_ rate: Double) -> String { NumberText.decimal(rate, 0) }
}

extension LoadOutcome {
  /// What the run says in a search for the capacity.
  fileprivate var asTrial: CapacitySearch.Trial {
    switch verdict {
    case .kept: .kept
    case .missed: .missed
    case .undecided: validity.isValid ? .undecided : .invalid
    }
  }
}
