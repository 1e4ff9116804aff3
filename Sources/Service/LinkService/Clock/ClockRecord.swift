internal import GrowthloopFindings
internal import GrowthloopLinkStore
public import GrowthloopTransport
public import Vocabulary

/// The stored state of the service's clock between two runs.
public struct ClockRecord: Hashable, Sendable {
  /// The format version that this release writes and reads.
  static let format: Int64 = 1

  public var count: ClockCount
  /// The start of the machine that the count belongs to.
  public var boot: String?
  public var basis: TrustedClock.Basis
  public var isVouched: Bool
  public var latest: Instant
  public var partedAt: Instant?

  public init(of clock: TrustedClock, boot: String?) {
    count = clock.count
    self.boot = boot
    basis = clock.basis
    isVouched = clock.isVouched
    latest = clock.latest
    partedAt = clock.partedAt
  }
}

extension ClockRecord {
  var json: JSONValue {
    [
      "format": .integer(Self.format), "moment": .text(count.moment.iso8601),
      "uptime": .integer(count.uptime.milliseconds), "boot": boot.map { .text($0) } ?? .null,
      "basis": .text(basis.rawValue), "isVouched": .bool(isVouched),
      "latest": .text(latest.iso8601),
      "partedAt": partedAt.map { .text($0.iso8601) } ?? .null,
    ]
  }

  init?(_ json: JSONValue) {
    guard let count = ClockCount(json),
      let basis = json["basis"]?.word.flatMap({ TrustedClock.Basis(rawValue: $0) }),
      case .bool(let isVouched)? = json["isVouched"],
      let latest = json["latest"]?.word.flatMap({ Instant(iso8601: $0) }),
      let partedAt = json["partedAt"]
    else { return nil }
    self.count = count
    boot = json["boot"]?.word
    self.basis = basis
    self.isVouched = isVouched
    self.latest = latest
    switch partedAt {
    case .null: self.partedAt = nil
    default:
      guard let moment = partedAt.word.flatMap({ Instant(iso8601: $0) }) else { return nil }
      self.partedAt = moment
    }
  }
}

extension ClockCount {
  /// Parses the count of a record or a correction; `nil` for another format.
  init?(_ json: JSONValue) {
    guard json["format"]?.wholeNumber == ClockRecord.format,
      let moment = json["moment"]?.word.flatMap({ Instant(iso8601: $0) }),
      let uptime = json["uptime"]?.wholeNumber, (0...Self.longestUptime).contains(uptime)
    else { return nil }
    self.init(from: moment, uptime: .milliseconds(uptime))
  }

  /// Some thirty thousand years.
  private static let longestUptime: Int64 = 1_000_000_000_000_000
}

/// A moment with its time since boot, from which later moments are counted.
public struct ClockCount: Hashable, Sendable {
  public var moment: Instant
  public var uptime: Interval

  public init(from moment: Instant, uptime: Interval) {
    self.moment = moment
    self.uptime = uptime
  }

  /// Returns the moment at a time since boot.
  public func moment(at uptime: Interval) -> Instant { moment + (uptime - self.uptime) }
}

/// The two files of the clock in a data folder: its record and an operator's correction.
public struct ClockFolder: Hashable, Sendable {
  public let path: String

  public init(_ path: String) {
    self.path = path
  }

  private var recordFile: SmallFile { SmallFile("\(path)/clock.json") }
  private var wordFile: SmallFile { SmallFile("\(path)/clock-word.json") }

  /// An error of the clock's files.
  public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system refused a call.
    case inaccessible(SystemCallError)
    /// The content has another format.
    case unreadable(path: String)

    public var description: String {
      switch self {
      case .inaccessible(let error): "\(error)"
      case .unreadable(let path):
        "\(path) is not what this release writes, and is ignored"
      }
    }
  }
}

extension ClockFolder {
  /// Returns the stored record; `nil` for none.
  public func record() throws(Problem) -> ClockRecord? {
    try read(recordFile) { ClockRecord($0) }
  }

  /// Stores the record.
  public func keep(_ record: ClockRecord) throws(Problem) { try write(record.json, to: recordFile) }

  /// Returns the correction that the service has not applied; `nil` for none.
  public func word() throws(Problem) -> OperatorWord? { try read(wordFile) { OperatorWord($0) } }

  /// Stores a correction for the service.
  public func leave(_ word: OperatorWord) throws(Problem) { try write(word.json, to: wordFile) }

  /// Removes the correction.
  public func removeWord() throws(Problem) {
    do { try wordFile.remove() } catch { throw .inaccessible(error) }
  }

  private func read<Value>(
    _ file: SmallFile, _ value: (JSONValue) -> Value?
  ) throws(Problem) -> Value? {
    let bytes: [UInt8]?
    do { bytes = try file.read() } catch { throw .inaccessible(error) }
    guard let bytes else { return nil }
    guard let json = try? JSONParser.parse(bytes), let value = value(json) else {
      throw .unreadable(path: file.path)
    }
    return value
  }

  private func write(_ json: JSONValue, to file: SmallFile) throws(Problem) {
    do {
      try file.replace(with: Array((json.json + "\n").utf8))
    } catch {
      throw .inaccessible(error)
    }
  }
}

extension TrustedClock.Standing: CustomStringConvertible {
  /// The names in `/healthz` and `growthloop store clock`.
  public typealias Word = ClockWord

  /// The name of the standing.
  public var word: Word {
    switch self {
    case .agrees: .trusted
    case .differs(let lead): lead > .zero ? .ahead : .behind
    case .overruled: .overruled
    }
  }

  /// The lead of the machine's clock over the one in use; negative if it lags.
  public var lead: Interval {
    switch self {
    case .agrees: .zero
    case .differs(let lead), .overruled(let lead): lead
    }
  }

  /// A sentence: `the machine's clock is 3652 days ahead of the service's`.
  public var description: String {
    if lead == .zero { return "the machine's clock is followed" }
    return
      "the machine's clock is \(lead.rounded) \(lead > .zero ? "ahead of" : "behind") the service's"
  }
}

extension Interval {
  /// The length in the largest unit with a value of at least two.
  package var rounded: String {
    let length = milliseconds.magnitude
    let units: [(name: String, length: Interval)] = [
      ("days", .days(1)), ("hours", .hours(1)), ("minutes", .minutes(1)),
    ]
    for unit in units where length >= 2 * unit.length.milliseconds.magnitude {
      return "\(length / unit.length.milliseconds.magnitude) \(unit.name)"
    }
    return "\(length / 1_000) seconds"
  }
}

/// An operator's correction of the time.
public struct OperatorWord: Hashable, Sendable {
  public let count: ClockCount
  /// The start of the machine that the count belongs to.
  public let boot: String?

  public init(_ count: ClockCount, boot: String?) {
    self.count = count
    self.boot = boot
  }
}

extension OperatorWord {
  var json: JSONValue {
    [
      "format": .integer(ClockRecord.format), "moment": .text(count.moment.iso8601),
      "uptime": .integer(count.uptime.milliseconds), "boot": boot.map { .text($0) } ?? .null,
    ]
  }

  init?(_ json: JSONValue) {
    guard let count = ClockCount(json) else { return nil }
    self.init(count, boot: json["boot"]?.word)
  }
}

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
