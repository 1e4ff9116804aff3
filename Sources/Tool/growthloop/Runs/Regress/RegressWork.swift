import Foundation
package import GrowthloopFindings
package import GrowthloopPlans
package import GrowthloopReports
import GrowthloopStudies

/// A comparison of this build with a baseline, under the load or scenario of a plan.
package struct RegressWork {
  let request: RegressRequest
  let console: any Console
  let interrupt: Interrupt

  package init(request: RegressRequest, console: any Console, interrupt: Interrupt) {
    self.request = request
    self.console = console
    self.interrupt = interrupt
  }

  /// Runs the comparison; `nil` after an interrupt before the first comparison.
  package func run() throws -> RegressFindings? {
    if ResultFolder.isFolder(request.file) {
      guard case .result(let before) = try baseline() else {
        throw UsageError(description: "a result is compared with a result: name two folders")
      }
      return try compare(before, try MeasuredFolder(request.file))
    }
    let kind = RunnableKind(of: request.file) ?? .simulation
    guard let comparison = kind.comparison else {
      throw UnfitInput(
        description: "'\(request.file)' is a plan of the kind '\(kind.file.word)'; builds are "
          + "compared under scenarios, and under plans of the kinds 'load' and 'contacts'")
    }
    return try comparison.compare(self)
  }

  func baseline() throws -> Baseline? {
    try Baseline.read(request.baseline, on: console, until: interrupt)
  }

  /// Returns the executable of this build.
  func ownTool() throws -> GrowthloopTool {
    try GrowthloopTool(at: console.tool, called: "this build")
  }
}

extension RegressWork {
  func growth() throws -> RegressFindings? {
    let choice = try ChosenScenario(named: request.file, changed: request.changes, on: console)
    let own = try ownTool()
    guard let baseline = try baseline() else { return nil }
    var words = ["simulate", request.file] + request.changeWords
    switch baseline {
    case .result(let before):
      guard before.comparison?.run == SimulationFindings.self, let seed = before.run.seed,
        let count = before.run.replications
      else { throw unlike(before) }
      words += ["--seed", "\(seed)", "--replications", "\(count)"]
      console.show(progress: "this build simulates")
      return try own.results(of: words, until: interrupt) { try growthReport(before, $0) }
    case .tool(let tool):
      words += ["--seed", "\(choice.scenario.seed)"]
      words += ["--replications", "\(request.replications ?? choice.scenario.replications)"]
      console.show(progress: "the baseline simulates")
      let report = try tool.results(of: words, until: interrupt) { before in
        console.show(progress: "this build simulates")
        return try own.results(of: words, until: interrupt) { try growthReport(before, $0) }
      }
      return report.flatMap(\.self)
    }
  }

  func growthReport(_ before: MeasuredFolder, _ after: MeasuredFolder) throws -> RegressFindings {
    let metric = try Metric.known(request.metrics?.first ?? Metric.headline[0])
    return try RegressFindings(
      before, after, command: request.command, judging: metric.key,
      tolerance: request.growthTolerance)
  }
}

extension RegressWork {
  /// Measures this build once, as the result of that kind was measured, and compares both.
  func compareAnew(
    with baseline: Baseline, of plan: String, _ words: [String]
  ) throws -> RegressFindings? {
    guard case .result(let before) = baseline else {
      preconditionFailure("only a result is compared anew")
    }
    guard before.comparison?.word == plan else { throw unlike(before) }
    console.show(progress: "this build is measured once")
    return try ownTool().results(of: words + request.changeWords, until: interrupt) {
      try compare(before, $0)
    }
  }

  func compare(_ before: MeasuredFolder, _ after: MeasuredFolder) throws -> RegressFindings {
    guard let kind = before.comparison, kind.word == after.comparison?.word else {
      throw unlike(before)
    }
    return try kind.compareResults(self, before, after)
  }

  /// Compares the figures of two results of separate measurements.
  func compare(
    _ pair: MeasuredPair, of plan: String, _ figures: [FigureRounds], _ remark: String
  ) throws -> RegressFindings {
    let choice = request.figures
    try choice.require(in: figures)
    let seed = pair.after.run.seed ?? 1
    let outcome = RegressionOutcome(figures, tolerance: request.timeTolerance, seed: seed) {
      choice.includes($0, among: figures)
    }
    var times = RegressFindings.Times()
    times.seed = seed
    times.method = "\(MeasuredPair.method)\(remark)"
    (times.rounds, times.roundsWanted) = (1, 1)
    times.notes = pair.differences
    times.reason = times.notes.isEmpty ? nil : .notComparable
    return RegressFindings(
      outcome, times, of: plan, title: pair.after.run.title ?? "Two results", pair.before.name,
      pair.after.name, command: request.command)
  }

  func unlike(_ files: MeasuredFolder) -> UnfitInput {
    UnfitInput(
      description: "'\(files.name)' is not a result of the same kind: it holds "
        + "\(files.comparison.map { "a \($0.word) run" } ?? "nothing that can be compared")")
  }
}

/// The other side of a comparison with this build.
enum Baseline {
  case tool(GrowthloopTool)
  case result(MeasuredFolder)

  var name: String {
    switch self {
    case .tool(let tool): tool.name
    case .result(let files): files.name
    }
  }

  /// Resolves `word`: the folder of a result, an executable, or a revision, which is then built.
  static func read(
    _ word: String, on console: any Console, until interrupt: Interrupt
  ) throws -> Baseline? {
    if ResultFolder.isFolder(word) { return .result(try MeasuredFolder(word)) }
    if FileManager.default.fileExists(atPath: word) {
      return .tool(try GrowthloopTool(at: word))
    }
    guard !word.contains("/") || RevisionBuild.commit(of: word) != nil else {
      throw UnfitInput(description: "the baseline '\(word)' is neither a file nor a revision")
    }
    return try RevisionBuild(of: word).tool(on: console, until: interrupt).map { .tool($0) }
  }
}

/// The figures that a comparison judges, as `--metric` names them.
struct FigureChoice {
  let names: [String]

  /// Whether the names include the figure.
  ///
  /// A name is the whole name, or, if no figure has it, the percentile at the end.
  func includes(_ figure: FigureRounds, among all: [FigureRounds]) -> Bool {
    names.contains { name in
      figure.name == name
        || !all.contains { $0.name == name } && figure.name.hasSuffix(" \(name)")
    }
  }

  /// Throws for a name that no figure can have, before anything is measured.
  ///
  /// The name of a figure ends with a percentile: `p99`, `landingTap p50`, `frame at 500 p50`.
  func requirePercentiles() throws {
    for name in names where name.firstMatch(of: /(^| )p\d+(\.\d+)?$/) == nil {
      throw UsageError(
        description:
          "no figure can be called '\(name)': a name ends with a percentile, such as p50, "
          + "'landingTap p99' or 'frame at 500 p50'")
    }
  }

  /// Throws for a name that no measured figure has.
  func require(in figures: [FigureRounds]) throws {
    for name in names
    where !figures.contains(where: {
      FigureChoice(names: [name]).includes($0, among: figures)
    }) {
      let known = figures.map(\.name).joined(separator: ", ")
      throw UsageError(
        description: "no figure '\(name)' was measured in every run; there are: "
          + (known.isEmpty ? "none" : known))
    }
  }
}

/// A growthloop executable: of this build, or of another.
package struct GrowthloopTool {
  package let path: String
  /// The name in reports.
  let name: String
  let version: String

  /// Checks that a file is a growthloop executable.
  package init(at path: String, called name: String? = nil) throws {
    let name = name ?? path
    guard FileManager.default.isExecutableFile(atPath: path), !ResultFolder.isFolder(path) else {
      throw UnfitInput(description: "'\(name)' cannot be executed as a growthloop")
    }
    let answer = try ChildRun.run(path, ["--version"], within: 10)
    let words = answer.said.split(whereSeparator: \.isWhitespace)
    guard answer.status == 0, words.count == 2, words[0] == "growthloop" else {
      throw UnfitInput(
        description: "'\(name)' is not growthloop: with '--version' it printed "
          + "'\(answer.complaint.prefix(60))'")
    }
    self.path = path
    self.name = name
    version = String(words[1])
  }

  /// Runs a command with a new folder for its results, calls `read` with it, and removes it.
  ///
  /// - Returns: The answer of `read`; `nil` after an interrupt.
  func results<Answer>(
    of words: [String], until interrupt: Interrupt, _ read: (MeasuredFolder) throws -> Answer
  ) throws -> Answer? {
    let folder = FileManager.default.temporaryDirectory.appending(path: "growthloop-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let run = try ChildRun.run(path, words + ["--out", folder], until: interrupt)
    if interrupt.isSet { return nil }
    // Missed and undecided gates are no errors here.
    guard [0, 1, 2].contains(run.status) else {
      throw InputOutputError(
        description: "'\(name) \(words.joined(separator: " "))' ended with code \(run.status): "
          + run.complaint)
    }
    return try read(try MeasuredFolder(folder, called: name))
  }
}

/// The folder of a finished run, of this build or of another.
///
/// It reads only the common formats of all versions: the head of `run.json`, and the CSV files.
package struct MeasuredFolder {
  let folder: String
  /// The name in reports.
  let name: String
  let run: Head

  /// The fields of `run.json` that a comparison requires.
  struct Head: Decodable {
    let kind: String?
    let title: String?
    let seed: UInt64?
    let replications: Int?
    let machine: String?
    let build: String?
    let rules: [Spoken]?

    struct Spoken: Decodable {
      let rule: String
      let mean: Double?
    }
  }

  init(_ folder: String, called name: String? = nil) throws {
    self.folder = folder
    self.name = name ?? folder
    let file = "\(folder)/run.json"
    do {
      run = try JSONDecoder().decode(Head.self, from: Data(try InputFile.bytes(of: file)))
    } catch is DecodingError {
      // This call reports where the text is not JSON, or which version wrote it.
      _ = try ResultFolder(path: folder).files.head()
      throw UnfitInput(description: "'\(file)' is not a result that can be compared")
    }
  }

  /// The comparison of such runs; `nil` if there is none.
  var comparison: RunnableKind.Comparison? {
    RunnableKind.all.lazy.compactMap(\.comparison).first { $0.run.kind == run.kind }
  }

  func has(_ file: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/\(file)")
  }

  func text(_ file: String) throws -> String {
    String(decoding: try InputFile.bytes(of: "\(folder)/\(file)"), as: UTF8.self)
  }

  /// Returns the cells of a CSV without quotes, by column name.
  func rows(_ file: String) throws -> [[String: String]] {
    let lines = try text(file).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    guard let header = lines.first else { return [] }
    return lines.dropFirst().map { cells in
      Dictionary(zip(header, cells)) { first, _ in first }
    }
  }
}

/// Two results of separate measurements.
struct MeasuredPair {
  let before: MeasuredFolder
  let after: MeasuredFolder

  /// Returns the seconds of two load runs, as substitutes for repeated runs.
  func seconds() throws -> [FigureRounds] {
    let (old, new) = (try Self.seconds(of: before), try Self.seconds(of: after))
    return [("p50", "p50Ms"), ("p99", "p99Ms"), ("p99.9", "p999Ms")].map { name, column in
      func values(_ rows: [[String: String]]) -> [Double] {
        rows.compactMap { $0[column].flatMap { Double($0) } }
      }
      return FigureRounds(
        name, unit: "ms", baseline: values(old), candidate: values(new), arePaired: false)
    }
  }

  private static func seconds(of folder: MeasuredFolder) throws -> [[String: String]] {
    try folder.rows("seconds.csv").filter { $0["warmUp"] == "false" }
  }

  /// Returns the operations on address books that both runs measured.
  func operations() throws -> [FigureRounds] {
    let (old, new) = (try Reading(contacts: before), try Reading(contacts: after))
    let values = Dictionary(old.figures.map { ($0.name, $0.value) }) { first, _ in first }
    return new.figures.compactMap { figure in
      values[figure.name].map {
        FigureRounds(
          figure.name, unit: figure.unit, baseline: [$0], candidate: [figure.value],
          arePaired: false)
      }
    }
  }

  /// The differences of machine or build that make the figures incomparable.
  var differences: [String] {
    [("machine", \MeasuredFolder.Head.machine), ("build", \.build)].compactMap { key, path in
      let (old, new) = (before.run[keyPath: path], after.run[keyPath: path])
      return old == new
        ? nil
        : "The \(key) was another: '\(old ?? "unknown")', then '\(new ?? "unknown")'."
    }
  }

  static let method =
    "Each was measured at its own time: disturbances of the machine then count as effects of the\n"
    + "build. "
}

/// A request to compare two builds.
package struct RegressRequest {
  package var file: String
  package var baseline: String
  package var changes: [ScenarioOverride] = []
  package var rounds = 12
  package var metrics: [String]?
  /// The tolerated relative deterioration.
  package var tolerance: Double?
  package var replications: Int?
  package var dataFolder: String?
  /// Whether an address may be that of another machine.
  package var allowsRemote = false
  /// The command as a user may type it again.
  package var command: String

  package init(file: String, baseline: String, command: String) {
    self.file = file
    self.baseline = baseline
    self.command = command
  }

  /// The tolerances, with their defaults.
  var timeTolerance: Tolerance { Tolerance(tolerance ?? 0.05) }
  var growthTolerance: Tolerance { Tolerance(tolerance ?? 0.01) }

  /// The figures of times that are judged.
  var figures: FigureChoice { FigureChoice(names: metrics ?? ["p50"]) }

  /// The changes as arguments for another process.
  var changeWords: [String] {
    changes.flatMap(\.words)
  }

  func changes(_ key: String) -> Bool { changes.contains { $0.key == key } }
}
