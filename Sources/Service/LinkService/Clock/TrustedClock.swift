public import GrowthloopLinkStore
internal import GrowthloopTransport
public import Vocabulary

/// The machine's clock as far as it can be trusted: bounded against the time since boot.
///
/// Follows the machine's clock while it agrees with the count since boot, and the count otherwise.
/// A value: readings in, moments out. The page LinkServiceData says why.
public struct TrustedClock: Hashable, Sendable {
  /// The allowed difference between the machine's clock and the count.
  public static let tolerance = Interval.minutes(10)
  /// The interval at which the count restarts from the machine's clock.
  public static let renewal = Interval.hours(1)
  /// The allowed lead of the machine's clock over the last moment stored before the boot.
  public static let longestGap = Interval.days(1)

  /// The origin of the count.
  public enum Basis: String, CaseIterable, Sendable {
    /// A correct moment of this boot.
    case confirmed
    /// The last moment stored before this boot, a lower bound.
    case kept
  }

  /// The relation of the machine's clock to the count.
  public enum Standing: Hashable, Sendable {
    /// The machine's clock is followed.
    case agrees
    /// The count is followed; the machine's clock leads by this much, negative if it lags.
    case differs(by: Interval)
    /// An operator said that the count is right, and the machine's clock is not.
    case overruled(by: Interval)
  }

  /// A moment of the clock with its correction.
  public struct Answer: Hashable, Sendable {
    /// The current moment; never earlier than the one before, unless that was wrong.
    public let now: Instant
    /// The shift of moments recorded under a wrong clock; `nil` for none.
    public let shift: MomentShift?
  }

  public private(set) var count: ClockCount
  public private(set) var basis: Basis
  /// Whether an operator gave the count, and the machine's clock has not agreed since.
  public private(set) var isVouched: Bool
  public private(set) var standing = Standing.agrees
  /// The latest moment that was returned or stored.
  public private(set) var latest: Instant
  /// The last moment before the machine's clock and the count differed; `nil` while they agree.
  public private(set) var partedAt: Instant?
}

extension TrustedClock {
  /// Continues a record of the same `boot`.
  ///
  /// Without one, the latest of an older record and the `newest` click is the last stored moment;
  /// without either, the machine's clock is trusted.
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

  /// Returns the moment of a reading.
  public mutating func read(_ reading: ClockReading) -> Answer {
    answer(to: reading, insteadOf: count.moment(at: reading.uptime))
  }

  /// Applies an operator's correction, and returns the moment.
  public mutating func take(
    _ word: OperatorWord, boot: String?, at reading: ClockReading
  ) -> Answer {
    let before = count.moment(at: reading.uptime)
    let isOfThisBoot =
      word.boot != nil && word.boot == boot && word.count.uptime <= reading.uptime
    // A correction from before this boot is a lower bound.
    basis = isOfThisBoot ? .confirmed : .kept
    count =
      isOfThisBoot ? word.count : ClockCount(from: word.count.moment, uptime: reading.uptime)
    isVouched = isOfThisBoot
    return answer(to: reading, insteadOf: before)
  }

  /// Whether the clock is certain enough for deletions.
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
      // Never earlier than a returned moment: many small steps back would be a large one.
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

/// A reading of the machine's clocks.
public struct ClockReading: Hashable, Sendable {
  /// The time of day, which may be set.
  public var wall: Instant
  /// The time since the machine started, suspended time included.
  public var uptime: Interval

  public init(wall: Instant, uptime: Interval) {
    self.wall = wall
    self.uptime = uptime
  }
}

/// The clocks of a machine.
public struct MachineClocks: Sendable {
  /// The boot id of the machine; `nil` where there is none, as if each process were a boot.
  public let boot: String?
  /// Reads the clocks.
  public let read: @Sendable () -> ClockReading

  public init(boot: String?, read: @escaping @Sendable () -> ClockReading) {
    self.boot = boot
    self.read = read
  }

  /// The clocks of this machine.
  public static let own = MachineClocks(boot: BootTime.name()) {
    ClockReading(
      wall: Instant(milliseconds: WallTime.now()),
      uptime: .milliseconds(BootTime.nanoseconds() / 1_000_000))
  }
}
