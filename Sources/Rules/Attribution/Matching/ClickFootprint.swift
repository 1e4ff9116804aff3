public import Vocabulary

/// The record of one tap on an invite link, to which a launch is matched.
public struct ClickFootprint: Hashable, Sendable, BitwiseCopyable, Codable {
  /// The signals of the browser that opened the link.
  public var signals: DeviceSignals
  /// The order of clicks at one instant; unique to each click.
  public var sequence: UInt64
  /// The moment of the tap.
  public var at: Instant
  /// The code that was tapped, as an opaque integer.
  public var link: UInt64
  /// The browser, where a cookie identifies it; zero without a cookie.
  public var visitor: UInt64
  /// Whether an install was matched to it before.
  public var isSpent = false
  /// Whether only the place of the click is left, because a person's data was deleted.
  public private(set) var isErased = false

  /// Creates the record of a tap, to which no install was matched yet.
  public init(
    sequence: UInt64, at: Instant, link: UInt64, visitor: UInt64 = 0, signals: DeviceSignals
  ) {
    self.signals = signals
    self.sequence = sequence
    self.at = at
    self.link = link
    self.visitor = visitor
  }
}

extension ClickFootprint {
  /// The click without its signals, to which no launch is matched.
  public var erased: ClickFootprint {
    var blank = ClickFootprint(sequence: sequence, at: at, link: 0, signals: DeviceSignals())
    blank.isErased = true
    return blank
  }

  /// The click's place in time; clicks of one instant are ordered by sequence.
  var order: ClickOrder { ClickOrder(at: at, sequence: sequence) }
}

/// A place in the order of clicks, unique to each click.
struct ClickOrder: Hashable, Comparable, BitwiseCopyable {
  let at: Instant
  let sequence: UInt64

  static func < (left: ClickOrder, right: ClickOrder) -> Bool {
    left.at == right.at ? left.sequence < right.sequence : left.at < right.at
  }
}

extension MatchingRules {
  static let clicks: [Rule] = [
    Rule("RES-13", "Each tap of a person leaves a click record: its code, its device, its time.")
  ]
}

/// One search of the clicks, with the values that are constant during it.
struct ClickSearch {
  let rule: MatchRule
  let device: DeviceSignals
  let launch: Instant
  /// The retention of clicks.
  let retention: Interval
  /// The oldest click in reach of a rule that considers only the newest clicks.
  let cutoff: ClickOrder?
  private let threshold: Int
  /// The signals with a weight.
  private let weighed: Signal.Set

  init(
    rule: MatchRule, device: DeviceSignals, launch: Instant, retention: Interval,
    cutoff: ClickOrder?
  ) {
    self.rule = rule
    self.device = device
    self.launch = launch
    self.retention = retention
    self.cutoff = cutoff
    threshold = rule.threshold.value(for: device, at: launch)
    weighed = rule.weights.signals
  }

  /// Creates a search of clicks in any order.
  init(
    rule: MatchRule, device: DeviceSignals, launch: Instant, retention: Interval,
    clicks: Span<ClickFootprint>
  ) {
    var cutoff: ClickOrder?
    if let most = rule.newestOnly {
      cutoff = NewestClicks.oldest(of: most, in: clicks, until: launch)
    }
    self.init(rule: rule, device: device, launch: launch, retention: retention, cutoff: cutoff)
  }

  /// The assessment of one click.
  enum Verdict {
    case qualifies(score: Int)
    case fails(because: NoMatch)
  }

  /// Returns whether the click exists for this launch: it came before, and may still be kept.
  ///
  /// A click past its retention that waits for a sweep is treated as deleted.
  func isThere(_ click: ClickFootprint) -> Bool {
    click.at <= launch && launch - click.at <= retention && !click.isErased
  }

  func judge(_ click: ClickFootprint, asking required: Signal.Set) -> Verdict {
    guard isThere(click) else { return .fails(because: .noClick) }
    if rule.spendsClicks, click.isSpent { return .fails(because: .spent) }
    let age = launch - click.at
    if age > rule.window { return .fails(because: .outsideWindow) }
    if let cutoff, click.order < cutoff { return .fails(because: .notAmongNewest) }
    if !rule.readsSignals { return .fails(because: .noToken) }

    let agreement = agreement(with: click)
    if !agreement.isSuperset(of: required) {
      let isForTheAddress = discountsAddress(of: click) && !required.isDisjoint(with: .network)
      return .fails(because: isForTheAddress ? .sharedAddress : .signalsDiffer)
    }
    let score = score(agreement, age: age)
    return score >= threshold ? .qualifies(score: score) : .fails(because: .scoreTooLow)
  }

  /// Returns the signals that agree and are evidence.
  func agreement(with click: ClickFootprint) -> Signal.Set {
    let agreement = device.agreement(with: click.signals)
    return discountsAddress(of: click) ? agreement.subtracting(.network) : agreement
  }

  private func discountsAddress(of click: ClickFootprint) -> Bool {
    !rule.trustsSharedAddresses && (device.isAddressShared || click.signals.isAddressShared)
  }

  func score(_ agreement: Signal.Set, age: Interval) -> Int {
    guard !weighed.isEmpty else { return 1_000 }
    let sum = rule.weights.total(of: agreement)
    let left = rule.decay.applied(to: sum, age: age, window: rule.window)
    let whole = rule.weights.total(of: weighed.subtracting(rule.bonus.subtracting(agreement)))
    return min(max(left * 1_000 / whole, 0), 1_000)
  }

  /// Returns whether the click carries the device's token, and may still be used.
  func holdsToken(_ click: ClickFootprint) -> Bool {
    guard device.token != 0, device.token == click.signals.token, isThere(click),
      !(rule.spendsClicks && click.isSpent)
    else { return false }
    switch rule.token {
    case .ignored: return false
    case .within(let reach): return launch - click.at <= reach
    case .whileKept: return true
    }
  }
}

/// A search for the oldest of the newest clicks, in whatever order they are given.
enum NewestClicks {
  /// Returns the oldest of the `most` newest clicks that existed at `launch`; `nil` if there are no
  /// more.
  ///
  /// Reads the clicks once if they are in order of time. Otherwise it halves the time between the
  /// first and the last of them until one click remains: slower, but without allocation.
  static func oldest(
    of most: Int, in clicks: Span<ClickFootprint>, until launch: Instant
  ) -> ClickOrder? {
    precondition(most > 0, "a rule that looks at \(most) clicks finds none")
    var present = 0
    var isInOrder = true
    var first = launch
    for index in clicks.indices where clicks[index].at <= launch {
      present += 1
      first = min(first, clicks[index].at)
      if index > 0, clicks[index].order < clicks[index - 1].order { isInOrder = false }
    }
    guard present > most else { return nil }
    // In order, the clicks that exist come first, so the count alone gives the place.
    if isInOrder { return clicks[present - most].order }

    // The latest moment since which there are at least `most` clicks.
    var low = first.milliseconds
    var high = launch.milliseconds
    while low < high {
      let middle = low + (high - low + 1) / 2
      if count(clicks, from: middle, until: launch) >= most {
        low = middle
      } else {
        high = middle - 1
      }
    }
    // Of the clicks of that very moment only the last ones belong.
    let moment = Instant(milliseconds: low)
    var surplus = count(clicks, from: low, until: launch) - most
    var lowest = sequence(after: nil, at: moment, in: clicks)
    while surplus > 0 {
      lowest = sequence(after: lowest, at: moment, in: clicks)
      surplus -= 1
    }
    return ClickOrder(at: moment, sequence: lowest)
  }

  private static func count(
    _ clicks: Span<ClickFootprint>, from start: Int64, until launch: Instant
  ) -> Int {
    var count = 0
    for index in clicks.indices {
      let at = clicks[index].at
      if at.milliseconds >= start, at <= launch { count += 1 }
    }
    return count
  }

  /// The lowest sequence number above `bound` among the clicks of one moment.
  private static func sequence(
    after bound: UInt64?, at moment: Instant, in clicks: Span<ClickFootprint>
  ) -> UInt64 {
    var lowest = UInt64.max
    for index in clicks.indices where clicks[index].at == moment {
      let sequence = clicks[index].sequence
      if let bound, sequence <= bound { continue }
      lowest = min(lowest, sequence)
    }
    return lowest
  }

  /// Returns the oldest of the `most` newest clicks that existed at `launch`, of clicks in order of
  /// time.
  static func oldest(
    of most: Int, inOrder clicks: Slabs<ClickFootprint>, until launch: Instant
  ) -> ClickOrder? {
    precondition(most > 0, "a rule that looks at \(most) clicks finds none")
    let present = count(inOrder: clicks, until: launch)
    return present > most ? clicks[present - most].order : nil
  }

  /// Returns the number of clicks, which are in order of time, that came by `moment`.
  ///
  /// Searches from the end in growing steps: fast where few came later.
  static func count(inOrder clicks: Slabs<ClickFootprint>, until moment: Instant) -> Int {
    var end = clicks.count
    var step = 1
    while end > 0, clicks[max(0, end - step)].at > moment {
      end = max(0, end - step)
      step *= 2
    }
    // All from `end` on came later; of the last step's clicks before it, none, some or all did.
    var low = max(0, end - step)
    while low < end {
      let middle = low + (end - low) / 2
      if clicks[middle].at > moment { end = middle } else { low = middle + 1 }
    }
    return end
  }
}
