import GrowthloopDecisions
import GrowthloopFindings
import GrowthloopModel
import GrowthloopPlans
import GrowthloopReports
import GrowthloopStudies
import GrowthloopTransport
import Profiles
import Vocabulary

/// What a page asks: changes of the scenario, and what-ifs that change it further.
struct ExploreState: Hashable, Sendable {
  /// Values as files spell them, by key.
  typealias Changes = [String: String]

  static let mostWhatIfs = 6
  private static let mostChanges = 200

  var changes: Changes = [:]
  var whatIfs: [Changes] = []
  /// The key of the metric in which the what-ifs are compared; `nil` for the usual one.
  var outcome: String?
  /// The width of the place for pictures, in pixels.
  var width = 640.0

  init() {}

  /// The state of the scenario alone.
  var withoutWhatIfs: ExploreState {
    var state = self
    state.whatIfs = []
    return state
  }

  /// Reads a state from the JSON of a request.
  init(_ json: JSONValue) throws(ExploreProblems) {
    guard case .object(let members) = json else {
      throw ExploreProblems("a state is an object")
    }
    for (name, value) in members {
      switch (name, value) {
      // What is asked about the state is read by itself.
      case ("page", .text), ("study", .text), ("words", .array): continue
      case ("changes", .object(let changes)): self.changes = try Self.changes(changes)
      case ("whatIfs", .array(let elements)):
        for case .object(let changes) in elements { whatIfs.append(try Self.changes(changes)) }
        guard whatIfs.count == elements.count else {
          throw ExploreProblems("each of 'whatIfs' is an object of changes")
        }
      case ("outcome", .text(let key)): outcome = key
      case ("width", _):
        guard let width = value.amount, width >= 0 else {
          throw ExploreProblems("'width' is a number of pixels")
        }
        self.width = min(max(width, 240), 1_200)
      default: throw ExploreProblems("a state has no \(value.brief) under \(name.quoted)")
      }
    }
    try checkSize()
  }

  /// Reads a state from what a link has after `#`: `KEY=VALUE&KEY=VALUE&if=KEY=VALUE;KEY=VALUE`.
  init(fragment: some StringProtocol) throws(ExploreProblems) {
    for part in fragment.split(separator: "&") {
      if part.hasPrefix("if=") {
        var whatIf: Changes = [:]
        for change in part.dropFirst(3).split(separator: ";") {
          try Self.add(change, to: &whatIf)
        }
        whatIfs.append(whatIf)
      } else if part.hasPrefix("by=") {
        outcome = String(part.dropFirst(3))
      } else {
        try Self.add(part, to: &changes)
      }
    }
    try checkSize()
  }

  private static func add(
    _ text: some StringProtocol, to changes: inout Changes
  ) throws(ExploreProblems) {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let read = halves.map { PercentEncoding.decode(Array($0.utf8)[...]) }
    guard read.count == 2, let key = read[0], let value = read[1], !key.isEmpty else {
      throw ExploreProblems(
        "\(String(text).quoted) is no change", remedy: "write KEY=VALUE")
    }
    changes[key] = value
  }

  private static func changes(
    _ members: [String: JSONValue]
  ) throws(ExploreProblems) -> Changes {
    var changes: Changes = [:]
    for (key, value) in members {
      guard let text = value.word else {
        throw ExploreProblems(
          "the value of \(key.quoted) is no text", remedy: "write it in quotation marks")
      }
      changes[key] = text
    }
    return changes
  }

  private func checkSize() throws(ExploreProblems) {
    guard whatIfs.count <= Self.mostWhatIfs else {
      throw ExploreProblems(
        "there are \(whatIfs.count) what-ifs", remedy: "keep \(Self.mostWhatIfs) at most")
    }
    let all = [changes] + whatIfs
    guard all.allSatisfy({ $0.count <= Self.mostChanges }) else {
      throw ExploreProblems("there are more than \(Self.mostChanges) changes")
    }
    for (key, value) in all.joined() {
      let isPlain = (key + value).unicodeScalars.allSatisfy {
        $0.value >= 0x20 && $0.value != 0x7F
      }
      guard isPlain, key.utf8.count <= 100, value.utf8.count <= 1_000, !value.isEmpty else {
        throw ExploreProblems(
          "this is no value", of: String(key.prefix(100)), remedy: "write one line, not too long")
      }
    }
  }
}

/// The reasons why a state cannot be simulated, each at its control.
struct ExploreProblems: Error {
  struct Problem: Encodable, Hashable, CustomStringConvertible {
    /// The what-if concerned, from 0; `nil` for the changes that all share.
    let whatIf: Int?
    /// The key concerned; `nil` where it is none alone.
    let key: String?
    let message: String
    let remedy: String?

    var description: String {
      (key.map { "'\($0)': " } ?? "") + message + (remedy.map { "; \($0)" } ?? "")
    }
  }

  private(set) var all: [Problem]

  init(_ message: String, of key: String? = nil, remedy: String? = nil, whatIf: Int? = nil) {
    all = [Problem(whatIf: whatIf, key: key, message: message, remedy: remedy)]
  }

  init(_ all: [Problem]) { self.all = all }

  /// Creates the problems of a scenario that was read with changes of these keys.
  init(_ list: DiagnosticList, of keys: some Collection<String>, whatIf: Int?) {
    all = list.filter { $0.severity == .error }.map { diagnostic in
      let place = diagnostic.range.start
      let key = String(place.name.prefix { $0 != "=" })
      return Problem(
        whatIf: whatIf, key: keys.contains(key) ? key : nil, message: diagnostic.message,
        remedy: diagnostic.remedy)
    }
  }
}

/// The scenario that a page changes.
struct ExploredScenario: Sendable {
  let file: String
  let changes: [ScenarioOverride]
  let seed: UInt64?
  /// The draws of what is not known of the inputs; `nil` where they are certain.
  let posterior: PosteriorDraws?
  let base: ChosenScenario

  /// Reads the scenario, and prints its warnings.
  init(
    _ file: String, changed changes: [ScenarioOverride], seed: UInt64?,
    posterior: PosteriorDraws? = nil, on console: any Console
  ) throws {
    self.posterior = posterior
    self.file = file
    self.changes = changes
    self.seed = seed
    base = try ChosenScenario(named: file, changed: changes, on: console, in: "explore")
  }

  /// Keys that name files, or that say what a run is and not what happens in it.
  private static let fixed: Set = [
    "title", "question", "answer", "study", "gates", "mostReplications", "market.acquaintances",
    "experiment", "rollout", "town", "observed",
  ]

  /// Returns the simulations of a state.
  ///
  /// - Throws: `ExploreProblems` with every mistake in it.
  func question(_ state: ExploreState) throws(ExploreProblems) -> ExploreQuestion {
    var problems: [ExploreProblems.Problem] = []
    func read(_ own: ExploreState.Changes, called name: String, whatIf: Int?) -> ChosenScenario? {
      do throws(ExploreProblems) {
        return try self.read(own, over: state.changes, called: name, whatIf: whatIf)
      } catch {
        problems += error.all.filter { problem in
          // A mistake of the shared changes is one, however many what-ifs have it.
          !problems.contains { $0.key == problem.key && $0.message == problem.message }
        }
        return nil
      }
    }
    let base = read([:], called: file, whatIf: nil)
    let whatIfs = state.whatIfs.enumerated().map { place, own in
      read(own, called: Self.word(of: own), whatIf: place)
    }
    let key = state.outcome ?? ExploreQuestion.usualOutcome
    let outcome = Metric.place(of: key)
    if outcome == nil {
      problems += ExploreProblems("unknown metric \(key.quoted)", of: "by").all
    }
    guard problems.isEmpty, let base, let outcome else { throw ExploreProblems(problems) }
    return ExploreQuestion(
      base: base, whatIfs: whatIfs.compactMap(\.self), state: state, outcome: outcome,
      seed: seed ?? base.scenario.seed, posterior: posterior,
      written: state.changes.isEmpty ? changes : base.source.changes)
  }

  /// Returns the what-if of these changes over those of a state; `nil` where it cannot be, or changes
  /// nothing.
  func whatIf(
    _ changes: ExploreState.Changes, over state: ExploreState = ExploreState()
  ) -> ChosenScenario? {
    var asked = state
    asked.whatIfs = [changes]
    guard let question = try? question(asked), let whatIf = question.whatIfs.first,
      !question.base.setup.differences(to: whatIf.setup).isEmpty
    else { return nil }
    return whatIf
  }

  private func read(
    _ own: ExploreState.Changes, over shared: ExploreState.Changes, called name: String,
    whatIf: Int?
  ) throws(ExploreProblems) -> ChosenScenario {
    let keys = Set(shared.keys).union(own.keys)
    // A mapping could hold such a key, too.
    for key in keys.sorted()
    where Self.fixed.contains(String(key.prefix { $0 != "." })) || Self.fixed.contains(key)
      || Self.fixed.contains(where: { $0.hasPrefix(key + ".") })
    {
      throw ExploreProblems(
        "this key cannot be changed here", of: key, remedy: "write it into the scenario file",
        whatIf: own[key] == nil ? nil : whatIf)
    }
    do {
      try SharedKeys.refuse(Self.overrides(own))
      // What was fitted to measured outputs stays, whatever else is changed.
      let all = try base.source.changes.overlaid(by: Self.overrides(shared))
        .overlaid(by: Self.overrides(own))
      return try ChosenScenario(quietly: file, changed: all, called: name)
    } catch let list as DiagnosticList {
      throw ExploreProblems(list, of: keys, whatIf: whatIf)
    } catch {
      throw ExploreProblems("\(error)", whatIf: whatIf)
    }
  }

  static func overrides(_ changes: ExploreState.Changes) throws -> [ScenarioOverride] {
    try changes.sorted { $0.key < $1.key }.map {
      try ScenarioOverride("\($0.key)=\($0.value)", option: "")
    }
  }

  /// Returns the what-if as a word of `growthloop compare`.
  static func word(of changes: ExploreState.Changes) -> String {
    changes.isEmpty
      ? "nothing"
      : changes.sorted { $0.key < $1.key }
        .map { "\($0.key)=\($0.value.replacing(", ", with: ","))" }.joined(separator: " ")
  }
}

/// The simulations of a state: the scenario as it is changed, and its what-ifs.
struct ExploreQuestion: Sendable {
  static let usualOutcome = LoopCourse.metric

  let base: ChosenScenario
  let whatIfs: [ChosenScenario]
  let state: ExploreState
  /// The place of the compared metric.
  let outcome: Int
  let seed: UInt64
  var posterior: PosteriorDraws?
  /// The changes that its commands name: a command fits a scenario as it is by itself.
  let written: [ScenarioOverride]

  var replications: Int { base.scenario.replications }

  /// The memory that the largest of its simulations needs at least, in bytes.
  var leastMemory: Int {
    ([base] + whatIfs).map(\.setup.plan.memory.lowerBound).max() ?? 0
  }

  /// Returns the comparison that `growthloop compare` would run.
  ///
  /// - Throws: `UsageError` or `DiagnosticList` for draws that do not fit.
  func comparison() throws -> Comparison {
    var comparison = Comparison(
      base.setup, whatIfs.map(\.setup), seed: seed, replications: replications)
    comparison.stored = outcome
    try posterior?.draw(for: base, whatIfs, in: &comparison)
    return comparison
  }

  /// The command that finds the same numbers.
  var command: String {
    let words = state.whatIfs.map(ExploredScenario.word)
    return command(
      words.isEmpty ? SimulateCommand.name : CompareCommand.name, about: words, [],
      replications: replications)
  }

  /// Returns another command about the same scenario, with options.
  func command(
    _ name: String, about words: [String] = [], _ options: [String], replications: Int
  ) -> String {
    let draws = posterior.map { [PosteriorDraws.option.name, $0.path] } ?? []
    return repeatable(
      name, about: words,
      options: options + draws
        + ["--seed", "\(seed)", "--replications", "\(replications)"]
    ).text()
  }

  /// Returns a command about the scenario as it is changed.
  func repeatable(
    _ name: String, about words: [String] = [], options: [String]
  ) -> ChangeableCommand {
    // What each command has as an option of its own stands there alone.
    let changes = written.filter { !options.contains("--\($0.key)") }
      .map { ChangeableCommand.Change($0.key, $0.value, by: $0.option) }
    return ChangeableCommand(
      name, [base.source.file] + words, changes: changes, options: options)
  }

  /// The scenario with its changes, as a file that extends the one that was opened.
  var yaml: String {
    let file = base.source.file
    let isFile = file != ChosenScenario.defaultsName
    var lines = ["# From 'growthloop explore'. Write the source of each number that you keep."]
    if isFile {
      lines += [
        "# Save it in the folder from which you started, or adapt the path.", "extends: \(file)",
      ]
    }
    lines.append("title: \(Self.quoted(base.scenario.title + ", explored"))")
    lines.append("seed: \(seed)")
    let settings = base.source.changes.filter { Setting.named($0.key) != nil }
    for (isDeliberate, key) in [(false, "policy"), (true, "deliberately")] {
      let own = settings.filter { $0.isDeliberate == isDeliberate }
      if own.isEmpty { continue }
      lines.append("\(key):")
      lines += own.map { "  \($0.key): \(Self.quoted($0.value))" }
    }
    let parameters = base.source.changes.filter { Setting.named($0.key) == nil && $0.key != "seed" }
      .map { (path: $0.key.split(separator: ".").map(String.init), value: $0.value) }
    let known = Set(base.setup.parameters.map(\.name))
    lines += Self.tree(parameters, indentation: "") { known.contains($0) }
    if !whatIfs.isEmpty {
      let words = ["explored.yaml"] + state.whatIfs.map(ExploredScenario.word)
      lines.append("# Its what-ifs: \(CommandText(CompareCommand.name, words))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the lines of values by their keys, with a place for the source of those that have one.
  private static func tree(
    _ entries: [(path: [String], value: String)], below section: String = "", indentation: String,
    hasSource: (String) -> Bool
  ) -> [String] {
    var seen: Set<String> = []
    return entries.filter { seen.insert($0.path[0]).inserted }.flatMap { first -> [String] in
      let own = entries.filter { $0.path[0] == first.path[0] }
      let (key, name) = ("\(indentation)\(first.path[0]):", section + first.path[0])
      if first.path.count == 1, let value = own.last?.value {
        let isOpen = hasSource(name) && !value.contains("source:")
        let form = value.hasPrefix("{") ? "\(value.dropLast())," : "{value: \(value),"
        let source = isOpen ? " # or \(form) source: WHO MEASURED IT}" : ""
        return ["\(key) \(quoted(value))" + source]
      }
      let inner = own.filter { $0.path.count > 1 }.map { (Array($0.path.dropFirst()), $0.value) }
      return [key]
        + tree(inner, below: name + ".", indentation: indentation + "  ", hasSource: hasSource)
    }
  }

  /// Returns a value in quotation marks where YAML would read it as something else.
  private static func quoted(_ value: String) -> String {
    let isMapping = value.hasPrefix("{") || value.hasPrefix("[")
    let isPlain = value.allSatisfy { $0.isLetter || $0.isNumber || " ,._%+-/()".contains($0) }
    let startsPlain = value.first.map { $0.isLetter || $0.isNumber } ?? false
    return isMapping || (isPlain && startsPlain)
      ? value
      : "\"\(value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
