internal import GrowthloopLinkStore
internal import Vocabulary

/// The service's clock, with its stored record and operators' corrections.
struct Timekeeper {
  private(set) var clock: TrustedClock
  private(set) var reading: ClockReading
  private let machine: MachineClocks
  private let folder: ClockFolder?
  /// The applied correction that is still to be removed.
  private var taken: OperatorWord?
  private var kept: ClockRecord?
  /// The shift of moments still to be made in the store.
  private var owed: MomentShift?
  /// The shifts that are not durable yet.
  private var pending: (shift: MomentShift, isCommitting: Bool)?
  private var problems: Set<String> = []

  /// Continues the record in the folder; `newest` is the moment of the newest click.
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

  /// Returns the current moment, and notes a shift that it requires.
  mutating func read() -> TrustedClock.Answer {
    reading = machine.read()
    return withDebt(clock.read(reading))
  }

  /// Applies an operator's correction, if there is one, and returns the moment.
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

  /// An earlier shift comes first: later readings do not contain it.
  private func withDebt(_ answer: TrustedClock.Answer) -> TrustedClock.Answer {
    TrustedClock.Answer(now: answer.now, shift: owed ?? answer.shift)
  }

  /// Notes whether a shift was made in the store.
  mutating func note(_ shift: MomentShift, isMade: Bool) {
    owed = isMade ? nil : shift
    if isMade { pending = (shift, false) }
  }

  mutating func commitBegins() { pending?.isCommitting = true }

  mutating func commitEnded() { if pending?.isCommitting == true { pending = nil } }

  /// Notes that a shift was rolled back.
  mutating func commitFailed() {
    if let pending = pending.take() { owed = pending.shift }
  }

  /// Stores the clock after a change or an hour, once all shifts are durable.
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
  /// Whether a later start would treat it differently from the stored one.
  fileprivate func isWorthKeeping(after before: ClockRecord) -> Bool {
    var likeBefore = self
    likeBefore.latest = before.latest
    return likeBefore != before || latest - before.latest >= TrustedClock.renewal
  }
}
