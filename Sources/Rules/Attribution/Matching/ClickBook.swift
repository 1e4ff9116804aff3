public import Vocabulary

/// The clicks that a matching service keeps, and the matches it makes with them under one rule.
///
/// The rule alone decides, as it would over all clicks kept; the book only spares it those that cannot
/// match. Time runs forward, but for the `lateness` by which clicks and launches may overtake each other:
/// what was older than `retention` that much earlier counts no more. A launch may be reported long after
/// it took place; then the clicks that are kept by the time of the report decide.
public struct ClickBook: Sendable {
  /// When clicks that count no more leave the memory.
  public enum Forgetting: CaseIterable, Sendable {
    /// With the next sweep, `forget(at:)`: a click or a launch of a wrong clock costs no other click.
    case whenSwept
    /// As soon as a click or a launch shows that it is time.
    case asTimePasses
  }

  public let rule: MatchRule
  public let retention: Interval
  public let lateness: Interval
  let forgetting: Forgetting
  /// In order of arrival, which is that of time but for the lateness; those before `firstKept` wait to
  /// be dropped together.
  var clicks = Slabs<ClickFootprint>()
  var firstKept = 0
  var bySignals: ClickIndex?
  var byToken: ClickIndex?
  let indispensable: Signal.Set
  /// The clicks that the rule is asked about.
  var shortlist: [ClickFootprint] = []

  /// When the newest click came, whether or not it is kept.
  public private(set) var newest: Instant?

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
  /// The newest click that is kept.
  public var newestKept: ClickFootprint? { firstKept < clicks.count ? clicks.last : nil }

  /// The clicks on some links that are kept, in order of time; looks at all that are.
  public func clicks(onLinks links: Set<UInt64>) -> [ClickFootprint] {
    guard !links.isEmpty else { return [] }
    // A few bits tell most clicks to be on none of them: to look each up takes several times as long.
    var marks = [Bool](repeating: false, count: 1 << Self.markBits)
    for link in links { marks[Self.mark(of: link)] = true }
    var found: [ClickFootprint] = []
    clicks.forEach(from: firstKept) { click in
      if marks[Self.mark(of: click.link)], links.contains(click.link) { found.append(copy click) }
    }
    return found
  }

  /// The clicks after a moment that are kept, in order of sequence; looks at all that are.
  public func clicks(after moment: Instant) -> [ClickFootprint] {
    var found: [ClickFootprint] = []
    clicks.forEach(from: firstKept) { if $0.at > moment { found.append(copy $0) } }
    return found
  }

  /// When the last click came that is not after a moment, whether or not it is kept; `nil` for none.
  public func latest(until moment: Instant) -> Instant? {
    let count = NewestClicks.count(inOrder: clicks, until: moment)
    return count == 0 ? nil : clicks[count - 1].at
  }

  private static var markBits: Int { 12 }

  private static func mark(of link: UInt64) -> Int {
    Int(truncatingIfNeeded: (link &* 0x9E37_79B9_7F4A_7C15) >> (64 - markBits))
  }

  /// The clicks with these numbers that are kept, in their order.
  public func clicks(numbered numbers: ClosedRange<UInt64>) -> [ClickFootprint] {
    var found: [ClickFootprint] = []
    var place = firstPlace(from: numbers.lowerBound)
    while place < clicks.count, clicks[place].sequence <= numbers.upperBound {
      found.append(clicks[place])
      place += 1
    }
    return found
  }

  /// The click that is kept under `sequence`; `nil` if there is none, or none any more.
  public func click(_ sequence: UInt64) -> ClickFootprint? {
    place(of: sequence).map { clicks[$0] }
  }

  func place(of sequence: UInt64) -> Int? {
    let place = firstPlace(from: sequence)
    return place < clicks.count && clicks[place].sequence == sequence ? place : nil
  }

  /// Where the clicks begin that are kept under `sequence` or a later number.
  private func firstPlace(from sequence: UInt64) -> Int {
    var low = firstKept
    var high = clicks.count
    while low < high {
      let middle = (low + high) / 2
      if clicks[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Keeps a click, which follows all others in sequence and, but for the lateness, in time.
  public mutating func record(_ click: ClickFootprint) {
    if let last = clicks.last, let newest {
      precondition(
        last.sequence < click.sequence && newest <= click.at + lateness,
        "click \(click.sequence) at \(click.at) follows \(last.sequence) at \(newest)")
    }
    newest = max(newest ?? click.at, click.at)
    if forgetting == .asTimePasses { forget(at: click.at) }
    clicks.append(click)
    bySignals?.append(click.signals.digest(of: indispensable))
    byToken?.append(click.signals.token == 0 ? nil : Self.digest(of: click.signals.token))
  }

  /// Takes back the newest click, as if it had never been recorded.
  public mutating func takeBackNewest() {
    // It may be forgotten already, and all before it.
    guard clicks.popLast() != nil else { return }
    // Where clicks may be late, time stays where the click had brought it.
    if lateness == .zero { newest = clicks.last?.at }
    firstKept = min(firstKept, clicks.count)
    bySignals?.removeNewest()
    byToken?.removeNewest()
  }

  /// Puts `click` in place of the one with its sequence number: the same one spent, erased, or moved to
  /// another moment at which the order of clicks is kept once all are moved that must be.
  public mutating func replace(_ click: ClickFootprint) {
    guard let place = place(of: click.sequence) else { return }
    let before = clicks[place].at
    clicks[place] = click
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

  /// Forgets the clicks that no launch may ask for any more at `now`.
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

  /// The place of the first click that a launch may ask for at `now`.
  func firstKept(at now: Instant) -> Int {
    if forgetting == .asTimePasses { return firstKept }
    let due = NewestClicks.count(
      inOrder: clicks, until: now - retention - lateness - .milliseconds(1))
    return max(firstKept, due)
  }

  static func digest(of token: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: (token &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }
}
