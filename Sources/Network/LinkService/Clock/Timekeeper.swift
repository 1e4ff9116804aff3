internal import LinkStore
internal import LinuxIO
internal import Vocabulary

/// The service's clock, with what it needs to outlive the service and to be set right.
struct Timekeeper {
  private(set) var clock: TrustedClock
  private(set) var reading: ClockReading
  private let machine: MachineClocks
  private let folder: ClockFolder?
  /// The word of an operator that was taken, and waits to be removed.
  private var taken: OperatorWord?
  private var kept: ClockRecord?
  /// What has to be moved in the store still.
  private var owed: MomentShift?
  /// What was moved and is not durable yet.
  private var pending: (shift: MomentShift, isCommitting: Bool)?
  private var problems: Set<String> = []

  /// Goes on where the record in the folder ends; `newest` is the moment of the newest click.
  init(
    _ machine: MachineClocks, in folder: ClockFolder?, newest: Instant?,
    report: (String) -> Void
  ) {
    self.machine = machine
    self.folder = folder
    reading = machine.read()
    var record: ClockRecord?
    do throws(ClockFolder.Problem) {
      record = try folder?.record()
    } catch {
      report("\(error)")
    }
    clock = TrustedClock(resuming: record, boot: machine.boot, newest: newest, at: reading)
    kept = record
  }

  /// Tells the moment, and what has to be moved for it.
  mutating func read() -> TrustedClock.Answer {
    reading = machine.read()
    return withDebt(clock.read(reading))
  }

  /// Takes the word that an operator left, if there is one, and tells the moment.
  mutating func takeWord(_ report: (String) -> Void) -> TrustedClock.Answer? {
    let word: OperatorWord?
    do throws(ClockFolder.Problem) {
      word = try folder?.word()
    } catch {
      complain(error, report)
      return nil
    }
    guard let word, word != taken else { return nil }
    taken = word
    reading = machine.read()
    return withDebt(clock.take(word, boot: machine.boot, at: reading))
  }

  /// The earlier debt goes first: a later reading knows nothing of it.
  private func withDebt(_ answer: TrustedClock.Answer) -> TrustedClock.Answer {
    TrustedClock.Answer(now: answer.now, shift: owed ?? answer.shift)
  }

  /// Notes that a shift has been made in the store, or could not be yet.
  mutating func note(_ shift: MomentShift, isMade: Bool) {
    owed = isMade ? nil : shift
    if isMade { pending = (shift, false) }
  }

  mutating func commitBegins() { pending?.isCommitting = true }

  mutating func commitEnded() { if pending?.isCommitting == true { pending = nil } }

  /// What was moved has been put back.
  mutating func commitFailed() {
    if let pending = pending.take() { owed = pending.shift }
  }

  /// Keeps the clock if it has changed or an hour has passed, once all that was moved is durable.
  mutating func keep(_ report: (String) -> Void) {
    guard let folder, owed == nil, pending == nil else { return }
    let record = ClockRecord(of: clock, boot: machine.boot)
    do throws(ClockFolder.Problem) {
      if kept.map({ record.isWorthKeeping(after: $0) }) ?? true {
        try folder.keep(record)
        kept = record
      }
      if taken != nil {
        try folder.removeWord()
        taken = nil
      }
      problems = []
    } catch {
      complain(error, report)
    }
  }

  /// Reports a problem once for as long as it lasts.
  private mutating func complain(_ problem: ClockFolder.Problem, _ report: (String) -> Void) {
    if problems.insert("\(problem)").inserted { report("\(problem)") }
  }
}

extension ClockRecord {
  /// Whether a later start would do something else with it than with the one before.
  fileprivate func isWorthKeeping(after before: ClockRecord) -> Bool {
    var likeBefore = self
    likeBefore.latest = before.latest
    return likeBefore != before || latest - before.latest >= TrustedClock.renewal
  }
}
