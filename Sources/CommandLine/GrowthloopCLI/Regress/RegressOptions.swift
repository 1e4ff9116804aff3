import Experiments
import Regressions
import Scenarios

/// How two builds are compared, and where the results go.
struct RegressOptions {
  let file: String
  let baseline: String
  let changes: [ScenarioOverride]
  let rounds: Int
  let metrics: [String]?
  let tolerance: Tolerance?
  let replications: Int?
  let dataFolder: String?
  let folder: String?
  let isJSON: Bool
  let record: RecordChoice
  /// The command as someone may type it again.
  let command: String

  static let declaration = Arguments.Declaration(
    flags: ["--json", "--self-check"],
    options: [
      "--baseline", "--rounds", "--metric", "--tolerance", "--replications", "--data", "--out",
      "--trials",
    ] + ScenarioChoice.options + RecordChoice.options,
    mostWords: 1)

  init(_ arguments: Arguments, on console: any Console) throws {
    guard let file = arguments.words.first else {
      throw UsageError(description: "regress on which plan? Name a file, as in scenarios/load/")
    }
    guard let baseline = try arguments.one("--baseline") else {
      throw UsageError(
        description: "compared with what? '--baseline' names an executable, the folder of a "
          + "result, or a git revision")
    }
    self.file = file
    self.baseline = baseline
    changes = try ScenarioChoice.changes(arguments)
    rounds = try RunOptions.count(arguments, "--rounds", most: 10_000) ?? 12
    metrics = try arguments.one("--metric").map {
      $0.split(separator: ",").map { String($0.drop { $0 == " " }) }
    }
    tolerance = try arguments.one("--tolerance").map(Self.tolerance)
    replications = try RunOptions.count(arguments, "--replications", most: 100_000)
    dataFolder = try arguments.one("--data")
    folder = try arguments.resultFolder()
    isJSON = arguments.has("--json")
    record = try RecordChoice(arguments, on: console)
    command =
      CommandText(
        RegressCommand.name,
        ["--baseline", baseline, file] + CommandText.changes(arguments)
          + ["--metric", "--tolerance", "--replications"].flatMap { name in
            arguments.all(name).flatMap { [$0.option, $0.value] }
          } + ["--rounds", "\(rounds)"]
      ).description
  }

  private static func tolerance(_ text: String) throws -> Tolerance {
    let number = text.hasSuffix("%") ? Double(text.dropLast()).map { $0 / 100 } : Double(text)
    guard let number, number >= 0, number <= 10 else {
      throw UsageError(
        description: "'--tolerance' must be a share such as 5% or 0.05, not '\(text)'")
    }
    return Tolerance(number)
  }

  /// What may be slower by how much, where nobody said.
  var timeTolerance: Tolerance { tolerance ?? Tolerance(0.05) }
  var growthTolerance: Tolerance { tolerance ?? Tolerance(0.01) }

  /// What is judged of times.
  var figures: FigureChoice { FigureChoice(names: metrics ?? ["p50"]) }

  /// The changes as words for another process.
  var changeWords: [String] {
    changes.flatMap { [$0.isDeliberate ? "--deliberately" : "--set", "\($0.key)=\($0.value)"] }
  }

  func changes(_ key: String) -> Bool { changes.contains { $0.key == key } }
}
