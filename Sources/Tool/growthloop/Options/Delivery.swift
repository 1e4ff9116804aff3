import GrowthloopFindings
import GrowthloopReports
import GrowthloopStudies
import SimulationKernel
import Vocabulary

/// The delivery of a command's findings: text or JSON to the console, files to the folder of
/// `--out`.
struct Delivery {
  private let folder: String?
  private let lock: FolderLock?
  let isJSON: Bool
  private let isUnfolded: Bool

  /// Reads the options, and locks the folder; `kinds` are those of runs that may be in it already.
  ///
  /// Of several ranks only one writes.
  ///
  /// - Throws: `InputOutputError` for a folder that cannot be written to, and `UsageError` for one
  ///   with a run of another kind.
  init(
    _ arguments: Arguments, of kinds: [any RunFindings.Type], among ranks: RankGroup? = nil
  ) throws {
    folder = try arguments.one(.out)
    isJSON = arguments.has(.json)
    isUnfolded = arguments.has(.assumptions)
    if let folder, let obstacle = FileErrorText.toWriting(folder) {
      throw InputOutputError(description: "cannot write the results to '\(folder)': \(obstacle)")
    }
    let isWriter = ranks.map { $0.transport.rank == 0 } ?? true
    lock = isWriter ? try folder.map(FolderLock.init) : nil
    if let folder, let kind = ResultFolder(path: folder).kind,
      !kinds.contains(where: { $0.kind == kind })
    {
      throw UsageError(
        description:
          "'\(folder)' has a run of '\(kind)', which would be mixed with this one: name another "
          + "folder")
    }
    if let folder { try ResultFolder(path: folder).reserve() }
  }

  /// Whether the findings go anywhere but into a text.
  var isKept: Bool { isJSON || folder != nil }

  /// Writes the folder and prints; `shown` replaces all findings in the JSON output.
  ///
  /// It prints in any case: an unwritable file must not lose a long measurement.
  func deliver(
    _ findings: any ReportedFindings, _ files: @autoclosure () -> [ResultFile],
    shown: (any ReportedFindings)? = nil, as summary: @autoclosure () -> Report,
    on console: any Console
  ) throws {
    let written = Result {
      if let folder { try ResultFolder(path: folder).write(StageOutput(findings, files())) }
    }
    try console.write(
      isJSON
        ? try (shown ?? findings).jsonWithAnswer()
        : summary().text(in: console.form, unfolded: isUnfolded))
    try console.flush()
    try written.get()
  }
}

/// The options of commands that run replications.
struct ReplicationOptions {
  static let replications = CommandOption(
    "--replications", "N",
    "number of replications (default: the scenario's); FROM..TO, counted from 1, computes those alone, as "
      + "a part of a run that 'growthloop merge' joins", shapesResult: true)
  static let from = CommandOption(
    "--from", "PART",
    "takes the replications of that part from its folder, and computes only the others; may be repeated",
    completion: .folder)
  static let options = [
    CommandOption.seed, replications, from, .workers,
    .out("run.json, CSV files, summary.md, report.html and about.json"),
    .json.meaning("prints run.json instead of tables, with the metrics of --metrics"),
    .assumptions,
  ]
  /// The options that a part has of its own, and not the whole run.
  private static let ofPart = [
    replications, .workers, .out, .assumptions, MetricChoice.definitions, SimulateCommand.tables,
  ]
  /// The options that a part shares with the whole run; `merge` takes no others from a part.
  static let shared =
    ScenarioChoice.options + [
      .seed, PrecisionChoice.until, SimulateCommand.dashboard, CompareCommand.pairing,
      SweepChoice.vary, SweepChoice.oneAtATime, MetricChoice.metrics, InputRanking.none,
    ]

  var seed: UInt64?
  var replications: Int?
  /// The replications of a part, counted from 0; `nil` for a whole run.
  let part: Range<UInt32>?
  let workers: Workers
  /// The ranks that share the replications; `nil` for a process of its own.
  let ranks: RankGroup?
  let delivery: Delivery
  private let arguments: Arguments
  private let folders: [String]

  init(
    _ arguments: Arguments, for kinds: any RunFindings.Type..., on console: any Console
  ) throws {
    self.arguments = arguments
    ranks = console.ranks
    seed = try arguments.seed()
    part = try arguments.one(Self.replications).flatMap(Self.part)
    replications =
      part == nil ? try arguments.number(Self.replications, in: 1...PartFolders.most) : nil
    folders = arguments.all(Self.from).map(\.value)
    let isAlone = ranks == nil || arguments.has(.workers)
    workers = Workers(isAlone ? try arguments.workers() : 1)
    if part != nil { try Self.checkPart(arguments) }
    delivery = try Delivery(
      arguments, of: part == nil ? kinds : [PartFindings.self], among: ranks)
  }

  /// Reads FROM..TO; `nil` for a plain number.
  private static func part(_ text: String) throws -> Range<UInt32>? {
    guard let dots = text.firstRange(of: "..") else { return nil }
    let ends = [text[..<dots.lowerBound], text[dots.upperBound...]].compactMap {
      ValueText.integer($0)
    }
    guard ends.count == 2, 1 <= ends[0], ends[0] <= ends[1], ends[1] <= PartFolders.most else {
      throw UsageError(
        description:
          "'\(replications) \(text)' must be FROM..TO, from 1 to \(PartFolders.most), such as 101..200"
      )
    }
    return UInt32(ends[0] - 1)..<UInt32(ends[1])
  }

  private static func checkPart(_ arguments: Arguments) throws {
    guard arguments.has(.out) else {
      throw UsageError(
        description: "a part of a run goes to a folder: '\(CommandOption.out) part-1'")
    }
    if let option = arguments.first(besides: shared + ofPart) {
      let isForMerge = MergeCommand.manual.options.contains { $0.name == option }
      throw UsageError(
        description: "'\(option)' is of no use to a part of a run: "
          + (isForMerge ? "give it to 'growthloop merge'" : "give it to a run without parts"))
    }
  }

  /// Returns the replications of the parts that '--from' names.
  func recorded(
    _ setups: [Setup], seed: UInt64, persons: [Int] = []
  ) throws -> RecordedReplications {
    try PartFolders(folders).replications(of: setups, seed: seed, persons: persons)
  }

  /// Computes a part of the run of these plans, and writes it; `nil` for a whole run.
  func writePart(
    of command: String, _ title: String, _ setups: [Setup], seed: UInt64, persons: [Int] = [],
    on console: any Console
  ) throws -> ExitCode? {
    guard let numbers = part, let folder = try arguments.one(.out) else { return nil }
    var part = PartOfRun(setups, seed: seed, numbers: numbers, persons: persons)
    part.ranks = ranks
    return try PartWork(part, to: folder).write(
      title, of: [command] + arguments.repeated(except: Self.ofPart), arguments: arguments.written,
      on: workers, console: console)
  }
}
