public import Vocabulary

/// The clicks that a matching service keeps, and the matches it makes with them under one rule.
///
/// The rule alone decides, as it would over all clicks kept; the book only spares it those that cannot
/// match. Time runs forward: what is older than `retention` at a click or a launch is forgotten.
public struct ClickBook: Sendable {
  public let rule: MatchRule
  public let retention: Interval
  /// In order of time; those before `firstKept` wait to be dropped together.
  var clicks = Slabs<ClickFootprint>()
  var firstKept = 0
  var bySignals: ClickIndex?
  var byToken: ClickIndex?
  let indispensable: Signal.Set
  /// The clicks that the rule is asked about.
  var shortlist: [ClickFootprint] = []

  public init(rule: MatchRule, keptFor retention: Interval) {
    self.rule = rule
    self.retention = retention
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
    (firstKept..<clicks.count).lazy.map { clicks[$0] }.filter { links.contains($0.link) }
  }

  /// When the newest click came, whether or not it is kept.
  public var newest: Instant? { clicks.last?.at }

  /// The click that is kept under `sequence`; `nil` if there is none, or none any more.
  public func click(_ sequence: UInt64) -> ClickFootprint? {
    place(of: sequence).map { clicks[$0] }
  }

  func place(of sequence: UInt64) -> Int? {
    var low = firstKept
    var high = clicks.count
    while low < high {
      let middle = (low + high) / 2
      if clicks[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    return low < clicks.count && clicks[low].sequence == sequence ? low : nil
  }

  /// Keeps a click, which follows all others in time and, at one instant, in sequence.
  public mutating func record(_ click: ClickFootprint) {
    if let last = clicks.last {
      precondition(
        (last.at, last.sequence) < (click.at, click.sequence),
        "click \(click.sequence) at \(click.at) follows \(last.sequence) at \(last.at)")
    }
    forget(at: click.at)
    clicks.append(click)
    bySignals?.append(click.signals.digest(of: indispensable))
    byToken?.append(click.signals.token == 0 ? nil : Self.digest(of: click.signals.token))
  }

  /// Takes back the newest click, as if it had never been recorded.
  public mutating func takeBackNewest() {
    // It may be forgotten already, and all before it.
    guard clicks.popLast() != nil else { return }
    firstKept = min(firstKept, clicks.count)
    bySignals?.removeNewest()
    byToken?.removeNewest()
  }

  /// Puts `click` in place of the one with its sequence number: the same one spent, or erased.
  public mutating func replace(_ click: ClickFootprint) {
    guard let place = place(of: click.sequence) else { return }
    clicks[place] = click
  }

  /// Forgets the clicks that are older than `retention` at `now`.
  public mutating func forget(at now: Instant) {
    while firstKept < clicks.count, now - clicks[firstKept].at > retention { firstKept += 1 }
    while firstKept >= Slabs<ClickFootprint>.size, clicks.count > Slabs<ClickFootprint>.size {
      clicks.dropSlab()
      bySignals?.dropSlab()
      byToken?.dropSlab()
      firstKept -= Slabs<ClickFootprint>.size
    }
  }

  static func digest(of token: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: (token &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }
}
