public import LinkStore
public import Vocabulary

/// The machine's clock as far as it can be trusted: bounded against the time since boot.
///
/// It follows the machine's clock while that agrees with its count, and goes on by the count where it
/// does not. A value: it is fed with readings, and tells the time. <doc:Clocks> has the reasons.
public struct TrustedClock: Hashable, Sendable {
  /// By how much the machine's clock may lead or lag the count.
  public static let tolerance = Interval.minutes(10)
  /// How often the count is taken anew from the machine's clock.
  public static let renewal = Interval.hours(1)
  /// By how much the machine's clock may lead the last moment that was kept before the machine started.
  public static let longestGap = Interval.days(1)

  /// What the count rests on.
  public enum Basis: String, CaseIterable, Sendable {
    /// A moment of this boot that was right.
    case confirmed
    /// The last moment kept before this boot: it is later than that, by an unknown time.
    case kept
  }

  /// How the machine's clock stands to the count.
  public enum Standing: Hashable, Sendable {
    /// The machine's clock is followed.
    case agrees
    /// The count is followed; the machine's clock leads by so much, below zero for lagging.
    case differs(by: Interval)
    /// An operator said that the count is right, and the machine's clock is not.
    case overruled(by: Interval)
  }

  /// What the clock says.
  public struct Answer: Hashable, Sendable {
    /// The moment it is; never earlier than the one before, unless that was wrong.
    public let now: Instant
    /// What must be moved because it was recorded under a wrong clock; `nil` for nothing.
    public let shift: MomentShift?
  }

  public private(set) var count: ClockCount
  public private(set) var basis: Basis
  /// Whether an operator gave the count, and the machine's clock has not agreed since.
  public private(set) var isVouched: Bool
  public private(set) var standing = Standing.agrees
  /// The latest moment that was told or kept.
  public private(set) var latest: Instant
  /// The last moment before the machine's clock and the count parted; `nil` while they agree.
  public private(set) var partedAt: Instant?
}

extension TrustedClock {
  /// Takes the time up where a record of the same `boot` left it.
  ///
  /// Without one it takes the latest of a record and of the `newest` click for the last moment kept;
  /// without either it believes the machine's clock.
  public init(
    resuming record: ClockRecord?, boot: String?, newest: Instant?, at reading: ClockReading
  ) {
    partedAt = record?.partedAt
    isVouched = false
    if let record, let boot, record.boot == boot, record.count.uptime <= reading.uptime {
      count = record.count
      basis = record.basis
      isVouched = record.isVouched
      latest = max(record.latest, newest ?? record.latest)
      let reached = count.moment(at: reading.uptime)
      // A lower bound, which the newest click raises.
      if basis == .kept, latest > reached {
        count = ClockCount(from: latest, uptime: reading.uptime)
      }
    } else if let kept = [record?.latest, newest].compactMap({ $0 }).max() {
      count = ClockCount(from: kept, uptime: reading.uptime)
      basis = .kept
      latest = kept
    } else {
      count = ClockCount(from: reading.wall, uptime: reading.uptime)
      basis = .confirmed
      latest = reading.wall
    }
  }

  /// Tells the moment of a reading.
  public mutating func read(_ reading: ClockReading) -> Answer {
    answer(to: reading, insteadOf: count.moment(at: reading.uptime))
  }

  /// Goes by what an operator said, and tells the moment.
  public mutating func take(
    _ word: OperatorWord, boot: String?, at reading: ClockReading
  ) -> Answer {
    let before = count.moment(at: reading.uptime)
    let isOfThisBoot =
      word.boot != nil && word.boot == boot && word.count.uptime <= reading.uptime
    // Said before the machine started: it is later than that, by an unknown time.
    basis = isOfThisBoot ? .confirmed : .kept
    count =
      isOfThisBoot ? word.count : ClockCount(from: word.count.moment, uptime: reading.uptime)
    isVouched = isOfThisBoot
    return answer(to: reading, insteadOf: before)
  }

  /// Whether what is due may be deleted.
  public var allowsDeletion: Bool {
    switch standing {
    case .agrees, .overruled: true
    case .differs: false
    }
  }

  private mutating func answer(to reading: ClockReading, insteadOf before: Instant) -> Answer {
    let parted = partedAt
    var now = follow(reading)
    var shift: MomentShift?
    if now < latest - Self.tolerance - Self.tolerance {
      shift = MomentShift(after: now, by: now - max(latest, before), at: now)
      latest = now
    } else {
      now = max(now, latest)
      if let parted, partedAt == nil, now - before > Self.tolerance {
        shift = MomentShift(after: parted, by: now - before, at: now)
      }
      latest = now
    }
    return Answer(now: now, shift: shift)
  }

  /// Compares a reading with the count, and returns the moment of the one that is followed.
  private mutating func follow(_ reading: ClockReading) -> Instant {
    let reached = count.moment(at: reading.uptime)
    let lead = reading.wall - reached
    let most = basis == .kept ? Self.longestGap : Self.tolerance
    guard (Interval.zero - Self.tolerance...most).contains(lead) else {
      standing = isVouched ? .overruled(by: lead) : .differs(by: lead)
      partedAt = isVouched ? nil : partedAt ?? latest
      return reached
    }
    if basis == .kept || reading.uptime - count.uptime >= Self.renewal {
      // Not earlier than what was told: many small steps back would be a large one.
      count = ClockCount(
        from: basis == .kept ? reading.wall : max(reading.wall, latest), uptime: reading.uptime)
    }
    basis = .confirmed
    isVouched = false
    standing = .agrees
    partedAt = nil
    return reading.wall
  }
}
