import GrowthloopFindings
import GrowthloopLinkService
import GrowthloopReports
import Vocabulary

/// Shows the clock of a service, and corrects it.
enum StoreClockCommand: RunnableCommand {
  static let name = "clock"
  static let summary = "shows the clock of a service, and corrects it after a wrong machine clock"
  static let manual = Manual(
    "store clock [DIR] [--now-is-right | --now-is T] [--json]",
    about: """
      Shows the machine's clock, the service's, and how they differ. A service does not follow a clock that
      is more than \(minutes) minutes off its own count, or more than a day after the last moment that it
      stored before the machine started. It continues by its count, and does not delete rows that are due
      until the clocks agree or an operator decides here. A running service reads the decision within a
      second; a stopped one when it starts. Records of a wrong clock are moved to their true moments.
      """,
    words: [
      CommandWord(
        "DIR", "the data folder (default: that of 'growthloop serve' without '--data')",
        completion: .folder)
    ],
    options: [
      isRight, moment, bothWrong, .json.meaning("the same as one JSON document"),
    ],
    examples: "growthloop store clock /var/lib/growthloop --now-is-right")

  private static let minutes = TrustedClock.tolerance.milliseconds / 60_000
  static let isRight = CommandOption(
    flag: "--now-is-right", "the machine's clock is right at this moment")
  static let moment = CommandOption(
    "--now-is", "T", "the time is T, as 2026-03-01T09:00:00Z, whatever the machine's clock shows")
  private static let bothWrong = CommandOption(
    flag: "--both-are-wrong",
    "allows a T that is more than a day from both clocks: by that time due rows are deleted")
  /// The difference from both clocks up to which a moment needs no confirmation.
  private static let likely = Interval.days(1)

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    try run(arguments, on: console, by: .own)
  }

  /// Runs the command with the clocks of `machine`.
  static func run(
    _ arguments: Arguments, on console: any Console, by machine: MachineClocks
  ) throws -> ExitCode {
    let given = try arguments.one(moment)
    guard given == nil || !arguments.has(isRight) else {
      throw UsageError(description: "'\(isRight)' and '\(moment)' contradict each other: give one")
    }
    let said = try given.map { text in
      guard let moment = Instant(iso8601: text) else {
        throw UsageError(
          description: "'\(moment) \(text)' must be a moment such as 2026-03-01T09:00:00Z")
      }
      return moment
    }
    let folder = ClockFolder(
      try DataFolder.existing(arguments.words.first, on: console).path)
    let reading = machine.read()
    if let said, !arguments.has(bothWrong) { try check(said, in: folder, by: machine, at: reading) }
    let report = try inputOutput { () throws(ClockFolder.Problem) in
      if let now = said ?? (arguments.has(isRight) ? reading.wall : nil) {
        try folder.leave(
          OperatorWord(ClockCount(from: now, uptime: reading.uptime), boot: machine.boot))
      }
      return try ClockReport(of: folder, by: machine, at: reading)
    }
    try console.write(arguments.has(.json) ? report.json() : report.description)
    return .success
  }

  /// Throws for a moment far from both clocks: a typing error would delete everything.
  private static func check(
    _ said: Instant, in folder: ClockFolder, by machine: MachineClocks, at reading: ClockReading
  ) throws {
    var others = [reading.wall]
    if let record = try? folder.record() {
      var clock = TrustedClock(resuming: record, boot: machine.boot, newest: nil, at: reading)
      others.append(clock.read(reading).now)
    }
    let isFar = others.allSatisfy { other in
      (said - other).milliseconds.magnitude > likely.milliseconds.magnitude
    }
    guard !isFar else {
      throw UsageError(
        description:
          "'\(moment) \(said)' is \((said - reading.wall).rounded) from the machine's clock, "
          + "and no nearer to the service's: give '\(bothWrong)' if both are wrong")
    }
  }

  private static func inputOutput<Answer>(
    _ body: () throws(ClockFolder.Problem) -> Answer
  ) throws -> Answer {
    do throws(ClockFolder.Problem) {
      return try body()
    } catch {
      throw InputOutputError(description: "\(error)")
    }
  }
}

/// The state of a service's clock at one moment.
struct ClockReport: Encodable, CustomStringConvertible {
  let folder: String
  /// The time of the machine's clock.
  let machine: String
  /// The time of the service's clock; `nil` if none was stored.
  let service: String?
  let standing: String?
  /// The lead of the machine's clock over the service's.
  let leadMilliseconds: Int64?
  /// The last moment before the clocks diverged.
  let partedAt: String?
  /// A decision of an operator that the service has not applied yet.
  let waitingWord: String?

  private let words: String

  private enum CodingKeys: CodingKey {
    case folder, machine, service, standing, leadMilliseconds, partedAt, waitingWord
  }

  /// Reads the files of the folder, and derives the state that the service would.
  init(
    of folder: ClockFolder, by clocks: MachineClocks, at reading: ClockReading
  ) throws(ClockFolder.Problem) {
    self.folder = folder.path
    machine = reading.wall.iso8601
    var problem: ClockFolder.Problem?
    let word = try Self.readable(&problem, folder.word)
    let record = try Self.readable(&problem, folder.record)
    waitingWord = word?.count.moment.iso8601
    guard let record else {
      (service, standing, leadMilliseconds, partedAt) = (nil, nil, nil, nil)
      words = problem.map { "\($0)" } ?? "no service has stored its clock here"
      return
    }
    var clock = TrustedClock(resuming: record, boot: clocks.boot, newest: nil, at: reading)
    service = clock.read(reading).now.iso8601
    standing = clock.standing.word.rawValue
    leadMilliseconds = clock.standing.lead.milliseconds
    partedAt = clock.partedAt?.iso8601
    words = clock.standing.description
  }

  /// Returns the content of a file; a damaged one counts as empty, as in the service.
  private static func readable<Value>(
    _ problem: inout ClockFolder.Problem?, _ read: () throws(ClockFolder.Problem) -> Value?
  ) throws(ClockFolder.Problem) -> Value? {
    do throws(ClockFolder.Problem) {
      return try read()
    } catch .unreadable(let path) {
      problem = .unreadable(path: path)
      return nil
    }
  }

  /// Whether the service waits for an operator's decision.
  private var isInDoubt: Bool {
    standing.flatMap { TrustedClock.Standing.Word(rawValue: $0) }
      .map { [.ahead, .behind].contains($0) } ?? false
  }

  var description: String {
    var lines = ["the machine's clock  \(machine)"]
    lines.append("the service's clock  \(service ?? "–")")
    lines.append("standing             \(standing.map { "\($0): " } ?? "")\(words)")
    if let partedAt { lines.append("since                \(partedAt)") }
    if let waitingWord {
      lines.append("operator's decision  \(waitingWord); the service has not applied it yet")
    } else if isInDoubt {
      lines.append(
        "No due row is deleted until you decide: '\(StoreClockCommand.isRight)' or "
          + "'\(StoreClockCommand.moment) T'.")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
