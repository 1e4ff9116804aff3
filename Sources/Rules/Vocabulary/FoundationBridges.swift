// The rules have no Foundation. An app that has it adds the trait `FoundationBridges` to its
// dependency: `.package(url: …, traits: ["FoundationBridges"])`.
#if FoundationBridges
  public import Foundation

  extension Instant {
    /// Creates the moment of a date, without the part below a millisecond.
    public init(_ date: Date) {
      // Halfway to the next, a date made of milliseconds is not cut to the one before.
      self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1_000 + 0.000_5).rounded(.down)))
    }

    /// The moment as a date.
    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }
  }

  extension Interval {
    /// Creates a length from seconds, to the nearest millisecond.
    public init(_ seconds: TimeInterval) {
      self.init(milliseconds: Int64((seconds * 1_000).rounded()))
    }

    /// The length in seconds.
    public var seconds: TimeInterval { Double(milliseconds) / 1_000 }
  }

  extension CivilZone {
    /// Creates the clock of a time zone, with each change from `start` to `end`.
    ///
    /// The times of a user's history, and those that decisions look ahead to, lie between the two;
    /// the default is 1970 to 2100.
    public init(
      _ zone: TimeZone, from start: Date = Date(timeIntervalSince1970: 0),
      to end: Date = Date(timeIntervalSince1970: 4_102_444_800)
    ) {
      func offset(at date: Date) -> Interval { .seconds(Int64(zone.secondsFromGMT(for: date))) }
      var changes: [Change] = []
      var date = start
      while let next = zone.nextDaylightSavingTimeTransition(after: date), next > date, next <= end
      {
        changes.append(Change(at: Instant(next), offset: offset(at: next)))
        date = next
      }
      self.init(name: zone.identifier, offset: offset(at: start), changes: changes)
    }
  }

  extension TimeZone {
    /// Creates the zone of the same name; `nil` if the system has none.
    public init?(_ zone: CivilZone) {
      self.init(identifier: zone.name)
    }
  }
#endif
