import Foundation
import GrowthloopFindings
import GrowthloopPlans
import GrowthloopReports
import GrowthloopStudies
import SimulationKernel
import Statistics

/// The inputs of a scenario as its measured outputs ask for them.
struct FittedScenario {
  /// The changes that make the fitted scenario of the file, which asks for no further fit.
  let changes: [ScenarioOverride]
  let inputs: [Measured<FittedInput>]

  /// Fits the scenario of a file with these changes, and says what was moved; `check` sees it as the
  /// fit begins.
  ///
  /// - Throws: `DiagnosticList` for outputs that cannot be had, alone or together.
  init(
    _ outcome: ScenarioOutcome<GrowthScenario>, of file: String, changed: [ScenarioOverride],
    on console: any Console, beforeFit check: (ChosenScenario) throws -> Void = { _ in }
  ) throws {
    let search = try Search(outcome, of: file, changed: changed)
    try search.begin().map(check)
    let workers = Workers(ProcessInfo.processInfo.activeProcessorCount)
    let found = try Work(console: console, total: 0).wait { meter in
      try await search.run(on: workers, reportingTo: meter)
    }
    try self.init(found, by: search)
    for input in inputs { console.complain("growthloop: fitted: \(input.sentence)") }
  }

  /// Fits the scenario of a file with these changes, without a word.
  ///
  /// - Throws: `DiagnosticList`, or `CancellationError` once the task is cancelled.
  init(
    quietly file: String, changed: [ScenarioOverride], on workers: Workers, meter: ProgressMeter
  ) async throws {
    let search = try Search(
      try ChosenScenario.read(file, changed), of: file, changed: changed)
    try self.init(try await search.run(on: workers, reportingTo: meter), by: search)
  }

  /// The outputs of a scenario with the inputs that may be moved for them.
  private struct Search: Sendable {
    let observed: [Named<ObservedOutput>]
    let names: [[String]]
    let base: [ScenarioOverride]
    let writing: Writing
    let known: [String: Parameter]
    let pairs: [ObservedFit.Pair]
    private let file: String

    init(
      _ outcome: ScenarioOutcome<GrowthScenario>, of file: String, changed: [ScenarioOverride]
    ) throws {
      let observed = outcome.value.observed
      let movers = try FittedScenario.movers(of: observed, among: outcome.parameters)
      let names = movers.map { $0.map(\.name) }
      let base =
        changed.filter { $0.key != "observed" && !$0.key.hasPrefix("observed.") }
        + [ScenarioOverride("observed", to: "none", option: "observed")]
      let writing = Writing(names, outcome.parameters)
      let known = Dictionary(
        outcome.parameters.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      pairs = try observed.indices.map { place in
        let output = observed[place]
        let inputs = try movers[place].enumerated().map { number, mover in
          let own = known[mover.name]?.range
          guard number == 0 else {
            return own?.axis.map { FittedScenario.input($0, mover, usual: own) }
          }
          // The scenario may have no number from which a search can go.
          var alone: ObservedFit.Values = names.map { $0.map { _ in nil } }
          alone[place][0] = writing.start(of: mover.name, towards: output)
          let read = try ChosenScenario(
            quietly: file, changed: base.overlaid(by: writing.changes(alone)), called: file)
          let parameter = read.setup.parameters.first { $0.name == mover.name }
          guard let axis = parameter?.range?.axis else {
            throw FittedScenario.mistake(
              output, "would be fitted by '\(mover.name)', which is no number above 0",
              remedy: "name another input: {value: \(output.value.text), by: KEY}")
          }
          return FittedScenario.input(axis, mover, usual: own)
        }
        return ObservedFit.Pair(
          try Metric.known(output.name), target: output.value.value, by: inputs.compactMap(\.self))
      }
      (self.observed, self.names, self.base) = (observed, names, base)
      (self.writing, self.known, self.file) = (writing, known, file)
    }

    /// Returns the scenario with a number wherever the fit will put one; `nil` where such numbers
    /// contradict each other.
    func begin() -> ChosenScenario? {
      let values = names.indices.map { place in
        [writing.start(of: names[place][0], towards: observed[place])]
          + names[place].dropFirst().map { _ in nil }
      }
      return try? ChosenScenario(
        quietly: file, changed: base.overlaid(by: writing.changes(values)), called: file)
    }

    func run(
      on workers: Workers, reportingTo meter: ProgressMeter
    ) async throws -> ObservedFit.Outcome {
      try await ObservedFit(pairs, on: workers, meter: meter) { values in
        let changed = base.overlaid(by: writing.changes(values))
        // The scenario was read before: what is wrong now is where the way has led.
        return try? ChosenScenario(quietly: file, changed: changed, called: file).setup.plan
      }.run()
    }
  }

  private init(_ found: ObservedFit.Outcome, by search: Search) throws {
    let (observed, names) = (search.observed, search.names)
    switch found {
    case .fitted(let values, let outputs):
      changes = search.base.overlaid(
        by: search.writing.changes(values, fittedTo: observed).map(\.fitted))
      inputs = observed.indices.map { place in
        let metric = Metric.named(observed[place].name) ?? Metric.all[0]
        let moves = zip(names[place], values[place]).compactMap { name, value in
          value.flatMap { Self.move(of: name, to: $0, from: search.known[name]) }
        }
        return Measured(
          FittedInput(
            moves, metric: metric.key, name: metric.name, unit: metric.unit,
            observed: observed[place].value.value),
          Measure(outputs[place].value, outputs[place], in: metric.style))
      }
    case .unreachable(let place, let nearest):
      let output = observed[place]
      let style = Metric.named(output.name)?.style ?? .ratio
      let near = nearest.map { nearest in
        let values = zip(names[place], nearest.inputs).compactMap { name, value in
          value.map { "\(name) at \($0)" }
        }
        return ": with \(values.joined(separator: ", ")) it comes to "
          + "\(style.text(nearest.output)), and no nearer"
      }
      throw Self.mistake(
        output,
        "cannot be \(output.value.text)"
          + (near
            ?? ": whatever \(names[place][0]) is, the scenario contradicts itself or has no such number"),
        remedy: "correct it, or let another input move: "
          + "{value: \(output.value.text), by: \(Self.another(than: names[place], for: output.name))}"
      )
    case .contradiction(let first, let second):
      throw Self.contradiction(
        observed[first], observed[second], in: (names[first][0], names[second][0]))
    }
  }

  private static func another(than inputs: [String], for metric: String) -> String {
    ObservedOutput.inputs(of: metric).map(\.name).first { !inputs.contains($0) } ?? "KEY"
  }

  /// Whether a number says how large a product is, so that no other product's is usual for it.
  private static func isSize(_ name: String) -> Bool { name.hasPrefix("arrivals.") }

  private static func input(
    _ axis: ParameterAxis, _ mover: ObservedOutput.Mover, usual: ParameterRange?
  ) -> ObservedFit.Input {
    ObservedFit.Input(
      axis, usual: isSize(mover.name) ? nil : usual?.axis?.ends,
      isAssumed: usual?.isAssumed ?? true, lessens: mover.lessens)
  }

  /// Returns what was moved; `nil` for what has the value that it had.
  private static func move(
    of name: String, to value: String, from parameter: Parameter?
  ) -> FittedInput.Move? {
    guard value != parameter?.value else { return nil }
    let range = parameter?.range
    return FittedInput.Move(
      name, from: parameter?.value, to: value,
      isShare: range?.axis?.kind == .chance || name.hasPrefix("use.retention."),
      usual: isSize(name) ? nil : range?.axis?.ends, isAssumed: range?.isAssumed ?? true)
  }

  /// Returns the inputs of each output: the one that it names, else the usual ones that are free and
  /// do not stand beside it, each for one output.
  private static func movers(
    of observed: [Named<ObservedOutput>], among parameters: [Parameter]
  ) throws -> [[ObservedOutput.Mover]] {
    var movers = [[ObservedOutput.Mover]](repeating: [], count: observed.count)
    func owner(of name: String?) -> Int? {
      movers.firstIndex { $0.contains { $0.name == name } }
    }
    for (place, output) in observed.enumerated() {
      guard let named = output.value.input else { continue }
      guard parameters.contains(where: { $0.name == named }) else {
        throw mistake(
          output,
          "is fitted by '\(named)', which is no number of the scenario"
            + Suggestion.phrase(for: named, among: parameters.map(\.name)),
          remedy: "'growthloop check --parameters FILE' lists them")
      }
      if let other = owner(of: named) {
        throw contradiction(observed[other], output, in: (named, named))
      }
      movers[place] = [
        ObservedOutput.inputs(of: output.name).first { $0.name == named }
          ?? ObservedOutput.Mover(named)
      ]
    }
    // Those with the fewest inputs choose first.
    let usual = observed.map { ObservedOutput.inputs(of: $0.name) }
    let inTurn = observed.indices.filter { movers[$0].isEmpty }.sorted {
      usual[$0].count < usual[$1].count
    }
    func parameter(_ mover: ObservedOutput.Mover) -> Parameter? {
      parameters.first { $0.name == mover.name }
    }
    for place in inTurn {
      let output = observed[place]
      func isBeside(_ mover: ObservedOutput.Mover) -> Bool {
        guard let written = parameter(mover)?.place else { return false }
        return !written.source.isFile || written.source.name == output.place?.source.name
      }
      let free = usual[place].filter { owner(of: $0.name) == nil }
      guard let first = free.first(where: { !isBeside($0) }) else {
        if let written = free.first(where: isBeside) {
          throw mistake(
            output,
            "and '\(written.name)' (\(parameter(written)?.value ?? "")) are both given, and only one "
              + "of them can be: the one is what the other brings about",
            remedy: "leave '\(written.name)' out, or let it move: "
              + "{value: \(output.value.text), by: \(written.name)}")
        }
        let name = usual[place][0].name
        throw contradiction(observed[owner(of: name) ?? 0], output, in: (name, name))
      }
      movers[place] = [first]
      usualOfOthers: for mover in free where mover != first && !isBeside(mover) {
        // What was counted is no guess; and others need an input too.
        guard let range = parameter(mover)?.range, range.cases == nil else { continue }
        for other in inTurn where movers[other].isEmpty && other != place {
          if usual[other].contains(mover) { continue usualOfOthers }
        }
        movers[place].append(mover)
      }
    }
    return movers
  }

  private static func contradiction(
    _ first: Named<ObservedOutput>, _ second: Named<ObservedOutput>, in inputs: (String, String)
  ) -> DiagnosticList {
    let why =
      inputs.0 == inputs.1
      ? "both would be fitted by '\(inputs.0)'"
      : "'\(inputs.0)' and '\(inputs.1)' bring about each of them, and not both"
    return mistake(
      second,
      "\(second.value.text) contradicts '\(first.name)' \(first.value.text): \(why)",
      remedy: "correct one of them, or let another input move: "
        + "{value: \(second.value.text), by: \(another(than: [inputs.1], for: second.name))}")
  }

  private static func mistake(
    _ output: Named<ObservedOutput>, _ words: String, remedy: String
  ) -> DiagnosticList {
    DiagnosticList([
      Diagnostic(
        .error, "'observed.\(output.name)' \(words)",
        at: output.place ?? SourceText(argument: "observed").range(0..<0), remedy: remedy)
    ])
  }
}

/// How the values of fitted inputs are written into a scenario.
private struct Writing: Sendable {
  private static let retention = "use.retention."

  private let names: [[String]]
  private let known: [String: Parameter]
  /// Whether the scenario says shares of retention itself, beside which the fitted ones stand; else
  /// those take the place of the default ones.
  private let saysRetention: Bool

  init(_ names: [[String]], _ parameters: [Parameter]) {
    self.names = names
    known = Dictionary(parameters.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    saysRetention = parameters.contains {
      $0.name.hasPrefix(Self.retention) && $0.place != nil
    }
  }

  /// Returns the value from which the search goes: the scenario's own, or one that is no limit.
  func start(of name: String, towards output: Named<ObservedOutput>) -> String {
    if name.hasPrefix(Self.retention) {
      return "\(min(max(output.value.value, 0.000_1), 0.999_9))"
    }
    if let parameter = known[name], parameter.range?.axis != nil { return parameter.value }
    return name.hasPrefix("arrivals.") ? "100" : "0.05"
  }

  /// Returns the changes to these values, as far as they are any; with their evidence, if they are
  /// the result of a fit.
  func changes(
    _ values: ObservedFit.Values, fittedTo observed: [Named<ObservedOutput>]? = nil
  ) -> [ScenarioOverride] {
    var days: [String] = []
    var changes: [ScenarioOverride] = []
    for (place, names) in names.enumerated() {
      for (name, value) in zip(names, values[place]) {
        guard var value else { continue }
        if let output = observed?[place] {
          let source =
            "fitted to \(output.name) \(output.value.text)"
            + (output.value.source.map { " (\($0))" } ?? "")
          let own = value.hasPrefix("{") ? String(value.dropFirst().dropLast()) : "value: \(value)"
          value = "{\(own), source: \"\(source.replacing("\"", with: "'"))\", grade: C}"
        }
        if name.hasPrefix(Self.retention), !saysRetention {
          days.append("\(name.dropFirst(Self.retention.count)): \(value)")
        } else {
          changes.append(ScenarioOverride(name, to: value, option: "observed"))
        }
      }
    }
    if !days.isEmpty {
      changes.append(
        ScenarioOverride(
          "use.retention", to: "{\(days.joined(separator: ", "))}", option: "observed"))
    }
    return changes
  }
}
