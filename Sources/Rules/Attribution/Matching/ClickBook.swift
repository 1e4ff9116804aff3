public import Vocabulary

/// The clicks that a matching service keeps, with the matches under one rule.
///
/// The decision is the rule's, as over all kept clicks; the book only skips clicks that cannot
/// match. Time runs forward, except for the `lateness` by which clicks and launches may overtake
/// each other. A click that was older than `retention` that much earlier no longer counts. A launch
/// may be reported long after it took place; then the clicks kept by the time of the report decide.
public struct ClickBook: Sendable {
  /// The moment at which expired clicks leave the memory.
  public enum Forgetting: CaseIterable, Sendable {
    /// With the next sweep, `forget(at:)`: a click or a launch with a wrong clock removes no other
    /// click.
    case whenSwept
    /// As soon as a click or a launch shows that their time has passed.
    case asTimePasses
  }

  /// The rule by which launches are matched, fixed for the life of the book.
  public let rule: MatchRule
  /// The retention of clicks: an older click matches no launch.
  public let retention: Interval
  /// The time by which clicks and launches may arrive out of order (default: zero).
  public let lateness: Interval
  let forgetting: Forgetting
  /// The most clicks with the same signals, or the same token, that one launch is compared with: the
  /// newest.
  ///
  /// Whoever taps one link over and over makes no launch slow.
  public static let mostLooks = 4_096
  /// The clicks in order of arrival, which is that of time except for the lateness; those before
  /// `firstKept` are dropped together later.
  var clicks = Slabs<ClickFootprint>()
  var firstKept = 0
  var bySignals: ClickIndex?
  var byToken: ClickIndex?
  let indispensable: Signal.Set
  /// Whether each click so far had its link as its token, as a service's have.
  private var tokensAreLinks = true
  /// The clicks that the rule is applied to.
  var shortlist: [ClickFootprint] = []

  /// The time of the newest click, kept or not.
  public private(set) var newest: Instant?

  /// Creates an empty book; without `lateness` no click may be earlier than the one before.
  public init(
    rule: MatchRule, keptFor retention: Interval, lateness: Interval = .zero,
    forgetting: Forgetting = .whenSwept
  ) {
    self.rule = rule
    self.forgetting = forgetting
    self.retention = retention
    self.lateness = lateness
    indispensable = rule.indispensable
    if rule.readsSignals, !indispensable.isEmpty { bySignals = ClickIndex() }
    if rule.token != .ignored { byToken = ClickIndex() }
  }
}

extension ClickBook {
  /// The newest kept click.
  public var newestKept: ClickFootprint? { firstKept < clicks.count ? clicks.last : nil }

  /// Returns the kept clicks on the given links, in order of arrival.
  ///
  /// - Complexity: Linear in these clicks if the token of each click is its link; otherwise in all
  ///   kept clicks.
  public func clicks(onLinks links: Set<UInt64>) -> [ClickFootprint] {
    guard !links.isEmpty else { return [] }
    if let byToken, tokensAreLinks { return clicks(onLinks: links, in: byToken) }
    // A few bits exclude most clicks: a lookup for each takes several times as long.
    var marks = [Bool](repeating: false, count: 1 << Self.markBits)
    for link in links { marks[Self.mark(of: link)] = true }
    var found: [ClickFootprint] = []
    clicks.forEach(from: firstKept) { click in
      if marks[Self.mark(of: click.link)], links.contains(click.link) { found.append(copy click) }
    }
    return found
  }

  private func clicks(onLinks links: Set<UInt64>, in index: ClickIndex) -> [ClickFootprint] {
    var places: [Int] = []
    for link in links where link != 0 {
      let digest = Self.digest(of: link)
      var next = index.newest(digest)
      while let place = next, place >= firstKept {
        if clicks[place].link == link { places.append(place) }
        next = index.next(after: place, digest)
      }
    }
    return places.sorted().map { clicks[$0] }
  }

  /// Returns the kept clicks after a moment, in order of sequence; visits all kept clicks.
  public func clicks(after moment: Instant) -> [ClickFootprint] {
    var found: [ClickFootprint] = []
    clicks.forEach(from: firstKept) { if $0.at > moment { found.append(copy $0) } }
    return found
  }

  /// Returns the time of the last click at or before a moment, kept or dropped; `nil` for none.
  public func latest(until moment: Instant) -> Instant? {
    let count = NewestClicks.count(inOrder: clicks, until: moment)
    return count == 0 ? nil : clicks[count - 1].at
  }

  private static var markBits: Int { 12 }

  private static func mark(of link: UInt64) -> Int {
    Int(truncatingIfNeeded: (link &* 0x9E37_79B9_7F4A_7C15) >> (64 - markBits))
  }

  /// Returns the kept clicks with these sequence numbers, in their order.
  public func clicks(numbered numbers: ClosedRange<UInt64>) -> [ClickFootprint] {
    var found: [ClickFootprint] = []
    var place = firstPlace(from: numbers.lowerBound)
    while place < clicks.count, clicks[place].sequence <= numbers.upperBound {
      found.append(clicks[place])
      place += 1
    }
    return found
  }

  /// Returns the click kept under `sequence`; `nil` if there is none, or it was dropped.
  public func click(_ sequence: UInt64) -> ClickFootprint? {
    place(of: sequence).map { clicks[$0] }
  }

  func place(of sequence: UInt64) -> Int? {
    let place = firstPlace(from: sequence)
    return place < clicks.count && clicks[place].sequence == sequence ? place : nil
  }

  /// Returns the place of the first click kept under `sequence` or a later number.
  private func firstPlace(from sequence: UInt64) -> Int {
    var low = firstKept
    var high = clicks.count
    while low < high {
      let middle = (low + high) / 2
      if clicks[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Adds a click, which follows all others in sequence and, except for the lateness, in time.
  public mutating func record(_ click: ClickFootprint) {
    if let last = clicks.last, let newest {
      precondition(
        last.sequence < click.sequence && newest <= click.at + lateness,
        "click \(click.sequence) at \(click.at) follows \(last.sequence) at \(newest)")
    }
    newest = max(newest ?? click.at, click.at)
    if click.signals.token != click.link { tokensAreLinks = false }
    if forgetting == .asTimePasses { forget(at: click.at) }
    clicks.append(click)
    bySignals?.append(click.signals.digest(of: indispensable))
    byToken?.append(click.signals.token == 0 ? nil : Self.digest(of: click.signals.token))
  }

  /// Removes the newest click, as if it had never been recorded.
  public mutating func takeBackNewest() {
    // It may be dropped already, with all clicks before it.
    guard clicks.popLast() != nil else { return }
    // Where clicks may be late, time stays at the removed click.
    if lateness == .zero { newest = clicks.last?.at }
    firstKept = min(firstKept, clicks.count)
    bySignals?.removeNewest()
    byToken?.removeNewest()
  }

  /// Replaces the click with the same sequence number by `click`: the same one spent, erased, or
  /// moved to another moment.
  ///
  /// The order of clicks must hold once all moves are done.
  public mutating func replace(_ click: ClickFootprint) {
    guard let place = place(of: click.sequence) else { return }
    let before = clicks[place].at
    clicks[place] = click
    if click.signals.token != click.link { tokensAreLinks = false }
    guard click.at != before, let newest else { return }
    if click.at > newest {
      self.newest = click.at
    } else if before == newest {
      self.newest = lateness == .zero ? clicks.last?.at : latestOfAll
    }
  }

  private var latestOfAll: Instant? {
    var latest: Instant?
    clicks.forEach(from: 0) { latest = max(latest ?? $0.at, $0.at) }
    return latest
  }

  /// Drops the clicks that no launch may match any more at `now`.
  public mutating func forget(at now: Instant) {
    let age = retention + lateness
    while firstKept < clicks.count, now - clicks[firstKept].at > age { firstKept += 1 }
    while firstKept >= Slabs<ClickFootprint>.size, clicks.count > Slabs<ClickFootprint>.size {
      clicks.dropSlab()
      bySignals?.dropSlab()
      byToken?.dropSlab()
      firstKept -= Slabs<ClickFootprint>.size
    }
  }

  /// Returns the place of the first click that a launch may match at `now`.
  func firstKept(at now: Instant) -> Int {
    if forgetting == .asTimePasses { return firstKept }
    let due = NewestClicks.count(
      inOrder: clicks, until: now - retention - lateness - .milliseconds(1))
    return max(firstKept, due)
  }

  static func digest(of token: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: token.mixed)
  }
}
