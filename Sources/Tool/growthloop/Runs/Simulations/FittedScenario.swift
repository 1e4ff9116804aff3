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

  /// Fits the scenario of a file with these changes, and says what was moved.
  ///
  /// - Throws: `DiagnosticList` for outputs that cannot be had, alone or together.
  init(
    _ outcome: ScenarioOutcome<GrowthScenario>, of file: String, changed: [ScenarioOverride],
    on console: any Console, moving chosen: [Named<ObservedOutput>]? = nil, tried: Set<String> = []
  ) throws {
    let observed = chosen ?? outcome.value.observed
    let names = try Self.inputs(of: observed, among: outcome.parameters)
    let base =
      changed.filter { $0.key != "observed" && !$0.key.hasPrefix("observed.") }
      + [ScenarioOverride("observed", to: "{}", option: "observed")]
    let writing = Writing(names, outcome.parameters)
    let starts = names.indices.map { place in
      writing.start(of: place, towards: observed[place])
    }
    @Sendable func read(_ values: [String?]) throws(DiagnosticList) -> ChosenScenario {
      try ChosenScenario(
        quietly: file, changed: base.overlaid(by: writing.changes(values)), called: file)
    }
    let axes = try names.indices.map { place in
      var alone = [String?](repeating: nil, count: names.count)
      alone[place] = starts[place]
      let parameter = try read(alone).setup.parameters.first { $0.name == names[place] }
      guard let axis = parameter?.range?.axis else {
        throw Self.mistake(
          observed[place], "would be fitted by '\(names[place])', which is no number above 0",
          remedy: "name another input: {value: \(observed[place].value.text), by: KEY}")
      }
      return axis
    }
    let pairs = try zip(observed, axes).map { output, axis in
      ObservedFit.Pair(try Metric.known(output.name), target: output.value.value, by: axis)
    }
    let workers = Workers(ProcessInfo.processInfo.activeProcessorCount)
    let found = try Work(console: console, total: 0).wait { meter in
      try await ObservedFit(pairs, on: workers, meter: meter) { values in
        do throws(DiagnosticList) {
          return try read(values).setup.plan
        } catch {
          guard error.contradictions.isEmpty else { return nil }
          throw error
        }
      }.run()
    }
    switch found {
    case .fitted(let values, let outputs):
      changes = base.overlaid(by: writing.changes(values, fittedTo: observed))
      inputs = names.indices.map { place in
        let metric = Metric.named(observed[place].name) ?? Metric.all[0]
        return Measured(
          FittedInput(
            names[place],
            from: outcome.parameters.first { $0.name == names[place] }?.value, to: values[place],
            isShare: axes[place].kind == .chance, metric: metric.key, name: metric.name,
            unit: metric.unit, observed: observed[place].value.value),
          Measure(outputs[place].value, outputs[place], in: metric.style))
      }
    case .unreachable(let place, let nearest):
      let (output, input) = (observed[place], names[place])
      let others = ObservedOutput.inputs(of: output.name).filter { other in
        !names.contains(other) && !tried.contains(other)
          && outcome.parameters.contains { $0.name == other && $0.place == nil }
      }
      if output.value.input == nil || tried.contains(input), let next = others.first {
        // The usual input is too weak: the next one may do.
        var again = observed
        again[place].value.input = next
        self = try FittedScenario(
          outcome, of: file, changed: changed, on: console, moving: again,
          tried: tried.union([input, next]))
        return
      }
      let style = Metric.named(output.name)?.style ?? .ratio
      throw Self.mistake(
        output,
        "cannot be \(output.value.text)"
          + (nearest.map {
            ": with \(input) at \($0.input) it comes to \(style.text($0.output)), and no nearer"
          } ?? ": whatever \(input) is, the scenario contradicts itself or has no such number"),
        remedy: "correct it, or let another input move: "
          + "{value: \(output.value.text), by: \(Self.another(than: input, for: output.name))}")
    case .contradiction(let first, let second):
      throw Self.contradiction(observed[first], observed[second], in: (names[first], names[second]))
    }
    for input in inputs { console.complain("growthloop: fitted: \(input.sentence)") }
  }

  private static func another(than input: String, for metric: String) -> String {
    ObservedOutput.inputs(of: metric).first { $0 != input } ?? "KEY"
  }

  /// Returns the input of each output: the one that it names, else the first usual one that is free
  /// and does not stand beside it.
  private static func inputs(
    of observed: [Named<ObservedOutput>], among parameters: [Parameter]
  ) throws -> [String] {
    var inputs = [String?](repeating: nil, count: observed.count)
    for (place, output) in observed.enumerated() {
      guard let named = output.value.input else { continue }
      guard parameters.contains(where: { $0.name == named }) else {
        throw mistake(
          output,
          "is fitted by '\(named)', which is no number of the scenario"
            + Suggestion.phrase(for: named, among: parameters.map(\.name)),
          remedy: "'growthloop check --parameters FILE' lists them")
      }
      if let other = inputs.firstIndex(of: named) {
        throw contradiction(observed[other], output, in: (named, named))
      }
      inputs[place] = named
    }
    // Those with the fewest inputs choose first.
    let usual = observed.map { ObservedOutput.inputs(of: $0.name) }
    for place in observed.indices.sorted(by: { usual[$0].count < usual[$1].count })
    where inputs[place] == nil {
      let output = observed[place]
      func isBeside(_ name: String) -> Bool {
        guard let written = parameters.first(where: { $0.name == name })?.place else {
          return false
        }
        return !written.source.isFile || written.source.name == output.place?.source.name
      }
      let free = usual[place].filter { !inputs.contains($0) }
      guard let input = free.first(where: { !isBeside($0) }) else {
        if let written = free.first(where: isBeside) {
          let value = parameters.first { $0.name == written }?.value ?? ""
          throw mistake(
            output,
            "and '\(written)' (\(value)) are both given, and only one of them can be: the one is "
              + "what the other brings about",
            remedy: "leave '\(written)' out, or let it move: "
              + "{value: \(output.value.text), by: \(written)}")
        }
        let other = inputs.firstIndex(of: usual[place].first) ?? 0
        throw contradiction(observed[other], output, in: (usual[place][0], usual[place][0]))
      }
      inputs[place] = input
    }
    return inputs.compactMap(\.self)
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
        + "{value: \(second.value.text), by: \(another(than: inputs.1, for: second.name))}")
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

  private let names: [String]
  private let known: [String: Parameter]
  /// Whether the scenario says shares of retention itself, beside which the fitted ones stand; else
  /// those take the place of the default ones.
  private let saysRetention: Bool

  init(_ names: [String], _ parameters: [Parameter]) {
    self.names = names
    known = Dictionary(parameters.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    saysRetention = parameters.contains {
      $0.name.hasPrefix(Self.retention) && $0.place != nil
    }
  }

  /// Returns the value from which the search goes: the scenario's own, or one that is no limit.
  func start(of place: Int, towards output: Named<ObservedOutput>) -> String {
    let name = names[place]
    if name.hasPrefix(Self.retention) {
      return "\(min(max(output.value.value, 0.000_1), 0.999_9))"
    }
    if let parameter = known[name], parameter.range?.axis != nil { return parameter.value }
    return name.hasPrefix("arrivals.") ? "100" : "0.05"
  }

  /// Returns the changes to these values, as far as they are any; with their evidence, if they are
  /// the result of a fit.
  func changes(
    _ values: [String?], fittedTo observed: [Named<ObservedOutput>]? = nil
  ) -> [ScenarioOverride] {
    var days: [String] = []
    var changes: [ScenarioOverride] = []
    for (place, name) in names.enumerated() {
      guard var value = values[place] else { continue }
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
    if !days.isEmpty {
      changes.append(
        ScenarioOverride(
          "use.retention", to: "{\(days.joined(separator: ", "))}", option: "observed"))
    }
    return changes
  }
}
