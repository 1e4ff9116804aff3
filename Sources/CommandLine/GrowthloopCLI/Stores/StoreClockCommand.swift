import LinkService
import Vocabulary

/// Shows the clock of a service, and sets it right.
enum StoreClockCommand: Command {
  static let name = "clock"
  static let summary = "shows which time the service goes by, and sets it right after a wrong clock"
  static let help = """
    growthloop store clock [DIR] [--now-is-right | --now-is T] [--json]

    Shows the machine's clock, the service's, and how they differ. A service does not follow a clock that
    is more than \(minutes) minutes off its own count, or more than a day after the last moment that it kept
    before the machine started. It goes on by its count, and deletes nothing that is due until the clocks
    agree or one of these words comes. It takes a word within a second; one that is stopped takes it when
    it starts. What was recorded under a wrong clock is moved to its true moments.

      DIR               the data folder; by default that of 'growthloop serve' without '--data'
      --now-is-right    the machine's clock is right at this moment
      --now-is T        that is the time, as 2026-03-01T09:00:00Z, whatever the machine's clock shows
      --both-are-wrong  allows a T that is more than a day from both clocks: by that time due rows are
                        deleted
      --json            the same as one JSON document

    Example:
      growthloop store clock /var/lib/growthloop --now-is-right
    """

  private static let minutes = TrustedClock.tolerance.milliseconds / 60_000
  static let isRight = "--now-is-right"
  static let moment = "--now-is"
  private static let bothWrong = "--both-are-wrong"
  /// How far a moment may be from both clocks and need no second word.
  private static let likely = Interval.days(1)

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    try run(arguments, on: console, by: .own)
  }

  /// The same by the clocks of another machine.
  static func run(
    _ arguments: ArraySlice<String>, on console: any Console, by machine: MachineClocks
  ) throws -> ExitCode {
    let arguments = try Arguments(
      arguments,
      declared: .init(flags: [isRight, bothWrong, "--json"], options: [moment], mostWords: 1))
    let told = try arguments.one(moment)
    guard told == nil || !arguments.has(isRight) else {
      throw UsageError(description: "'\(isRight)' and '\(moment)' contradict each other: say one")
    }
    let said = try told.map { text in
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
    try console.write(arguments.has("--json") ? report.json() : report.description)
    return .success
  }

  /// Refuses a moment that neither clock comes near: a slip of the pen would have everything deleted.
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
          + "and no nearer to the service's: '\(bothWrong)' says that both are wrong")
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
