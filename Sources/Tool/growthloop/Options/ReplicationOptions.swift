import GrowthloopStudies
import GrowthloopFindings
import SimulationKernel
import GrowthloopReports

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
    replications, .workers, .out, .assumptions, MetricChoice.definitions,
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
      Int($0.filter { $0 != "_" })
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
